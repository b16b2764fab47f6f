import Collages
import Pixels

/// Made items and limits for layouts.
enum CollageTestItems {
  /// A limit that no canvas of these tests reaches.
  static let noLimit = CollageSideLimit(format: "png", side: 1_000_000)

  /// The same numbers in every run (SplitMix64).
  struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  /// Photos as people have them: 35 % 4:3, 40 % 3:4, 8 % 16:9, 10 % 9:16, 5 % squares, 2 % panoramas.
  static func photos(_ count: Int, _ random: inout Random) -> [CollageItem] {
    (0..<count).map { _ in
      let (width, height) =
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<35: (4000, 3000)
        case 35..<75: (3000, 4000)
        case 75..<83: (1920, 1080)
        case 83..<93: (1080, 1920)
        case 93..<98: (3000, 3000)
        default: (9000, 3000)
        }
      return CollageItem(size: PixelSize(width: width, height: height))
    }
  }

  /// Pictures of any shape from 1:8 to 8:1.
  static func shapes(_ count: Int, _ random: inout Random) -> [CollageItem] {
    (0..<count).map { _ in
      CollageItem(
        size: PixelSize(
          width: Int.random(in: 500...4000, using: &random),
          height: Int.random(in: 500...4000, using: &random)
        )
      )
    }
  }

  /// Items of given sizes.
  static func items(_ sizes: (Int, Int)...) -> [CollageItem] {
    sizes.map { CollageItem(size: PixelSize(width: $0.0, height: $0.1)) }
  }
}
