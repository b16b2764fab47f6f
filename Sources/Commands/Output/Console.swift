internal import CSystem
internal import Files
internal import Glibc
internal import Messages

/// Standard output for data and standard error for people, in one language.
struct Console {
  let wording: Wording
  let environment: [String: String]

  init(language: Language, environment: [String: String]) {
    wording = Wording(language)
    self.environment = environment
  }

  var language: Language { wording.language }

  /// Writes data.
  func output(_ text: String) { StandardOutput.write(Array(text.utf8)) }

  /// Says something to the person: `shiying: ...`.
  func say(_ text: String) { errors(Wording.prefix + text + "\n") }

  func say(_ message: Message) { say(wording.message(message)) }

  func problem(_ problem: Problem, subject: String) { say(wording.problem(problem, subject: subject)) }

  func note(_ note: Note, subject: String) { say(wording.note(note, subject: subject)) }

  func usage(_ problem: UsageProblem) { say(wording.usage(problem)) }

  /// Writes to standard error as it is, control characters made harmless on a terminal.
  func errors(_ text: String) { raw(Terminal.harmless(text, on: .errors)) }

  /// Writes to standard error, terminal sequences included.
  func raw(_ text: String) {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer -> Int in
        guard let base = buffer.baseAddress else { return 0 }
        return write(STDERR_FILENO, base + done, bytes.count - done)
      }
      // Nobody listens any more: no reason to stop the work.
      if count <= 0 && errno != EINTR { return }
      done += max(0, count)
    }
  }
}
