internal import Messages

/// A part of a picture in another size, row by row: what `PixelBuffer.resized` makes of a whole picture, within one or two
/// codes, with a few rows in memory.
///
/// The pixels around the window take part in what is mixed at its edges. Rows below the window are never read.
public final class RowResampler: PictureRows {
  /// The size that was asked for.
  public let size: PixelSize
  /// The source's channels.
  public var layout: ChannelLayout { source.layout }

  private let source: any PictureRows
  private let columns: ResamplingWeights
  private let rows: ResamplingWeights
  private let kernel: ResamplingKernel
  private var sourceRow: [UInt8]
  private var rowsRead = 0
  private var next = 0

  /// Prepares; nothing is read yet.
  ///
  /// - Parameters:
  ///   - source: of which no row has been read.
  ///   - window: the part that is seen, in the source's pixels; nil: all. It must lie within the source.
  ///   - target: the new size, both sides at least 1.
  ///   - linearLight: whether to mix light instead of coded values, as in `PixelBuffer.resized`.
  /// - Throws: `internal` for sizes or a window that are none.
  public init(
    _ source: any PictureRows,
    window: PixelWindow? = nil,
    to target: PixelSize,
    linearLight: Bool = true
  ) throws {
    let whole = source.size
    let window = window ?? PixelWindow(whole)
    guard target.width >= 1, target.height >= 1, whole.width >= 1, whole.height >= 1, window.lies(in: whole)
    else {
      throw Problem(.internalError, ["detail": "\(window) of \(whole) to \(target)"])
    }
    self.source = source
    size = target
    columns = ResamplingWeights(
      source: whole.width,
      start: window.x,
      length: window.width,
      target: target.width
    )
    rows = ResamplingWeights(
      source: whole.height,
      start: window.y,
      length: window.height,
      target: target.height
    )
    kernel = ResamplingKernel(
      layout: source.layout,
      columns: columns,
      rowCount: rows.count,
      isLinear: linearLight
    )
    sourceRow = [UInt8](repeating: 0, count: whole.width * source.layout.channelCount)
  }

  /// Reads the next row.
  public func readRow(into row: UnsafeMutableRawBufferPointer) throws {
    let channels = layout.channelCount
    guard next < size.height, row.count == size.width * channels else {
      throw Problem(.internalError, ["detail": "row \(next) of \(size.height)"])
    }
    let first = rows.firsts[next]
    while rowsRead < first + rows.count {
      try sourceRow.withUnsafeMutableBytes { try source.readRow(into: $0) }
      if rowsRead >= first, !isCopy { sourceRow.withUnsafeBytes { kernel.take($0, row: rowsRead) } }
      rowsRead += 1
    }
    if isCopy {
      let start = columns.needed.lowerBound * channels
      sourceRow.withUnsafeBytes {
        row.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + row.count)]))
      }
    } else {
      let start = next * rows.count
      kernel.give(first: first, weights: rows.weights[start..<(start + rows.count)], into: row)
    }
    next += 1
  }

  private var isCopy: Bool { columns.isCopy && rows.isCopy }
}
