#include "barrier.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

// Bytes that are asked of the caller, or given to it, at once.
enum { piece_size = 1 << 16 };

// Leaves because the caller's own function failed; the caller knows why.
static void interrupt(j_common_ptr info) {
  barrier *self = (barrier *)info->err;
  self->result->status = CJPEG_INTERRUPTED;
  self->result->text[0] = 0;
  longjmp(self->exit, 1);
}

// MARK: - Decoding

struct cjpeg_row_reader {
  struct jpeg_decompress_struct info;
  struct jpeg_progress_mgr progress;
  struct jpeg_source_mgr source;
  barrier barrier;
  cjpeg_result result;
  cjpeg_read read;
  void *context;
  cjpeg_shape shape;
  int is_started;
  uint8_t piece[piece_size];
};

static void begin_input(j_decompress_ptr info) { (void)info; }

static boolean fill_input(j_decompress_ptr info) {
  cjpeg_row_reader *self = info->client_data;
  int64_t count = self->read(self->context, self->piece, piece_size);
  if (count < 0 || count > piece_size) interrupt((j_common_ptr)info);
  // The barrier leaves here: an end before EOI is damage.
  if (count == 0) WARNMS(info, JWRN_JPEG_EOF);
  self->source.next_input_byte = self->piece;
  self->source.bytes_in_buffer = (size_t)count;
  return TRUE;
}

static void skip_input(j_decompress_ptr info, long count) {
  struct jpeg_source_mgr *source = info->src;
  if (count <= 0) return;
  size_t rest = (size_t)count;
  while (rest > source->bytes_in_buffer) {
    rest -= source->bytes_in_buffer;
    source->fill_input_buffer(info);
  }
  source->next_input_byte += rest;
  source->bytes_in_buffer -= rest;
}

static void end_input(j_decompress_ptr info) { (void)info; }

cjpeg_result cjpeg_rows_open(cjpeg_read read, void *context, cjpeg_row_reader **reader, cjpeg_shape *shape) {
  *reader = NULL;
  memset(shape, 0, sizeof *shape);
  cjpeg_row_reader *self = calloc(1, sizeof *self);
  if (self == NULL) return (cjpeg_result){.status = CJPEG_NO_MEMORY};
  self->read = read;
  self->context = context;
  self->source = (struct jpeg_source_mgr){
      .init_source = begin_input,
      .fill_input_buffer = fill_input,
      .skip_input_data = skip_input,
      .resync_to_restart = jpeg_resync_to_restart,
      .term_source = end_input};
  self->progress.progress_monitor = cjpeg_count_scans;
  cjpeg_arm(&self->barrier, &self->result, &self->info.err);
  if (setjmp(self->barrier.exit) == 0) {
    jpeg_create_decompress(&self->info);
    self->info.client_data = self;
    self->info.src = &self->source;
    self->info.progress = &self->progress;
    jpeg_read_header(&self->info, TRUE);
    cjpeg_choose_colours(&self->info, &self->shape);
    self->shape.width = self->info.image_width;
    self->shape.height = self->info.image_height;
  }
  cjpeg_result result = self->result;
  if (result.status != CJPEG_OK) {
    cjpeg_rows_close(self);
    return result;
  }
  *reader = self;
  *shape = self->shape;
  return result;
}

cjpeg_result cjpeg_rows_start(cjpeg_row_reader *self, int eighths, cjpeg_shape *shape) {
  if (self->result.status != CJPEG_OK) return self->result;
  if (eighths < 1 || eighths > 8 || self->is_started || self->shape.colours == CJPEG_OTHER) {
    return cjpeg_misuse("start");
  }
  self->is_started = 1;
  if (setjmp(self->barrier.exit) == 0) {
    self->info.scale_num = (unsigned)eighths;
    self->info.scale_denom = 8;
    jpeg_start_decompress(&self->info);
    self->shape.width = self->info.output_width;
    self->shape.height = self->info.output_height;
    *shape = self->shape;
  }
  return self->result;
}

