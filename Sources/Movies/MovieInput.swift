internal import CLibav
internal import Messages

/// A source opened by libavformat, which reads it through us: no file but the source is ever opened.
final class MovieInput {
  /// libavformat's side.
  let context: UnsafeMutablePointer<AVFormatContext>
  /// Whether reading ended before the media did.
  private(set) var isCutOff = false
  /// The decoding time of each track's last packet.
  private var lastTimes: [Int32: Int64] = [:]
  private let port: ReadingPort

  /// The containers that are tried, by libavformat's names. Playlists and other formats that name further files are not
  /// among them.
  private static let formats =
    "mov,matroska,avi,mpegts,mpeg,flv,ogg,asf,mxf,ivf,dv,h264,hevc,m4v,mpegvideo,obu,rm,nut,y4m,yuv4mpegpipe"

  /// - Throws: `formatUnknown` where the content is of no kind that is known; `damaged` where it is and can't be opened.
  /// - Parameter isKnown: whether the tracks were looked at before: then what the index of QuickTime and MP4 says of them is
  ///   enough, and nothing is decoded for it.
  init(_ bytes: MovieBytes, _ watch: MovieWatch, isKnown: Bool = false) throws {
    let port = try ReadingPort(bytes, watch)
    guard let fresh = avformat_alloc_context() else { throw Libav.noMemory }
    fresh.pointee.pb = port.io
    fresh.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    fresh.pointee.interrupt_callback = port.interruption
    fresh.pointee.io_open = { _, _, _, _, _ in clibav_error_exit }
    av_opt_set(fresh, "format_whitelist", Self.formats, 0)
    Libav.forgetWords()
    var context: UnsafeMutablePointer<AVFormatContext>? = fresh
    let code = avformat_open_input(&context, nil, nil, nil)
    guard code >= 0, let context else {
      // The context is freed by a failing avformat_open_input (avformat.h).
      if let problem = port.problem { throw problem }
      if Libav.lastWords().isEmpty { throw Problem(.formatUnknown, ["found": ""]) }
      throw Problem(.damaged, ["detail": Libav.detail(code)])
    }
    self.context = context
    self.port = port
    if isKnown, Libav.text(context.pointee.iformat?.pointee.name).hasPrefix("mov") { return }
    let found = Self.findTracks(context, watch.limits)
    if let problem = port.problem { throw problem }
    if found < 0 { throw Problem(.damaged, ["detail": Libav.detail(found)]) }
  }

  /// Reads on until all tracks are known; the decoders that libavformat opens for that are bounded too.
  private static func findTracks(_ context: UnsafeMutablePointer<AVFormatContext>, _ limits: MovieLimits)
    -> Int32
  {
    var options = [OpaquePointer?](repeating: nil, count: Int(context.pointee.nb_streams))
    for index in options.indices {
      av_dict_set(&options[index], "max_pixels", "\(limits.maximumPixelCount)", 0)
    }
    defer { for index in options.indices { av_dict_free(&options[index]) } }
    return options.withUnsafeMutableBufferPointer { options in
      avformat_find_stream_info(context, options.isEmpty ? nil : options.baseAddress)
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
  }

  /// How many tracks there are.
  var streamCount: Int { Int(context.pointee.nb_streams) }

  /// A track; nil where there is none of that number.
  func stream(_ index: Int) -> UnsafeMutablePointer<AVStream>? {
    guard index >= 0, index < streamCount, let streams = context.pointee.streams else { return nil }
    return streams[index]
  }

  /// Leaves only these tracks' packets.
  func select(_ indices: Set<Int>) {
    for index in 0..<streamCount where !indices.contains(index) {
      stream(index)?.pointee.discard = AVDISCARD_ALL
    }
  }

  /// Reads the next packet; false at the end, and where nothing more can be read.
  func read(into packet: PacketOwner) throws -> Bool {
    av_packet_unref(packet.pointer)
    let code = av_read_frame(context, packet.pointer)
    if let problem = port.problem { throw problem }
    guard code >= 0 else {
      isCutOff = code != clibav_error_end || hasMissingPackets
      return false
    }
    let found = packet.pointer.pointee
    if found.dts != clibav_no_time { lastTimes[found.stream_index] = found.dts }
    return true
  }

  /// Whether the index names packets behind the last ones: a file whose end is missing. libavformat takes that for a file that
  /// ends.
  private var hasMissingPackets: Bool {
    lastTimes.contains { number, time in
      guard let stream = stream(Int(number)) else { return false }
      let count = avformat_index_get_entries_count(stream)
      guard count > 0, let last = avformat_index_get_entry(stream, count - 1) else { return false }
      return last.pointee.timestamp > time
    }
  }

  /// Goes to the last key frame of a track at or before a time in its time base; false where that does not work.
  func seek(_ index: Int, to time: Int64) throws -> Bool {
    let code = av_seek_frame(context, Int32(clamping: index), time, AVSEEK_FLAG_BACKWARD)
    if let problem = port.problem { throw problem }
    return code >= 0
  }
}
