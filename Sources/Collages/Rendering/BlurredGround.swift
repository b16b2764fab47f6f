internal import Pixels

/// A photo that fills the page, so blurred that only its colours are left, and darkened: from a picture of 32 pixels, between
/// which a cubic B-spline leads, which has no edges however large it is drawn.
struct BlurredGround: CollageGround {
  /// The longer side of the picture that is left.
  static let longEdge = 32
  /// Codes are multiplied by it.
  static let darkening = 0.8
  private let picture: PixelBuffer
  private let height: Int
  private let columns: [Taps]

  /// Four neighbours and their weights.
  private struct Taps {
    let indices: SIMD4<Int32>
    let weights: SIMD4<Float>

    /// The place of a pixel's middle in a row of `count`.
    init(_ position: Int, of length: Int, in count: Int) {
      let place = (Double(position) + 0.5) * Double(count) / Double(length) - 0.5
      let base = place.rounded(.down)
      let t = Float(place - base)
      let first = Int32(base)
      let last = Int32(count - 1)
      indices = (SIMD4(-1, 0, 1, 2) &+ first).clamped(
        lowerBound: SIMD4(repeating: 0),
        upperBound: SIMD4(repeating: last)
      )
      let (u, square, cube) = (1 - t, t * t, t * t * t)
      weights = SIMD4(u * u * u, 3 * cube - 6 * square + 4, -3 * cube + 3 * square + 3 * t + 1, cube) / 6
    }
  }

  /// - Parameter picture: 8-bit red, green, blue, of the page's shape.
  init(_ picture: PixelBuffer, page: PixelSize) {
    self.picture = picture.layout == .rgb ? picture : picture.converted(to: .rgb)
    height = page.height
    columns = (0..<page.width).map { Taps($0, of: page.width, in: picture.size.width) }
  }

  func fill(_ row: UnsafeMutableRawBufferPointer, y: Int) {
    let darkening = Float(Self.darkening)
    let between = rowBetween(Taps(y, of: height, in: picture.size.height))
    between.withUnsafeBufferPointer { between in
      for (x, taps) in columns.enumerated() {
        var sum = SIMD3<Float>()
        for tap in 0..<4 { sum += between[Int(taps.indices[tap])] * taps.weights[tap] }
        for channel in 0..<3 { row[x &* 3 &+ channel] = UInt8(sum[channel] * darkening + 0.5) }
      }
    }
  }

  /// A row between the picture's rows.
  private func rowBetween(_ taps: Taps) -> [SIMD3<Float>] {
    let width = picture.size.width
    return picture.bytes.withUnsafeBufferPointer { bytes in
      (0..<width).map { x in
        var sum = SIMD3<Float>()
        for tap in 0..<4 {
          let place = (Int(taps.indices[tap]) &* width &+ x) &* 3
          let colour = SIMD3(Float(bytes[place]), Float(bytes[place &+ 1]), Float(bytes[place &+ 2]))
          sum += colour * taps.weights[tap]
        }
        return sum
      }
    }
  }
}
