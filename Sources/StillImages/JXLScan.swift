internal import CJXL
internal import Containers
internal import Messages
internal import Pixels

/// Everything of a JPEG XL file but its pixels: one pass over its headers and boxes.
struct JXLScan {
  /// Size, channels, depth.
  private(set) var info = JxlBasicInfo()
  /// What the samples mean.
  private(set) var colour = JXLColour()
  /// Metadata boxes, decompressed.
  private(set) var blocks = MetadataBlocks()
  /// Whether an Exif box was found that holds no Exif.
  private(set) var exifIsUnusable = false
  /// Whether a gain map is in the file (`jhgm`, ISO/IEC 18181-2).
  private(set) var hasGainMap = false
  /// Frames with a duration of their own.
  private(set) var frameCount = 0
  /// How long each of them is shown, seconds.
  private(set) var durations: [Double] = []
  /// Kinds of further channels, for people.
  private(set) var auxiliaryKinds: [String] = []

  private let limits: DecodingLimits
  private var hasInfo = false

  /// The largest metadata box that is read, decompressed: more is a bomb.
  private static let largestBox = 1 << 26

  /// Reads the headers.
  init(_ bytes: [UInt8], limits: DecodingLimits) throws {
    self.limits = limits
    try bytes.withUnsafeBufferPointer { try scan($0) }
    guard hasInfo, frameCount > 0 else { throw Problem(.damaged, ["detail": "JPEG XL without picture"]) }
  }

  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    let events = [JXL_DEC_BASIC_INFO, JXL_DEC_COLOR_ENCODING, JXL_DEC_FRAME, JXL_DEC_BOX]
    let decoder = try JXLDecoder(bytes, events: events.reduce(0) { $0 | Int32($1.rawValue) }, threads: nil)
    // Layers are told one by one, so that the size of each can be checked.
    try decoder.check(JxlDecoderSetCoalescing(decoder.handle, 0))
    let box = JXLBox(limit: Self.largestBox)
    while true {
      switch try decoder.next() {
      case JXL_DEC_BASIC_INFO: try readInfo(decoder)
      case JXL_DEC_COLOR_ENCODING: colour = try JXLColour(of: decoder, info)
      case JXL_DEC_FRAME: try readFrame(decoder)
      case JXL_DEC_BOX:
        take(box.finish(decoder))
        try box.begin(decoder)
      case JXL_DEC_BOX_NEED_MORE_OUTPUT: try box.grow(decoder)
      case JXL_DEC_SUCCESS:
        take(box.finish(decoder))
        return
      case let status: throw Problem(.internalError, ["detail": "libjxl: event \(status.rawValue)"])
      }
    }
  }

  private mutating func readInfo(_ decoder: JXLDecoder) throws {
    try decoder.check(JxlDecoderGetBasicInfo(decoder.handle, &info))
    hasInfo = true
    try PictureChecks.check(PixelSize(width: Int(info.xsize), height: Int(info.ysize)), limits)
    guard info.num_color_channels == 1 || info.num_color_channels == 3 else {
      throw Problem(.damaged, ["detail": "\(info.num_color_channels) colour channels"])
    }
    for index in 0..<Int(info.num_extra_channels) {
      var channel = JxlExtraChannelInfo()
      try decoder.check(JxlDecoderGetExtraChannelInfo(decoder.handle, index, &channel))
      switch channel.type {
      case JXL_CHANNEL_BLACK:
        throw Problem(.codecUnsupported, ["codec": "JPEG XL", "detail": "CMYK"])
      case JXL_CHANNEL_DEPTH: auxiliaryKinds.append("depth")
      case JXL_CHANNEL_THERMAL: auxiliaryKinds.append("thermal")
      // Spot colours are rendered into the picture.
      default: break
      }
    }
  }

  /// A still picture may be laid together from layers without duration; each may be larger than the picture.
  private mutating func readFrame(_ decoder: JXLDecoder) throws {
    var header = JxlFrameHeader()
    try decoder.check(JxlDecoderGetFrameHeader(decoder.handle, &header))
    let size = PixelSize(width: Int(header.layer_info.xsize), height: Int(header.layer_info.ysize))
    try PictureChecks.check(size, limits)
    if header.duration > 0 || header.is_last != 0 {
      frameCount += 1
      let ticks = Double(info.animation.tps_numerator) / Double(max(1, info.animation.tps_denominator))
      durations.append(ticks > 0 ? Double(header.duration) / ticks : 0)
    }
  }

  private mutating func take(_ box: (type: String, content: [UInt8])?) {
    guard let box else { return }
    switch box.type {
    case "Exif" where blocks.exif == nil: readExif(box.content)
    case "xml " where blocks.xmp == nil: blocks.xmp = box.content
    case "jhgm": hasGainMap = true
    default: break
    }
  }

  /// The box begins with a 32-bit offset of the TIFF header (ISO/IEC 18181-2), 0 nearly always.
  private mutating func readExif(_ content: [UInt8]) {
    var reader = BoxReader(content)
    guard let offset = try? Int(reader.readUInt32()), offset < content.count - 4 else {
      return exifIsUnusable = true
    }
    let starts = [4 + offset, 4, 10]
    let exif = starts.lazy.map { Array(content.dropFirst($0)) }.first {
      $0.starts(with: [0x49, 0x49, 0x2A, 0]) || $0.starts(with: [0x4D, 0x4D, 0, 0x2A])
    }
    guard let exif else { return exifIsUnusable = true }
    blocks.exif = exif
  }
}

/// The metadata box that libjxl is just reading.
final class JXLBox {
  private let limit: Int
  private var type = ""
  private var buffer: UnsafeMutableBufferPointer<UInt8>?

  /// Reads boxes of at most `limit` bytes.
  init(limit: Int) { self.limit = limit }

  deinit { buffer?.deallocate() }

  /// Begins a box where it is one that matters.
  func begin(_ decoder: JXLDecoder) throws {
    var name: [CChar] = [0, 0, 0, 0]
    try decoder.check(JxlDecoderGetBoxType(decoder.handle, &name, 1))
    type = String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard ["Exif", "xml ", "jhgm"].contains(type) else { return }
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
    self.buffer = buffer
    try decoder.check(JxlDecoderSetBoxBuffer(decoder.handle, buffer.baseAddress, buffer.count))
  }

  /// Makes room for more of the box.
  func grow(_ decoder: JXLDecoder) throws {
    guard let old = buffer else { throw Problem(.internalError, ["detail": "libjxl: box"]) }
    let count = old.count - JxlDecoderReleaseBoxBuffer(decoder.handle)
    guard old.count * 2 <= limit else { throw Problem(.damaged, ["detail": "JPEG XL box \(type)"]) }
    let new = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: old.count * 2)
    _ = new[..<count].update(fromContentsOf: old[..<count])
    old.deallocate()
    buffer = new
    let rest = UnsafeMutableBufferPointer(rebasing: new[count...])
    try decoder.check(JxlDecoderSetBoxBuffer(decoder.handle, rest.baseAddress, rest.count))
  }

  /// Ends the box that was begun.
  func finish(_ decoder: JXLDecoder) -> (type: String, content: [UInt8])? {
    guard let buffer else { return nil }
    defer {
      buffer.deallocate()
      self.buffer = nil
    }
    let unused = JxlDecoderReleaseBoxBuffer(decoder.handle)
    return (type, Array(buffer.prefix(buffer.count - unused)))
  }
}
