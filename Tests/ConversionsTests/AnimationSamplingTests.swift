import Animations
@testable import Conversions
import Messages
import Pixels
import Testing

/// Which frames of a source an animation shows, and when.
@Suite struct AnimationSamplingTests {
  private func pass(
    _ source: InventedAnimation,
    _ change: (inout AnimationSettings) -> Void = { _ in }
  ) throws -> AnimationPass {
    var settings = AnimationSettings()
    change(&settings)
    return AnimationPass(source, try AnimationPlan(source, settings), settings)
  }

  /// The rule itself, tick by tick: the last frame that has begun by half a tick later; no tick within 0.02 s of the end.
  private func ruled(_ source: InventedAnimation, tick: Double) -> [(shade: Int, end: Int)] {
    var result: [(shade: Int, end: Int)] = []
    let end = source.duration ?? 0
    var number = 0
    while number == 0 || Double(number) * tick <= end - 0.02 + 1e-9 {
      let moment = Double(number) * tick + tick / 2 + 1e-9
      let shade = source.times.lastIndex { $0.lowerBound <= moment } ?? 0
      if result.last?.shade == shade { result.removeLast() }
      result.append((shade, Int((Double(number + 1) * tick * 100).rounded())))
      number += 1
    }
    if let last = result.last { result[result.count - 1] = (last.shade, Int((end * 100).rounded())) }
    return result
  }

  private func expectEqual(_ found: [(shade: Int, end: Int)], _ expected: [(shade: Int, end: Int)]) {
    #expect(found.map(\.shade) == expected.map(\.shade))
    #expect(found.map(\.end) == expected.map(\.end))
  }

  @Test(arguments: [24.0, 23.976, 25, 29.97, 30, 50, 59.94, 60, 120])
  func `frames are chosen by their times, not counted`(rate: Double) throws {
    let source = InventedAnimation(rate: rate, count: 200)
    let frames = try pass(source).all()
    expectEqual(frames, ruled(source, tick: 0.08))
    #expect(frames.last?.end == Int((200 / rate * 100).rounded()))
    // No picture is made of the others.
    #expect(source.madeCount == frames.count)
  }

  @Test func `uneven times and long gaps are kept`() throws {
    let source = InventedAnimation([0, 0.02, 0.05, 0.3, 0.31, 0.33, 2.4, 2.41, 2.5], end: 3.777)
    source.isVariable = true
    let frames = try pass(source).all()
    expectEqual(frames, ruled(source, tick: 0.08))
    #expect(frames.contains { $0.shade == 5 && $0.end == 240 })
    #expect(frames.last?.end == 378)
  }

  @Test func `the last frame is shown however little the last tick has`() throws {
    // Ticks at 0 and 0.08; the source ends at 0.11 and its last frame begins at 0.1.
    expectEqual(try pass(InventedAnimation(rate: 30, count: 3)).all(), [(1, 8), (2, 10)])
    let four = InventedAnimation([0, 1.0 / 30, 2.0 / 30, 0.1], end: 0.11)
    expectEqual(try pass(four).all(), [(1, 8), (3, 11)])
    // 0.01 s are too short for any browser.
    expectEqual(try pass(InventedAnimation([0, 1.0 / 30, 2.0 / 30], end: 0.09)).all(), [(1, 9)])
  }

  @Test func `of frames with one time the last counts`() throws {
    let source = InventedAnimation([0..<0, 0..<0.5, 0.5..<0.5, 0.5..<0.5, 0.5..<1])
    source.isVariable = true
    expectEqual(try pass(source).all(), [(1, 48), (4, 100)])
  }

  @Test func `a source with fewer frames keeps its own times`() throws {
    expectEqual(try pass(InventedAnimation(rate: 10, count: 3)).all(), [(0, 10), (1, 20), (2, 30)])
    expectEqual(try pass(InventedAnimation(rate: 1, count: 2)).all(), [(0, 100), (1, 200)])
  }

  @Test func `speed divides the times, and only then are frames chosen`() throws {
    let source = InventedAnimation(rate: 10, count: 100)
    let fast = try pass(source) { $0.speed = 4 }.all()
    #expect(fast.count == 32)
    #expect(fast.last?.end == 250)
    let slow = try pass(InventedAnimation(rate: 20, count: 20)) { $0.speed = 0.5 }.all()
    #expect(slow.map(\.end) == (1...20).map { $0 * 10 })
  }

  @Test func `a part has its own beginning and its own end`() throws {
    let source = InventedAnimation(rate: 10, count: 100)
    let frames = try pass(source) {
      $0.startInSeconds = 2.05
      $0.lengthInSeconds = 0.5
    }
    .all()
    #expect(frames.map(\.shade) == [20, 21, 22, 23, 24, 25])
    #expect(frames.map(\.end) == [5, 15, 25, 35, 45, 50])
    #expect(throws: Problem.self) { try pass(source) { $0.startInSeconds = 10 } }
  }

  @Test func `a single frame without a time is there`() throws {
    expectEqual(try pass(InventedAnimation([0..<0])).all(), [(0, 10)])
    expectEqual(try pass(InventedAnimation([0..<0.01])).all(), [(0, 1)])
  }

  @Test func `forth and back shows neither end twice`() throws {
    let source = InventedAnimation([0, 0.1, 0.3, 0.6], end: 1)
    expectEqual(
      try pass(source) { $0.isBouncing = true }.all(),
      [(0, 10), (1, 30), (2, 60), (3, 100), (2, 130), (1, 150)]
    )
    // Once, it ends where it began.
    let once = try pass(source) {
      $0.isBouncing = true
      $0.looping = .once
    }
    expectEqual(
      try once.all(),
      [(0, 10), (1, 30), (2, 60), (3, 100), (2, 130), (1, 150), (0, 160)]
    )
    #expect(try pass(InventedAnimation(rate: 10, count: 2)) { $0.isBouncing = true }.all().count == 2)
  }

  @Test func `the way back is read in pieces that memory bounds`() throws {
    // A piece holds 8 frames of this size.
    let source = InventedAnimation(rate: 10, count: 50, size: PixelSize(width: 1024, height: 1024))
    let frames = try pass(source) {
      $0.isBouncing = true
      $0.longEdge = 1024
    }
    .all()
    #expect(frames.map(\.shade) == Array(0..<50) + (1..<49).reversed())
    #expect(source.passCount == 7)
  }

  @Test func `a sample takes what is needed and counts the rest`() throws {
    let source = InventedAnimation(rate: 10, count: 50)
    var numbers: [Int] = []
    let count = try pass(source).sample({ $0 % 10 < 2 }) { _, number, time in
      numbers.append(number)
      #expect(time.upperBound > time.lowerBound)
    }
    #expect(count == 50)
    #expect(numbers == [0, 1, 10, 11, 20, 21, 30, 31, 40, 41])
    #expect(source.madeCount == 10)
  }
}
