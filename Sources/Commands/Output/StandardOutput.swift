internal import Arguments
internal import Files

/// Standard output: data only. Every line is written at once, so that a reader downstream gets it while the run goes
/// on; SIGPIPE keeps its default action, so `| head -1` ends the program silently.
struct StandardOutput {
  /// What ends a path: a newline, or NUL with `-0`.
  let terminator: UInt8

  init(_ arguments: ParsedArguments) { terminator = arguments.flag(.null) ? 0 : 0x0A }

  func write(line: String) { write(Array(line.utf8) + [0x0A]) }

  func write(path: FilePath) { write(path.bytes + [terminator]) }

  private func write(_ bytes: [UInt8]) { try? FileWriter.writeToStandardOutput(bytes) }
}
