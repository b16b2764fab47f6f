/// A picture as it is seen from far away: the mean colours of at most 4,096 nearly square cells, gathered row by row. With
/// it a file can be compared with what went into it though neither is ever whole in memory.
public struct PictureSketch: Hashable, Sendable {
  /// The picture's columns and rows.
  public let size: PixelSize
  /// The picture's channels.
  public let layout: ChannelLayout
  /// Columns and rows of cells.
  public let cells: PixelSize
  /// A number made of every sample: equal for equal pictures, and hardly ever else.
  public let fingerprint: UInt64
  /// The mean 0...255 of each channel of each cell, by rows; colours count by their alpha.
  let means: [Float]

  /// How far two sketches are apart, 0 equal and 1 black against white.
  public struct Distance: Hashable, Sendable {
    /// Over all cells.
    public let mean: Double
    /// Of the cell that differs most.
    public let peak: Double
  }

  /// How far this is from another sketch; nil where size or channels differ.
  public func distance(to other: PictureSketch) -> Distance? {
    guard size == other.size, layout == other.layout, means.count == other.means.count else { return nil }
    let channels = layout.channelCount
    var (sum, peak) = (0.0, 0.0)
    for start in stride(from: 0, to: means.count, by: channels) {
      var cell = 0.0
      for index in start..<(start + channels) { cell += Double(abs(means[index] - other.means[index])) }
      sum += cell
      peak = max(peak, cell / Double(channels))
    }
    return Distance(mean: sum / Double(max(means.count, 1)) / 255, peak: peak / 255)
  }

  /// The sketch of rows, which are all read.
  public init(reading rows: any PictureRows) throws {
    let sketching = SketchingRows(rows)
    let row = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(rows.size.width * rows.layout.channelCount, 1),
      alignment: 16
    )
    defer { row.deallocate() }
    for _ in 0..<rows.size.height { try sketching.readRow(into: row) }
    self = sketching.sketch
  }

  fileprivate init(_ size: PixelSize, _ layout: ChannelLayout, _ cells: PixelSize, _ sums: Sums) {
    self.size = size
    self.layout = layout
    self.cells = cells
    fingerprint = sums.fingerprint
    means = sums.means
  }

  /// Columns and rows of cells: of the picture's shape, no smaller than a pixel.
  static func cells(for size: PixelSize) -> PixelSize {
    let largest = 4096.0
    let (width, height) = (Double(max(size.width, 1)), Double(max(size.height, 1)))
    let columns = max(1, min((largest * width / height).squareRoot(), largest, width))
    return PixelSize(
      width: max(1, Int(columns)),
      height: max(1, Int(min(largest / columns.rounded(.down), height)))
    )
  }

  fileprivate struct Sums {
    var means: [Float] = []
    var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
  }
}

/// Rows that are passed on as they are, while a sketch of them is made.
public final class SketchingRows: PictureRows {
  private let source: any PictureRows
  private let cells: PixelSize
  private let edges: [Int]
  private var sums = PictureSketch.Sums()
  /// The samples of each column since the cells' row began.
  private var columnSums: [UInt32]
  private var rowsRead = 0
  private var firstRow = 0

  /// Passes on the rows of a source of which none has been read.
  public init(_ source: any PictureRows) {
    self.source = source
    let cells = PictureSketch.cells(for: source.size)
    self.cells = cells
    edges = (0...cells.width).map { $0 * source.size.width / cells.width }
    columnSums = [UInt32](repeating: 0, count: source.size.width * source.layout.channelCount)
    sums.means.reserveCapacity(cells.width * cells.height * source.layout.channelCount)
  }

  /// The source's.
  public var size: PixelSize { source.size }
  /// The source's.
  public var layout: ChannelLayout { source.layout }

  /// The sketch of the rows that were read; of a picture whose rows were all read, that of the picture.
  public var sketch: PictureSketch { PictureSketch(size, layout, cells, sums) }

  /// Reads the next row.
  public func readRow(into row: UnsafeMutableRawBufferPointer) throws {
    try source.readRow(into: row)
    let samples = UnsafeRawBufferPointer(row)
    sums.fingerprint = Self.mixed(sums.fingerprint, samples)
    add(samples)
    rowsRead += 1
    let band = sums.means.count / max(1, cells.width * layout.channelCount)
    if rowsRead == (band + 1) * size.height / cells.height { finishBand() }
  }

  private func add(_ samples: UnsafeRawBufferPointer) {
    let (channels, hasAlpha) = (layout.channelCount, layout.hasAlpha)
    columnSums.withUnsafeMutableBufferPointer { sums in
      let count = min(sums.count, samples.count)
      guard hasAlpha else {
        for index in 0..<count { sums[index] &+= UInt32(samples[index]) }
        return
      }
      for start in stride(from: 0, to: count &- channels &+ 1, by: channels) {
        let alpha = UInt32(samples[start &+ channels &- 1])
        for channel in 0..<(channels &- 1) {
          sums[start &+ channel] &+= (UInt32(samples[start &+ channel]) &* alpha &+ 127) / 255
        }
        sums[start &+ channels &- 1] &+= alpha
      }
    }
  }

  /// Brings the columns together into cells.
  private func finishBand() {
    let channels = layout.channelCount
    for column in 0..<cells.width {
      let range = edges[column]..<edges[column + 1]
      let count = Double(max(range.count * (rowsRead - firstRow), 1))
      for channel in 0..<channels {
        var sum: UInt64 = 0
        for x in range { sum &+= UInt64(columnSums[x &* channels &+ channel]) }
        sums.means.append(Float(Double(sum) / count))
      }
    }
    for index in columnSums.indices { columnSums[index] = 0 }
    firstRow = rowsRead
  }

  /// Eight bytes at a time, by the multiplication of FNV-1a and a turn that brings high bits down.
  private static func mixed(_ start: UInt64, _ samples: UnsafeRawBufferPointer) -> UInt64 {
    var state = start
    let prime: UInt64 = 0x100_0000_01B3
    var offset = 0
    while offset &+ 8 <= samples.count {
      state = (state ^ samples.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* prime
      state ^= state &>> 29
      offset &+= 8
    }
    while offset < samples.count {
      state = (state ^ UInt64(samples[offset])) &* prime
      offset &+= 1
    }
    return state
  }
}
