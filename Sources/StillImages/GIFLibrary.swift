internal import CGIF
internal import Messages
internal import Pixels

/// giflib on bytes in memory, in Swift's terms.
final class GIFLibrary {
  /// What giflib's reading callback takes from.
  private final class Source {
    let bytes: [UInt8]
    var position = 0
    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  private let source: Source
  private let handle: UnsafeMutablePointer<GifFileType>

  init(_ bytes: [UInt8]) throws {
    source = Source(bytes)
    var code: Int32 = 0
    let opened = DGifOpen(
      Unmanaged.passUnretained(source).toOpaque(),
      { file, buffer, wanted in
        guard let pointer = file?.pointee.UserData, let buffer, wanted > 0 else { return 0 }
        let source = Unmanaged<Source>.fromOpaque(pointer).takeUnretainedValue()
        let count = min(Int(wanted), source.bytes.count - source.position)
        source.bytes.withUnsafeBufferPointer { all in
          guard let base = all.baseAddress else { return }
          buffer.update(from: base + source.position, count: count)
        }
        source.position += count
        return Int32(clamping: count)
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
    try moveToFirstFrame()
    guard handle.pointee.Image.Width == size.width, handle.pointee.Image.Height == size.height else {
      throw Problem(.damaged, ["detail": "GIF with two sizes"])
    }
    var indices = [UInt8](repeating: 0, count: size.width * size.height)
    var line = [UInt8](repeating: 0, count: size.width)
    for row in Self.rows(height: size.height, isInterlaced: isInterlaced) {
      guard DGifGetLine(handle, &line, Int32(clamping: size.width)) == GIF_OK else { throw problem }
      indices.replaceSubrange((row * size.width)..<((row + 1) * size.width), with: line)
    }
    return indices
  }

  private func moveToFirstFrame() throws {
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
