/// A picture that is given row by row, from the top, each row once: whoever reads it never has it whole in memory.
///
/// Not shared between threads.
public protocol PictureRows: AnyObject {
  /// Columns and rows.
  var size: PixelSize { get }
  /// Channels of a pixel; samples have 8 bits, rows are packed, alpha is straight.
  var layout: ChannelLayout { get }
  /// Reads the next row.
  ///
  /// - Parameter row: exactly `size.width * layout.channelCount` bytes.
  /// - Throws: `Problem` where the source is damaged or ends; `internal` after the last row.
  func readRow(into row: UnsafeMutableRawBufferPointer) throws
}
