#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

// A progressive file may hold any number of scans, each costing a pass over the whole picture. Encoders write about
// ten; libjpeg-turbo's own fuzzers stop at 500.
enum { maximum_scan_count = 500 };

// Padding that some cameras leave between the last scan and EOI.
enum { tolerated_extraneous_bytes = 16 };

typedef struct {
  struct jpeg_error_mgr base;  // first, so that `cinfo->err` points at both
  jmp_buf exit;
  cjpeg_result *result;
} barrier;

static int status_of(int message) {
  switch (message) {
  case JERR_OUT_OF_MEMORY:
    return CJPEG_NO_MEMORY;
  case JERR_ARITH_NOTIMPL:
  case JERR_BAD_PRECISION:
  case JERR_SOF_UNSUPPORTED:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_COMPONENT_COUNT:
  case JERR_CCIR601_NOTIMPL:
  case JERR_FRACT_SAMPLE_NOTIMPL:
  case JERR_NOT_COMPILED:
    return CJPEG_UNSUPPORTED;
  case JERR_INPUT_EMPTY:
  case JERR_INPUT_EOF:
  case JWRN_JPEG_EOF:
    return CJPEG_TRUNCATED;
  default:
    return CJPEG_DAMAGED;
  }
}

static void leave(j_common_ptr info) {
  barrier *self = (barrier *)info->err;
  self->result->status = status_of(info->err->msg_code);
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  snprintf(self->result->text, sizeof self->result->text, "%s", text);
  longjmp(self->exit, 1);
}

// Whether a warning leaves every pixel as the file means it.
static int is_harmless(j_common_ptr info) {
  const struct jpeg_error_mgr *error = info->err;
  switch (error->msg_code) {
  case JWRN_JFIF_MAJOR:
  case JWRN_ADOBE_XFORM:
  case JWRN_BOGUS_ICC:
    return 1;
  case JWRN_EXTRANEOUS_DATA:
    // Before the first scan no pixel is touched. After it, i[0] is the number of bytes skipped, i[1] the marker found
    // after them; many bytes left over mean that the entropy decoder lost its way.
    if (info->is_decompressor && ((j_decompress_ptr)info)->input_scan_number == 0) return 1;
    return error->msg_parm.i[1] == 0xD9 && error->msg_parm.i[0] <= tolerated_extraneous_bytes;
  default:
    return 0;
  }
}

// libjpeg warns and fills the rest with grey; a copy must not be made of such a picture.
static void take_message(j_common_ptr info, int level) {
  if (level < 0 && !is_harmless(info)) leave(info);
}

static void print_nothing(j_common_ptr info) { (void)info; }

static void arm(barrier *self, cjpeg_result *result, struct jpeg_error_mgr **error) {
  result->status = CJPEG_OK;
  result->text[0] = 0;
  *error = jpeg_std_error(&self->base);
  self->base.error_exit = leave;
  self->base.emit_message = take_message;
  self->base.output_message = print_nothing;
  self->result = result;
}

static cjpeg_result misuse(const char *text) {
  cjpeg_result result = {.status = CJPEG_MISUSE};
  snprintf(result.text, sizeof result.text, "%s", text);
  return result;
}

static void count_scans(j_common_ptr info) {
  if (((j_decompress_ptr)info)->input_scan_number > maximum_scan_count) {
    barrier *self = (barrier *)info->err;
    self->result->status = CJPEG_DAMAGED;
    snprintf(self->result->text, sizeof self->result->text, "more than %d scans", maximum_scan_count);
    longjmp(self->exit, 1);
  }
}

static void choose_colours(j_decompress_ptr info, cjpeg_shape *shape) {
  switch (info->jpeg_color_space) {
  case JCS_GRAYSCALE:
    info->out_color_space = JCS_GRAYSCALE;
    shape->colours = CJPEG_GREY;
    shape->channels = 1;
    break;
  case JCS_YCbCr:
  case JCS_RGB:
    info->out_color_space = JCS_RGB;
    shape->colours = CJPEG_RGB;
    shape->channels = 3;
    break;
  case JCS_YCCK:
  case JCS_CMYK:
    info->out_color_space = JCS_CMYK;
    shape->colours = CJPEG_CMYK;
    shape->channels = 4;
    break;
  default:
    shape->colours = CJPEG_OTHER;
    shape->channels = info->num_components;
  }
}

static void open_source(
    j_decompress_ptr info, const uint8_t *bytes, size_t count, int denominator, cjpeg_shape *shape) {
  jpeg_mem_src(info, bytes, count);
  jpeg_read_header(info, TRUE);
  choose_colours(info, shape);
  info->scale_num = 1;
  info->scale_denom = (unsigned)denominator;
  jpeg_calc_output_dimensions(info);
  shape->width = info->output_width;
  shape->height = info->output_height;
}

static int is_denominator(int value) { return value == 1 || value == 2 || value == 4 || value == 8; }

cjpeg_result cjpeg_read_shape(const uint8_t *bytes, size_t count, int denominator, cjpeg_shape *shape) {
  if (!is_denominator(denominator)) return misuse("scale");
  cjpeg_result result;
  struct jpeg_decompress_struct info = {0};
  barrier self;
  arm(&self, &result, &info.err);
  memset(shape, 0, sizeof *shape);
  if (setjmp(self.exit) == 0) {
    jpeg_create_decompress(&info);
    open_source(&info, bytes, count, denominator, shape);
  }
  jpeg_destroy_decompress(&info);
  return result;
}

