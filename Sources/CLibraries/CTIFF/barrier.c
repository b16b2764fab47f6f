#include "CTIFF.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tiffio.h>

struct ctiff_file {
  const uint8_t *bytes;
  size_t count, position;
  TIFF *handle;
  int has_failed;
  char text[200];
};

// The first complaint is the cause; those after it are consequences.
static void keep(ctiff_file *self, const char *module, const char *format, va_list values) {
  if (self->has_failed) return;
  self->has_failed = 1;
  char words[160];
  vsnprintf(words, sizeof words, format, values);
  snprintf(self->text, sizeof self->text, "%.30s: %s", module ? module : "libtiff", words);
}

static int take_error(TIFF *handle, void *data, const char *module, const char *format, va_list values) {
  (void)handle;
  keep(data, module, format, values);
  return 1;
}

// libjpeg warns and fills the rest with grey; libtiff passes its warnings on under these names. Bytes before a marker and an
// unknown colour transform leave the pixels as they are meant.
static int take_warning(TIFF *handle, void *data, const char *module, const char *format, va_list values) {
  (void)handle;
  if (module == NULL || (strcmp(module, "JPEGLib") != 0 && strcmp(module, "LibJpeg") != 0)) return 1;
  va_list copy;
  va_copy(copy, values);
  char words[160];
  vsnprintf(words, sizeof words, format, copy);
  va_end(copy);
  if (strstr(words, "extraneous") == NULL && strstr(words, "Adobe") == NULL) keep(data, module, format, values);
  return 1;
}

static tmsize_t read_bytes(thandle_t data, void *buffer, tmsize_t wanted) {
  ctiff_file *self = data;
  if (wanted <= 0 || self->position >= self->count) return 0;
  size_t rest = self->count - self->position;
  size_t count = (size_t)wanted < rest ? (size_t)wanted : rest;
  memcpy(buffer, self->bytes + self->position, count);
  self->position += count;
  return (tmsize_t)count;
}

static tmsize_t write_bytes(thandle_t data, void *buffer, tmsize_t count) {
  (void)data, (void)buffer, (void)count;
  return -1;
}

static toff_t seek(thandle_t data, toff_t offset, int origin) {
  ctiff_file *self = data;
  uint64_t base = origin == SEEK_CUR ? self->position : origin == SEEK_END ? self->count : 0;
  uint64_t target = base + offset;
  self->position = target > self->count ? self->count : (size_t)target;
  return target;
}

static int close_nothing(thandle_t data) {
  (void)data;
  return 0;
}

static toff_t size_of(thandle_t data) { return ((ctiff_file *)data)->count; }

static ctiff_result outcome(const ctiff_file *self, ctiff_status status) {
  ctiff_result result = {.status = status};
  if (status != CTIFF_OK && self != NULL) memcpy(result.text, self->text, sizeof result.text);
  return result;
}

static ctiff_result failure(const ctiff_file *self, ctiff_status status, const char *text) {
  ctiff_result result = outcome(self, status);
  if (result.text[0] == 0) snprintf(result.text, sizeof result.text, "%s", text);
  return result;
}

ctiff_file *ctiff_open(
    const uint8_t *bytes, size_t count, uint64_t directory, size_t memory_limit, ctiff_result *result) {
  *result = (ctiff_result){.status = CTIFF_NO_MEMORY};
  ctiff_file *self = calloc(1, sizeof *self);
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (self == NULL || options == NULL) {
    free(self);
    if (options != NULL) TIFFOpenOptionsFree(options);
    return NULL;
  }
  self->bytes = bytes;
  self->count = count;
  TIFFOpenOptionsSetErrorHandlerExtR(options, take_error, self);
  TIFFOpenOptionsSetWarningHandlerExtR(options, take_warning, self);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)memory_limit);
  // "m": not through a memory map, so that every access passes read_bytes.
  self->handle = TIFFClientOpenExt(
      "picture", "rm", self, read_bytes, write_bytes, seek, close_nothing, size_of, NULL, NULL, options);
  TIFFOpenOptionsFree(options);
  if (self->handle != NULL && TIFFCurrentDirOffset(self->handle) != directory) {
    // What is said about another directory is none of this one's business.
    self->has_failed = 0;
    if (!TIFFSetSubDirectory(self->handle, directory)) {
      TIFFClose(self->handle);
      self->handle = NULL;
    }
  }
  if (self->handle == NULL) {
    *result = failure(self, CTIFF_DAMAGED, "no directory");
    free(self);
    return NULL;
  }
  *result = outcome(self, CTIFF_OK);
  return self;
}

