internal import Animations
internal import Containers
internal import ConversionSink
internal import Files
internal import Messages
internal import Metadata
internal import Pixels

extension GIFConversion {
  /// The best copy of at most `limit` bytes, metadata among them.
  /// - Throws: `encode.size-limit-not-met` where none is so small.
  func fittingCopy(_ carried: CarriedOver, limit: Int, in staging: StagingArea) throws -> Copy {
    let plan = try AnimationPlan(source, settings)
    let metadata = Double(try metadata(carried, plan.size).blocks().0.xmp?.count ?? 0)
    let estimates = try estimates(plan).map { (quality: $0.quality, bytes: $0.bytes + metadata) }
    let fitting = AnimationFitting(
      limit: limit,
      quality: settings.encoding(of: source).quality,
      rate: plan.rate,
      longEdge: plan.size.longEdge,
      estimates: estimates
    )
    var attempts: [AnimationFitting.Attempt] = []
    var best: (copy: Copy, choice: AnimationFitting.Choice)?
    while let choice = fitting.next(after: attempts) {
      var encoding = settings.encoding(of: source)
      encoding.quality = choice.quality
      let plan = try AnimationPlan(source, settings, scale: choice.scale, rate: choice.rate)
      let copy = try write(plan, encoding, carried, in: staging)
      attempts.append(AnimationFitting.Attempt(choice: choice, byteCount: copy.byteCount))
      if copy.byteCount <= limit {
        if let best { try DurableFile.remove(best.copy.path) }
        best = (copy, choice)
      } else {
        try DurableFile.remove(copy.path)
      }
    }
    guard var copy = best?.copy, let choice = best?.choice else {
      let found = attempts.map(\.byteCount).min() ?? 0
      throw Problem(.sizeLimitNotMet, ["limit": "\(limit)", "found": "\(found)"])
    }
    if choice.quality != fitting.quality || choice.scale < 1 || choice.rate != nil {
      var values = [
        "width": "\(copy.plan.size.width)", "height": "\(copy.plan.size.height)",
        "quality": "\(choice.quality)", "bytes": "\(copy.byteCount)",
      ]
      values["rate"] = choice.rate.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
      copy.notes.append(Note(.fittedToSize, values))
    }
    return copy
  }

  /// Bytes by quality, from runs of frames all over the animation, the best quality first.
  private func estimates(_ plan: AnimationPlan) throws -> [(quality: Int, bytes: Double)] {
    var estimates = AnimationFitting.qualities(from: settings.encoding(of: source).quality)
      .map { quality in
        var encoding = settings.encoding(of: source)
        encoding.quality = quality
        return (quality: quality, estimate: AnimationEstimate(size: plan.size, settings: encoding))
      }
    let pass = AnimationPass(source, plan, settings)
    // Every eighth run; of short ones, that cost little, every second.
    let expected = plan.duration(of: source).map { $0 * plan.rate } ?? .infinity
    let step = AnimationEstimate.runLength * (expected < 200 ? 2 : 8)
    let count = try pass.sample({ $0 % step < AnimationEstimate.runLength }) { picture, number, time in
      for index in estimates.indices {
        try estimates[index].estimate.add(picture, time, isFirst: number % step == 0)
      }
    }
    let all = pass.frameCount(forth: count)
    return try estimates.indices.map {
      (estimates[$0].quality, try estimates[$0].estimate.byteCount(ofFrames: all))
    }
  }

  // MARK: - The warning

  /// Bytes from which a GIF is large: more than most places take.
  private static let largeFile = 20_000_000.0
  /// Frames from which it takes its time.
  private static let manyFrames = 1500.0
  /// Bytes a pixel that nobody need look at more closely for: noisy water has 0.4.
  private static let mostBytesAPixel = 0.4

  /// How large it will become, where that is worth a word: three runs of its frames are coded for that.
  var warning: Note? {
    guard settings.maximumByteCount == nil, let plan = try? AnimationPlan(source, settings),
      let duration = plan.duration(of: source)
    else { return nil }
    let forth = max(1, (duration * plan.rate).rounded())
    let count = Double(AnimationPass(source, plan, settings).frameCount(forth: Int(min(forth, 1e9))))
    let pixels = Double(plan.size.width * plan.size.height) * count
    guard count > Self.manyFrames || pixels * Self.mostBytesAPixel > Self.largeFile,
      let bytes = try? estimate(plan, duration: duration, frameCount: Int(min(count, 1e9))),
      count > Self.manyFrames || bytes > Self.largeFile
    else { return nil }
    return Note(
      .animationLarge,
      [
        "frames": "\(Int(min(count, 1e9)))", "width": "\(plan.size.width)", "height": "\(plan.size.height)",
        "seconds": "\(Int((count / max(plan.rate, 0.01)).rounded()))", "bytes": "\(Int(min(bytes, 1e15)))",
      ]
    )
  }

  private func estimate(_ plan: AnimationPlan, duration: Double, frameCount: Int) throws -> Double {
    var estimate = AnimationEstimate(size: plan.size, settings: settings.encoding(of: source))
    for place in [0.1, 0.45, 0.8] {
      var part = settings
      part.startInSeconds = (settings.startInSeconds ?? 0) + duration * settings.speed * place
      part.lengthInSeconds = (Double(AnimationEstimate.runLength) - 0.5) / plan.rate * settings.speed
      _ = try AnimationPass(source, AnimationPlan(source, part), part)
        .sample({ $0 < AnimationEstimate.runLength }) { picture, number, time in
          try estimate.add(picture, time, isFirst: number == 0)
        }
    }
    return try estimate.byteCount(ofFrames: frameCount)
  }
}
