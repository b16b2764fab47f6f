#pragma once
#include <zimg.h>
/* The planes of zimg's buffers are arrays of unnamed structs, which Swift imports badly. */
static inline void shiying_zimg_set_source(zimg_image_buffer_const *buffer, unsigned plane, const void *data,
                                           ptrdiff_t stride, unsigned mask) {
  buffer->plane[plane].data = data;
  buffer->plane[plane].stride = stride;
  buffer->plane[plane].mask = mask;
}
static inline void shiying_zimg_set_target(zimg_image_buffer *buffer, unsigned plane, void *data, ptrdiff_t stride,
                                           unsigned mask) {
  buffer->plane[plane].data = data;
  buffer->plane[plane].stride = stride;
  buffer->plane[plane].mask = mask;
}
static inline zimg_image_buffer_const shiying_zimg_source(void) {
  zimg_image_buffer_const buffer = {ZIMG_API_VERSION};
  return buffer;
}
static inline zimg_image_buffer shiying_zimg_target(void) {
  zimg_image_buffer buffer = {ZIMG_API_VERSION};
  return buffer;
}
/* These macros hold expressions, which Swift cannot import. */
static const unsigned shiying_zimg_api_version = ZIMG_API_VERSION;
static const unsigned shiying_zimg_buffer_max = ZIMG_BUFFER_MAX;
