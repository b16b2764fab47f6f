@testable import Conversions
import Testing

/// How an animation is made to fit into a number of bytes.
@Suite struct AnimationFittingTests {
  private func fitting(_ limit: Int, _ estimates: [(quality: Int, bytes: Double)]? = nil) -> AnimationFitting
  {
    AnimationFitting(
      limit: limit,
      quality: 80,
      rate: 12.5,
      longEdge: 480,
      estimates: estimates ?? [(80, 1_000_000), (50, 700_000), (20, 400_000)]
    )
  }

  /// Runs the search against a world in which files have `factor` times the bytes that are estimated.
  private func run(_ fitting: AnimationFitting, factor: Double) -> [AnimationFitting.Attempt] {
    var attempts: [AnimationFitting.Attempt] = []
    while let choice = fitting.next(after: attempts) {
      let bytes = Int(fitting.predicted(choice) * factor)
      attempts.append(AnimationFitting.Attempt(choice: choice, byteCount: bytes))
      if attempts.count > 10 { break }
    }
    return attempts
  }

  @Test func `what fits is left as it was asked for`() throws {
    let attempts = run(fitting(1_200_000), factor: 1)
    #expect(attempts.map(\.choice) == [AnimationFitting.Choice(quality: 80, rate: nil, scale: 1)])
  }

  @Test func `quality gives way first, then frames and size`() throws {
    let first = try #require(fitting(800_000).next(after: []))
    #expect(first.scale == 1 && first.rate == nil)
    #expect((50..<80).contains(first.quality))
    let smaller = try #require(fitting(100_000).next(after: []))
    #expect(smaller.quality == 20 && smaller.rate == 10 && smaller.scale < 0.6)
  }

  @Test(arguments: [0.3, 0.6, 0.9, 1, 1.2, 1.6, 2.5], [50_000, 100_000, 350_000, 600_000, 900_000])
  func `a wrong estimate is mended within four passes`(factor: Double, limit: Int) {
    let attempts = run(fitting(limit), factor: factor)
    #expect(attempts.count <= AnimationFitting.mostPasses)
    let best = attempts.map(\.byteCount).filter { $0 <= limit }.max()
    #expect(best != nil, "\(attempts)")
    #expect((best ?? 0) > limit / 2 || attempts.contains { $0.choice.quality == 80 && $0.choice.scale == 1 })
  }

  @Test func `what can't be so small ends`() {
    let attempts = run(fitting(500), factor: 1)
    #expect(!attempts.isEmpty && attempts.count <= 2)
    #expect(attempts.allSatisfy { $0.byteCount > 500 })
  }
}
