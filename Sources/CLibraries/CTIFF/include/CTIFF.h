#pragma once
#include <stddef.h>
#include <stdint.h>

// libtiff on bytes in memory. Its getters take variable arguments, which Swift cannot call, and it reports errors to
// handlers with a va_list; both end here.

typedef enum { CTIFF_OK, CTIFF_TRUNCATED, CTIFF_DAMAGED, CTIFF_UNSUPPORTED, CTIFF_NO_MEMORY } ctiff_status;

typedef struct {
  int32_t status;  // a ctiff_status
  char text[200];  // libtiff's words where it has some
} ctiff_result;

typedef struct {
  uint32_t width, height;
  uint16_t bits, samples, sample_format, photometric, planes, compression, ink_set;
  uint16_t extra_count;  // the kinds of at most 8 extra samples follow
  uint16_t extras[8];
  int32_t is_tiled;
  int32_t is_subsampled;  // YCbCr whose blocks libtiff hands out packed
  // A strip or a tile; strips are as wide as the picture.
  uint32_t block_width, block_height, blocks_across, blocks_down;
  size_t block_bytes, block_row_bytes;
} ctiff_shape;

typedef struct ctiff_file ctiff_file;

// Opens the directory at an offset of a file; the bytes must outlive what is returned. `memory_limit` bounds every single
// allocation of libtiff. NULL where that fails.
ctiff_file *ctiff_open(
    const uint8_t *bytes, size_t count, uint64_t directory, size_t memory_limit, ctiff_result *result);
void ctiff_close(ctiff_file *file);

ctiff_result ctiff_read_shape(ctiff_file *file, ctiff_shape *shape);

// 2^bits entries of each colour.
ctiff_result ctiff_read_palette(ctiff_file *file, uint16_t *red, uint16_t *green, uint16_t *blue, size_t count);

// Decodes a strip or tile by its number, whole: `capacity` is `block_bytes`. Of the last strip `rows` rows.
ctiff_result ctiff_read_block(ctiff_file *file, uint32_t number, uint32_t rows, uint8_t *buffer, size_t capacity);

// Decodes the picture by libtiff's own conversion to 8-bit RGBA words (red in the low byte), rows as they are stored.
ctiff_result ctiff_read_rgba(ctiff_file *file, uint32_t *words, size_t count);
