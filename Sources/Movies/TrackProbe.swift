internal import CLibav
internal import Containers
internal import Messages
internal import Pixels

/// Finds out all about the picture track that is read, from container and first frame.
struct TrackProbe {
  /// What is said of the track.
  let video: MovieVideoTrack
  /// When its first frame is shown, in its time base.
  let firstTime: Int64

  init(_ input: MovieInput, _ choice: TrackChoice.Candidate, _ boxes: MovieBoxes?, _ limits: MovieLimits)
    throws
  {
    let watch = MovieWatch(limits)
    guard let stream = input.stream(choice.index), let parameters = stream.pointee.codecpar?.pointee else {
      throw Problem(.internalError, ["detail": "track \(choice.index)"])
    }
    let coded = PixelSize(width: Int(parameters.width), height: Int(parameters.height))
    try Self.check(coded, limits)
    let dolbyVision = try Self.dolbyVision(stream)
    Libav.forgetWords()
    let track = boxes?.tracks.first { $0.id == Int(stream.pointee.id) }
    if track?.hasClock == false { throw Problem(.damaged, ["detail": "media of 0 ticks a second"]) }
    let frames = try FrameStream(input, track: choice.index, limits, watch)
    guard let first = try frames.next() else {
      let words = Libav.lastWords()
      throw Problem(.damaged, ["detail": words.isEmpty ? "no frame can be decoded" : words])
    }
    let frame = first.pointer.pointee
    guard let format = FrameFormat(AVPixelFormat(frame.format)), frame.width > 0, frame.height > 0 else {
      throw Problem(
        .codecUnsupported,
        ["codec": choice.codec, "detail": "sample format \(frame.format)", "library": "libavcodec"]
      )
    }
    let size = PixelSize(width: Int(frame.width), height: Int(frame.height))
    let aperture = track?.aperture.flatMap { $0.region(in: size) == nil ? nil : $0 }
    let aspect = Self.aspect(av_guess_sample_aspect_ratio(input.context, stream, first.pointer))
    let orientation = Self.orientation(stream, first.pointer)
    let display = Self.displaySize(size, aperture, aspect, orientation)
    try Self.check(display, limits)
    let colour = StreamColour(frame, parameters, isRGB: format.isRGB)
    let times = TrackTimes(stream, edited: track?.shownDuration)
    firstTime = first.time
    let base = stream.pointee.time_base
    var start = MediaTime(first.time, base)
    let fileStart = input.context.pointee.start_time
    if fileStart != clibav_no_time { start = start - MediaTime(value: fileStart, timescale: AV_TIME_BASE) }
    video = MovieVideoTrack(
      index: choice.index,
      identifier: Int(stream.pointee.id),
      codec: choice.codec,
      sampleEntry: track?.sampleEntry?.description,
      profile: frames.profile,
      sampleFormat: format.name,
      codedSize: size,
      aperture: aperture,
      pixelAspect: aspect,
      orientation: orientation,
      displaySize: display,
      colour: colour.codePoints,
      isColourGuessed: colour.isGuessed,
      bitDepth: format.bits,
      hasAlpha: format.hasAlpha,
      dynamicRange: colour.dynamicRange,
      peakLuminance: PeakLuminance.read(stream, first.pointer),
      dolbyVisionProfile: dolbyVision,
      frameRate: times.frameRate,
      isVariableRate: times.isVariable,
      frameCount: times.frameCount,
      duration: times.duration,
      start: start,
      timescale: base.num == 1 ? base.den : 90_000,
      bitRate: parameters.bit_rate > 0 ? parameters.bit_rate : nil
    )
  }

  private static func check(_ size: PixelSize, _ limits: MovieLimits) throws {
    guard let count = size.pixelCount, count <= limits.maximumPixelCount else {
      throw Problem(
        .tooManyPixels,
        ["width": "\(size.width)", "height": "\(size.height)", "limit": "\(limits.maximumPixelCount)"]
      )
    }
  }

  /// The profile of Dolby Vision.
  /// - Throws: `movieDolbyVisionOnly` where the base layer is no picture of its own: its signal is compatible with nothing
  ///   (profile 5, and 10 with compatibility 0).
  private static func dolbyVision(_ stream: UnsafeMutablePointer<AVStream>) throws -> Int? {
    var size = 0
    guard let data = av_stream_get_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size),
      size >= MemoryLayout<AVDOVIDecoderConfigurationRecord>.size
    else { return nil }
    let record = UnsafeRawPointer(data).loadUnaligned(as: AVDOVIDecoderConfigurationRecord.self)
    let profile = Int(record.dv_profile)
    if profile == 5 || (profile == 10 && record.dv_bl_signal_compatibility_id == 0) {
      throw Problem(.movieDolbyVisionOnly, ["profile": "\(profile)"])
    }
    return profile
  }

  /// A pixel's width by its height; 1/1 where nothing sensible is stated.
  private static func aspect(_ ratio: AVRational) -> (width: Int, height: Int) {
    let (width, height) = (Int(ratio.num), Int(ratio.den))
    guard width > 0, height > 0, width <= 16 * height, height <= 16 * width else { return (1, 1) }
    return (width, height)
  }

  private static func orientation(
    _ stream: UnsafeMutablePointer<AVStream>,
    _ frame: UnsafeMutablePointer<AVFrame>
  ) -> Orientation {
    var size = 0
    if let data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size) {
      return DisplayMatrix(UnsafeRawBufferPointer(start: data, count: size))?.orientation ?? .up
    }
    guard let data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX)?.pointee else { return .up }
    return DisplayMatrix(UnsafeRawBufferPointer(start: data.data, count: data.size))?.orientation ?? .up
  }

  private static func displaySize(
    _ size: PixelSize,
    _ aperture: CleanAperture?,
    _ aspect: (width: Int, height: Int),
    _ orientation: Orientation
  ) -> PixelSize {
    let region = aperture?.region(in: size)
    let width = (region?.width ?? Double(size.width)) * Double(aspect.width) / Double(aspect.height)
    let height = region?.height ?? Double(size.height)
    let shown = PixelSize(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
    return orientation.swapsSides ? shown.transposed : shown
  }
}

extension MediaTime {
  /// A time in a time base of libav; exact where the base is one part of a second.
  init(_ value: Int64, _ base: AVRational) {
    let (product, isOver) = value.multipliedReportingOverflow(by: Int64(base.num))
    self.init(value: isOver ? 0 : product, timescale: base.den)
  }
}
