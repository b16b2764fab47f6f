// The functions of libav that this program calls: library, result, name, parameters, arguments. A new one is added here and
// nowhere else; the compiler compares each line with libav's own declaration.
//
// No include guard: CLibav.c includes this twice.

FORWARD(avformat, AVFormatContext *, avformat_alloc_context, (void), ())
FORWARD(avformat, void, avformat_free_context, (AVFormatContext *s), (s))
FORWARD(avformat, int, avformat_open_input,
        (AVFormatContext **ps, const char *url, const AVInputFormat *fmt, AVDictionary **options),
        (ps, url, fmt, options))
FORWARD(avformat, void, avformat_close_input, (AVFormatContext **s), (s))
FORWARD(avformat, int, avformat_find_stream_info, (AVFormatContext *ic, AVDictionary **options), (ic, options))
FORWARD(avformat, int, av_read_frame, (AVFormatContext *s, AVPacket *pkt), (s, pkt))
FORWARD(avformat, int, av_seek_frame,
        (AVFormatContext *s, int stream_index, int64_t timestamp, int flags),
        (s, stream_index, timestamp, flags))
FORWARD(avformat, int, avformat_seek_file,
        (AVFormatContext *s, int stream_index, int64_t min_ts, int64_t ts, int64_t max_ts, int flags),
        (s, stream_index, min_ts, ts, max_ts, flags))
FORWARD(avformat, AVIOContext *, avio_alloc_context,
        (unsigned char *buffer, int buffer_size, int write_flag, void *opaque, int (*read_packet)(void *opaque,
         uint8_t *buf, int buf_size), int (*write_packet)(void *opaque, uint8_t *buf, int buf_size), int64_t
         (*seek)(void *opaque, int64_t offset, int whence)),
        (buffer, buffer_size, write_flag, opaque, read_packet, write_packet, seek))
FORWARD(avformat, void, avio_context_free, (AVIOContext **s), (s))
FORWARD(avformat, void, avio_flush, (AVIOContext *s), (s))
FORWARD(avformat, int, avformat_alloc_output_context2,
        (AVFormatContext **ctx, const AVOutputFormat *oformat, const char *format_name, const char *filename),
        (ctx, oformat, format_name, filename))
FORWARD(avformat, AVStream *, avformat_new_stream, (AVFormatContext *s, const AVCodec *c), (s, c))
FORWARD(avformat, int, avformat_write_header, (AVFormatContext *s, AVDictionary **options), (s, options))
FORWARD(avformat, int, av_interleaved_write_frame, (AVFormatContext *s, AVPacket *pkt), (s, pkt))
FORWARD(avformat, int, av_write_trailer, (AVFormatContext *s), (s))
FORWARD(avformat, uint8_t *, av_stream_get_side_data,
        (const AVStream *stream, enum AVPacketSideDataType type, size_t *size),
        (stream, type, size))
FORWARD(avformat, int, av_stream_add_side_data,
        (AVStream *st, enum AVPacketSideDataType type, uint8_t *data, size_t size),
        (st, type, data, size))
FORWARD(avformat, int, avformat_index_get_entries_count, (const AVStream *st), (st))
FORWARD(avformat, const AVIndexEntry *, avformat_index_get_entry, (AVStream *st, int idx), (st, idx))
FORWARD(avformat, AVRational, av_guess_sample_aspect_ratio,
        (AVFormatContext *format, AVStream *stream, AVFrame *frame),
        (format, stream, frame))
FORWARD(avformat, AVRational, av_guess_frame_rate,
        (AVFormatContext *ctx, AVStream *stream, AVFrame *frame),
        (ctx, stream, frame))

FORWARD(avcodec, const AVCodec *, avcodec_find_decoder, (enum AVCodecID id), (id))
FORWARD(avcodec, const AVCodec *, avcodec_find_encoder_by_name, (const char *name), (name))
FORWARD(avcodec, const char *, avcodec_get_name, (enum AVCodecID id), (id))
FORWARD(avcodec, const char *, avcodec_profile_name, (enum AVCodecID codec_id, int profile), (codec_id, profile))
FORWARD(avcodec, const AVCodecDescriptor *, avcodec_descriptor_get, (enum AVCodecID id), (id))
FORWARD(avcodec, AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec))
FORWARD(avcodec, void, avcodec_free_context, (AVCodecContext **avctx), (avctx))
FORWARD(avcodec, AVCodecParameters *, avcodec_parameters_alloc, (void), ())
FORWARD(avcodec, void, avcodec_parameters_free, (AVCodecParameters **par), (par))
FORWARD(avcodec, int, avcodec_parameters_copy, (AVCodecParameters *dst, const AVCodecParameters *src), (dst, src))
FORWARD(avcodec, int, avcodec_parameters_to_context,
        (AVCodecContext *codec, const AVCodecParameters *par),
        (codec, par))
