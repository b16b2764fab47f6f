internal import Pixels

/// Rows of a picture of which somebody is told as they are read.
final class WatchedRows: PictureRows {
  private let source: any PictureRows
  private let progress: (Int) -> Void
  private var count = 0

  /// - Parameter progress: is told how many rows were read, after each of them.
  init(_ source: any PictureRows, progress: @escaping (Int) -> Void) {
    self.source = source
    self.progress = progress
  }

  var size: PixelSize { source.size }
  var layout: ChannelLayout { source.layout }

  func readRow(into row: UnsafeMutableRawBufferPointer) throws {
    try source.readRow(into: row)
    count += 1
    progress(count)
  }
}
