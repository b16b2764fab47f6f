internal import Messages

/// The longest side that a format, or its encoder, takes (`StillImageEncoder.maximumSide`; 65,500 for JPEG).
public struct CollageSideLimit: Hashable, Sendable {
  /// The format, as machine output names it.
  public let format: String
  /// Pixels, at least 1.
  public let side: Int

  /// States a limit.
  public init(format: String, side: Int) {
    self.format = format
    self.side = max(1, side)
  }

  /// What is said of a canvas beyond it.
  func problem(width: Int, height: Int) -> Problem {
    Problem(
      .collageTooLarge,
      ["format": format, "width": "\(width)", "height": "\(height)", "limit": "\(side)"]
    )
  }
}
