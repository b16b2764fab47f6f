internal import Batch
internal import Messages

/// The question what happens with HDR, asked once a run on a terminal.
struct HDRQuestion {
  let console: Console

  /// Asks until there is an answer; nil where a signal ends the run instead.
  func ask(file: String, target: String?) -> HDRDecision? {
    console.ask(.hdrQuestion(file: file, format: target ?? ""))
    while let line = TerminalLine.read(unless: { StopSignal.number != 0 }) {
      switch HDRAnswer(line: line) {
      case .standardRange: return .sdr
      case .fail: return .fail
      case .stop: return .stop
      case nil: console.ask(.hdrAnswerUnclear)
      }
    }
    // What is said next begins a line of its own.
    console.raw("\n")
    return StopSignal.number != 0 ? nil : .fail
  }
}