void ctiff_close(ctiff_file *self) {
  if (self == NULL) return;
  TIFFClose(self->handle);
  free(self);
}

static uint16_t number(ctiff_file *self, uint32_t tag) {
  uint16_t value = 0;
  return TIFFGetFieldDefaulted(self->handle, tag, &value) ? value : 0;
}

static void read_blocks(ctiff_file *self, ctiff_shape *shape) {
  TIFF *handle = self->handle;
  shape->is_tiled = TIFFIsTiled(handle);
  if (shape->is_tiled) {
    TIFFGetField(handle, TIFFTAG_TILEWIDTH, &shape->block_width);
    TIFFGetField(handle, TIFFTAG_TILELENGTH, &shape->block_height);
  } else {
    uint32_t rows = 0;
    TIFFGetFieldDefaulted(handle, TIFFTAG_ROWSPERSTRIP, &rows);
    shape->block_width = shape->width;
    shape->block_height = rows == 0 || rows > shape->height ? shape->height : rows;
  }
  if (shape->block_width == 0 || shape->block_height == 0) return;
  shape->blocks_across = (shape->width - 1) / shape->block_width + 1;
  shape->blocks_down = (shape->height - 1) / shape->block_height + 1;
  tmsize_t bytes = shape->is_tiled ? TIFFTileSize(handle) : TIFFVStripSize(handle, shape->block_height);
  tmsize_t row = shape->is_tiled ? TIFFTileRowSize(handle) : TIFFScanlineSize(handle);
  shape->block_bytes = bytes > 0 ? (size_t)bytes : 0;
  shape->block_row_bytes = row > 0 ? (size_t)row : 0;
}

