import Containers
import Files
import Messages
import TestSupport
import Testing

@testable import LivePhotos

@Suite struct PairCheckTests {
  static let pairs = [
    ("iphone7plus-ios10.JPG", "iphone7plus-ios10.MOV"), ("iphone15plus-ios18.HEIC", "iphone15plus-ios18.MOV"),
    ("appframework.HEIC", "appframework.MOV"),
  ]

  private func check(
    _ still: String,
    _ video: String,
    deadline: PairDeadline = PairDeadline(),
    decode: LivePhotoCheck.FrameDecoding? = nil
  ) throws -> PairCheckResult {
    try LivePhotoCheck(threads: 2, decodeFrame: decode).check(
      still: try #require(Corpus.file("live/" + still)),
      video: try #require(Corpus.file("live/" + video)),
      deadline: deadline
    )
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"), arguments: pairs)
  func realPairsPass(still: String, video: String) throws {
    let result = try check("pairs/" + still, "pairs/" + video)
    #expect(result.verdict == .pairs, "\(result.reasons)")
    #expect(result.identifier?.count == 36)
    let time = try #require(result.stillTime)
    let duration = try #require(result.duration)
    #expect(time > 0 && time < duration)
    #expect(result.problem == nil)
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) func timesAreThoseOfTheEditList() throws {
    let result = try check("pairs/iphone7plus-ios10.JPG", "pairs/iphone7plus-ios10.MOV")
    #expect(abs((result.stillTime ?? 0) - 1181.0 / 600) < 1e-9)
    #expect(result.warnings.contains(Note(.pairReferenceDangling)))
    #expect(!result.warnings.contains { $0.code == .pairShapesDiffer })
    let newer = try check("pairs/iphone15plus-ios18.HEIC", "pairs/iphone15plus-ios18.MOV")
    #expect(abs((newer.stillTime ?? 0) - 0.9) < 1e-9)
    // Its track names no other.
    #expect(newer.warnings == [Note(.pairReferenceDangling)], "\(newer.warnings)")
  }

  @Test(
    .enabled(if: Corpus.isPresent, "\(Corpus.absence)"),
    arguments: [
      (
        "pairs/iphone15plus-ios18.HEIC", "negatives/identifier-only-mp42-renamed.MOV",
        ProblemCode.pairVideoNotQuickTime
      ),
      ("pairs/iphone15plus-ios18.HEIC", "negatives/identifier-only-mp42-renamed.MOV", .pairNoStillImageTime),
      (
        "negatives/limitpoint-key-photo.jpg", "negatives/limitpoint-paired-video.mov",
        .pairStillWithoutIdentifier
      ),
      (
        "negatives/reexport-without-identifier.jpg", "pairs/iphone7plus-ios10.MOV",
        .pairStillWithoutIdentifier
      ),
      ("pairs/iphone15plus-ios18.HEIC", "pairs/iphone7plus-ios10.MOV", .pairIdentifiersDiffer),
      ("pairs/appframework.HEIC", "pairs/iphone15plus-ios18.MOV", .pairIdentifiersDiffer),
      ("pairs/appframework.MOV", "pairs/appframework.HEIC", .pairStillUnusable),
      ("pairs/appframework.MOV", "pairs/appframework.HEIC", .pairVideoUnusable),
    ]
  ) func negativesFailWithTheirReason(still: String, video: String, reason: ProblemCode) throws {
    let result = try check(still, video)
    #expect(result.reasons.map(\.code).contains(reason), "\(result.reasons)")
    #expect(result.problem == Problem(.pairDoesNotMatch))
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) func runningOutOfTimeIsNoMismatch() throws {
    let result = try check(
      "pairs/appframework.HEIC",
      "pairs/appframework.MOV",
      deadline: PairDeadline(seconds: 0)
    )
    #expect(result.verdict == .timedOut(seconds: 0) && result.problem?.code == .pairTimedOut)
    let late = try check(
      "pairs/appframework.HEIC",
      "pairs/appframework.MOV",
      deadline: PairDeadline(seconds: 60)
    ) {
      _,
      _,
      _ in throw PairDeadline.TimeIsOver()
    }
    #expect(late.verdict == .timedOut(seconds: 60))
    #expect(throws: Problem(.cancelled)) {
      try check("pairs/appframework.HEIC", "pairs/appframework.MOV", deadline: PairDeadline { true })
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) func framesThatDoNotDecodeFail() throws {
    let result = try check("pairs/appframework.HEIC", "pairs/appframework.MOV") { _, frame, _ in
      if frame == .last { throw Problem(.damaged, ["detail": "x"]) }
    }
    #expect(result.reasons == [Problem(.pairFrameUndecodable, ["frame": "last", "detail": "x"])])
  }

  @Test func missingFilesAreNoMismatch() throws {
    let folder = try TemporaryFolder()
    #expect(throws: Problem.self) {
      try LivePhotoCheck().check(still: folder.path.appending("a"), video: folder.path.appending("b"))
    }
  }