cjpeg_result cjpeg_decode(const uint8_t *bytes, size_t count, int denominator, uint8_t *pixels, size_t capacity) {
  if (!is_denominator(denominator)) return misuse("scale");
  cjpeg_result result;
  struct jpeg_decompress_struct info = {0};
  struct jpeg_progress_mgr progress = {.progress_monitor = count_scans};
  barrier self;
  arm(&self, &result, &info.err);
  if (setjmp(self.exit) == 0) {
    cjpeg_shape shape;
    jpeg_create_decompress(&info);
    info.progress = &progress;
    open_source(&info, bytes, count, denominator, &shape);
    size_t row = (size_t)shape.width * (size_t)shape.channels;
    if (shape.colours == CJPEG_OTHER || row * shape.height != capacity) {
      jpeg_destroy_decompress(&info);
      return misuse("buffer");
    }
    jpeg_start_decompress(&info);
    // Adobe's programs store CMYK inverted and leave their marker as the only sign of it (libjpeg.txt, "Special color
    // spaces").
    int is_inverted = shape.colours == CJPEG_CMYK && info.saw_Adobe_marker;
    while (info.output_scanline < info.output_height) {
      JSAMPROW line = pixels + row * info.output_scanline;
      jpeg_read_scanlines(&info, &line, 1);
      if (is_inverted) {
        for (size_t index = 0; index < row; index += 1) line[index] = 255 - line[index];
      }
    }
    jpeg_finish_decompress(&info);
  }
  jpeg_destroy_decompress(&info);
  return result;
}

// Where encoded bytes go. libjpeg's own memory destination (jdatadst.c) leaks or dangles when an error leaves it
// half-way, so the memory is ours.
typedef struct {
  struct jpeg_destination_mgr base;
  uint8_t *memory;
  size_t size;
} destination;

static void begin_output(j_compress_ptr info) {
  destination *self = (destination *)info->dest;
  self->base.next_output_byte = self->memory;
  self->base.free_in_buffer = self->size;
}

static boolean grow_output(j_compress_ptr info) {
  destination *self = (destination *)info->dest;
  size_t used = self->size;  // libjpeg calls this only when all is used
  if (used > SIZE_MAX / 2) ERREXIT1(info, JERR_OUT_OF_MEMORY, 10);
  uint8_t *larger = realloc(self->memory, used * 2);
  if (larger == NULL) ERREXIT1(info, JERR_OUT_OF_MEMORY, 10);
  self->memory = larger;
  self->size = used * 2;
  self->base.next_output_byte = larger + used;
  self->base.free_in_buffer = used;
  return TRUE;
}

static void end_output(j_compress_ptr info) { (void)info; }

static void configure(j_compress_ptr info, cjpeg_settings settings) {
  jpeg_set_defaults(info);  // libjpeg chooses YCbCr 4:2:0, or grey
  jpeg_set_quality(info, settings.quality, TRUE);
  info->optimize_coding = TRUE;
  if (info->num_components == 3 && !settings.is_subsampled) {
    info->comp_info[0].h_samp_factor = 1;
    info->comp_info[0].v_samp_factor = 1;
  }
  if (settings.is_progressive) jpeg_simple_progression(info);
}

cjpeg_result cjpeg_encode(
    const uint8_t *pixels, size_t pixels_count, uint32_t width, uint32_t height, int channels, cjpeg_settings settings,
    uint8_t **output, size_t *output_count) {
  *output = NULL;
  *output_count = 0;
  if (channels != 1 && channels != 3) return misuse("channels");
  if (width == 0 || height == 0 || width > JPEG_MAX_DIMENSION || height > JPEG_MAX_DIMENSION) return misuse("size");
  size_t row = (size_t)width * (size_t)channels;
  if (row * height != pixels_count) return misuse("buffer");

  destination target = {
      .base = {.init_destination = begin_output, .empty_output_buffer = grow_output, .term_destination = end_output},
      .size = pixels_count / 8 + 4096};
  target.memory = malloc(target.size);
  if (target.memory == NULL) return (cjpeg_result){.status = CJPEG_NO_MEMORY};
  cjpeg_result result;
  struct jpeg_compress_struct info = {0};
  barrier self;
  arm(&self, &result, &info.err);
  if (setjmp(self.exit) == 0) {
    jpeg_create_compress(&info);
    info.dest = &target.base;
    info.image_width = width;
    info.image_height = height;
    info.input_components = channels;
    info.in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    configure(&info, settings);
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
      JSAMPROW line = (JSAMPROW)(pixels + row * info.next_scanline);
      jpeg_write_scanlines(&info, &line, 1);
    }
    jpeg_finish_compress(&info);
  }
  jpeg_destroy_compress(&info);
  if (result.status != CJPEG_OK) {
    free(target.memory);
    return result;
  }
  *output = target.memory;
  *output_count = target.size - target.base.free_in_buffer;
  return result;
}

void cjpeg_free(uint8_t *output) { free(output); }
