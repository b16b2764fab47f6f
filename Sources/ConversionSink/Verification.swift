internal import Files
internal import Messages
internal import Metadata
internal import Pixels
internal import StillImages

/// Reads finished files back from disk, with the readers and never the writers, and says what is not as it should be.
enum Verification {
  /// Mean difference (of full scale) beyond which a lossy copy is another picture: swapped channels, a shifted
  /// plane, a missing half. The worst real copy of the corpus at quality 1 stays below 0.05.
  static let largestMeanDifference = 0.08
  /// The same where what is seen from some way off, blocks of 8 x 8 samples each as their mean, is within
  /// `largestSmoothDifference`: no lossy coding keeps noise, but it keeps what noise is around.
  static let largestNoiseDifference = 0.25
  static let largestSmoothDifference = 0.03

  /// Checks a staged file against what was declared of it.
  /// - Throws: `Problem.verificationFailed` naming what differs.
  static func check(_ file: StagedFile, metadata: SourceMetadata) throws -> ContentHash {
    switch file.expectation {
    case .photo(let expected): try check(file.path, expected, metadata).hash
    case .motionPhoto(let photo, let motion):
      try MotionVerification.check(file.path, motion, header: check(file.path, photo, metadata))
    case .movie(let expected): try MovieVerification.check(file.path, expected, metadata: metadata)
    case .animation(let expected): try AnimationVerification.check(file.path, expected, metadata: metadata)
    }
  }

  private static func check(
    _ path: FilePath,
    _ photo: PhotoExpectation,
    _ expected: SourceMetadata
  ) throws -> (header: StillImageHeader, hash: ContentHash) {
    let picture: DecodedPicture
    switch photo.picture {
    case .whole(let whole): picture = whole
    case .sketch(let sketch): return try SketchVerification.check(path, photo, sketch, expected)
    }
    let (bytes, _) = try FileReader.read(path)
    let reader: StillImageReader
    let difference: Difference?
    do {
      reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
      difference = try self.difference(reader, picture)
    } catch let problem as Problem {
      throw failure("decoding", "a readable picture", problem.values["detail"] ?? problem.code.rawValue)
    }
    try checkHeader(reader.header, photo)
    if let map = photo.gainMap { try GainMapVerification.check(reader, map) }
    try checkPixels(difference, reader.header.size, photo)
    try checkMetadata(reader.header, expected)
    return (reader.header, ContentHash(of: bytes))
  }

  static func checkHeader(_ header: StillImageHeader, _ expected: PhotoExpectation) throws {
    try same("format", expected.format.rawValue, header.format.rawValue)
    try same("size", text(expected.size), text(header.size))
    try same("orientation", "1", "\(header.orientation.rawValue)")
    try same("transparency", "\(expected.hasAlpha)", "\(header.layout.hasAlpha)")
    try same("dynamic range", expected.hdr.rawValue, header.hdr.rawValue)
    for kind in expected.auxiliaryKinds where !header.further.auxiliaryKinds.contains(kind) {
      throw failure("auxiliary picture", kind, header.further.auxiliaryKinds.joined(separator: ", "))
    }
    if header.bitsPerSample < expected.bitsPerSample {
      throw failure("bits a sample", "\(expected.bitsPerSample)", "\(header.bitsPerSample)")
    }
    if let profile = expected.iccProfile, !means(header, profile) {
      throw failure(
        "colour profile",
        "\(profile.count) bytes",
        header.colour.iccProfile.map { "\($0.count) bytes" } ?? "none"
      )
    }
  }

  /// How far the whole decoded picture is from what was encoded, 0...1; nil where the two have not the same form.
  private static func difference(_ reader: StillImageReader, _ expected: DecodedPicture) throws
    -> Difference?
  {
    switch expected {
    case .pixels(let reference):
      let found = try reader.decodePixels(threads: 2)
      let comparable = found.converted(to: reference.layout).converted(to: reference.depth)
      return try PixelComparison.meanAbsoluteDifference(comparable, reference).map {
        try Difference(mean: $0, smooth: smooth($0, [comparable], [reference]))
      }
    case .planes(let reference):
      guard let found = try reader.decodePlanes(threads: 2) else { return nil }
      return try ColourPlanes.meanAbsoluteDifference(found, reference).map {
        try Difference(mean: $0, smooth: smooth($0, found.planes, reference.planes))
      }
    }
  }

  /// How far two pictures are apart, 0...1.
  private struct Difference {
    var mean: Double
    /// The same of blocks; the plain one where that is small anyway.
    var smooth: Double
  }

  private static func smooth(_ mean: Double, _ found: [PixelBuffer], _ expected: [PixelBuffer]) throws
    -> Double
  {
    guard mean > largestMeanDifference else { return mean }
    func blocks(_ picture: PixelBuffer) throws -> PixelBuffer {
      let size = PixelSize(width: (picture.size.width + 7) / 8, height: (picture.size.height + 7) / 8)
      return try picture.resized(to: size, linearLight: false)
    }
    return try zip(found, expected)
      .map { try PixelComparison.meanAbsoluteDifference(blocks($0), blocks($1)) ?? 1 }.max() ?? 1
  }

  /// Whether a picture's numbers mean what a profile says. JPEG XL keeps well-known profiles (Display P3, sRGB) as numbers
  /// instead of bytes.
  private static func means(_ header: StillImageHeader, _ profile: [UInt8]) -> Bool {
    if header.colour.iccProfile == profile { return true }
    guard header.format == .jxl else { return false }
    let isGrey = header.layout.isGrey
    let sRGB = CodePoints(primaries: 1, transfer: 13, matrix: 0, isFullRange: true)
    let found =
      header.colour.iccProfile
      ?? ICCProfile.profile(for: header.colour.codePoints ?? sRGB, isGrey: isGrey)
    return found.map { ICCProfile.areAlike($0, profile, isGrey: isGrey) } ?? false
  }

  private static func checkPixels(_ difference: Difference?, _ found: PixelSize, _ expected: PhotoExpectation)
    throws
  {
    guard let difference else { throw failure("pixels", text(expected.picture.size), text(found)) }
    let isNoise =
      difference.mean <= largestNoiseDifference && difference.smooth <= largestSmoothDifference
    let limit = expected.isLossless ? 0 : isNoise ? largestNoiseDifference : largestMeanDifference
    if difference.mean > limit { throw failure("pixels", "≤ \(limit)", "\(difference.mean)") }
  }

  static func checkMetadata(_ header: StillImageHeader, _ expected: SourceMetadata) throws {
    let (found, _) = EmbeddedMetadataReader.read(header.blocks)
    if let first = MetadataComparison.differences(expected: expected, found: found).first {
      throw failure(first.what, first.expected, first.found)
    }
  }

  static func text(_ size: PixelSize) -> String { "\(size.width)x\(size.height)" }

  private static func same(_ what: String, _ expected: String, _ found: String) throws {
    if expected != found { throw failure(what, expected, found) }
  }

  static func failure(_ what: String, _ expected: String, _ found: String) -> Problem {
    Problem(.verificationFailed, ["what": what, "expected": expected, "found": found])
  }
}
