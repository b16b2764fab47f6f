internal import Containers
public import Files
internal import Messages
internal import Pixels
public import StillImages

/// The one place that says whether two finished files are a Live Photo: both are read from disk anew.
///
/// The rules are those by which Apple's programs are known to pair, and what their devices need to play the video.
public struct LivePhotoCheck: Sendable {
  /// A frame of the video that has to decode.
  public enum Frame: Hashable, Sendable {
    /// The first one.
    case first
    /// The one that the still shows, at this many seconds.
    case key(seconds: Double)
    /// The last one.
    case last

    var name: String {
      switch self {
      case .first: "first"
      case .key: "key"
      case .last: "last"
      }
    }
  }

  /// Decodes a frame of a video or throws why it can't; asks the deadline meanwhile.
  public typealias FrameDecoding = @Sendable (FilePath, Frame, PairDeadline) throws -> Void

  /// How pictures are decoded.
  public var limits: DecodingLimits
  /// Threads that decoding may use.
  public var threads: Int
  /// Decodes frames of the video; nil: they are not looked at.
  public var decodeFrame: FrameDecoding?

  /// Makes a check.
  public init(limits: DecodingLimits = DecodingLimits(), threads: Int = 1, decodeFrame: FrameDecoding? = nil)
  {
    self.limits = limits
    self.threads = threads
    self.decodeFrame = decodeFrame
  }

  /// Checks two files.
  ///
  /// - Throws: `run.cancelled` where somebody stopped it, `input.*` where a file can't be read at all. What is wrong with the
  ///   files themselves stands in the result.
  public func check(still: FilePath, video: FilePath, deadline: PairDeadline = PairDeadline()) throws
    -> PairCheckResult
  {
    var work = PairCheckWork(check: self, deadline: deadline)
    do {
      try work.run(still: still, video: video)
    } catch is PairDeadline.TimeIsOver {
      work.result.verdict = .timedOut(seconds: deadline.seconds)
      return work.result
    }
    if !work.reasons.isEmpty { work.result.verdict = .doesNotPair(work.reasons) }
    return work.result
  }
}

/// A check under way.
struct PairCheckWork {
  let check: LivePhotoCheck
  let deadline: PairDeadline
  var result = PairCheckResult(verdict: .pairs, warnings: [])
  var reasons: [Problem] = []

  init(check: LivePhotoCheck, deadline: PairDeadline) {
    self.check = check
    self.deadline = deadline
  }

  mutating func run(still: FilePath, video: FilePath) throws {
    if still.stem != video.stem { warn(.pairNamesDiffer) }
    let picture = try readStill(still)
    let movie = try VideoRules.run(video, &self)
    try compareIdentifiers(still: picture?.identifier, video: movie?.identifier)
    if let picture, let shown = movie?.shownSize { compareShapes(picture.size, shown) }
  }

  mutating func fail(_ code: ProblemCode, _ values: [String: String] = [:]) {
    reasons.append(Problem(code, values))
  }
  mutating func warn(_ code: NoteCode, _ values: [String: String] = [:]) {
    result.warnings.append(Note(code, values))
  }

  /// What a picture or a movie threw, as a reason. Faults of the disk are not the pair's.
  mutating func fail(_ code: ProblemCode, because error: any Error, values: [String: String] = [:]) throws {
    guard let problem = error as? Problem else { throw error }
    switch problem.code {
    case .inputMissing, .inputUnreadable, .inputChanged, .cancelled: throw problem
    default:
      let detail = problem.values["detail"] ?? problem.values["format"] ?? problem.code.rawValue
      fail(code, values.merging(["detail": detail]) { own, _ in own })
    }
  }

  private mutating func readStill(_ path: FilePath) throws -> (identifier: String?, size: PixelSize)? {
    try deadline.check()
    do {
      let (bytes, _) = try FileReader.read(path, maximumByteCount: 1 << 30)
      let reader = try StillImageReader(bytes: bytes, limits: check.limits)
      let header = reader.header
      guard header.format == .jpeg || header.format == .heic else {
        fail(.pairStillUnusable, ["detail": FormatName.written(header.format.rawValue)])
        return nil
      }
      let identifier = PairingIdentifier.text(inExif: header.blocks.exif)
      result.identifier = identifier
      if identifier == nil { fail(.pairStillWithoutIdentifier) }
      try deadline.check()
      // The pixels are of no use here: that they decode is.
      _ = try reader.decodePixels(threads: check.threads)
      try deadline.check()
      return (identifier, header.orientation.swapsSides ? header.size.transposed : header.size)
    } catch {
      try fail(.pairStillUnusable, because: error)
      return nil
    }
  }

  private mutating func compareIdentifiers(still: String?, video: String?) throws {
    for text in [still, video].compactMap(\.self) where PairingIdentifier(text) == nil {
      fail(.pairIdentifierMalformed, ["found": text])
      return
    }
    guard let still, let video else { return }
    if still != video { fail(.pairIdentifiersDiffer, ["still": still, "video": video]) }
    if let known = PairingIdentifier(still), !known.isUpperCase { warn(.pairIdentifierLowerCase) }
  }

  /// More than one per cent is seen when the one becomes the other.
  private mutating func compareShapes(_ still: PixelSize, _ video: (width: Double, height: Double)) {
    guard video.height > 0, still.height > 0 else { return }
    let (own, other) = (Double(still.width) / Double(still.height), video.width / video.height)
    if (own / other - 1).magnitude > 0.01 {
      let texts = [own, other].map { DecimalText.text($0, decimals: 3) }
      warn(.pairShapesDiffer, ["still": texts[0], "video": texts[1]])
    }
  }
}
