internal import CGIF
internal import Messages
internal import Pixels

/// A GIF file being written through giflib.
final class GIFFile {
  /// Where giflib's writing callback puts bytes; they go on in portions.
  private final class Sink {
    private let output: ([UInt8]) throws -> Void
    var waiting: [UInt8] = []
    private(set) var byteCount = 0
    private(set) var failure: (any Error)?
    private static let portion = 1 << 16

    init(_ output: @escaping ([UInt8]) throws -> Void) { self.output = output }

    /// - Returns: whether it went well.
    func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      waiting.append(contentsOf: bytes)
      return waiting.count < Self.portion || flush()
    }

    func flush() -> Bool {
      guard failure == nil else { return false }
      guard !waiting.isEmpty else { return true }
      do { try output(waiting) } catch {
        failure = error
        return false
      }
      byteCount += waiting.count
      waiting.removeAll(keepingCapacity: true)
      return true
    }
  }

  private let sink: Sink
  private var handle: UnsafeMutablePointer<GifFileType>?

  /// Bytes that have left.
  var byteCount: Int { sink.byteCount }

  /// Opens a file; nothing is written yet.
  init(output: @escaping ([UInt8]) throws -> Void) throws {
    sink = Sink(output)
    var code: Int32 = 0
    handle = EGifOpen(
      Unmanaged.passUnretained(sink).toOpaque(),
      { file, buffer, count in
        guard let pointer = file?.pointee.UserData, let buffer, count > 0 else { return 0 }
        let sink = Unmanaged<Sink>.fromOpaque(pointer).takeUnretainedValue()
        return sink.take(UnsafeBufferPointer(start: buffer, count: Int(count))) ? count : 0
      },
      &code
    )
    guard handle != nil else { throw Self.problem(code) }
  }

  deinit {
    // A file that was not finished: giflib still writes its last byte, to a sink that is going away.
    var code: Int32 = 0
    if let handle { EGifCloseFile(handle, &code) }
  }

  /// Header, size and the colours that frames without their own have.
  func begin(size: PixelSize, palette: [UInt32]) throws {
    let file = try opened
    EGifSetGifVersion(file, true)
    try Self.withColourMap(palette) { map in
      try check(
        EGifPutScreenDesc(file, Int32(clamping: size.width), Int32(clamping: size.height), 8, 0, map)
      )
    }
  }

  /// How often it plays: so many times more, 0 without end.
  func putLoop(repeating count: Int) throws {
    let file = try opened
    let name = Array("NETSCAPE2.0".utf8)
    let data: [UInt8] = [1, UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)]
    try check(EGifPutExtensionLeader(file, Int32(APPLICATION_EXT_FUNC_CODE)))
    try check(EGifPutExtensionBlock(file, Int32(clamping: name.count), name))
    try check(EGifPutExtensionBlock(file, Int32(clamping: data.count), data))
    try check(EGifPutExtensionTrailer(file))
  }

  /// The packet stands there as it is, not in portions; the 258 bytes behind it lead whoever reads it as portions to its
  /// end, wherever the packet leaves them (XMP specification part 3, 1.1.2).
  func putXMP(_ packet: [UInt8]) throws {
    let file = try opened
    let name = Array("XMP DataXMP".utf8)
    try check(EGifPutExtensionLeader(file, Int32(APPLICATION_EXT_FUNC_CODE)))
    try check(EGifPutExtensionBlock(file, Int32(clamping: name.count), name))
    let trailer: [UInt8] = [1] + (0...255).reversed().map { UInt8($0) } + [0]
    guard (packet + trailer).withUnsafeBufferPointer(sink.take) else {
      throw Self.problem(Int32(E_GIF_ERR_WRITE_FAILED))
    }
  }

  /// A frame that is shown for so many centiseconds, 0...65,535.
  func put(_ frame: CodedFrame, delay: Int) throws {
    let file = try opened
    let flags = frame.disposal.rawValue << 2 | (frame.transparentIndex == nil ? 0 : 1)
    let fields = [flags, delay, delay >> 8, frame.transparentIndex ?? 0]
    let control = fields.map { UInt8(truncatingIfNeeded: $0) }
    try check(
      EGifPutExtension(file, Int32(GRAPHICS_EXT_FUNC_CODE), Int32(clamping: control.count), control)
    )
    // giflib forgets the colours of the frame before, without giving them back, where a frame has none of its own.
    if frame.palette == nil, let colours = file.pointee.Image.ColorMap {
      file.pointee.Image.ColorMap = nil
      GifFreeMapObject(colours)
    }
    try Self.withColourMap(frame.palette) { map in
      try check(
        EGifPutImageDesc(
          file,
          Int32(clamping: frame.box.left),
          Int32(clamping: frame.box.top),
          Int32(clamping: frame.box.width),
          Int32(clamping: frame.box.height),
          false,
          map
        )
      )
    }
    try putCodes(frame.codes, file)
  }

  /// The codes in portions of up to 255 bytes, each behind its length: giflib takes them ready-made, and has itself written
  /// the least width of a code.
  private func putCodes(_ codes: [UInt8], _ file: UnsafeMutablePointer<GifFileType>) throws {
    var block: [UInt8] = []
    block.reserveCapacity(256)
    for start in stride(from: 0, to: codes.count, by: 255) {
      let portion = codes[start..<min(start + 255, codes.count)]
      block.removeAll(keepingCapacity: true)
      block.append(UInt8(portion.count))
      block += portion
      try check(EGifPutCodeNext(file, block))
    }
    try check(EGifPutCodeNext(file, nil))
  }

  /// Writes the end of the file.
  func close() throws {
    let file = try opened
    handle = nil
    var code: Int32 = 0
    guard EGifCloseFile(file, &code) == GIF_OK, sink.flush() else { throw sink.failure ?? Self.problem(code) }
  }

  private var opened: UnsafeMutablePointer<GifFileType> {
    get throws {
      guard let handle else { throw Problem(.encodeFailed, ["format": "GIF", "detail": "closed"]) }
      return handle
    }
  }

  private func check(_ result: Int32) throws {
    guard result == GIF_OK else { throw sink.failure ?? Self.problem(handle?.pointee.Error ?? 0) }
  }

  /// Colours as giflib has them, as many as a power of two.
  private static func withColourMap(
    _ palette: [UInt32]?,
    _ body: (UnsafeMutablePointer<ColorMapObject>?) throws -> Void
  ) throws {
    guard let palette else { return try body(nil) }
    var colours = palette.prefix(256).map { colour in
      GifColorType(
        Red: UInt8(truncatingIfNeeded: colour),
        Green: UInt8(truncatingIfNeeded: colour >> 8),
        Blue: UInt8(truncatingIfNeeded: colour >> 16)
      )
    }
    let count = 1 << CodedFrame.indexBits(colourCount: colours.count)
    colours += Array(repeating: GifColorType(Red: 0, Green: 0, Blue: 0), count: count - colours.count)
    guard let map = GifMakeMapObject(Int32(clamping: count), colours) else {
      throw problem(Int32(E_GIF_ERR_NOT_ENOUGH_MEM))
    }
    defer { GifFreeMapObject(map) }
    try body(map)
  }

  private static func problem(_ code: Int32) -> Problem {
    let text = GifErrorString(code).map { String(cString: $0) } ?? "\(code)"
    return Problem(.encodeFailed, ["format": "GIF", "detail": text])
  }
}
