// What the C files of this target share: how libjpeg's errors end, and what is chosen alike.
#pragma once
#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

// Where a call of libjpeg comes back to when it fails. Whoever calls libjpeg calls setjmp on `exit` before.
typedef struct {
  struct jpeg_error_mgr base;  // first, so that `cinfo->err` points at both
  jmp_buf exit;
  cjpeg_result *result;
} barrier;

// Sets the barrier up as libjpeg's error manager; what goes wrong will stand in `result`.
void cjpeg_arm(barrier *self, cjpeg_result *result, struct jpeg_error_mgr **error);
// Notes libjpeg's message in the result and leaves through the barrier.
void cjpeg_leave(j_common_ptr info);
// A result that says which arguments don't fit.
cjpeg_result cjpeg_misuse(const char *text);
// A progress monitor that leaves where a file has more scans than any encoder writes.
void cjpeg_count_scans(j_common_ptr info);
// What is decoded to, by what the markers say.
void cjpeg_choose_colours(j_decompress_ptr info, cjpeg_shape *shape);
// The settings of an encoding whose size and colours stand in `info`.
void cjpeg_configure(j_compress_ptr info, cjpeg_settings settings);
// Whether libjpeg encodes so many columns and rows.
int cjpeg_is_size(uint32_t width, uint32_t height);
