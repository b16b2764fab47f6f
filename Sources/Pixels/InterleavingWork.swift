/// Takes the rows that a conversion finishes, a plane a channel, and puts their samples side by side.
final class InterleavingWork {
  private let rows: RowRing
  private let size: PixelSize
  private let channels: Int
  private let depth: SampleDepth
  private(set) var result: [UInt8]

  init(_ rows: RowRing, size: PixelSize, layout: ChannelLayout, depth: SampleDepth) {
    self.rows = rows
    self.size = size
    self.depth = depth
    channels = layout.channelCount
    result = [UInt8](repeating: 0, count: size.width * size.height * channels * depth.byteCount)
  }

  /// Takes columns of a row.
  func take(_ row: Int, _ columns: Range<Int>) {
    guard row < size.height else { return }
    let columns = columns.clamped(to: 0..<size.width)
    switch depth {
    case .eight: copy(UInt8.self, row, columns)
    case .sixteen: copy(UInt16.self, row, columns)
    }
  }

  @inline(__always)
  private func copy<Sample: FixedWidthInteger>(_ type: Sample.Type, _ row: Int, _ columns: Range<Int>) {
    let channels = channels
    result.withUnsafeMutableBytes { bytes in
      let output = bytes.assumingMemoryBound(to: type)
      for channel in 0..<channels {
        let plane = rows.bytes(row, channel).assumingMemoryBound(to: type)
        var place = (row &* size.width &+ columns.lowerBound) &* channels &+ channel
        for column in columns {
          output[place] = plane[column]
          place &+= channels
        }
      }
    }
  }
}
