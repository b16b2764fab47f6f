internal import Containers
internal import Files
internal import LivePhotos
internal import Messages
internal import Metadata
internal import Movies
internal import Pixels
internal import StillImages

/// Reads a finished video back from disk and says what is not as it should be.
enum MovieVerification {
  /// Frames are cut at frames, and sound at its own pieces.
  private static let durationToleranceInSeconds = 0.25

  /// Checks a staged video against what was declared of it.
  /// - Throws: `verify.failed` naming what differs.
  static func check(_ path: FilePath, _ expected: MovieExpectation, metadata: SourceMetadata) throws
    -> ContentHash
  {
    try check(.file(path), expected)
    if expected.decodes { try checkFrames(path) }
    try checkMetadata(path, metadata)
    return try ContentHash.ofFile(path)
  }

  /// Checks a video that is a file or a part of one, without what it says of date and place.
  static func check(_ source: MovieSource, _ expected: MovieExpectation) throws {
    let information: MovieInformation
    do {
      information = try MovieReader(source).information
    } catch let problem as Problem {
      throw failure("decoding", "a readable video", problem.values["detail"] ?? problem.code.rawValue)
    }
    let video = information.video
    try same("size", text(expected.size), text(video.displaySize))
    try same("dynamic range", expected.hdr.rawValue, video.dynamicRange.rawValue)
    try same("sound", "\(expected.hasSound)", "\(!information.sounds.isEmpty)")
    let duration = video.duration?.seconds ?? 0
    if abs(duration - expected.durationInSeconds) > durationToleranceInSeconds {
      throw failure("duration", "\(expected.durationInSeconds)", "\(duration)")
    }
  }

  private static func checkFrames(_ path: FilePath) throws {
    for frame in [LivePhotoCheck.Frame.first, .last] {
      do { try LivePhotoCheck.decodingFrames().decodeFrame?(path, frame, PairDeadline()) } catch let problem
        as Problem
      {
        throw failure("decoding", "a readable video", problem.values["detail"] ?? problem.code.rawValue)
      }
    }
  }

  private static func checkMetadata(_ path: FilePath, _ expected: SourceMetadata) throws {
    let file = try QuickTimeFile(ByteSource(RandomAccessFile(path)))
    let (found, _) = QuickTimeMetadataReader.read(file)
    if let first = MetadataComparison.differences(expected: expected, found: found).first {
      throw failure(first.what, first.expected, first.found)
    }
  }

  private static func text(_ size: PixelSize) -> String { "\(size.width)x\(size.height)" }

  private static func same(_ what: String, _ expected: String, _ found: String) throws {
    if expected != found { throw failure(what, expected, found) }
  }

  private static func failure(_ what: String, _ expected: String, _ found: String) -> Problem {
    Problem(.verificationFailed, ["what": what, "expected": expected, "found": found])
  }
}
