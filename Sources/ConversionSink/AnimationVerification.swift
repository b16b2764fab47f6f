internal import Containers
internal import Files
internal import Messages
internal import Metadata
internal import Pixels
internal import StillImages

/// Reads a finished animation back from disk, frame by frame, and says what is not as it should be.
enum AnimationVerification {
  /// Checks a staged GIF against what was declared of it.
  /// - Throws: `verify.failed` naming what differs.
  static func check(_ path: FilePath, _ expected: AnimationExpectation, metadata: SourceMetadata) throws
    -> ContentHash
  {
    let file = try RandomAccessFile(path)
    let source = ByteSource(file)
    let outline: GIFOutline
    do { outline = try GIFOutline(source) } catch let problem as Problem {
      throw failure("decoding", "a readable animation", problem.values["detail"] ?? problem.code.rawValue)
    }
    try same("size", text(expected.size), text(outline.canvas))
    try same("end", "true", "\(outline.isComplete)")
    try same("frames", "\(expected.frameCount)", "\(outline.delays.count)")
    try same("repetitions", "\(expected.playCount)", "\(outline.playCount)")
    // The units of a GIF's times are hundredths.
    let duration = Double(outline.delays.reduce(0, +)) / 100
    if abs(duration - expected.durationInSeconds) > 0.011 {
      throw failure("duration", "\(expected.durationInSeconds)", "\(duration)")
    }
    try checkPictures(source, outline, expected)
    var blocks = MetadataBlocks()
    blocks.xmp = outline.xmp
    let (found, _) = EmbeddedMetadataReader.read(blocks)
    if let first = MetadataComparison.differences(expected: metadata, found: found).first {
      throw failure(first.what, first.expected, first.found)
    }
    return try ContentHash.ofFile(path)
  }

  private static func checkPictures(
    _ source: ByteSource,
    _ outline: GIFOutline,
    _ expected: AnimationExpectation
  ) throws {
    do {
      let player = try GIFPlayer(source, canvas: outline.canvas)
      for number in outline.delays.indices {
        let picture = try player.next()
        guard number == 0, let first = expected.first else { continue }
        try check(picture, first, colourCount: expected.colourCount)
      }
    } catch let problem as Problem where problem.code != .verificationFailed {
      throw failure("decoding", "readable frames", problem.values["detail"] ?? problem.code.rawValue)
    }
  }

  /// Whether a frame resembles what went into the encoder. Where that is transparent, its colours mean nothing.
  private static func check(_ found: PixelBuffer, _ expected: PixelBuffer, colourCount: Int) throws {
    if expected.layout.hasAlpha && !expected.isOpaque { return }
    let reference = expected.converted(to: .rgb)
    let difference = PixelComparison.meanAbsoluteDifference(found.converted(to: .rgb), reference) ?? 1
    let limit = colourCount < fewColours ? largestPosterDifference : Verification.largestMeanDifference
    if difference > limit { throw failure("pixels", "≤ \(limit)", "\(difference)") }
  }

  /// Below so many colours a frame is a poster, whose samples may be this far from the original's: two colours for a whole
  /// photo are a quarter of the scale away, another picture is a third.
  private static let fewColours = 8
  private static let largestPosterDifference = 0.3

  private static func text(_ size: PixelSize) -> String { "\(size.width)x\(size.height)" }

  private static func same(_ what: String, _ expected: String, _ found: String) throws {
    if expected != found { throw failure(what, expected, found) }
  }

  private static func failure(_ what: String, _ expected: String, _ found: String) -> Problem {
    Problem(.verificationFailed, ["what": what, "expected": expected, "found": found])
  }
}
