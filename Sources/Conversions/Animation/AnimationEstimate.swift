internal import Animations
internal import Messages
internal import Pixels

/// How many bytes an animation will have about, by runs of its frames: the first frame is coded whole, each further one as what
/// changed.
struct AnimationEstimate {
  /// Bytes of a first frame.
  private var first = 0.0
  /// Bytes of further frames together, and their number.
  private var further = (bytes: 0.0, count: 0)
  private var run: (encoder: GIFEncoder, counter: Counter, start: Double)?
  private let size: PixelSize
  private let settings: GIFEncodingSettings

  private final class Counter {
    var byteCount = 0
  }

  init(size: PixelSize, settings: GIFEncodingSettings) {
    self.size = size
    self.settings = settings
  }

  /// Frames of a run.
  static let runLength = 6

  /// Takes a frame.
  /// - Parameter isFirst: whether a run begins with it.
  mutating func add(_ picture: PixelBuffer, _ time: Range<Double>, isFirst: Bool) throws {
    if isFirst {
      try endRun()
      // What the first frame of a run costs alone is told by a file of that frame.
      let (encoder, counter) = try encoder()
      try encoder.add(picture, untilSeconds: time.upperBound - time.lowerBound)
      _ = try encoder.finish()
      first = first == 0 ? Double(counter.byteCount) : first
      lastFirst = Double(counter.byteCount)
      let (runEncoder, runCounter) = try self.encoder()
      run = (runEncoder, runCounter, time.lowerBound)
      runCount = 0
    }
    guard let run else { return }
    try run.encoder.add(picture, untilSeconds: time.upperBound - run.start)
    runCount += 1
  }

  private var lastFirst = 0.0
  private var runCount = 0

  private mutating func endRun() throws {
    guard let run else { return }
    _ = try run.encoder.finish()
    self.run = nil
    if runCount > 1 {
      further.bytes += max(0, Double(run.counter.byteCount) - lastFirst)
      further.count += runCount - 1
    }
  }

  private func encoder() throws -> (GIFEncoder, Counter) {
    let counter = Counter()
    let encoder = try GIFEncoder(size: size, settings: settings) { counter.byteCount += $0.count }
    return (encoder, counter)
  }

  /// Bytes of an animation of so many frames, without metadata.
  mutating func byteCount(ofFrames count: Int) throws -> Double {
    try endRun()
    let each = further.count > 0 ? further.bytes / Double(further.count) : first
    return first + each * Double(max(0, count - 1))
  }
}
