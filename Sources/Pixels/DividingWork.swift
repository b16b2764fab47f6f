/// Gives a conversion the rows that it asks for: the samples of a picture, a plane a channel.
final class DividingWork {
  private let picture: PixelBuffer
  private let rows: RowRing

  /// Red, green and blue of `picture`; alpha is passed over.
  init(_ picture: PixelBuffer, _ rows: RowRing) {
    self.picture = picture
    self.rows = rows
  }

  /// Fills columns of a row.
  func fill(_ row: Int, _ columns: Range<Int>) {
    guard row < picture.size.height else { return }
    let columns = columns.clamped(to: 0..<picture.size.width)
    switch picture.depth {
    case .eight: copy(UInt8.self, row, columns)
    case .sixteen: copy(UInt16.self, row, columns)
    }
  }

  @inline(__always)
  private func copy<Sample: FixedWidthInteger>(_ type: Sample.Type, _ row: Int, _ columns: Range<Int>) {
    let channels = picture.layout.channelCount
    picture.bytes.withUnsafeBytes { bytes in
      let input = bytes.assumingMemoryBound(to: type)
      for channel in 0..<3 {
        let plane = rows.bytes(row, channel).assumingMemoryBound(to: type)
        var place = (row &* picture.size.width &+ columns.lowerBound) &* channels &+ channel
        for column in columns {
          plane[column] = input[place]
          place &+= channels
        }
      }
    }
  }
}
