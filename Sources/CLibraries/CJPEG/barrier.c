#include "barrier.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

// A progressive file may hold any number of scans, each costing a pass over the whole picture. Encoders write about
// ten; libjpeg-turbo's own fuzzers stop at 500.
enum { maximum_scan_count = 500 };

// Padding that some cameras leave between the last scan and EOI.
enum { tolerated_extraneous_bytes = 16 };

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

void cjpeg_leave(j_common_ptr info) {
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
  if (level < 0 && !is_harmless(info)) cjpeg_leave(info);
}

static void print_nothing(j_common_ptr info) { (void)info; }

void cjpeg_arm(barrier *self, cjpeg_result *result, struct jpeg_error_mgr **error) {
  result->status = CJPEG_OK;
  result->text[0] = 0;
  *error = jpeg_std_error(&self->base);
  self->base.error_exit = cjpeg_leave;
  self->base.emit_message = take_message;
  self->base.output_message = print_nothing;
  self->result = result;
}

cjpeg_result cjpeg_misuse(const char *text) {
  cjpeg_result result = {.status = CJPEG_MISUSE};
  snprintf(result.text, sizeof result.text, "%s", text);
  return result;
}

void cjpeg_count_scans(j_common_ptr info) {
  if (((j_decompress_ptr)info)->input_scan_number > maximum_scan_count) {
    barrier *self = (barrier *)info->err;
    self->result->status = CJPEG_DAMAGED;
    snprintf(self->result->text, sizeof self->result->text, "more than %d scans", maximum_scan_count);
    longjmp(self->exit, 1);
  }
}

void cjpeg_choose_colours(j_decompress_ptr info, cjpeg_shape *shape) {
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
  cjpeg_choose_colours(info, shape);
  info->scale_num = 1;
  info->scale_denom = (unsigned)denominator;
  jpeg_calc_output_dimensions(info);
  shape->width = info->output_width;
  shape->height = info->output_height;
}

static int is_denominator(int value) { return value == 1 || value == 2 || value == 4 || value == 8; }

cjpeg_result cjpeg_read_shape(const uint8_t *bytes, size_t count, int denominator, cjpeg_shape *shape) {
  if (!is_denominator(denominator)) return cjpeg_misuse("scale");
  cjpeg_result result;
  struct jpeg_decompress_struct info = {0};
  barrier self;
  cjpeg_arm(&self, &result, &info.err);
  memset(shape, 0, sizeof *shape);
  if (setjmp(self.exit) == 0) {
    jpeg_create_decompress(&info);
    open_source(&info, bytes, count, denominator, shape);
  }
  jpeg_destroy_decompress(&info);
  return result;
}

