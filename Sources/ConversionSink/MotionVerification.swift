internal import Containers
internal import Files
internal import LivePhotos
internal import Messages
internal import Movies
internal import StillImages

/// Finds the video of a finished Motion Photo as any reader does, and says what is not as it should be.
enum MotionVerification {
  /// Checks the video behind a picture that was read back and found good.
  /// - Returns: the hash that was found with the header.
  /// - Throws: `verify.failed` naming what differs.
  static func check(
    _ path: FilePath,
    _ expected: MotionExpectation,
    header found: (header: StillImageHeader, hash: ContentHash)
  ) throws -> ContentHash {
    guard let motion = try? MotionPhoto.read(found.header) else {
      throw failure("motion video", text(expected.range), "none")
    }
    let range = motion.video.range
    if range != expected.range { throw failure("motion video", text(expected.range), text(range)) }
    if motion.isSwitchedOff { throw failure("GCamera:MotionPhoto", "1", "0") }
    if motion.presentationMicroseconds != expected.presentationMicroseconds {
      throw failure(
        "presentation time",
        expected.presentationMicroseconds.map { "\($0)" } ?? "none",
        motion.presentationMicroseconds.map { "\($0)" } ?? "none"
      )
    }
    let part = (path: path, offset: Int64(range.lowerBound), length: Int64(range.count))
    try MovieVerification.check(
      .part(of: part.path, offset: part.offset, length: part.length),
      expected.movie
    )
    return found.hash
  }

  private static func text(_ range: Range<Int>) -> String {
    "bytes \(range.lowerBound)..<\(range.upperBound)"
  }

  private static func failure(_ what: String, _ expected: String, _ found: String) -> Problem {
    Problem(.verificationFailed, ["what": what, "expected": expected, "found": found])
  }
}
