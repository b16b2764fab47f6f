internal import Messages
internal import Pixels

/// What a format's adapter offers `StillImageRows`: the header at once, then the pixels row by row.
protocol StillImageRowDecoding: AnyObject {
  /// What the file says of itself; `layout` and `orientation` are those of the rows.
  var header: StillImageHeader { get }
  /// What is worth saying about the file even if all goes well.
  var notes: [Note] { get }
  /// The size of the rows: `header.size` until `start` makes it smaller.
  var size: PixelSize { get }
  /// Begins to decode, once: in a size that is cheap, neither side smaller than `least` (nor than the picture).
  func start(atLeast least: PixelSize) throws
  /// The next of `size.height` rows, 8 bits a sample; `row` is exactly as long as one. With the last one all damage has been
  /// told. Never called again once it threw, nor after the last row.
  func readRow(into row: UnsafeMutableRawBufferPointer) throws
}

/// The rows of a picture that is decoded whole when the rows begin: formats and codings that allow nothing else.
final class WholePictureRows: StillImageRowDecoding {
  private(set) var header: StillImageHeader
  let notes: [Note]
  private(set) var size: PixelSize
  private var reader: StillImageReader?
  private var rows: PixelBufferRows?

  init(_ reader: StillImageReader) {
    header = reader.header
    notes = reader.notes
    size = reader.header.size
    self.reader = reader
  }

  func start(atLeast least: PixelSize) throws {
    guard let reader else { throw Problem(.internalError, ["detail": "rows started twice"]) }
    let picture = try reader.decodePixels(threads: 1, atLeast: least)
    // The file's bytes are not needed any more.
    self.reader = nil
    size = picture.size
    rows = PixelBufferRows(picture.converted(to: .eight))
  }

  func readRow(into row: UnsafeMutableRawBufferPointer) throws { try rows?.readRow(into: row) }
}
