internal import Arguments
internal import Batch
internal import Files
internal import Glibc
internal import LivePhotos
internal import Messages

/// `shiying verify`: do these files pair as Live Photos, and if not, why?
struct VerifyCommand {
  let arguments: ParsedArguments
  let console: Console

  func run() throws -> ExitCode {
    let inputs = try InputList.read(arguments)
    let output = StandardOutput(arguments)
    let seconds = arguments.integer(.timeLimit).map(Double.init) ?? 45
    var (good, failures) = (0, [ProblemCode: Int]())
    try PairVerification(timeLimitInSeconds: seconds).run(inputs: inputs) { finding in
      if arguments.flag(.json) {
        output.write(line: JSONLine.text(PairRecord(finding)))
      } else if finding.pairs, let still = finding.still {
        output.write(path: still)
      }
      say(finding)
      if finding.pairs {
        good += 1
      } else {
        failures[(finding.problem ?? finding.result?.problem)?.code ?? .internalError, default: 0] += 1
      }
    }
    let failed = failures.values.reduce(0, +)
    if arguments.flag(.json) {
      let timedOut = failures[.pairTimedOut] ?? 0
      output.write(
        line: JSONLine.text(PairSummaryRecord(pairs: good, failed: failed - timedOut, timed_out: timedOut))
      )
    }
    if StopSignal.number != 0 {
      console.say(.interrupted)
      signal(StopSignal.number, SIG_DFL)
      raise(StopSignal.number)
    }
    if !arguments.flag(.quiet) {
      let timedOut = failures[.pairTimedOut] ?? 0
      console.say(.verified(pairs: good, failed: failed - timedOut, timedOut: timedOut))
    }
    return ExitCode(failures: failures, of: failed, succeeded: good)
  }

  /// What the two are not, in the sentence that is given for it, then each reason; of pairs what is unusual, on request.
  private func say(_ finding: PairVerification.Finding) {
    let subject = (finding.still ?? finding.video)?.shownText ?? ""
    if let problem = finding.problem { console.problem(problem, subject: subject) }
    guard let result = finding.result else { return }
    if let problem = result.problem { console.problem(problem, subject: subject) }
    for reason in result.reasons {
      let isVideo = reason.code.isOfVideo
      console.problem(reason, subject: (isVideo ? finding.video : finding.still)?.shownText ?? subject)
    }
    if arguments.flag(.verbose) { for note in result.warnings { console.note(note, subject: subject) } }
  }
}

extension ProblemCode {
  /// Whether the reason lies in the moving half.
  fileprivate var isOfVideo: Bool {
    switch self {
    case .pairVideoUnusable, .pairVideoNotQuickTime, .pairNoVideoTrack, .pairCodecNotPlayable,
      .pairVideoWithoutIdentifier, .pairNoStillImageTime, .pairStillTimeOutside, .pairStillSampleUnusable,
      .pairMediaMisplaced, .pairFrameUndecodable:
      true
    default: false
    }
  }
}

/// One Live Photo that was checked, as shiying-events(5) describes it.
struct PairRecord: Encodable {
  struct Remark: Encodable {
    let code: String
    let message: String
  }

  let v = 1
  let type = "pair"
  let status: String
  let still: PathRecord?
  let video: PathRecord?
  let identifier: String?
  let still_time: Double?
  let duration: Double?
  let error: Remark?
  let reasons: [Remark]
  let warnings: [Remark]

  /// Messages in machine output are English, whatever the user's language.
  init(_ finding: PairVerification.Finding) {
    let wording = Wording(.english)
    let subject = (finding.still ?? finding.video)?.shownText ?? ""
    func remark(_ problem: Problem) -> Remark {
      Remark(code: problem.code.rawValue, message: wording.problem(problem, subject: subject))
    }
    let problem = finding.problem ?? finding.result?.problem
    status = finding.pairs ? "pairs" : problem?.code == .pairTimedOut ? "timed-out" : "fails"
    still = finding.still.map(PathRecord.init)
    video = finding.video.map(PathRecord.init)
    identifier = finding.result?.identifier
    still_time = finding.result?.stillTime
    duration = finding.result?.duration
    error = problem.map(remark)
    reasons = (finding.result?.reasons ?? []).map(remark)
    warnings = (finding.result?.warnings ?? []).map {
      Remark(code: $0.code.rawValue, message: wording.note($0, subject: subject))
    }
  }
}

/// The last record of `verify`.
struct PairSummaryRecord: Encodable {
  let v = 1
  let type = "summary"
  let pairs: Int
  let failed: Int
  let timed_out: Int
}
