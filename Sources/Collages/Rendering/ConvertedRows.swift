internal import Pixels

/// Rows in red, green and blue of the page's profile.
final class ConvertedRows: PictureRows {
  private let source: any PictureRows
  private let conversion: RowConversion
  private let isMirrored: Bool
  private var buffer: [UInt8]

  /// - Parameter isMirrored: whether rows are to be read from right to left.
  init(_ source: any PictureRows, _ colour: ColourDescription, to profile: [UInt8], isMirrored: Bool = false)
    throws
  {
    self.source = source
    self.isMirrored = isMirrored
    conversion = try RowConversion(from: colour, layout: source.layout, to: profile)
    buffer = [UInt8](repeating: 0, count: source.size.width * source.layout.channelCount)
  }

  var size: PixelSize { source.size }
  var layout: ChannelLayout { conversion.layout }

  func readRow(into row: UnsafeMutableRawBufferPointer) throws {
    try buffer.withUnsafeMutableBytes { bytes in
      try source.readRow(into: bytes)
      conversion.convert(UnsafeRawBufferPointer(bytes), into: row)
    }
    if isMirrored { mirror(row) }
  }

  private func mirror(_ row: UnsafeMutableRawBufferPointer) {
    let channels = layout.channelCount
    var (left, right) = (0, size.width - 1)
    while left < right {
      for channel in 0..<channels { row.swapAt(left &* channels &+ channel, right &* channels &+ channel) }
      left += 1
      right -= 1
    }
  }
}
