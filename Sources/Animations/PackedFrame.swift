internal import Messages
internal import Pixels

/// A frame with a word a pixel: red in the lowest byte, then green, blue, and 255 for a pixel that is shown. One that is
/// not shown is 0.
struct PackedFrame: Equatable {
  /// Row by row from the top.
  var words: [UInt32]
  /// Whether there is a pixel that is not shown.
  var hasClearPixels = false

  static let opaque: UInt32 = 0xFF00_0000
  /// A GIF knows no half transparent pixels: from here on a pixel is shown.
  private static let alphaThreshold: UInt8 = 128

  /// - Throws: `encodeFailed` for a picture that is not 8-bit, or not of this size.
  init(_ picture: PixelBuffer, size: PixelSize) throws {
    guard picture.size == size, picture.depth == .eight else {
      let found = "\(picture.size.width) x \(picture.size.height), \(picture.depth.rawValue) bits a sample"
      throw Problem(
        .encodeFailed,
        ["format": "GIF", "detail": "frame of \(found) among \(size.width) x \(size.height), 8 bits"]
      )
    }
    let count = size.width * size.height
    words = [UInt32](unsafeUninitializedCapacity: count) { target, written in
      picture.bytes.withUnsafeBufferPointer { source in
        switch picture.layout {
        case .rgb: Self.packColours(source, into: target, count: count)
        case .rgba: Self.packColoursAndAlpha(source, into: target, count: count)
        case .grey: Self.packGrey(source, channels: 1, into: target, count: count)
        case .greyAlpha: Self.packGrey(source, channels: 2, into: target, count: count)
        }
      }
      written = count
    }
    if picture.layout.hasAlpha { hasClearPixels = words.contains(0) }
  }

  private static func packColours(
    _ source: UnsafeBufferPointer<UInt8>,
    into target: UnsafeMutableBufferPointer<UInt32>,
    count: Int
  ) {
    for place in 0..<count {
      let at = place &* 3
      target[place] =
        UInt32(source[at]) | UInt32(source[at &+ 1]) << 8 | UInt32(source[at &+ 2]) << 16 | opaque
    }
  }

  private static func packColoursAndAlpha(
    _ source: UnsafeBufferPointer<UInt8>,
    into target: UnsafeMutableBufferPointer<UInt32>,
    count: Int
  ) {
    for place in 0..<count {
      let at = place &* 4
      let colour =
        UInt32(source[at]) | UInt32(source[at &+ 1]) << 8 | UInt32(source[at &+ 2]) << 16 | opaque
      target[place] = source[at &+ 3] >= alphaThreshold ? colour : 0
    }
  }

  private static func packGrey(
    _ source: UnsafeBufferPointer<UInt8>,
    channels: Int,
    into target: UnsafeMutableBufferPointer<UInt32>,
    count: Int
  ) {
    for place in 0..<count {
      let at = place &* channels
      let isShown = channels == 1 || source[at &+ 1] >= alphaThreshold
      target[place] = isShown ? UInt32(source[at]) &* 0x0001_0101 | opaque : 0
    }
  }
}
