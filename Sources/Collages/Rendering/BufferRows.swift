internal import Messages
internal import Pixels

/// A picture in memory, row by row.
final class BufferRows: PictureRows {
  private let picture: PixelBuffer
  private var next = 0

  /// - Parameter picture: of 8 bits.
  init(_ picture: PixelBuffer) { self.picture = picture }

  var size: PixelSize { picture.size }
  var layout: ChannelLayout { picture.layout }

  func readRow(into row: UnsafeMutableRawBufferPointer) throws {
    let length = picture.bytesPerRow
    guard next < size.height, row.count == length, picture.depth == .eight else {
      throw Problem(.internalError, ["detail": "row \(next) of \(size.height)"])
    }
    picture.bytes.withUnsafeBytes { bytes in
      row.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[(next * length)..<((next + 1) * length)]))
    }
    next += 1
  }
}