ctiff_result ctiff_read_shape(ctiff_file *self, ctiff_shape *shape) {
  memset(shape, 0, sizeof *shape);
  TIFF *handle = self->handle;
  TIFFGetField(handle, TIFFTAG_IMAGEWIDTH, &shape->width);
  TIFFGetField(handle, TIFFTAG_IMAGELENGTH, &shape->height);
  if (shape->width == 0 || shape->height == 0) return failure(self, CTIFF_DAMAGED, "no size");
  shape->bits = number(self, TIFFTAG_BITSPERSAMPLE);
  shape->samples = number(self, TIFFTAG_SAMPLESPERPIXEL);
  shape->sample_format = number(self, TIFFTAG_SAMPLEFORMAT);
  shape->planes = number(self, TIFFTAG_PLANARCONFIG) == PLANARCONFIG_SEPARATE ? shape->samples : 1;
  shape->compression = number(self, TIFFTAG_COMPRESSION);
  shape->ink_set = number(self, TIFFTAG_INKSET);
  if (!TIFFGetField(handle, TIFFTAG_PHOTOMETRIC, &shape->photometric)) {
    return failure(self, CTIFF_DAMAGED, "no photometric interpretation");
  }
  uint16_t *extras = NULL;
  if (TIFFGetField(handle, TIFFTAG_EXTRASAMPLES, &shape->extra_count, &extras) && extras != NULL) {
    for (uint16_t index = 0; index < shape->extra_count && index < 8; index += 1) {
      shape->extras[index] = extras[index];
    }
  } else {
    shape->extra_count = 0;
  }
  if (!TIFFIsCODECConfigured(shape->compression)) return failure(self, CTIFF_UNSUPPORTED, "compression");
  if (shape->photometric == PHOTOMETRIC_YCBCR) {
    if (shape->compression == COMPRESSION_JPEG && shape->planes == 1) {
      TIFFSetField(handle, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    } else {
      shape->is_subsampled = 1;
    }
  }
  read_blocks(self, shape);
  return outcome(self, CTIFF_OK);
}

ctiff_result ctiff_read_palette(ctiff_file *self, uint16_t *red, uint16_t *green, uint16_t *blue, size_t count) {
  uint16_t *colours[3] = {NULL, NULL, NULL};
  uint16_t bits = number(self, TIFFTAG_BITSPERSAMPLE);
  if (bits > 8 || count != (size_t)1 << bits ||
      !TIFFGetField(self->handle, TIFFTAG_COLORMAP, &colours[0], &colours[1], &colours[2])) {
    return failure(self, CTIFF_DAMAGED, "no palette");
  }
  memcpy(red, colours[0], count * sizeof *red);
  memcpy(green, colours[1], count * sizeof *green);
  memcpy(blue, colours[2], count * sizeof *blue);
  return outcome(self, CTIFF_OK);
}

// Whether a block's compressed bytes lie outside the file.
static int is_cut_off(ctiff_file *self, uint32_t block) {
  uint64_t offset = TIFFGetStrileOffset(self->handle, block);
  uint64_t count = TIFFGetStrileByteCount(self->handle, block);
  return offset > self->count || count > self->count - offset;
}

ctiff_result ctiff_read_block(ctiff_file *self, uint32_t block, uint32_t rows, uint8_t *buffer, size_t capacity) {
  TIFF *handle = self->handle;
  if (is_cut_off(self, block)) return failure(self, CTIFF_TRUNCATED, "a strip or tile lies outside the file");
  self->has_failed = 0;
  self->text[0] = 0;
  tmsize_t wanted = TIFFIsTiled(handle) ? TIFFTileSize(handle) : TIFFVStripSize(handle, rows);
  if (wanted <= 0 || (size_t)wanted > capacity) return failure(self, CTIFF_DAMAGED, "size of a strip or tile");
  tmsize_t found = TIFFIsTiled(handle) ? TIFFReadEncodedTile(handle, block, buffer, wanted)
                                       : TIFFReadEncodedStrip(handle, block, buffer, wanted);
  if (found != wanted || self->has_failed) return failure(self, CTIFF_DAMAGED, "a strip or tile ends too early");
  return outcome(self, CTIFF_OK);
}

ctiff_result ctiff_read_rgba(ctiff_file *self, uint32_t *words, size_t count) {
  uint32_t blocks = TIFFIsTiled(self->handle) ? TIFFNumberOfTiles(self->handle) : TIFFNumberOfStrips(self->handle);
  for (uint32_t block = 0; block < blocks; block += 1) {
    if (is_cut_off(self, block)) return failure(self, CTIFF_TRUNCATED, "a strip or tile lies outside the file");
  }
  self->has_failed = 0;
  self->text[0] = 0;
  char text[1024] = "";
  TIFFRGBAImage image;
  if (!TIFFRGBAImageOK(self->handle, text) || !TIFFRGBAImageBegin(&image, self->handle, 1, text)) {
    return failure(NULL, CTIFF_UNSUPPORTED, text);
  }
  image.req_orientation = image.orientation;
  int is_whole = (size_t)image.width * image.height == count &&
                 TIFFRGBAImageGet(&image, words, image.width, image.height);
  TIFFRGBAImageEnd(&image);
  if (!is_whole || self->has_failed) return failure(self, CTIFF_DAMAGED, "libtiff does not decode it");
  return outcome(self, CTIFF_OK);
}
