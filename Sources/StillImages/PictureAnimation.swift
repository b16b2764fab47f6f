public import Pixels

/// The frames of a picture that moves, and their times. One frame at a time is in memory; asked for in their order each is
/// decoded once, and going back begins anew.
public struct PictureAnimation: Sendable {
  /// Columns and rows of every frame, before the header's orientation.
  public let size: PixelSize
  /// How long each frame is shown, seconds, as viewers show them.
  public let durations: [Double]
  /// How often the file says that it plays; 0: without end; nil: it does not say.
  public let playCount: Int?
  private let frames: FrameSequence

  /// - Parameter durations: one for each frame of `frames`.
  init(size: PixelSize, durations: [Double], playCount: Int?, _ frames: FrameSequence) {
    self.size = size
    self.durations = durations
    self.playCount = playCount
    self.frames = frames
  }

  /// How long it plays once, seconds.
  public var duration: Double { (durations.reduce(0, +) * 1_000_000).rounded() / 1_000_000 }

  /// A frame as a viewer shows it; its colours are those of the file's header.
  /// - Parameter number: from 0.
  /// - Throws: `decode.*`.
  public func frame(_ number: Int, threads: Int) throws -> PixelBuffer {
    try frames.frame(number, threads: threads)
  }

  /// What viewers make of a stated time: one of no length, or of a hundredth, is shown for a tenth of a second, as browsers
  /// have done since the first animations, which were made without times.
  static func shown(_ seconds: Double) -> Double { seconds > 0.0105 ? seconds : 0.1 }
}
