/// Gives each pixel that is to be painted a colour of the palette: the nearest, or with dither one that makes up for what
/// the pixels before it got wrong (Floyd and Steinberg's weights, rows in turn from the left and from the right).
///
/// Pixels that stay as they are pass no error on, so that what does not move does not flicker.
final class ColourMapper {
  private let width: Int
  /// Parts of 256 of an error that are passed on, by activity.
  private let strengths: [Int32]
  /// What the next row has to make up for, in 16ths of a level: a pixel at its column + 1.
  private let current: WorkArea<SIMD4<Int32>>
  private let below: WorkArea<SIMD4<Int32>>

  /// Strength in smooth areas; next to none where it is so busy that no band is seen.
  private static let full = 0.7
  private static let least = 0.15
  private static let smooth = 16.0
  private static let busy = 64.0

  init(width: Int) {
    self.width = width
    strengths = (0..<256).map { activity in
      let share = min(max((Double(activity) - Self.smooth) / (Self.busy - Self.smooth), 0), 1)
      return Int32(256 * Self.full * (1 - (1 - Self.least) * share))
    }
    current = WorkArea(count: width + 2, of: .zero)
    below = WorkArea(count: width + 2, of: .zero)
  }

  /// The nearest colours.
  /// - Parameter indices: of the whole frame; those of pixels whose mask is 0 keep their value.
  func map(
    _ words: UnsafeBufferPointer<UInt32>,
    _ mask: UnsafeBufferPointer<UInt8>,
    in box: FrameBox,
    to nearest: NearestColour,
    _ indices: UnsafeMutableBufferPointer<UInt8>
  ) {
    var (last, index) = (UInt32(0), 0)
    for row in box.top..<box.bottom {
      for pixel in (row &* width &+ box.left)..<(row &* width &+ box.right) where mask[pixel] != 0 {
        if words[pixel] != last {
          last = words[pixel]
          index = nearest.index(of: last)
        }
        indices[pixel] = UInt8(truncatingIfNeeded: index)
      }
    }
  }

  /// Colours with dither.
  func mapDithering(
    _ words: UnsafeBufferPointer<UInt32>,
    _ mask: UnsafeBufferPointer<UInt8>,
    in box: FrameBox,
    activity: UnsafeBufferPointer<UInt8>,
    to nearest: NearestColour,
    _ indices: UnsafeMutableBufferPointer<UInt8>
  ) {
    var (current, below) = (current.values, below.values)
    below.update(repeating: .zero)
    for row in box.top..<box.bottom {
      swap(&current, &below)
      for place in box.left..<(box.right &+ 2) { below[place] = .zero }
      let isForward = row & 1 == 0
      let line = row &* width
      let step = isForward ? 1 : -1
      var column = isForward ? box.left : box.right &- 1
      var ahead = SIMD4<Int32>.zero
      for _ in 0..<box.width {
        let pixel = line &+ column
        if mask[pixel] == 0 {
          ahead = .zero
        } else {
          let colour = Self.colour(words[pixel])
          let wanted = Self.limited(colour &+ (ahead &+ current[column &+ 1] &+ 8) &>> 4)
          let index = nearest.index(of: Self.packed(wanted))
          indices[pixel] = UInt8(truncatingIfNeeded: index)
          let strength = strengths[Int(activity[pixel])]
          let error = ((wanted &- Self.colour(nearest.palette[index])) &* strength) &>> 4
          // Of 16ths: 7 ahead, 3 behind and below, 5 below, 1 ahead and below; `error` is in 16ths itself.
          ahead = (error &* 7) &>> 4
          below[column &+ 1 &- step] &+= (error &* 3) &>> 4
          below[column &+ 1] &+= (error &* 5) &>> 4
          below[column &+ 1 &+ step] &+= error &>> 4
        }
        column = column &+ step
      }
    }
  }

  @inline(__always)
  private static func colour(_ word: UInt32) -> SIMD4<Int32> {
    SIMD4<Int32>(
      Int32(truncatingIfNeeded: word & 0xFF),
      Int32(truncatingIfNeeded: word >> 8 & 0xFF),
      Int32(truncatingIfNeeded: word >> 16 & 0xFF),
      0
    )
  }

  @inline(__always)
  private static func limited(_ colour: SIMD4<Int32>) -> SIMD4<Int32> {
    colour.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
  }

  @inline(__always)
  private static func packed(_ colour: SIMD4<Int32>) -> UInt32 {
    UInt32(truncatingIfNeeded: colour.x | colour.y << 8 | colour.z << 16) | PackedFrame.opaque
  }
}
