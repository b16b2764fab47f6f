internal import CGIF
internal import Messages
internal import Pixels

/// giflib on bytes in memory, in Swift's terms.
final class GIFLibrary {
  /// What giflib's reading callback takes from.
  private final class Source {
    /// Fills a buffer with the next bytes; gives their number.
    let fill: (UnsafeMutableRawBufferPointer) -> Int
    init(_ fill: @escaping (UnsafeMutableRawBufferPointer) -> Int) { self.fill = fill }
  }

  private let source: Source
  private let handle: UnsafeMutablePointer<GifFileType>

  convenience init(_ bytes: [UInt8]) throws {
    var position = 0
    try self.init { buffer in
      let count = min(buffer.count, bytes.count - position)
      bytes.withUnsafeBytes { all in
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[position..<(position + count)]))
      }
      position += count
      return count
    }
  }

  /// - Parameter fill: fills a buffer with the next bytes and gives their number, fewer at the end.
  init(_ fill: @escaping (UnsafeMutableRawBufferPointer) -> Int) throws {
    source = Source(fill)
    var code: Int32 = 0
    let opened = DGifOpen(
      Unmanaged.passUnretained(source).toOpaque(),
      { file, buffer, wanted in
        guard let pointer = file?.pointee.UserData, let buffer, wanted > 0 else { return 0 }
        let source = Unmanaged<Source>.fromOpaque(pointer).takeUnretainedValue()
        return Int32(clamping: source.fill(UnsafeMutableRawBufferPointer(start: buffer, count: Int(wanted))))
      },
      &code
    )
    guard let opened else { throw Self.problem(code) }
    handle = opened
  }

  deinit {
    var code: Int32 = 0
    DGifCloseFile(handle, &code)
  }

  /// The indices of the first frame, row by row from the top.
  func firstFrame(size: PixelSize, isInterlaced: Bool) throws -> [UInt8] {
    try moveToNextFrame()
    guard handle.pointee.Image.Width == size.width, handle.pointee.Image.Height == size.height else {
      throw Problem(.damaged, ["detail": "GIF with two sizes"])
    }
    return try indices(size: size, isInterlaced: isInterlaced)
  }

  private func indices(size: PixelSize, isInterlaced: Bool) throws -> [UInt8] {
    var indices = [UInt8](repeating: 0, count: size.width * size.height)
    var line = [UInt8](repeating: 0, count: size.width)
    for row in Self.rows(height: size.height, isInterlaced: isInterlaced) {
      guard DGifGetLine(handle, &line, Int32(clamping: size.width)) == GIF_OK else { throw problem }
      indices.replaceSubrange((row * size.width)..<((row + 1) * size.width), with: line)
    }
    return indices
  }

  /// A frame as it is coded.
  struct Frame {
    var left: Int
    var top: Int
    var size: PixelSize
    /// Row by row from the top.
    var indices: [UInt8]
    var palette: [(red: UInt8, green: UInt8, blue: UInt8)]
    var transparentIndex: UInt8?
    var disposal: AnimationCanvas.Disposal
  }

  /// What the extension before a frame says of it.
  private var control: (transparentIndex: UInt8?, disposal: AnimationCanvas.Disposal) = (nil, .keep)

  /// The next frame.
  func nextFrame(limits: DecodingLimits) throws -> Frame {
    control = (nil, .keep)
    try moveToNextFrame()
    let place = handle.pointee.Image
    let size = PixelSize(width: Int(place.Width), height: Int(place.Height))
    guard size.width > 0, size.height > 0, place.Left >= 0, place.Top >= 0 else {
      throw Problem(.damaged, ["detail": "GIF: no size"])
    }
    try PictureChecks.check(size, limits)
    return Frame(
      left: Int(place.Left),
      top: Int(place.Top),
      size: size,
      indices: try indices(size: size, isInterlaced: place.Interlace),
      palette: try palette(place.ColorMap ?? handle.pointee.SColorMap),
      transparentIndex: control.transparentIndex,
      disposal: control.disposal
    )
  }

  private func palette(_ map: UnsafeMutablePointer<ColorMapObject>?) throws
    -> [(red: UInt8, green: UInt8, blue: UInt8)]
  {
    guard let map, let colours = map.pointee.Colors, map.pointee.ColorCount > 0 else {
      throw Problem(.damaged, ["detail": "GIF: no colours"])
    }
    return UnsafeBufferPointer(start: colours, count: Int(map.pointee.ColorCount)).map {
      ($0.Red, $0.Green, $0.Blue)
    }
  }

  /// A graphic control extension: its length (4), flags, delay, transparent index.
  private func takeControl(_ data: UnsafeMutablePointer<GifByteType>) {
    guard data[0] >= 4 else { return }
    let disposal: AnimationCanvas.Disposal =
      switch data[1] >> 2 & 7 {
      case 2: .clear
      case 3: .restore
      default: .keep
      }
    control = (data[1] & 1 != 0 ? data[4] : nil, disposal)
  }

  private func moveToNextFrame() throws {
    while true {
      var kind = UNDEFINED_RECORD_TYPE
      guard DGifGetRecordType(handle, &kind) == GIF_OK else { throw problem }
      switch kind {
      case IMAGE_DESC_RECORD_TYPE:
        guard DGifGetImageDesc(handle) == GIF_OK else { throw problem }
        return
      case EXTENSION_RECORD_TYPE:
        var (code, data): (Int32, UnsafeMutablePointer<GifByteType>?) = (0, nil)
        guard DGifGetExtension(handle, &code, &data) == GIF_OK else { throw problem }
        if code == GRAPHICS_EXT_FUNC_CODE, let data { takeControl(data) }
        while data != nil { guard DGifGetExtensionNext(handle, &data) == GIF_OK else { throw problem } }
      default: throw Problem(.damaged, ["detail": "GIF: no picture"])
      }
    }
  }

  /// The rows in the order in which they come: interlaced, every eighth from 0, from 4, every fourth from 2, every second
  /// from 1.
  private static func rows(height: Int, isInterlaced: Bool) -> [Int] {
    guard isInterlaced else { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
      Array(stride(from: start, to: height, by: step))
    }
  }

  private var problem: Problem { Self.problem(handle.pointee.Error) }

  private static func problem(_ code: Int32) -> Problem {
    let text = GifErrorString(code).map { String(cString: $0) } ?? "\(code)"
    switch code {
    case D_GIF_ERR_READ_FAILED, D_GIF_ERR_EOF_TOO_SOON: return Problem(.truncated, ["detail": "GIF: \(text)"])
    case D_GIF_ERR_NOT_ENOUGH_MEM: return Problem(.workerOutOfMemory, ["limit": "giflib"])
    default: return Problem(.damaged, ["detail": "GIF: \(text)"])
    }
  }
}