cjpeg_result cjpeg_rows_read(cjpeg_row_reader *self, uint8_t *row, size_t capacity) {
  if (self->result.status != CJPEG_OK) return self->result;
  if (!self->is_started || self->info.output_scanline >= self->info.output_height) return cjpeg_misuse("rows");
  if (capacity != (size_t)self->shape.width * (size_t)self->shape.channels) return cjpeg_misuse("buffer");
  if (setjmp(self->barrier.exit) == 0) {
    JSAMPROW line = row;
    if (jpeg_read_scanlines(&self->info, &line, 1) != 1) ERREXIT(&self->info, JERR_INPUT_EOF);
    if (self->shape.colours == CJPEG_CMYK && self->info.saw_Adobe_marker) {
      for (size_t index = 0; index < capacity; index += 1) row[index] = 255 - row[index];
    }
    // The last row counts only with EOI behind it.
    if (self->info.output_scanline == self->info.output_height) jpeg_finish_decompress(&self->info);
  }
  return self->result;
}

void cjpeg_rows_close(cjpeg_row_reader *self) {
  if (self == NULL) return;
  jpeg_destroy_decompress(&self->info);
  free(self);
}

// MARK: - Encoding

struct cjpeg_row_writer {
  struct jpeg_compress_struct info;
  struct jpeg_destination_mgr destination;
  barrier barrier;
  cjpeg_result result;
  cjpeg_write write;
  void *context;
  uint8_t piece[piece_size];
};

static void begin_output(j_compress_ptr info) {
  cjpeg_row_writer *self = info->client_data;
  self->destination.next_output_byte = self->piece;
  self->destination.free_in_buffer = piece_size;
}

static void give(j_compress_ptr info, size_t count) {
  cjpeg_row_writer *self = info->client_data;
  if (count > 0 && self->write(self->context, self->piece, count) != 0) interrupt((j_common_ptr)info);
}

// libjpeg calls this only when all is used, whatever `free_in_buffer` says (libjpeg.txt, "Compressed data handling").
static boolean pass_output(j_compress_ptr info) {
  give(info, piece_size);
  begin_output(info);
  return TRUE;
}

static void end_output(j_compress_ptr info) {
  cjpeg_row_writer *self = info->client_data;
  give(info, piece_size - self->destination.free_in_buffer);
}

cjpeg_result cjpeg_row_writer_open(
    uint32_t width, uint32_t height, int channels, cjpeg_settings settings, cjpeg_write write, void *context,
    cjpeg_row_writer **writer) {
  *writer = NULL;
  if (channels != 1 && channels != 3) return cjpeg_misuse("channels");
  if (!cjpeg_is_size(width, height)) return cjpeg_misuse("size");
  cjpeg_row_writer *self = calloc(1, sizeof *self);
  if (self == NULL) return (cjpeg_result){.status = CJPEG_NO_MEMORY};
  self->write = write;
  self->context = context;
  self->destination = (struct jpeg_destination_mgr){
      .init_destination = begin_output, .empty_output_buffer = pass_output, .term_destination = end_output};
  cjpeg_arm(&self->barrier, &self->result, &self->info.err);
  if (setjmp(self->barrier.exit) == 0) {
    jpeg_create_compress(&self->info);
    self->info.client_data = self;
    self->info.dest = &self->destination;
    self->info.image_width = width;
    self->info.image_height = height;
    self->info.input_components = channels;
    self->info.in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    cjpeg_configure(&self->info, settings);
    // Tables of its own would need the whole picture's coefficients first, and so would scans.
    self->info.optimize_coding = FALSE;
    self->info.num_scans = 0;
    self->info.scan_info = NULL;
    jpeg_start_compress(&self->info, TRUE);
  }
  cjpeg_result result = self->result;
  if (result.status != CJPEG_OK) {
    cjpeg_row_writer_close(self);
    return result;
  }
  *writer = self;
  return result;
}

cjpeg_result cjpeg_row_writer_write(cjpeg_row_writer *self, const uint8_t *row, size_t count) {
  if (self->result.status != CJPEG_OK) return self->result;
  if (self->info.next_scanline >= self->info.image_height) return cjpeg_misuse("rows");
  if (count != (size_t)self->info.image_width * (size_t)self->info.input_components) return cjpeg_misuse("buffer");
  if (setjmp(self->barrier.exit) == 0) {
    JSAMPROW line = (JSAMPROW)row;
    jpeg_write_scanlines(&self->info, &line, 1);
    if (self->info.next_scanline == self->info.image_height) jpeg_finish_compress(&self->info);
  }
  return self->result;
}

void cjpeg_row_writer_close(cjpeg_row_writer *self) {
  if (self == NULL) return;
  jpeg_destroy_compress(&self->info);
  free(self);
}