FORWARD(avcodec, int, avcodec_parameters_from_context,
        (AVCodecParameters *par, const AVCodecContext *codec),
        (par, codec))
FORWARD(avcodec, int, avcodec_open2,
        (AVCodecContext *avctx, const AVCodec *codec, AVDictionary **options),
        (avctx, codec, options))
FORWARD(avcodec, int, avcodec_send_packet, (AVCodecContext *avctx, const AVPacket *avpkt), (avctx, avpkt))
FORWARD(avcodec, int, avcodec_receive_frame, (AVCodecContext *avctx, AVFrame *frame), (avctx, frame))
FORWARD(avcodec, int, avcodec_send_frame, (AVCodecContext *avctx, const AVFrame *frame), (avctx, frame))
FORWARD(avcodec, int, avcodec_receive_packet, (AVCodecContext *avctx, AVPacket *avpkt), (avctx, avpkt))
FORWARD(avcodec, void, avcodec_flush_buffers, (AVCodecContext *avctx), (avctx))
FORWARD(avcodec, AVPacket *, av_packet_alloc, (void), ())
FORWARD(avcodec, void, av_packet_free, (AVPacket **pkt), (pkt))
FORWARD(avcodec, void, av_packet_unref, (AVPacket *pkt), (pkt))
FORWARD(avcodec, int, av_packet_ref, (AVPacket *dst, const AVPacket *src), (dst, src))
FORWARD(avcodec, void, av_packet_move_ref, (AVPacket *dst, AVPacket *src), (dst, src))
FORWARD(avcodec, void, av_packet_rescale_ts,
        (AVPacket *pkt, AVRational tb_src, AVRational tb_dst),
        (pkt, tb_src, tb_dst))
FORWARD(avcodec, uint8_t *, av_packet_get_side_data,
        (const AVPacket *pkt, enum AVPacketSideDataType type, size_t *size),
        (pkt, type, size))
FORWARD(avcodec, const AVBitStreamFilter *, av_bsf_get_by_name, (const char *name), (name))
FORWARD(avcodec, int, av_bsf_alloc, (const AVBitStreamFilter *filter, AVBSFContext **ctx), (filter, ctx))
FORWARD(avcodec, int, av_bsf_init, (AVBSFContext *ctx), (ctx))
FORWARD(avcodec, int, av_bsf_send_packet, (AVBSFContext *ctx, AVPacket *pkt), (ctx, pkt))
FORWARD(avcodec, int, av_bsf_receive_packet, (AVBSFContext *ctx, AVPacket *pkt), (ctx, pkt))
FORWARD(avcodec, void, av_bsf_free, (AVBSFContext **ctx), (ctx))

FORWARD(avutil, AVFrame *, av_frame_alloc, (void), ())
FORWARD(avutil, void, av_frame_free, (AVFrame **frame), (frame))
FORWARD(avutil, void, av_frame_unref, (AVFrame *frame), (frame))
FORWARD(avutil, int, av_frame_ref, (AVFrame *dst, const AVFrame *src), (dst, src))
FORWARD(avutil, void, av_frame_move_ref, (AVFrame *dst, AVFrame *src), (dst, src))
FORWARD(avutil, int, av_frame_get_buffer, (AVFrame *frame, int align), (frame, align))
FORWARD(avutil, int, av_frame_make_writable, (AVFrame *frame), (frame))
FORWARD(avutil, AVFrameSideData *, av_frame_get_side_data,
        (const AVFrame *frame, enum AVFrameSideDataType type),
        (frame, type))
FORWARD(avutil, void *, av_malloc, (size_t size), (size))
FORWARD(avutil, void *, av_mallocz, (size_t size), (size))
FORWARD(avutil, void, av_free, (void *ptr), (ptr))
FORWARD(avutil, void, av_freep, (void *ptr), (ptr))
FORWARD(avutil, int, av_dict_set,
        (AVDictionary **pm, const char *key, const char *value, int flags),
        (pm, key, value, flags))
FORWARD(avutil, AVDictionaryEntry *, av_dict_get,
        (const AVDictionary *m, const char *key, const AVDictionaryEntry *prev, int flags),
        (m, key, prev, flags))
FORWARD(avutil, void, av_dict_free, (AVDictionary **m), (m))
FORWARD(avutil, int, av_strerror, (int errnum, char *errbuf, size_t errbuf_size), (errnum, errbuf, errbuf_size))
FORWARD(avutil, void, av_log_set_callback, (void (*callback)(void*, int, const char*, va_list)), (callback))
FORWARD(avutil, int, av_log_format_line2,
        (void *ptr, int level, const char *fmt, va_list vl, char *line, int line_size, int *print_prefix),
        (ptr, level, fmt, vl, line, line_size, print_prefix))