  @Test func givenSentences() {
    let chinese = Wording(.traditionalChinese)
    #expect(chinese.problem(Problem(.pairTimedOut), subject: "") == "沒能產生原況照片 — 原況照片準備逾時，請稍後再試。")
    #expect(chinese.problem(Problem(.pairDoesNotMatch), subject: "") == "產生不了原況照片 — 原況已損壞，只能當靜態圖用。")
    // The same where a plain still was delivered instead.
    let late = Note(.pairTimedOut, ["seconds": "45"])
    #expect(chinese.note(late, subject: "") == "沒能產生原況照片 — 原況照片準備逾時，請稍後再試。")
    let broken = Note(.pairBroken, ["reasons": "x"])
    #expect(chinese.note(broken, subject: "") == "產生不了原況照片 — 原況已損壞，只能當靜態圖用。")
    #expect(chinese.note(late, subject: "a.jpg") == "a.jpg: 沒能產生原況照片 — 原況照片準備逾時，請稍後再試。")
  }

  /// Whatever one byte of the metadata says, the answer is a result or a problem, never a crash.
  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) func corruptionsNeverCrash() throws {
    let folder = try TemporaryFolder()
    let path = try #require(Corpus.file("live/pairs/iphone15plus-ios18.MOV"))
    let bytes = try FileReader.read(path).bytes
    let whole = try QuickTimeFile(ByteSource(bytes))
    var random = SplitMix(state: 20_261_130)
    var failures = 0
    for _ in 0..<1000 {
      var movie = whole.movie.bytes
      movie[Int(random.next() % UInt64(movie.count))] = UInt8(truncatingIfNeeded: random.next())
      let source = ByteSource(byteCount: bytes.count) { range in
        range.upperBound <= whole.movieRange.lowerBound
          ? Array(bytes[range])
          : range.map { whole.movieRange.contains($0) ? movie[$0 - whole.movieRange.lowerBound] : bytes[$0] }
      }
      guard let file = try? QuickTimeFile(source) else {
        failures += 1
        continue
      }
      _ = LivePhotoStillTime(file.movie)
      _ = PairingIdentifier.text(in: file.movie)
      for track in file.movie.tracks {
        _ = track.samples.firstMisplacedChunk(outside: file.mediaRanges, measuringChunks: true)
        _ = track.samples.range(of: track.samples.sampleCount - 1)
        _ = track.samples.decodingTime(of: track.samples.sampleCount - 1)
      }
      guard var editor = try? QuickTimeMovieEditor(file) else { continue }
      editor.setMetadata(PairingIdentifier.movieKey, to: .text("X"))
      editor.setCreationTime(5)
      try? editor.setStillImageTime(1, scale: 2)
      if let pieces = try? editor.pieces(), case .bytes(let last) = pieces.last {
        #expect(!last.isEmpty)
      }
    }
    #expect(failures < 900)
    // The whole check too, on disk.
    let still = try folder.write(
      try FileReader.read(try #require(Corpus.file("live/negatives/limitpoint-key-photo.jpg"))).bytes,
      to: "a.jpg"
    )
    for index in 0..<20 {
      var copy = bytes
      let position = whole.movieRange.lowerBound + Int(random.next() % UInt64(whole.movieRange.count))
      copy[position] = UInt8(truncatingIfNeeded: random.next())
      let video = try folder.write(copy, to: "\(index).MOV")
      _ = try LivePhotoCheck(threads: 2).check(still: still, video: video)
      try DurableFile.remove(video)
    }
  }
}

/// Random numbers that are the same in every run.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
