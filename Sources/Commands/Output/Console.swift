internal import CSystem
internal import Files
internal import Glibc
internal import Messages

/// Standard output for data and standard error for people, in one language.
struct Console {
  /// Words for standard output and for machines: control characters stay.
  let wording: Wording
  let environment: [String: String]
  /// Words for standard error.
  private let said: Wording

  init(language: Language, environment: [String: String]) {
    wording = Wording(language)
    said = Wording(language, forTerminal: Terminal.isTerminal(.errors))
    self.environment = environment
  }

  var language: Language { wording.language }

  /// Writes data.
  func output(_ text: String) { StandardOutput.write(Array(text.utf8)) }

  /// Says something to the person: `shiying: ...`.
  func say(_ message: Message) { say(said.message(message)) }

  func problem(_ problem: Problem, subject: String) { say(said.problem(problem, subject: subject)) }

  func note(_ note: Note, subject: String) { say(said.note(note, subject: subject)) }

  func usage(_ problem: UsageProblem) { say(said.usage(problem)) }

  /// Asks the person something: the answer is typed behind it.
  func ask(_ question: Message) { raw(said.message(question)) }

  private func say(_ text: String) { raw(Wording.prefix + text + "\n") }

  /// Writes to standard error as it is: words of the program's own, or terminal sequences.
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
