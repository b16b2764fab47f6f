#pragma once
#include <stddef.h>
#include <stdint.h>

#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/channel_layout.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// libav as its headers declare it, but not linked: its libraries cost 30 MB and 37 ms at the start of a process, and most
// processes never meet a video. This target defines the functions that functions.h lists; each jumps to the real one, which
// clibav_load finds.

// Opens the libraries and finds the functions, once in a process; cheap afterwards, and safe from any thread. Gives 0, or 1
// where a library is not there or not the right one; then the three texts (static, never NULL) say which library, which
// Debian package has it, and what the dynamic linker says. No other function may be called unless this gave 0.
typedef struct {
  const char *library, *package, *detail;
} clibav_failure;
int clibav_load(clibav_failure *failure);

// libav's last error message on this thread or any other since clibav_forget_words, without the line's end; nothing that
// libav says is ever printed. `capacity` bytes with the closing NUL.
void clibav_copy_words(char *text, size_t capacity);
void clibav_forget_words(void);

// Whether an edit list hides the frame of an index entry, whose flags are a bit field.
static inline int clibav_is_hidden(const AVIndexEntry *entry) {
  return entry != NULL && (entry->flags & AVINDEX_DISCARD_FRAME) != 0;
}

// These macros hold expressions that Swift can't import.
static const int clibav_error_again = AVERROR(EAGAIN);
static const int clibav_error_no_memory = AVERROR(ENOMEM);
static const int clibav_error_io = AVERROR(EIO);
static const int clibav_error_end = AVERROR_EOF;
static const int clibav_error_exit = AVERROR_EXIT;
static const int clibav_error_damaged = AVERROR_INVALIDDATA;
static const int64_t clibav_no_time = AV_NOPTS_VALUE;
