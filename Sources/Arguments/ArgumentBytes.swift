/// The arguments of this process as bytes: names on Linux are bytes, and `CommandLine.arguments` would replace what is
/// not UTF-8.
public enum ArgumentBytes {
  /// All arguments behind the program's own name.
  public static func ofProcess() -> [[UInt8]] {
    let vector = CommandLine.unsafeArgv
    var result: [[UInt8]] = []
    var index = 1
    while index < Int(CommandLine.argc), let argument = vector[index] {
      result.append(bytes(of: argument))
      index += 1
    }
    return result
  }

  private static func bytes(of text: UnsafeMutablePointer<CChar>) -> [UInt8] {
    var result: [UInt8] = []
    var position = text
    while position.pointee != 0 {
      result.append(UInt8(bitPattern: position.pointee))
      position += 1
    }
    return result
  }
}
