internal import CLibav
internal import Messages
internal import Pixels

/// Owner of an H.264 or HEVC encoder.
final class PictureEncoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let settings: MovieEncodingSettings
  private let coding: PlanarCoding
  private let depth: SampleDepth
  private let packet: PacketOwner
  /// How long frames are shown that are in the encoder, by their times.
  private var durations: [Int64: Int64] = [:]
  private var decodingTimes: DecodingTimes?

  var timeBase: AVRational { AVRational(num: 1, den: settings.timescale) }

  init(_ settings: MovieEncodingSettings) throws {
    self.settings = settings
    let isHDR = settings.colour != .standard
    depth = settings.colour.depth
    let size = settings.codedSize
    coding = try PlanarCoding(from: settings.size, to: size, settings.colour)
    let name = isHDR ? "libx265" : "libx264"
    guard let codec = avcodec_find_encoder_by_name(name) else {
      throw Problem(.encodeFailed, ["format": "mov", "detail": "no \(name)"])
    }
    guard let context = avcodec_alloc_context3(codec) else { throw Libav.noMemory }
    self.context = context
    packet = try PacketOwner()
    configure(size, isHDR)
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (key, value) in Self.options(settings, isHDR) { av_dict_set(&options, key, value, 0) }
    Libav.forgetWords()
    let code = avcodec_open2(context, codec, &options)
    guard code >= 0 else {
      throw Problem(.encodeFailed, ["format": "mov", "detail": "\(name): \(Libav.detail(code))"])
    }
    // Two pictures that are shown before a third which they need: B frames that others refer to.
    if isHDR, settings.bitRate == nil { decodingTimes = DecodingTimes(delay: 2) }
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&pointer)
  }

  private func configure(_ size: PixelSize, _ isHDR: Bool) {
    let points = settings.colour.codePoints
    context.pointee.width = Int32(clamping: size.width)
    context.pointee.height = Int32(clamping: size.height)
    context.pointee.pix_fmt = isHDR ? AV_PIX_FMT_YUV420P10LE : AV_PIX_FMT_YUV420P
    context.pointee.time_base = timeBase
    let rate = max(1, min(240, settings.frameRate))
    context.pointee.framerate = AVRational(num: Int32((rate * 1000).rounded()), den: 1000)
    context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.pointee.color_primaries = AVColorPrimaries(UInt32(points.primaries))
    context.pointee.color_trc = AVColorTransferCharacteristic(UInt32(points.transfer))
    context.pointee.colorspace = AVColorSpace(UInt32(points.matrix))
    context.pointee.color_range = AVCOL_RANGE_MPEG
    context.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
    context.pointee.gop_size = Int32(max(1, (rate * settings.keyFrameInterval).rounded()))
    context.pointee.max_b_frames = 2
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    context.pointee.thread_count = Int32(max(1, min(16, settings.threads)))
    // Bits a pixel that good players still take; a constant rate factor alone has no bound.
    let bits = Double(size.width * size.height) * rate * (isHDR ? 0.12 : 0.20)
    context.pointee.rc_max_rate = Int64(max(bits, 1_000_000))
    if let bitRate = settings.bitRate {
      // HEVC goes by its rate factor, with this as its bound.
      context.pointee.bit_rate = isHDR ? 0 : Int64(bitRate)
      context.pointee.rc_max_rate = isHDR ? Int64(bitRate) : Int64(bitRate) * 3 / 2
      // A still scene does not need the bits that it could have.
      if !isHDR { context.pointee.qmin = 16 }
      // With bits enough they bring nothing: 43.5 dB instead of 43.0, in 80 % of the time and 40 MB less.
      context.pointee.max_b_frames = 0
    }
    context.pointee.rc_buffer_size = Int32(clamping: context.pointee.rc_max_rate * 2)
    if isHDR { context.pointee.codec_tag = MovieCopy.fourCharacterCode("hvc1") }
  }

  private static func options(_ settings: MovieEncodingSettings, _ isHDR: Bool) -> [(String, String)] {
    if isHDR {
      let isBounded = settings.bitRate != nil
      let factor = settings.rateFactor ?? (isBounded ? 20 : 21)
      var rest = "log-level=none:pools=\(max(1, settings.threads)):frame-threads=1:info=0"
      // Pictures that wait take memory: ten less are 120 MB at 1080 x 1440, and at the same 52 dB cost 13 % more bits.
      if isBounded { rest += ":rc-lookahead=0" }
      return [
        ("preset", isBounded ? "superfast" : "fast"), ("crf", "\(factor)"), ("x265-params", rest),
      ]
    }
    if settings.bitRate != nil {
      // With bits enough, "superfast" takes 40 % less time for 1.5 dB; pictures that wait in the encoder take memory.
      return [("preset", "superfast"), ("profile", "high"), ("x264-params", "sync-lookahead=0")]
    }
    return [("preset", "veryfast"), ("profile", "high"), ("crf", "\(settings.rateFactor ?? 19)")]
  }

  /// Encodes a picture that is shown from `time` on, and hands on what is ready.
  func take(
    _ picture: PixelBuffer,
    at time: Int64,
    duration: Int64,
    _ write: (PacketOwner) throws -> Void
  ) throws {
    try take(at: time, duration: duration, write) {
      try coding.code(picture.converted(to: depth), into: $0)
    }
  }

  /// Encodes a canvas of the settings' colour, as above.
  func take(
    _ canvas: PlanarCanvas,
    at time: Int64,
    duration: Int64,
    _ write: (PacketOwner) throws -> Void
  ) throws {
    guard canvas.colour == settings.colour, canvas.size == settings.codedSize else {
      throw Problem(.internalError, ["detail": "form of a canvas"])
    }
    try take(at: time, duration: duration, write) { canvas.copy(into: $0) }
  }

  private func take(
    at time: Int64,
    duration: Int64,
    _ write: (PacketOwner) throws -> Void,
    _ fill: (PlanarCoding.Target) throws -> Void
  ) throws {
    let frame = try FrameOwner()
    let pointer = frame.pointer
    pointer.pointee.format = context.pointee.pix_fmt.rawValue
    pointer.pointee.width = context.pointee.width
    pointer.pointee.height = context.pointee.height
    guard av_frame_get_buffer(pointer, 64) >= 0 else { throw Libav.noMemory }
    let (data, strides) = (pointer.pointee.data, pointer.pointee.linesize)
    let starts = [data.0, data.1, data.2].compactMap { $0.map { UnsafeMutableRawPointer($0) } }
    try fill(
      PlanarCoding.Target(starts: starts, strides: [Int(strides.0), Int(strides.1), Int(strides.2)])
    )
    pointer.pointee.pts = time
    durations[time] = duration
    decodingTimes?.take(time)
    try send(pointer, write)
  }

  /// Hands on all that is underway.
  func finish(_ write: (PacketOwner) throws -> Void) throws { try send(nil, write) }

  private func send(
    _ frame: UnsafeMutablePointer<AVFrame>?,
    _ write: (PacketOwner) throws -> Void
  ) throws {
    let code = avcodec_send_frame(context, frame)
    guard code >= 0 else {
      throw Problem(.encodeFailed, ["format": "mov", "detail": "picture: \(Libav.detail(code))"])
    }
    while avcodec_receive_packet(context, packet.pointer) >= 0 {
      packet.pointer.pointee.duration = durations.removeValue(forKey: packet.pointer.pointee.pts) ?? 0
      if let time = decodingTimes?.next() { packet.pointer.pointee.dts = time }
      try write(packet)
    }
  }
}
