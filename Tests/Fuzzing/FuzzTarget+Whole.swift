internal import Containers
internal import Pixels
internal import StillImages

extension FuzzTarget {
  static var whole: [FuzzTarget] { [FuzzTarget("picture", picture)] }

  /// Header and pixels, as a conversion reads them.
  private static func picture(_ bytes: [UInt8]) throws {
    let reader = try StillImageReader(bytes: bytes, limits: limits)
    let size = reader.header.size
    expect(size.width > 0 && size.height > 0, "\(size)")
    let pixels = try reader.decodePixels(threads: 1)
    expect(pixels.size == size, "\(pixels.size) instead of \(size)")
    expect(pixels.layout == reader.header.layout, "layout")
    _ = try? reader.decodePlanes(threads: 1)
    _ = try? reader.decodePixels(threads: 1, atLeast: PixelSize(width: 16, height: 16))
    for number in 0..<min(4, reader.header.further.furtherImageCount) {
      guard let further = try? reader.further(number + 1), let pixels = try? further.decodePixels(threads: 1)
      else { continue }
      expect(pixels.size == further.header.size, "picture \(number + 2): \(pixels.size)")
    }
  }
}
