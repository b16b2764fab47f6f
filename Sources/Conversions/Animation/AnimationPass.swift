internal import Animations
internal import Messages
internal import Pixels

/// One pass over an animation: its frames, cropped, in their order, forth and, where it bounces, back.
///
/// In memory are the frame at hand and, on the way back, `mostHeldBytes` of frames: the source is read again from its end in
/// pieces, as nothing can be decoded backwards.
struct AnimationPass {
  let source: any AnimationSource
  let plan: AnimationPlan
  let isBouncing: Bool
  /// Whether the way back ends with the first frame, as nothing comes behind it.
  let endsWithFirst: Bool

  private static let mostHeldBytes = 32 << 20

  init(_ source: any AnimationSource, _ plan: AnimationPlan, _ settings: AnimationSettings) {
    self.source = source
    self.plan = plan
    isBouncing = settings.isBouncing
    endsWithFirst = settings.looping(of: source) == .once
  }

  /// What there is to say after a pass.
  struct Outcome {
    /// Seconds from the first frame to the end of the last.
    var duration = 0.0
    /// Frames that were given.
    var frameCount = 0
    var notes: [Note] = []
  }

  /// Gives all frames.
  /// - Parameter take: receives a picture and when the next takes its place, seconds.
  /// - Throws: as the source and `take`; `damaged` where there is no frame at all.
  func run(_ take: (PixelBuffer, Double) throws -> Void) throws -> Outcome {
    let sampled = SampledFrames(try frames(from: plan.clock.start, to: plan.clock.end), plan.clock)
    var outcome = Outcome()
    var given: [(time: Range<Double>, source: Range<Double>)] = []
    while let frame = try sampled.next() {
      try take(cropped(frame.picture), frame.time.upperBound)
      outcome.frameCount += 1
      outcome.duration = frame.time.upperBound
      if isBouncing { given.append((frame.time, frame.source)) }
    }
    outcome.notes = sampled.notes
    if sampled.count == 0 { try takeOnlyFrame(&outcome, take) }
    try takeBack(given, &outcome, take)
    return outcome
  }

  /// Gives some of the frames of the way forth.
  /// - Parameters:
  ///   - isNeeded: asked with a frame's number, from 0.
  ///   - take: receives a picture, its number, and when it is shown, seconds.
  /// - Returns: how many frames there are.
  func sample(
    _ isNeeded: @escaping (Int) -> Bool,
    _ take: (PixelBuffer, Int, Range<Double>) throws -> Void
  ) throws -> Int {
    let frames = try frames(from: plan.clock.start, to: plan.clock.end)
    let sampled = SampledFrames(frames, plan.clock, isNeeded: isNeeded)
    while let frame = try sampled.next() { try take(cropped(frame.picture), frame.number, frame.time) }
    return sampled.count
  }

  /// How many frames there are, forth and back, where so many go forth.
  func frameCount(forth count: Int) -> Int {
    isBouncing ? max(count, count * 2 - (endsWithFirst ? 1 : 2)) : count
  }

  /// A source whose only frame lasts no time has that frame all the same.
  private func takeOnlyFrame(_ outcome: inout Outcome, _ take: (PixelBuffer, Double) throws -> Void) throws {
    let frames = try frames(from: plan.clock.start, to: plan.clock.end)
    guard let frame = try frames.next(where: { _ in true }) else {
      throw Problem(.damaged, ["detail": "no frame can be decoded"])
    }
    outcome = Outcome(duration: Self.leastDuration, frameCount: 1, notes: frames.notes)
    try take(cropped(frame.picture), Self.leastDuration)
  }

  private static let leastDuration = 0.1

  private func frames(from start: Double, to end: Double?) throws -> any AnimationFrames {
    try source.frames(from: start, to: end, size: plan.whole)
  }

  private func cropped(_ picture: PixelBuffer) -> PixelBuffer {
    if plan.whole == plan.size { return picture }
    let left = Double(plan.crop.left) * Double(plan.size.width) / Double(plan.crop.size.width)
    let top = Double(plan.crop.top) * Double(plan.size.height) / Double(plan.crop.size.height)
    return picture.cropped(
      left: min(Int(left.rounded()), picture.size.width - plan.size.width),
      top: min(Int(top.rounded()), picture.size.height - plan.size.height),
      size: plan.size
    )
  }

  // MARK: - The way back

  /// Gives the frames again from the last but one: the last one is there already, and the first comes again by itself.
  private func takeBack(
    _ given: [(time: Range<Double>, source: Range<Double>)],
    _ outcome: inout Outcome,
    _ take: (PixelBuffer, Double) throws -> Void
  ) throws {
    let first = endsWithFirst ? 0 : 1
    let bytes = max(1, plan.whole.width * plan.whole.height * 4)
    let pieceLength = max(4, Self.mostHeldBytes / bytes)
    var end = given.count - 1
    while end > first {
      let start = max(first, end - pieceLength)
      let pictures = try pictures(of: given[start..<end].map(\.source))
      for (number, picture) in zip(start..<end, pictures).reversed() {
        let time = given[number].time
        outcome.duration += time.upperBound - time.lowerBound
        // One that did not come this time leaves its place to the one before it.
        guard let picture else { continue }
        outcome.frameCount += 1
        try take(picture, outcome.duration)
      }
      end = start
    }
  }

  /// The pictures of frames that are known by their times, in their order.
  private func pictures(of times: [Range<Double>]) throws -> [PixelBuffer?] {
    var pictures = [PixelBuffer?](repeating: nil, count: times.count)
    guard let first = times.first, let last = times.last else { return [] }
    let frames = try frames(from: first.lowerBound, to: last.upperBound)
    var next = 0
    while next < times.count {
      var found: Int?
      let frame = try frames.next { time in
        let start = time.lowerBound + 1e-6
        while next < times.count, times[next].upperBound < start { next += 1 }
        guard next < times.count, abs(times[next].lowerBound - time.lowerBound) < 1e-6 else { return false }
        found = next
        next += 1
        return true
      }
      guard let frame, let found else { break }
      pictures[found] = cropped(frame.picture)
    }
    return pictures
  }
}
