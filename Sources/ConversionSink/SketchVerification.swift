internal import Files
internal import Messages
internal import Metadata
internal import Pixels
internal import StillImages

/// Reads finished pictures back that are never whole in memory, row by row where the format allows it.
enum SketchVerification {
  /// The same as for whole pictures.
  private static let largestMeanDifference = Verification.largestMeanDifference
  /// What a single cell may differ: a missing half, a photo in another's place are more than that, the worst coding is less.
  private static let largestCellDifference = 0.25

  /// Checks a file whose expectation is a sketch.
  /// - Throws: `Problem.verificationFailed` naming what differs.
  static func check(
    _ path: FilePath,
    _ photo: PhotoExpectation,
    _ sketch: PictureSketch,
    _ expected: SourceMetadata
  ) throws -> (header: StillImageHeader, hash: ContentHash) {
    let header: StillImageHeader
    let found: PictureSketch
    do {
      let rows = try StillImageRows(path)
      header = rows.header
      try Verification.checkHeader(header, photo)
      found = try PictureSketch(reading: rows)
    } catch let problem as Problem where problem.code != .verificationFailed {
      throw Verification.failure(
        "decoding",
        "a readable picture",
        problem.values["detail"] ?? problem.code.rawValue
      )
    }
    if photo.gainMap != nil { throw Verification.failure("gain map", "one", "none") }
    try compare(found, with: sketch, isLossless: photo.isLossless)
    try Verification.checkMetadata(header, expected)
    return (header, try ContentHash.ofFile(path))
  }

  private static func compare(_ found: PictureSketch, with expected: PictureSketch, isLossless: Bool) throws {
    guard let distance = found.distance(to: expected) else {
      throw Verification.failure("pixels", Verification.text(expected.size), Verification.text(found.size))
    }
    if isLossless, found.fingerprint != expected.fingerprint {
      throw Verification.failure("pixels", "≤ 0.0", "\(distance.mean)")
    }
    if distance.mean > largestMeanDifference {
      throw Verification.failure("pixels", "≤ \(largestMeanDifference)", "\(distance.mean)")
    }
    if distance.peak > largestCellDifference {
      throw Verification.failure("pixels", "≤ \(largestCellDifference)", "\(distance.peak)")
    }
  }
}