FORWARD(avutil, const AVPixFmtDescriptor *, av_pix_fmt_desc_get, (enum AVPixelFormat pix_fmt), (pix_fmt))
FORWARD(avutil, const char *, av_get_pix_fmt_name, (enum AVPixelFormat pix_fmt), (pix_fmt))
FORWARD(avutil, int64_t, av_rescale_q, (int64_t a, AVRational bq, AVRational cq), (a, bq, cq))
FORWARD(avutil, int64_t, av_rescale_q_rnd,
        (int64_t a, AVRational bq, AVRational cq, enum AVRounding rnd),
        (a, bq, cq, rnd))
FORWARD(avutil, int, av_opt_set,
        (void *obj, const char *name, const char *val, int search_flags),
        (obj, name, val, search_flags))
FORWARD(avutil, int, av_opt_set_int,
        (void *obj, const char *name, int64_t val, int search_flags),
        (obj, name, val, search_flags))
FORWARD(avutil, int, av_get_bytes_per_sample, (enum AVSampleFormat sample_fmt), (sample_fmt))
FORWARD(avutil, void, av_channel_layout_default,
        (AVChannelLayout *ch_layout, int nb_channels),
        (ch_layout, nb_channels))
FORWARD(avutil, int, av_channel_layout_copy, (AVChannelLayout *dst, const AVChannelLayout *src), (dst, src))
FORWARD(avutil, void, av_channel_layout_uninit, (AVChannelLayout *channel_layout), (channel_layout))
FORWARD(avutil, AVAudioFifo *, av_audio_fifo_alloc,
        (enum AVSampleFormat sample_fmt, int channels, int nb_samples),
        (sample_fmt, channels, nb_samples))
FORWARD(avutil, void, av_audio_fifo_free, (AVAudioFifo *af), (af))
FORWARD(avutil, int, av_audio_fifo_size, (AVAudioFifo *af), (af))
FORWARD(avutil, int, av_audio_fifo_write, (AVAudioFifo *af, void **data, int nb_samples), (af, data, nb_samples))
FORWARD(avutil, int, av_audio_fifo_read, (AVAudioFifo *af, void **data, int nb_samples), (af, data, nb_samples))

FORWARD(swscale, struct SwsContext *, sws_getContext,
        (int srcW, int srcH, enum AVPixelFormat srcFormat, int dstW, int dstH, enum AVPixelFormat dstFormat, int flags,
         SwsFilter *srcFilter, SwsFilter *dstFilter, const double *param),
        (srcW, srcH, srcFormat, dstW, dstH, dstFormat, flags, srcFilter, dstFilter, param))
FORWARD(swscale, void, sws_freeContext, (struct SwsContext *swsContext), (swsContext))
FORWARD(swscale, const int *, sws_getCoefficients, (int colorspace), (colorspace))
FORWARD(swscale, int, sws_setColorspaceDetails,
        (struct SwsContext *c, const int inv_table[4], int srcRange, const int table[4], int dstRange, int brightness,
         int contrast, int saturation),
        (c, inv_table, srcRange, table, dstRange, brightness, contrast, saturation))
FORWARD(swscale, int, sws_scale,
        (struct SwsContext *c, const uint8_t *const srcSlice[], const int srcStride[], int srcSliceY, int srcSliceH,
         uint8_t *const dst[], const int dstStride[]),
        (c, srcSlice, srcStride, srcSliceY, srcSliceH, dst, dstStride))

FORWARD(swresample, int, swr_alloc_set_opts2,
        (struct SwrContext **ps, AVChannelLayout *out_ch_layout, enum AVSampleFormat out_sample_fmt, int
         out_sample_rate, AVChannelLayout *in_ch_layout, enum AVSampleFormat in_sample_fmt, int in_sample_rate, int
         log_offset, void *log_ctx),
        (ps, out_ch_layout, out_sample_fmt, out_sample_rate, in_ch_layout, in_sample_fmt, in_sample_rate, log_offset,
         log_ctx))
FORWARD(swresample, int, swr_init, (struct SwrContext *s), (s))
FORWARD(swresample, int, swr_convert,
        (struct SwrContext *s, uint8_t **out, int out_count, const uint8_t **in, int in_count),
        (s, out, out_count, in, in_count))
FORWARD(swresample, int64_t, swr_get_delay, (struct SwrContext *s, int64_t base), (s, base))
FORWARD(swresample, void, swr_free, (struct SwrContext **s), (s))
