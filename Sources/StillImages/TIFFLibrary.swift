internal import CTIFF
internal import Messages
internal import Pixels

/// libtiff on one directory of a file in memory, in Swift's terms.
struct TIFFLibrary: ~Copyable {
  private let handle: OpaquePointer
  let shape: ctiff_shape

  /// The most bytes that libtiff may take at once: a strip may be the whole picture of 4 channels of 32 bits.
  private static func memoryLimit(_ limits: DecodingLimits) -> Int {
    let (bytes, overflow) = limits.maximumPixelCount.multipliedReportingOverflow(by: 16)
    return overflow ? .max : bytes
  }

  /// Runs `body` with a directory of a file, whose bytes libtiff reads where they are.
  static func open<Result>(
    _ bytes: [UInt8],
    directory: Int,
    limits: DecodingLimits,
    _ body: (borrowing TIFFLibrary) throws -> Result
  ) throws -> Result {
    try bytes.withUnsafeBufferPointer { buffer in
      try body(TIFFLibrary(buffer, directory: directory, limits: limits))
    }
  }

  /// The bytes must outlive it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, directory: Int, limits: DecodingLimits) throws {
    var result = ctiff_result()
    let opened = ctiff_open(
      bytes.baseAddress,
      bytes.count,
      UInt64(clamping: directory),
      Self.memoryLimit(limits),
      &result
    )
    guard let opened else { throw Self.problem(result) ?? Problem(.damaged, ["detail": "TIFF"]) }
    var shape = ctiff_shape()
    result = ctiff_read_shape(opened, &shape)
    if let problem = Self.problem(result) {
      ctiff_close(opened)
      throw problem
    }
    handle = opened
    self.shape = shape
  }

  deinit { ctiff_close(handle) }

  /// The colours of a palette with 16 bits each.
  func palette() throws -> [(red: UInt16, green: UInt16, blue: UInt16)] {
    guard shape.bits <= 8 else {
      throw Problem(.formatUnsupported, ["format": "TIFF (palette of \(shape.bits) bits)"])
    }
    let count = 1 << Int(shape.bits)
    var (red, green, blue) = (
      [UInt16](repeating: 0, count: count), [UInt16](repeating: 0, count: count),
      [UInt16](repeating: 0, count: count)
    )
    if let problem = Self.problem(ctiff_read_palette(handle, &red, &green, &blue, count)) { throw problem }
    return (0..<count).map { (red[$0], green[$0], blue[$0]) }
  }

  /// Decodes a strip or tile, of the last strip only the rows that there are.
  func readBlock(_ number: Int, rows: Int, into buffer: inout [UInt8]) throws {
    let result = ctiff_read_block(
      handle,
      UInt32(clamping: number),
      UInt32(clamping: rows),
      &buffer,
      buffer.count
    )
    if let problem = Self.problem(result) { throw problem }
  }

  /// The picture as libtiff itself converts it to 8 bits, for the codings that are not worth a decoder of our own.
  func readRGB() throws -> [UInt8] {
    let count = Int(shape.width) * Int(shape.height)
    var words = [UInt32](repeating: 0, count: count)
    if let problem = Self.problem(ctiff_read_rgba(handle, &words, count)) { throw problem }
    return [UInt8](unsafeUninitializedCapacity: count * 3) { buffer, filled in
      for index in 0..<count {
        let word = words[index]
        buffer[index &* 3] = UInt8(truncatingIfNeeded: word)
        buffer[index &* 3 &+ 1] = UInt8(truncatingIfNeeded: word >> 8)
        buffer[index &* 3 &+ 2] = UInt8(truncatingIfNeeded: word >> 16)
      }
      filled = count * 3
    }
  }

  private static func problem(_ result: ctiff_result) -> Problem? {
    let text = withUnsafeBytes(of: result.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    switch UInt32(bitPattern: result.status) {
    case CTIFF_OK.rawValue: return nil
    case CTIFF_TRUNCATED.rawValue: return Problem(.truncated, ["detail": "TIFF: \(text)"])
    case CTIFF_UNSUPPORTED.rawValue: return Problem(.formatUnsupported, ["format": "TIFF (\(text))"])
    case CTIFF_NO_MEMORY.rawValue: return Problem(.workerOutOfMemory, ["limit": "libtiff"])
    default: return Problem(.damaged, ["detail": "TIFF: \(text)"])
    }
  }
}
