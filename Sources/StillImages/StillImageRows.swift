public import Files
public import Messages
public import Pixels

/// A picture file that is decoded row by row: its header at once, its rows from `start` on.
///
/// Baseline JPEG is never whole in memory, neither the file nor the picture; of HEIC and AVIF pictures that are grids a row of
/// tiles is; of most PNGs and TIFFs the file is in memory but not the picture; other formats and codings are decoded whole when the rows begin. Samples are brought to 8 bits. Not shared between
/// threads.
public final class StillImageRows: PictureRows {
  private let adapter: any StillImageRowDecoding
  private var isStarted = false
  private var rowsRead = 0
  private var failure: Problem?

  /// Opens a file and reads all but the pixels.
  ///
  /// - Throws: what reading the file throws, and what `StillImageReader` does for it: a JPEG that is cut off throws
  ///   `decode.truncated` here, before any row is given. Limits are checked before memory is taken.
  public init(_ path: FilePath, limits: DecodingLimits = DecodingLimits()) throws {
    let file = try RandomAccessFile(path)
    let format = FormatDetector.detect(try file.read(0..<FormatDetector.neededByteCount))
    if case .still(.jpeg) = format, let rows = try JPEGRows(file, limits: limits) {
      adapter = rows
      return
    }
    // What is no picture is not read whole to find that out.
    guard case .still = format else {
      _ = try StillImageReader(bytes: file.read(0..<FormatDetector.neededByteCount), limits: limits)
      throw Problem(.formatUnknown, ["found": ""])
    }
    let bytes = try FileReader.read(path, maximumByteCount: 1 << 31).bytes
    switch format {
    case .still(.heic), .still(.avif):
      let reader = try HEIFReader(bytes: bytes, limits: limits)
      adapter = reader.gridRows() ?? WholePictureRows(StillImageReader(adapter: reader))
    case .still(.png):
      let reader = try PNGReader(bytes: bytes, limits: limits)
      adapter = try reader.rows() ?? WholePictureRows(StillImageReader(adapter: reader))
    case .still(.tiff):
      let reader = try TIFFReader(bytes: bytes, limits: limits)
      adapter = try reader.rows() ?? WholePictureRows(StillImageReader(adapter: reader))
    default: adapter = WholePictureRows(try StillImageReader(bytes: bytes, limits: limits))
    }
  }

  /// What the file says of itself. `orientation` is still to be done to the rows; `bitsPerSample` may be more than the 8 bits
  /// that they have.
  public var header: StillImageHeader { adapter.header }

  /// What is worth saying about the file even if all goes well.
  public var notes: [Note] { adapter.notes }

  /// The size of the rows, `header.orientation` not applied; `start` may make it smaller than `header.size`.
  public var size: PixelSize { adapter.size }

  /// The channels of the rows.
  public var layout: ChannelLayout { adapter.header.layout }

  /// Begins to decode, in a size that is cheap to decode, neither side smaller than that of `least` (nor than the picture).
  ///
  /// - Parameter least: before orientation, like `size`. Without a call the first row begins in the whole size.
  /// - Throws: `decode.*`; `internal` where it has begun already.
  public func start(atLeast least: PixelSize) throws {
    guard !isStarted else { throw Problem(.internalError, ["detail": "rows started twice"]) }
    isStarted = true
    try remembering { try adapter.start(atLeast: least) }
  }

  /// Reads the next row. Damage and truncation throw, at the last row at latest; rows before the damage are as they are meant.
  ///
  /// - Throws: `decode.*`, and what reading the file throws; `internal` after the last row.
  public func readRow(into row: UnsafeMutableRawBufferPointer) throws {
    if let failure { throw failure }
    if !isStarted { try start(atLeast: adapter.header.size) }
    guard rowsRead < size.height, row.count == size.width * layout.channelCount else {
      throw Problem(.internalError, ["detail": "row \(rowsRead) of \(size.height)"])
    }
    try remembering { try adapter.readRow(into: row) }
    rowsRead += 1
  }

  /// A decoder that failed is not asked again.
  private func remembering(_ body: () throws -> Void) throws {
    do { try body() } catch {
      failure = error as? Problem ?? Problem(.internalError, ["detail": "\(error)"])
      throw error
    }
  }
}
