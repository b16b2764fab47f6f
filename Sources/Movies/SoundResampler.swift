internal import CLibav
internal import Messages

/// Owner of a resampler from what a decoder gives to planes of floats.
final class SoundResampler {
  private var context: OpaquePointer?
  private let format: Int32
  private let rate: Int32
  private let channels: Int32
  private let targetChannels: Int
  private let storage: UnsafeMutablePointer<Float>

  private static let capacity = 16_384

  convenience init(_ frame: UnsafeMutablePointer<AVFrame>, _ target: SoundEncoder) throws {
    try self.init(frame, &target.context.pointee.ch_layout, rate: target.sampleRate)
  }

  /// Towards the usual layout of so many channels.
  convenience init(_ frame: UnsafeMutablePointer<AVFrame>, channelCount: Int32, rate: Int32) throws {
    var layout = AVChannelLayout()
    av_channel_layout_default(&layout, channelCount)
    defer { av_channel_layout_uninit(&layout) }
    try self.init(frame, &layout, rate: rate)
  }

  private init(
    _ frame: UnsafeMutablePointer<AVFrame>,
    _ target: UnsafeMutablePointer<AVChannelLayout>,
    rate targetRate: Int32
  ) throws {
    format = frame.pointee.format
    rate = frame.pointee.sample_rate
    channels = frame.pointee.ch_layout.nb_channels
    targetChannels = Int(max(1, target.pointee.nb_channels))
    storage = .allocate(capacity: Self.capacity * targetChannels)
    var layout = AVChannelLayout()
    if frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
      av_channel_layout_default(&layout, channels)
    } else if av_channel_layout_copy(&layout, &frame.pointee.ch_layout) < 0 {
      throw Libav.noMemory
    }
    defer { av_channel_layout_uninit(&layout) }
    var code = swr_alloc_set_opts2(
      &context,
      target,
      AV_SAMPLE_FMT_FLTP,
      targetRate,
      &layout,
      AVSampleFormat(format),
      rate,
      0,
      nil
    )
    if code >= 0 { code = swr_init(context) }
    if code < 0 { throw Problem(.encodeFailed, ["format": "mov", "detail": "sound: \(Libav.detail(code))"]) }
  }

  deinit {
    swr_free(&context)
    storage.deallocate()
  }

  /// Whether it is made for such sound.
  func fits(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    frame.pointee.format == format && frame.pointee.sample_rate == rate
      && frame.pointee.ch_layout.nb_channels == channels
  }

  /// Hands on a decoded frame, a plane a channel.
  func convert(
    _ frame: UnsafeMutablePointer<AVFrame>,
    _ pass: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, Int32) throws -> Void
  ) throws {
    guard let data = frame.pointee.extended_data else { return }
    try data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: Int(max(1, channels))) { planes in
      var (input, count): (UnsafeMutablePointer<UnsafePointer<UInt8>?>?, Int32) = (
        planes, frame.pointee.nb_samples
      )
      // What does not fit into the buffers stays in the resampler for the next round.
      while try run(input, count, pass) == Self.capacity { (input, count) = (nil, 0) }
    }
  }

  /// Hands on what is left.
  func flush(_ pass: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, Int32) throws -> Void) throws {
    while try run(nil, 0, pass) == Self.capacity {}
  }

  private func run(
    _ input: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ count: Int32,
    _ pass: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, Int32) throws -> Void
  ) throws -> Int {
    var made: Int32 = 0
    var planes: [UnsafeMutablePointer<UInt8>?] = (0..<targetChannels).map {
      UnsafeMutableRawPointer(storage + $0 * Self.capacity).assumingMemoryBound(to: UInt8.self)
    }
    try planes.withUnsafeMutableBufferPointer { planes in
      guard let start = planes.baseAddress else { return }
      made = swr_convert(context, start, Int32(Self.capacity), input, count)
      if made < 0 {
        throw Problem(.encodeFailed, ["format": "mov", "detail": "sound: \(Libav.detail(made))"])
      }
      if made > 0 { try pass(start, made) }
    }
    return Int(made)
  }
}
