internal import ConversionSink
internal import Conversions
public import Files
internal import Library
public import Messages
internal import StillImages

/// One input with `-o`: in this process, without registering.
public struct SingleConversion {
  private let options: BatchOptions

  /// Asks the person at the terminal what happens with HDR; nil where nobody can be asked.
  public var askAboutHDR: (() -> HDRDecision?)?
  /// Receives what there is to say before the work is done; the result has it again.
  public var say: ((Note) -> Void)?

  /// Prepares the conversion.
  public init(options: BatchOptions) { self.options = options }

  /// Where the input comes from.
  public enum Input: Sendable {
    /// A file.
    case file(FilePath)
    /// Media bytes on standard input.
    case standardInput
  }

  /// Converts `input` to `output`, or to standard output where that is nil.
  public func run(_ input: Input, to output: FilePath?) -> ItemResult {
    let shown: FilePath = if case .file(let path) = input { path } else { FilePath("-") }
    CleanExit.onSignals()
    do {
      let working = try FilePath("").absolute()
      // The catalogue may know the original's favourite, tags and albums; a library is not made for this.
      let library = try? Library.open(at: options.library, create: false)
      var runner = JobRunner(options: options, library: library, sink: try ConversionSink(library: library))
      if let say { runner.say = { _, note in say(note) } }
      var item: InputItem
      let (source, original): (SinkSource, Original)
      switch input {
      case .file(let path):
        item = InputItem(
          path: path.absolute(relativeTo: working),
          shown: shown,
          relativeFolder: nil,
          isNamed: true
        )
        item.video = PairRecognition.video(
          beside: item.path,
          takesBroken: options.settings.letsStillsLeaveAlone
        )
        (source, original) = try runner.open(item)
      case .standardInput:
        let (stream, bytes) = try SinkSource.readingStandardInput()
        if case .video(let name) = FormatDetector.detect(Array(bytes.prefix(FormatDetector.neededByteCount)))
        {
          throw Problem(.formatUnsupported, ["format": name, "kind": "stream"])
        }
        item = InputItem(path: stream.path, shown: shown, relativeFolder: nil, isNamed: true)
        (source, original) = (stream, Original(path: stream.path, bytes: bytes))
      }
      let job = Job(
        number: 0,
        item: item,
        folder: nil,
        claims: NameClaims(),
        hdr: options.settings.hdr,
        threads: Machine.coreCount
      )
      let destination = output.map { Destination.file($0.absolute(relativeTo: working)) } ?? .standardOutput
      do {
        return try runner.convert(source, original, job: job, to: destination)
      } catch let problem as Problem where problem.code == .hdrUndecided {
        guard let askAboutHDR, askAboutHDR() == .sdr else { throw problem }
        var decided = job
        decided.hdr = .sdr
        return try runner.convert(source, original, job: decided, to: destination)
      }
    } catch let problem as Problem {
      return ItemResult(source: shown, status: .failed, problem: problem)
    } catch {
      return ItemResult(
        source: shown,
        status: .failed,
        problem: Problem(.internalError, ["detail": "\(error)"])
      )
    }
  }
}
