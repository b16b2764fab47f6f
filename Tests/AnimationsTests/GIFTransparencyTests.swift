import Animations
import Pixels
import Testing

@Suite struct GIFTransparencyTests {
  private static let size = PixelSize(width: 30, height: 20)

  /// A disc of some colours on nothing.
  private static func disc(_ column: Int, _ row: Int, _ radius: Int) -> PixelBuffer {
    MadeFrames.picture(size, layout: .rgba) { x, y in
      let (dx, dy) = (x - column, y - row)
      let isIn = dx * dx + dy * dy <= radius * radius
      return isIn ? MadeFrames.colour(200, (x / 4) * 20, (y / 4) * 30) : UInt32(x) | 0x3000_0000
    }
  }

  private static func check(_ pictures: [PixelBuffer]) throws -> DecodedAnimation {
    let frames = pictures.enumerated().map { ($1, Double($0 + 1) / 10) }
    let (bytes, _) = try MadeFrames.coded(frames, settings: MadeFrames.settings(quality: 100))
    let decoded = try DecodedAnimation(bytes)
    for (number, picture) in pictures.enumerated() {
      let isSame = decoded.shown(at: number * 10 + 5) == MadeFrames.words(picture)
      #expect(isSame, "frame \(number)")
    }
    return decoded
  }

  @Test func whatIsNotShownAnyMoreIsTakenAway() throws {
    let decoded = try Self.check((0..<8).map { Self.disc(4 + $0 * 3, 10, 5) })
    #expect(decoded.frames.dropLast().allSatisfy { $0.disposal == 2 })
    #expect(decoded.frames.last?.disposal == 1)
    #expect(decoded.frames.dropFirst().allSatisfy { $0.width < Self.size.width })
  }

  @Test func whatOnlyGrowsIsNotTakenAway() throws {
    let decoded = try Self.check((1..<9).map { Self.disc(15, 10, $0) })
    #expect(decoded.frames.allSatisfy { $0.disposal == 1 })
  }

  @Test func framesOfNothingAreFrames() throws {
    let nothing = Self.disc(-100, 0, 1)
    let decoded = try Self.check([
      nothing, Self.disc(9, 9, 6), nothing, nothing, Self.disc(20, 9, 6), nothing,
    ])
    #expect(decoded.frames.count == 5)
  }

  @Test func stillPicturesWithHolesStay() throws {
    let one = Self.disc(9, 9, 6)
    #expect(try Self.check([one, one, Self.disc(10, 9, 6), one]).frames.count == 3)
  }

  @Test func whatIsHalfTransparentIsShownOrNot() throws {
    let picture = MadeFrames.picture(Self.size, layout: .rgba) { x, y in
      UInt32(40) | UInt32(min(255, x * 9)) << 24
    }
    let decoded = try Self.check([picture])
    #expect(decoded.frames.first?.shown[14] == 0)
    #expect(decoded.frames.first?.shown[15] == MadeFrames.colour(40, 0, 0))
  }

  @Test func aLongDelayBeforeSomethingIsTakenAway() throws {
    let pictures = [(Self.disc(9, 9, 6), 700.0), (Self.disc(20, 9, 6), 701.0)]
    let (bytes, _) = try MadeFrames.coded(pictures, settings: MadeFrames.settings(quality: 100))
    let decoded = try DecodedAnimation(bytes)
    #expect(decoded.frames.map(\.delay) == [65_535, 4465, 100])
    #expect(decoded.shown(at: 69_990) == MadeFrames.words(pictures[0].0))
    #expect(decoded.shown(at: 70_010) == MadeFrames.words(pictures[1].0))
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6])
  func anySequenceOfHolesIsAsItShouldBe(seed: Int) throws {
    var random = MadeFrames.Random(state: UInt64(seed))
    _ = try Self.check(
      (0..<12).map { _ in Self.disc(random.next(30), random.next(20), random.next(9) - 1) }
    )
  }

  @Test func lossDoesNotTouchHoles() throws {
    let pictures = (0..<6).map { number in
      MadeFrames.picture(Self.size, layout: .rgba) { x, y in
        (x + number) % 7 < 3 ? 0 : MadeFrames.colour(x * 8 & 255, y * 12 & 255, (x * y + number * 9) & 255)
      }
    }
    let frames = pictures.enumerated().map { ($1, Double($0 + 1) / 10) }
    let (bytes, _) = try MadeFrames.coded(frames, settings: MadeFrames.settings(quality: 20))
    let decoded = try DecodedAnimation(bytes)
    for (number, picture) in pictures.enumerated() {
      let shown = decoded.shown(at: number * 10 + 5)
      #expect(zip(shown, MadeFrames.words(picture)).allSatisfy { ($0 == 0) == ($1 == 0) })
    }
  }
}