cjpeg_result cjpeg_decode(const uint8_t *bytes, size_t count, int denominator, uint8_t *pixels, size_t capacity) {
  if (!is_denominator(denominator)) return cjpeg_misuse("scale");
  cjpeg_result result;
  struct jpeg_decompress_struct info = {0};
  struct jpeg_progress_mgr progress = {.progress_monitor = cjpeg_count_scans};
  barrier self;
  cjpeg_arm(&self, &result, &info.err);
  if (setjmp(self.exit) == 0) {
    cjpeg_shape shape;
    jpeg_create_decompress(&info);
    info.progress = &progress;
    open_source(&info, bytes, count, denominator, &shape);
    size_t row = (size_t)shape.width * (size_t)shape.channels;
    if (shape.colours == CJPEG_OTHER || row * shape.height != capacity) {
      jpeg_destroy_decompress(&info);
      return cjpeg_misuse("buffer");
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

// What a row of MCUs holds of one component: `rows` rows of `stride` samples, of which `width` are the picture's.
typedef struct {
  JSAMPROW row[2 * DCTSIZE];
  uint8_t *samples;  // in the strip
  size_t stride;
  size_t width;
  size_t height;
  int rows;
} strip;

// Horizontal and vertical luma samples for one of colour difference.
static int is_sampling(int value) { return value >= 0 && value <= 3; }
static int columns_of(int sampling) { return sampling == 1 || sampling == 2 ? 2 : 1; }
static int rows_of(int sampling) { return sampling == 1 ? 2 : 1; }

// Lays out the strips of all components in one block of memory, or gives NULL. Rows reach to whole MCUs, because libjpeg
// reads and writes whole blocks (libjpeg.txt, "Raw (downsampled) image data").
static uint8_t *make_strips(strip *strips, size_t width, size_t height, int sampling) {
  size_t h = (size_t)columns_of(sampling), v = (size_t)rows_of(sampling), total = 0;
  for (int index = 0; index < (sampling == 0 ? 1 : 3); index += 1) {
    strip *self = &strips[index];
    size_t own_h = index == 0 ? h : 1, own_v = index == 0 ? v : 1;
    self->width = index == 0 ? width : (width + h - 1) / h;
    self->height = index == 0 ? height : (height + v - 1) / v;
    self->stride = (width + DCTSIZE * h - 1) / (DCTSIZE * h) * DCTSIZE * own_h;
    self->rows = (int)(DCTSIZE * own_v);
    total += self->stride * (size_t)self->rows;
  }
  uint8_t *memory = malloc(total);
  uint8_t *next = memory;
  for (int index = 0; memory != NULL && index < (sampling == 0 ? 1 : 3); index += 1) {
    strips[index].samples = next;
    for (int row = 0; row < strips[index].rows; row += 1) strips[index].row[row] = next + (size_t)row * strips[index].stride;
    next += strips[index].stride * (size_t)strips[index].rows;
  }
  return memory;
}

static int sampling_of(j_decompress_ptr info) {
  if (info->jpeg_color_space == JCS_GRAYSCALE && info->num_components == 1) return 0;
  if (info->jpeg_color_space != JCS_YCbCr || info->num_components != 3) return -1;
  const jpeg_component_info *component = info->comp_info;
  for (int index = 1; index < 3; index += 1) {
    if (component[index].h_samp_factor != 1 || component[index].v_samp_factor != 1) return -1;
  }
  for (int sampling = 1; sampling <= 3; sampling += 1) {
    if (component[0].h_samp_factor == columns_of(sampling) && component[0].v_samp_factor == rows_of(sampling)) {
      return sampling;
    }
  }
  return -1;
}

cjpeg_result cjpeg_read_sampling(const uint8_t *bytes, size_t count, int *sampling) {
  cjpeg_result result;
  struct jpeg_decompress_struct info = {0};
  barrier self;
  cjpeg_arm(&self, &result, &info.err);
  *sampling = -1;
  if (setjmp(self.exit) == 0) {
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);
    *sampling = sampling_of(&info);
  }
  jpeg_destroy_decompress(&info);
  return result;
}

cjpeg_result cjpeg_decode_planes(
    const uint8_t *bytes, size_t count, int sampling, uint8_t *samples, size_t capacity) {
  if (!is_sampling(sampling)) return cjpeg_misuse("sampling");
  cjpeg_result result;
  struct jpeg_decompress_struct info = {0};
  struct jpeg_progress_mgr progress = {.progress_monitor = cjpeg_count_scans};
  strip strips[3];
  uint8_t *volatile memory = NULL;
  barrier self;
  cjpeg_arm(&self, &result, &info.err);
  if (setjmp(self.exit) == 0) {
    jpeg_create_decompress(&info);
    info.progress = &progress;
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);
    info.raw_data_out = TRUE;
    info.do_fancy_upsampling = FALSE;
    jpeg_calc_output_dimensions(&info);
    int components = sampling == 0 ? 1 : 3;
    if (sampling_of(&info) == sampling) memory = make_strips(strips, info.image_width, info.image_height, sampling);
    size_t total = 0;
    for (int index = 0; memory != NULL && index < components; index += 1) total += strips[index].width * strips[index].height;
    if (memory == NULL || total != capacity) {
      jpeg_destroy_decompress(&info);
      free(memory);
      return cjpeg_misuse("planes");
    }
    jpeg_start_decompress(&info);
    JSAMPARRAY data[3] = {strips[0].row, strips[1].row, strips[2].row};
    size_t strip_rows = (size_t)(DCTSIZE * rows_of(sampling));
    while (info.output_scanline < info.output_height) {
      size_t number = info.output_scanline / strip_rows;
      jpeg_read_raw_data(&info, data, (JDIMENSION)strip_rows);
      uint8_t *plane = samples;
      for (int index = 0; index < components; index += 1) {
        strip *own = &strips[index];
        size_t first = number * (size_t)own->rows;
        for (size_t row = 0; row < (size_t)own->rows && first + row < own->height; row += 1) {
          memcpy(plane + (first + row) * own->width, own->row[row], own->width);
        }
        plane += own->width * own->height;
      }
    }
    jpeg_finish_decompress(&info);
  }
  jpeg_destroy_decompress(&info);
  free(memory);
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

void cjpeg_configure(j_compress_ptr info, cjpeg_settings settings) {
  jpeg_set_defaults(info);  // libjpeg chooses YCbCr 4:2:0, or grey
  jpeg_set_quality(info, settings.quality, TRUE);
  info->optimize_coding = TRUE;
  if (info->num_components == 3 && !settings.is_subsampled) {
    info->comp_info[0].h_samp_factor = 1;
    info->comp_info[0].v_samp_factor = 1;
  }
  if (settings.is_progressive) jpeg_simple_progression(info);
}

// What is to be encoded: interleaved pixels, or planes.
typedef struct {
  const uint8_t *pixels;
  int channels;
  const cjpeg_planes *planes;
  strip *strips;
} picture;

static void write_pixels(j_compress_ptr info, const picture *source) {
  size_t row = (size_t)info->image_width * (size_t)source->channels;
  while (info->next_scanline < info->image_height) {
    JSAMPROW line = (JSAMPROW)(source->pixels + row * info->next_scanline);
    jpeg_write_scanlines(info, &line, 1);
  }
}

// The last column and row are repeated up to the border of the blocks, as libjpeg does for pixels.
static void write_planes(j_compress_ptr info, const picture *source) {
  JSAMPARRAY data[3] = {source->strips[0].row, source->strips[1].row, source->strips[2].row};
  size_t strip_rows = (size_t)(DCTSIZE * rows_of(source->planes->sampling));
  while (info->next_scanline < info->image_height) {
    size_t number = info->next_scanline / strip_rows;
    for (int index = 0; index < info->num_components; index += 1) {
      strip *own = &source->strips[index];
      for (size_t row = 0; row < (size_t)own->rows; row += 1) {
        size_t line = number * (size_t)own->rows + row;
        if (line >= own->height) line = own->height - 1;
        memcpy(own->row[row], source->planes->plane[index] + line * own->width, own->width);
        memset(own->row[row] + own->width, own->row[row][own->width - 1], own->stride - own->width);
      }
    }
    jpeg_write_raw_data(info, data, (JDIMENSION)strip_rows);
  }
}

static cjpeg_result encode(
    const picture *source, uint32_t width, uint32_t height, cjpeg_settings settings, uint8_t **output, size_t *output_count) {
  destination target = {
      .base = {.init_destination = begin_output, .empty_output_buffer = grow_output, .term_destination = end_output},
      .size = (size_t)width * height / 4 + 4096};
  target.memory = malloc(target.size);
  if (target.memory == NULL) return (cjpeg_result){.status = CJPEG_NO_MEMORY};
  cjpeg_result result;
  struct jpeg_compress_struct info = {0};
  barrier self;
  cjpeg_arm(&self, &result, &info.err);
  if (setjmp(self.exit) == 0) {
    jpeg_create_compress(&info);
    info.dest = &target.base;
    info.image_width = width;
    info.image_height = height;
    info.input_components = source->channels;
    info.in_color_space = source->channels == 1 ? JCS_GRAYSCALE : source->planes != NULL ? JCS_YCbCr : JCS_RGB;
    cjpeg_configure(&info, settings);
    if (source->planes != NULL) {
      info.raw_data_in = TRUE;
      info.comp_info[0].h_samp_factor = columns_of(source->planes->sampling);
      info.comp_info[0].v_samp_factor = rows_of(source->planes->sampling);
    }
    jpeg_start_compress(&info, TRUE);
    if (source->planes != NULL) write_planes(&info, source);
    else write_pixels(&info, source);
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

int cjpeg_is_size(uint32_t width, uint32_t height) {
  return width > 0 && height > 0 && width <= JPEG_MAX_DIMENSION && height <= JPEG_MAX_DIMENSION;
}

cjpeg_result cjpeg_encode(
    const uint8_t *pixels, size_t pixels_count, uint32_t width, uint32_t height, int channels, cjpeg_settings settings,
    uint8_t **output, size_t *output_count) {
  *output = NULL;
  *output_count = 0;
  if (channels != 1 && channels != 3) return cjpeg_misuse("channels");
  if (!cjpeg_is_size(width, height)) return cjpeg_misuse("size");
  if ((size_t)width * (size_t)channels * height != pixels_count) return cjpeg_misuse("buffer");
  picture source = {.pixels = pixels, .channels = channels};
  return encode(&source, width, height, settings, output, output_count);
}

cjpeg_result cjpeg_encode_planes(
    cjpeg_planes planes, cjpeg_settings settings, uint8_t **output, size_t *output_count) {
  *output = NULL;
  *output_count = 0;
  if (!is_sampling(planes.sampling)) return cjpeg_misuse("sampling");
  if (!cjpeg_is_size(planes.width, planes.height)) return cjpeg_misuse("size");
  strip strips[3];
  uint8_t *memory = make_strips(strips, planes.width, planes.height, planes.sampling);
  if (memory == NULL) return (cjpeg_result){.status = CJPEG_NO_MEMORY};
  picture source = {.channels = planes.sampling == 0 ? 1 : 3, .planes = &planes, .strips = strips};
  cjpeg_result result = {.status = CJPEG_OK};
  for (int index = 0; index < source.channels; index += 1) {
    if (planes.count[index] != strips[index].width * strips[index].height) result = cjpeg_misuse("planes");
  }
  if (result.status == CJPEG_OK) {
    result = encode(&source, planes.width, planes.height, settings, output, output_count);
  }
  free(memory);
  return result;
}

void cjpeg_free(uint8_t *output) { free(output); }
