internal import Arguments
internal import Files
internal import Messages
internal import Synchronization

/// Standard output: data only. Every line is written at once, so that a reader downstream gets it while the run goes
/// on; SIGPIPE keeps its default action, so `| head -1` ends the program silently. On a terminal, control characters of
/// names are shown escaped.
struct StandardOutput {
  /// What ends a path: a newline, or NUL.
  let terminator: UInt8

  /// `--print0` always means NUL here. `-0` does where no list is read; with `--files-from` it tells how that list is
  /// separated, so that `find -print0 | shiying ... -0 | xargs ls` gives `xargs` the lines it expects.
  init(_ arguments: ParsedArguments) {
    let readsList =
      arguments.command.option(.filesFrom) != nil && arguments.path(.filesFrom) != nil
    let printsNull = arguments.command.option(.printNull) != nil && arguments.flag(.printNull)
    terminator = printsNull || (arguments.flag(.null) && !readsList) ? 0 : 0x0A
  }

  /// Writes a line of JSON.
  func write(line: String) { Self.write(line: line) }

  func write(path: FilePath) {
    let name = Self.isTerminal ? Array(ControlCharacters.escaped(bytes: path.bytes).utf8) : path.bytes
    Self.write(name + [terminator])
  }

  /// Writes a line of JSON.
  static func write(line: String) {
    write(Array((isTerminal ? ControlCharacters.escapedInJSON(line) : line).utf8) + [0x0A])
  }

  /// Writes data; the first failure is kept for the end of the program, which must not report success then.
  static func write(_ bytes: [UInt8]) {
    do { try FileWriter.writeToStandardOutput(bytes) } catch {
      let problem = isClosed ? closedProblem : error as? Problem
      failure.withLock { $0 = $0 ?? problem }
    }
  }

  /// Remembers that whoever started the program closed standard output.
  static func noteClosed() { closed.withLock { $0 = true } }

  /// Whether it was closed at the start.
  static var isClosed: Bool { closed.withLock { $0 } }

  /// Before the bytes of a file go there: whether they may. A terminal is refused, which is said here.
  ///
  /// - Throws: `cannotWrite` where it was closed.
  static func takesFile(_ console: Console) throws -> Bool {
    if isTerminal {
      console.say(.refusingTerminalOutput)
      return false
    }
    if isClosed { throw closedProblem }
    return true
  }

  /// What to say of data that can't get out because of that.
  private static let closedProblem = Problem(.cannotWrite, ["reason": "closed-output"])

  /// Why data did not get out, if it did not.
  static var problem: Problem? { failure.withLock { $0 } }

  private static let failure = Mutex<Problem?>(nil)
  private static let closed = Mutex(false)
  private static let isTerminal = Terminal.isTerminal(.output)
}
