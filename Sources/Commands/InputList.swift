internal import Arguments
internal import Files
internal import Messages

/// The inputs of a command: its operands, then the list of `--files-from`.
enum InputList {
  static func read(_ arguments: ParsedArguments) throws -> [FilePath] {
    var inputs = arguments.operands.map { FilePath(bytes: $0) }
    if arguments.command.option(.filesFrom) != nil, let list = arguments.path(.filesFrom) {
      let path = FilePath(bytes: list)
      let bytes =
        path == FilePath("-")
        ? try FileReader.readStandardInput() : try FileReader.readStream(path)
      let separator: UInt8 = arguments.flag(.null) ? 0 : 0x0A
      // Blank lines mean nothing; nothing in the list is a pattern.
      inputs += bytes.split(separator: separator).map { FilePath(bytes: $0) }
    }
    return inputs
  }
}
