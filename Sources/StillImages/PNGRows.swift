internal import Messages
internal import Pixels

/// A PNG picture that is decoded row by row; the file is in memory, the picture is not.
final class PNGRows: StillImageRowDecoding {
  let header: StillImageHeader
  let notes: [Note]
  let size: PixelSize
  private let decoder: PNGRowDecoder
  private var rowsRead = 0

  init(
    _ bytes: [UInt8],
    _ encoding: PNGLibrary.Encoding,
    header: StillImageHeader,
    notes: [Note]
  ) throws {
    self.header = header
    self.notes = notes
    size = header.size
    decoder = try PNGRowDecoder(bytes, encoding)
  }

  /// Every row has to be decoded; there is no smaller size.
  func start(atLeast least: PixelSize) throws {}

  func readRow(into row: UnsafeMutableRawBufferPointer) throws {
    rowsRead += 1
    try decoder.readRow(into: row, isLast: rowsRead == size.height)
  }
}
