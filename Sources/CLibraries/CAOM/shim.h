#pragma once
#include <aom/aom_decoder.h>
#include <aom/aom_encoder.h>
#include <aom/aomcx.h>
#include <aom/aomdx.h>

// What libaom offers as macros and as functions of any number of arguments, which Swift can't call.

static inline aom_codec_err_t caom_open_decoder(aom_codec_ctx_t *context, unsigned int threads) {
  aom_codec_dec_cfg_t configuration = {threads, 0, 0, 1};
  return aom_codec_dec_init(context, aom_codec_av1_dx(), &configuration, 0);
}

static inline aom_codec_err_t caom_open_encoder(aom_codec_ctx_t *context, const aom_codec_enc_cfg_t *configuration,
                                                int is_deep) {
  return aom_codec_enc_init(context, aom_codec_av1_cx(), configuration, is_deep ? AOM_CODEC_USE_HIGHBITDEPTH : 0);
}

static inline aom_codec_err_t caom_set(aom_codec_ctx_t *context, int control, int value) {
  return aom_codec_control(context, control, value);
}

static inline aom_codec_err_t caom_get(aom_codec_ctx_t *context, int control, int *value) {
  return aom_codec_control(context, control, value);
}

// The bytes of a packet, or NULL where it is none of compressed data.
static inline const void *caom_packet_bytes(const aom_codec_cx_pkt_t *packet, size_t *count) {
  if (packet->kind != AOM_CODEC_CX_FRAME_PKT) return 0;
  *count = packet->data.frame.sz;
  return packet->data.frame.buf;
}
