internal import CLibav
internal import Files
internal import Messages

/// A movie that is being written by libavformat, the index behind the media.
final class MovieOutput {
  /// The kind of file.
  let form: MovieForm
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let port: WritingPort
  private let writer: RandomAccessWriter
  private var hasHeader = false
  /// The last packet of the first track, the picture's: how long it lasts is known only at the end.
  private var waiting: PacketOwner?

  /// Makes the file.
  init(_ path: FilePath, _ form: MovieForm) throws {
    let writer = try RandomAccessWriter(creating: path)
    let port = try WritingPort(writer)
    var context: UnsafeMutablePointer<AVFormatContext>?
    guard avformat_alloc_output_context2(&context, nil, form.muxer, nil) >= 0, let context else {
      throw Libav.noMemory
    }
    context.pointee.pb = port.io
    // Bit exact: no name of the library in the file.
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT
    self.form = form
    self.context = context
    self.port = port
    self.writer = writer
  }

  deinit { avformat_free_context(context) }

  /// Throws the problem of a failing call, which our own side may be the cause of.
  private func check(_ code: Int32, _ what: StaticString) throws {
    if let problem = port.problem { throw problem }
    if code < 0 {
      throw Problem(.encodeFailed, ["format": form.muxer, "detail": "\(what): \(Libav.detail(code))"])
    }
  }

  /// Adds a track with the parameters and side data of one that is read.
  /// - Parameter tag: the sample entry; 0: libavformat's choice.
  func addTrack(
    copying stream: UnsafeMutablePointer<AVStream>,
    tag: UInt32,
    pixelAspect: (width: Int, height: Int)? = nil
  ) throws -> UnsafeMutablePointer<AVStream> {
    guard let track = avformat_new_stream(context, nil), let parameters = stream.pointee.codecpar,
      let own = track.pointee.codecpar
    else { throw Libav.noMemory }
    try check(avcodec_parameters_copy(own, parameters), "track")
    own.pointee.codec_tag = tag
    track.pointee.time_base = stream.pointee.time_base
    track.pointee.sample_aspect_ratio = stream.pointee.sample_aspect_ratio
    if let pixelAspect {
      // Stated by the track's header alone in some files; libavformat writes what the codec's parameters say.
      let ratio = AVRational(
        num: Int32(clamping: pixelAspect.width),
        den: Int32(clamping: pixelAspect.height)
      )
      (track.pointee.sample_aspect_ratio, own.pointee.sample_aspect_ratio) = (ratio, ratio)
    }
    track.pointee.avg_frame_rate = stream.pointee.avg_frame_rate
    for kind in [
      AV_PKT_DATA_DISPLAYMATRIX, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, AV_PKT_DATA_CONTENT_LIGHT_LEVEL,
      AV_PKT_DATA_ICC_PROFILE,
    ] {
      var size = 0
      guard let data = av_stream_get_side_data(stream, kind, &size), size > 0 else { continue }
      try addSideData(UnsafeRawBufferPointer(start: data, count: size), kind, to: track)
    }
    return track
  }

  /// Adds a track of what an encoder makes.
  func addTrack(of encoder: UnsafeMutablePointer<AVCodecContext>) throws -> UnsafeMutablePointer<AVStream> {
    guard let track = avformat_new_stream(context, nil), let own = track.pointee.codecpar else {
      throw Libav.noMemory
    }
    try check(avcodec_parameters_from_context(own, encoder), "track")
    own.pointee.codec_tag = encoder.pointee.codec_tag
    track.pointee.time_base = encoder.pointee.time_base
    track.pointee.avg_frame_rate = encoder.pointee.framerate
    return track
  }

  private func addSideData(
    _ bytes: UnsafeRawBufferPointer,
    _ kind: AVPacketSideDataType,
    to track: UnsafeMutablePointer<AVStream>
  ) throws {
    guard let copy = av_malloc(bytes.count) else { throw Libav.noMemory }
    UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyMemory(from: bytes)
    let code = av_stream_add_side_data(track, kind, copy.assumingMemoryBound(to: UInt8.self), bytes.count)
    if code < 0 { av_free(copy) }
    try check(code, "side data")
  }

  /// Writes what stands before the media. Times of the file and of its picture track are in parts of `timescale`.
  /// - Parameter mostPictures: so many pictures will come at most, 10 a second or more, with no more than one sound track: the
  ///   index stands before the media. Nil: it stands behind them.
  func begin(timescale: Int32, mostPictures: Int? = nil) throws {
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    av_dict_set(&options, "movie_timescale", "\(timescale)", 0)
    av_dict_set(&options, "video_track_timescale", "\(timescale)", 0)
    av_dict_set(&options, "use_editlist", "1", 0)
    if let mostPictures { av_dict_set(&options, "moov_size", "\(Self.indexSize(mostPictures))", 0) }
    Libav.forgetWords()
    try check(avformat_write_header(context, &options), "header")
    hasHeader = true
  }

  /// Bytes that the index takes at most: of each picture a time, an offset of time, a size, a place and a key's number, of
  /// each of at most five pieces of sound that go with it the same.
  private static func indexSize(_ pictures: Int) -> Int {
    8192 + min(max(pictures, 0), 1 << 22) * (48 + 5 * 32)
  }

  /// Writes a packet whose times are in `timeBase`; the packet is empty afterwards.
  func write(
    _ packet: PacketOwner,
    to track: UnsafeMutablePointer<AVStream>,
    timeBase: AVRational
  ) throws {
    packet.pointer.pointee.stream_index = track.pointee.index
    packet.pointer.pointee.pos = -1
    av_packet_rescale_ts(packet.pointer, timeBase, track.pointee.time_base)
    guard track.pointee.index == 0 else { return try write(packet) }
    let next = try PacketOwner()
    av_packet_move_ref(next.pointer, packet.pointer)
    if let waiting { try write(waiting) }
    waiting = next
  }

  private func write(_ packet: PacketOwner) throws {
    Libav.forgetWords()
    try check(av_interleaved_write_frame(context, packet.pointer), "packet")
  }

  /// Writes the index, mends the lengths in it, and closes the file.
  /// - Parameter durations: how long each track is shown, in the order in which they were added, in the file's timescale.
  func finish(durations: [Int64?]) throws {
    if let last = waiting {
      waiting = nil
      // Where frames are uneven and decoded in another order than shown, what each packet lasts does not come to what is
      // shown, and libavformat would end the edit list too early.
      let found = last.pointer.pointee
      if let wanted = durations.first ?? nil, found.dts != clibav_no_time {
        last.pointer.pointee.duration = max(found.duration, wanted &- found.dts)
      }
      try write(last)
    }
    let code = av_write_trailer(context)
    avio_flush(port.io)
    try check(code, "index")
    try ShownDurations.write(durations, to: writer, size: port.size)
    try writer.close()
  }
}
