// libjpeg behind a barrier. libjpeg reports errors by leaving through longjmp, which must not cross Swift frames,
// so every call into it stays inside this target's C files: bytes and numbers in, bytes and a result out.
#pragma once
#include <stddef.h>
#include <stdint.h>

// How a call ended.
typedef enum {
  CJPEG_OK = 0,
  CJPEG_DAMAGED = 1,      // the data contradict themselves, or a warning that leaves pixels undefined
  CJPEG_TRUNCATED = 2,    // the data end too early
  CJPEG_UNSUPPORTED = 3,  // a coding that this libjpeg can't do
  CJPEG_NO_MEMORY = 4,    // memory ran out
  CJPEG_MISUSE = 5,       // arguments that do not fit each other
  CJPEG_INTERRUPTED = 6   // the caller's function for bytes failed
} cjpeg_status;

// The end of a call, with libjpeg's own words about it.
typedef struct {
  int status;      // cjpeg_status
  char text[208];  // at least JMSG_LENGTH_MAX, NUL-terminated
} cjpeg_result;

// The colours that a file's components carry, as libjpeg reads the markers.
typedef enum {
  CJPEG_OTHER = 0,
  CJPEG_GREY = 1,
  CJPEG_RGB = 2,  // three components, stored as YCbCr or RGB
  CJPEG_CMYK = 3  // four components, stored as YCCK or CMYK
} cjpeg_colours;

// A decoded picture's shape.
typedef struct {
  uint32_t width;
  uint32_t height;
  int channels;  // 1, 3 or 4 interleaved bytes a pixel
  int colours;   // cjpeg_colours
} cjpeg_shape;

// Reads the markers up to the first scan and tells the shape that decoding at 1/denominator (1, 2, 4 or 8) gives.
cjpeg_result cjpeg_read_shape(const uint8_t *bytes, size_t count, int denominator, cjpeg_shape *shape);

// Decodes the whole picture into `pixels`, rows packed; `capacity` must be exactly width * height * channels of
// the shape. Grey stays grey, three components become RGB, four become CMYK with 0 for no ink and 255 for full ink.
cjpeg_result cjpeg_decode(const uint8_t *bytes, size_t count, int denominator, uint8_t *pixels, size_t capacity);

// How a picture is encoded.
typedef struct {
  int quality;         // 1...100
  int is_subsampled;   // 4:2:0 instead of 4:4:4
  int is_progressive;
} cjpeg_settings;

// Encodes packed 8-bit rows of 1 (grey) or 3 (RGB) channels with optimised Huffman tables. On success `*output` holds
// `*output_count` bytes that `cjpeg_free` takes back; on failure it is NULL.
cjpeg_result cjpeg_encode(
    const uint8_t *pixels, size_t pixels_count, uint32_t width, uint32_t height, int channels, cjpeg_settings settings,
    uint8_t **output, size_t *output_count);

// A picture as luma and colour differences of BT.601 in full range, each plane with packed rows.
typedef struct {
  uint32_t width;
  uint32_t height;
  int sampling;            // 0 grey, 1 4:2:0, 2 4:2:2, 3 4:4:4
  const uint8_t *plane[3];  // luma, blue difference, red difference; luma alone where grey
  size_t count[3];         // bytes of each
} cjpeg_planes;

// Tells how a file is sampled, in the numbers of cjpeg_planes; -1 where it is coded as no such planes (RGB, CMYK, other
// sampling factors).
cjpeg_result cjpeg_read_sampling(const uint8_t *bytes, size_t count, int *sampling);

// Decodes into planes that lie one after the other in `samples`; `capacity` must be exactly their size.
cjpeg_result cjpeg_decode_planes(
    const uint8_t *bytes, size_t count, int sampling, uint8_t *samples, size_t capacity);

// As cjpeg_encode, of planes as they are; `is_subsampled` is not heeded.
cjpeg_result cjpeg_encode_planes(
    cjpeg_planes planes, cjpeg_settings settings, uint8_t **output, size_t *output_count);

// Gives memory of `cjpeg_encode` and `cjpeg_encode_planes` back.
void cjpeg_free(uint8_t *output);

// A picture that is decoded row by row, of bytes that are asked for as they are needed.
typedef struct cjpeg_row_reader cjpeg_row_reader;

// Fills at most `capacity` bytes; gives how many, 0 at the end, less than 0 where reading failed.
typedef int64_t (*cjpeg_read)(void *context, uint8_t *bytes, size_t capacity);

// Reads the markers up to the first scan; the shape is that of the whole picture, its colours perhaps CJPEG_OTHER. On
// success `*reader` is to be closed; `context` must outlive it. Little memory is taken, whatever size the file claims.
cjpeg_result cjpeg_rows_open(cjpeg_read read, void *context, cjpeg_row_reader **reader, cjpeg_shape *shape);

// Begins to decode at eighths/8 (1...8), once; the shape becomes that of the rows, whose sides are rounded up. A progressive
// file is read to its end here.
cjpeg_result cjpeg_rows_start(cjpeg_row_reader *reader, int eighths, cjpeg_shape *shape);

// Decodes the next row; `capacity` must be its length. With the last row the file is read to its EOI.
cjpeg_result cjpeg_rows_read(cjpeg_row_reader *reader, uint8_t *row, size_t capacity);

// Ends a reader; NULL is none.
void cjpeg_rows_close(cjpeg_row_reader *reader);

// A picture that is encoded row by row; its bytes are handed out in pieces.
typedef struct cjpeg_row_writer cjpeg_row_writer;

// Takes bytes of the file; anything but 0 where that failed. The first piece holds at least SOI and JFIF's APP0.
typedef int (*cjpeg_write)(void *context, const uint8_t *bytes, size_t count);

// Begins a baseline stream with the standard's Huffman tables; `is_progressive` is not heeded. On success `*writer` is to
// be closed; `context` must outlive it.
cjpeg_result cjpeg_row_writer_open(
    uint32_t width, uint32_t height, int channels, cjpeg_settings settings, cjpeg_write write, void *context,
    cjpeg_row_writer **writer);

// Encodes the next row of 8-bit samples; with the last one the stream is finished and all of it handed out.
cjpeg_result cjpeg_row_writer_write(cjpeg_row_writer *writer, const uint8_t *row, size_t count);

// Ends a writer; NULL is none.
void cjpeg_row_writer_close(cjpeg_row_writer *writer);
