internal import Pixels

/// What lies around the cells, row by row.
protocol CollageGround {
  /// Fills a row of the page.
  func fill(_ row: UnsafeMutableRawBufferPointer, y: Int)
}

/// One colour, or nothing at all.
struct PlainGround: CollageGround {
  private let row: [UInt8]

  /// A colour in the page's own numbers; nil: transparent.
  init(_ colour: RGBColour?, width: Int) {
    if let colour {
      row = (0..<width).flatMap { _ in [colour.red, colour.green, colour.blue] }
    } else {
      row = [UInt8](repeating: 0, count: width * 4)
    }
  }

  func fill(_ target: UnsafeMutableRawBufferPointer, y: Int) {
    row.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(target.count))) }
  }
}

/// A cell whose source can't be read: neutral grey, the same in sRGB and Display P3.
final class GreyRows: PictureRows {
  /// L* 65: plainly no photo, on white and on black.
  static let grey: UInt8 = 158
  let size: PixelSize
  let layout = ChannelLayout.rgb

  init(_ size: PixelSize) { self.size = size }

  func readRow(into row: UnsafeMutableRawBufferPointer) throws {
    row.initializeMemory(as: UInt8.self, repeating: Self.grey)
  }
}
