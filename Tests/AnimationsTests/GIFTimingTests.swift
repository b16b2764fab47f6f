import Animations
import Pixels
import Testing

@Suite struct GIFTimingTests {
  private static let size = PixelSize(width: 12, height: 8)

  /// A field of one colour.
  private static func field(_ number: Int) -> PixelBuffer {
    MadeFrames.picture(size) { _, _ in MadeFrames.colour(number * 53 & 255, number * 97 & 255, 77) }
  }

  private static func decoded(_ frames: [(Int, Double)]) throws -> DecodedAnimation {
    let pictures = frames.map { (field($0), $1) }
    let (bytes, summary) = try MadeFrames.coded(pictures, settings: MadeFrames.settings(quality: 100))
    let decoded = try DecodedAnimation(bytes)
    #expect(decoded.frames.map(\.delay).reduce(0, +) == summary.durationInCentiseconds)
    #expect(decoded.frames.count == summary.frameCount)
    return decoded
  }

  @Test func roundingErrorsDoNotAddUp() throws {
    let decoded = try Self.decoded((1...45).map { ($0, Double($0) / 15) })
    #expect(decoded.frames.count == 45)
    #expect(Set(decoded.frames.map(\.delay)) == [6, 7])
    var end = 0
    for (number, frame) in decoded.frames.enumerated() {
      end += frame.delay
      #expect(abs(Double(end) - Double(number + 1) / 15 * 100) <= 0.5)
    }
  }

  @Test func framesTooFastToBeSeenGiveWayAndNothingIsStretched() throws {
    let decoded = try Self.decoded((1...100).map { ($0, Double($0) / 100) })
    #expect(decoded.frames.allSatisfy { $0.delay >= 2 })
    #expect(decoded.frames.map(\.delay).reduce(0, +) == 100)
    #expect(decoded.frames.last?.shown == MadeFrames.words(Self.field(100)))
    // 60 a second: two of three stay.
    let sixty = try Self.decoded((1...60).map { ($0, Double($0) / 60) })
    #expect(sixty.frames.count >= 40 && sixty.frames.allSatisfy { (2...3).contains($0.delay) })
    #expect(sixty.frames.map(\.delay).reduce(0, +) == 100)
  }

  @Test func aShortLastFrameBeginsEarlierOrIsLeftOut() throws {
    let earlier = try Self.decoded([(1, 0.5), (2, 0.51)])
    #expect(earlier.frames.map(\.delay) == [49, 2])
    let dropped = try Self.decoded([(1, 0.02), (2, 0.03)])
    #expect(dropped.frames.map(\.delay) == [3])
    #expect(dropped.frames.first?.shown == MadeFrames.words(Self.field(1)))
  }

  @Test func equalFramesAreOne() throws {
    let decoded = try Self.decoded([(1, 0.1), (1, 0.2), (2, 0.3), (2, 0.4), (2, 0.5), (1, 0.6)])
    #expect(decoded.frames.map(\.delay) == [20, 30, 10])
  }

  @Test func theStillnessAtTheEndIsKept() throws {
    let decoded = try Self.decoded([(1, 0.1), (2, 0.2)] + (3...33).map { (3, Double($0) / 10) })
    #expect(decoded.frames.map(\.delay) == [10, 10, 310])
  }

  @Test func delaysThatTheFormatCannotSayAreDivided() throws {
    let decoded = try Self.decoded([(1, 1000), (2, 2310.71)])
    #expect(decoded.frames.map(\.delay) == [65_535, 34_465, 65_535, 65_534, 2])
    #expect(decoded.frames[1].shown == MadeFrames.words(Self.field(1)))
    #expect(decoded.frames[1].width == 1 && decoded.frames[1].height == 1)
    #expect(decoded.frames[4].shown == MadeFrames.words(Self.field(2)))
  }

  @Test func aPictureAloneIsShownAsLongAsADelayCanSay() throws {
    #expect(try Self.decoded([(1, 5000)]).frames.map(\.delay) == [65_535])
    #expect(try Self.decoded([(1, 0)]).frames.map(\.delay) == [2])
  }

  @Test func timesThatMakeNoSenseDoNoHarm() throws {
    let backwards = try Self.decoded([(1, 1), (2, 0.5), (3, 2)])
    #expect(backwards.frames.map(\.delay) == [100, 100])
    #expect(backwards.frames.last?.shown == MadeFrames.words(Self.field(3)))
    for end in [Double.nan, -Double.infinity, -1.0] {
      #expect(try Self.decoded([(1, 1), (2, end), (3, 2)]).frames.map(\.delay) == [100, 100])
    }
  }
}
