internal import Pixels

/// Between samples of the full range and those of BT.601 video, where black is 16, white 235 and colour differences reach
/// from 16 to 240 (ITU-R BT.601-7, 2.5.3): WebP codes the latter, JPEG and the HEICs of phones the former, of one matrix.
enum VideoRange {
  /// What to do with the samples.
  enum Direction {
    case toVideo
    case toFull
  }

  /// Copies a plane row by row, each sample in its new range.
  static func copy(
    _ source: UnsafeRawPointer,
    stride: Int,
    to target: UnsafeMutableRawPointer,
    stride targetStride: Int,
    size: PixelSize,
    isLuma: Bool,
    _ direction: Direction
  ) {
    let table =
      isLuma ? table(steps: 219, zero: (0, 16), direction) : table(steps: 224, zero: (128, 128), direction)
    table.withUnsafeBufferPointer { table in
      for y in 0..<size.height {
        let (from, to) = (source + y &* stride, target + y &* targetStride)
        for x in 0..<size.width {
          let sample = Int(from.load(fromByteOffset: x, as: UInt8.self))
          to.storeBytes(of: table[sample], toByteOffset: x, as: UInt8.self)
        }
      }
    }
  }

  /// The new value of each; `zero` is black, or no colour, in the full and in the video range.
  private static func table(steps: Int, zero: (full: Int, video: Int), _ direction: Direction) -> [UInt8] {
    (0..<256).map { value in
      let exact: Double =
        switch direction {
        case .toVideo: Double((value - zero.full) * steps) / 255 + Double(zero.video)
        case .toFull: Double((value - zero.video) * 255) / Double(steps) + Double(zero.full)
        }
      return UInt8(max(0, min(255, exact.rounded())))
    }
  }
}
