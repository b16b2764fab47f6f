internal import CSystem
internal import Messages

/// What is known about the standard streams.
enum Terminal {
  /// A standard stream.
  enum Stream: Int32 {
    case input = 0
    case output = 1
    case errors = 2
  }

  /// Whether a stream is a terminal. The corresponding C function is `isatty`.
  static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// Whether lines may be redrawn there: a terminal that is not "dumb".
  static func canRedraw(_ stream: Stream, environment: [String: String]) -> Bool {
    isTerminal(stream) && environment["TERM"] != "dumb" && environment["TERM"] != nil
  }

  /// Columns of the terminal on a stream; where it does not say, COLUMNS, else 80.
  static func columns(_ stream: Stream, environment: [String: String]) -> Int {
    let columns = Int(shiying_terminal_columns(stream.rawValue))
    if columns > 0 { return columns }
    return environment["COLUMNS"].flatMap { Int($0) }.map { min(max($0, 20), 1000) } ?? 80
  }

  /// The width of help: the terminal's, at most 80, since longer lines are hard to read.
  static func helpWidth(environment: [String: String]) -> Int {
    min(80, columns(isTerminal(.output) ? .output : .errors, environment: environment))
  }

  /// A value as it may be printed on a stream: control characters, line feeds too, are escaped on a terminal only.
  static func harmless(_ value: String, on stream: Stream) -> String {
    isTerminal(stream) ? ControlCharacters.escaped(value) : value
  }
}
