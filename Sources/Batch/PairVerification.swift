public import Files
public import LivePhotos
public import Messages
internal import Metadata
internal import StillImages

/// Checks Live Photos that are there already: for `verify`. Nothing is written.
public struct PairVerification {
  /// What was found of one Live Photo, or of one half without the other.
  public struct Finding: Sendable {
    /// The still, where there is one.
    public var still: FilePath?
    /// The video, where there is one.
    public var video: FilePath?
    /// What the check found; nil where there was nothing to check.
    public var result: PairCheckResult?
    /// Why there was nothing to check.
    public var problem: Problem?

    /// Whether the two are a Live Photo.
    public var pairs: Bool { result?.pairs ?? false }
  }

  private let timeLimitInSeconds: Double

  /// Prepares the checks; each may take so many seconds.
  public init(timeLimitInSeconds: Double) { self.timeLimitInSeconds = timeLimitInSeconds }

  /// Checks what the inputs name: files of one name are a pair, and two files whatever their names. In folders, pairs are
  /// looked for by identifier and name, and halves without the other are reported. Of several inputs, files that say nothing of
  /// a pair are passed over, as in folders.
  public func run(inputs: [FilePath], report: (Finding) -> Void) throws {
    StopSignal.watch()
    let working = try FilePath("").absolute()
    // `verify *` names what lies beside the halves, too.
    var halves = inputs.filter { !Sidecar.isCompanion($0) }
    if halves.isEmpty { halves = inputs }
    for subject in NamedPairs.subjects(of: halves, isVideo: { isVideo($0, working) }) {
      if StopSignal.number != 0 { return }
      do {
        switch subject {
        case .pair(let still, let video): report(try check(still, video))
        case .single(let input)
        where try FileStatus.of(input.absolute(relativeTo: working)).kind == .directory:
          try folder(input, working, report)
        case .single(let input):
          if halves.count == 1 || Self.isHalf(input.absolute(relativeTo: working)) {
            report(try alone(input, working))
          }
        }
      } catch let problem as Problem {
        if problem.code == .cancelled { return }
        report(Finding(still: subject.path, problem: problem))
      }
    }
  }

  /// Whether a file is a video; nil of what is no file.
  private func isVideo(_ path: FilePath, _ working: FilePath) -> Bool? {
    let path = path.absolute(relativeTo: working)
    guard (try? FileStatus.of(path).kind) == .regular else { return nil }
    let head = try? FileReader.readHead(path, byteCount: FormatDetector.neededByteCount).bytes
    return switch head.map({ FormatDetector.detect($0) }) {
    case .video: true
    case .still, .otherStill: false
    // Damage is to be said of the half that it promises to be.
    case .unknown, .empty, nil: PairFinder.isNamedLikeAVideo(path)
    }
  }

  /// Whether a file is half of a Live Photo, or one that can't be read, which is to be said.
  private static func isHalf(_ path: FilePath) -> Bool {
    guard (try? FileReader.readHead(path, byteCount: 1)) != nil else { return true }
    let found = PairRecognition.halves(of: [path])
    return !found.alone.isEmpty || PairRecognition.video(beside: path, takesBroken: true) != nil
  }

  private func alone(_ input: FilePath, _ working: FilePath) throws -> Finding {
    let path = input.absolute(relativeTo: working)
    if VideoInspection.isVideo(path) { return Finding(video: input, problem: Problem(.pairStillMissing)) }
    guard let video = PairRecognition.video(beside: path, takesBroken: true) else {
      return Finding(still: input, problem: Problem(.pairVideoMissing))
    }
    return try check(input, video)
  }

  private func folder(_ input: FilePath, _ working: FilePath, _ report: (Finding) -> Void) throws {
    var expansion = InputExpansion(skippedFolders: [], workingFolder: working)
    expansion.add(input)
    for failure in expansion.failures {
      report(Finding(still: failure.result.source, problem: failure.result.problem))
    }
    var shown: [FilePath: FilePath] = [:]
    for item in expansion.items { shown[item.path] = item.shown }
    let (halves, pairs) = PairRecognition.halves(of: expansion.items.map(\.path))
    for pair in pairs {
      if StopSignal.number != 0 { return }
      report(try check(shown[pair.still] ?? pair.still, shown[pair.video] ?? pair.video))
    }
    for half in halves {
      if StopSignal.number != 0 { return }
      report(lonely(half, shown))
    }
  }

  private func lonely(_ half: PairRecognition.Half, _ shown: [FilePath: FilePath]) -> Finding {
    switch half {
    case .still(let path): Finding(still: shown[path] ?? path, problem: Problem(.pairVideoMissing))
    case .video(let path): Finding(video: shown[path] ?? path, problem: Problem(.pairStillMissing))
    }
  }

  private func check(_ still: FilePath, _ video: FilePath) throws -> Finding {
    do {
      let result = try LivePhotoCheck.decodingFrames(threads: Machine.coreCount).check(
        still: still,
        video: video,
        deadline: PairDeadline(seconds: timeLimitInSeconds) { StopSignal.number != 0 }
      )
      return Finding(still: still, video: video, result: result)
    } catch let problem as Problem where problem.code != .cancelled {
      return Finding(still: still, video: video, problem: problem)
    }
  }
}
