internal import CJPEG
internal import Containers
internal import Files
internal import Messages
internal import Pixels

/// A JPEG file that is decoded row by row by libjpeg, which is fed in pieces: neither the file nor the picture is ever whole in
/// memory (a progressive file's coefficients are).
final class JPEGRows: StillImageRowDecoding {
  let header: StillImageHeader
  let notes: [Note]
  private(set) var size: PixelSize
  private let file: RandomAccessFile
  private let input: JPEGInput
  private var rowsRead = 0

  /// nil where the rows have to be made of the whole picture: CMYK, which is converted to sRGB.
  init?(_ file: RandomAccessFile, limits: DecodingLimits) throws {
    let parts = try JPEGFile(file)
    let input = JPEGInput(file)
    let facts = try JPEGHeader(parts.segments, limits) { try input.open() }
    if facts.cmykProfile != nil { return nil }
    self.file = file
    self.input = input
    notes = facts.notes
    header =
      parts.mayHaveCompanions ? Self.withCompanions(facts.header, file, limits) : facts.header
    size = facts.header.size
  }

  /// The header with what stands behind the picture, for which the file is read once as a whole; files that are too long for
  /// that go without.
  private static func withCompanions(
    _ header: StillImageHeader,
    _ file: RandomAccessFile,
    _ limits: DecodingLimits
  ) -> StillImageHeader {
    guard file.byteCount <= 1 << 26, let bytes = try? file.read(0..<file.byteCount),
      let reader = try? JPEGReader(bytes: bytes, limits: limits)
    else { return header }
    return reader.header
  }

  func start(atLeast least: PixelSize) throws {
    // libjpeg rounds reduced sides up (jdmaster.c).
    func reduced(_ side: Int, _ eighths: Int) -> Int { (side * eighths + 7) / 8 }
    let whole = header.size
    let eighths = (1...7).first { eighths in
      reduced(whole.width, eighths) >= min(least.width, whole.width)
        && reduced(whole.height, eighths) >= min(least.height, whole.height)
    }
    size = try input.start(eighths: eighths ?? 8)
  }

  func readRow(into row: UnsafeMutableRawBufferPointer) throws {
    try input.readRow(into: row)
    rowsRead += 1
    if rowsRead == size.height { try file.checkUnchanged() }
  }
}

/// libjpeg's reader of rows, and the file that it is fed from.
private final class JPEGInput {
  private let file: RandomAccessFile
  private var position: Int64 = 0
  private var failure: (any Error)?
  private var reader: OpaquePointer?

  init(_ file: RandomAccessFile) { self.file = file }

  deinit { cjpeg_rows_close(reader) }

  /// Reads the markers up to the first scan.
  func open() throws -> (size: PixelSize, channelCount: Int) {
    var shape = cjpeg_shape()
    try check(cjpeg_rows_open(readPiece, Unmanaged.passUnretained(self).toOpaque(), &reader, &shape))
    guard shape.colours != Int32(CJPEG_OTHER.rawValue) else {
      throw Problem(.codecUnsupported, ["codec": "JPEG of \(shape.channels) components", "detail": ""])
    }
    return (PixelSize(width: Int(shape.width), height: Int(shape.height)), Int(shape.channels))
  }

  func start(eighths: Int) throws -> PixelSize {
    var shape = cjpeg_shape()
    try check(cjpeg_rows_start(reader, Int32(eighths), &shape))
    return PixelSize(width: Int(shape.width), height: Int(shape.height))
  }

  func readRow(into row: UnsafeMutableRawBufferPointer) throws {
    try check(cjpeg_rows_read(reader, row.baseAddress?.assumingMemoryBound(to: UInt8.self), row.count))
  }

  private func check(_ result: cjpeg_result) throws {
    if let failure { throw failure }
    try JPEGLibrary.check(result)
  }

  /// Fills `bytes` with the next ones of the file; 0 at its end, -1 where reading fails.
  fileprivate func read(_ bytes: UnsafeMutableRawBufferPointer) -> Int64 {
    do {
      let count = try file.read(at: position, into: bytes)
      position += Int64(count)
      return Int64(count)
    } catch {
      failure = error
      return -1
    }
  }
}

/// cjpeg_read.
private func readPiece(
  _ context: UnsafeMutableRawPointer?,
  _ bytes: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int
) -> Int64 {
  guard let context, let bytes else { return -1 }
  let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: capacity)
  return Unmanaged<JPEGInput>.fromOpaque(context).takeUnretainedValue().read(buffer)
}
