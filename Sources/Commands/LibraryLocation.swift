internal import Arguments
internal import Files
internal import Library
internal import Messages

/// Where the library is: -L, else SHIYING_LIBRARY, else the configuration file, else 拾映 in the folder for pictures.
enum LibraryLocation {
  static func find(_ arguments: ParsedArguments, environment: [String: String]) throws -> FilePath {
    if let path = arguments.path(.library), !path.isEmpty { return FilePath(bytes: path) }
    if let path = environment["SHIYING_LIBRARY"], !path.isEmpty { return FilePath(path) }
    let command = arguments.command.name
    let home = { try HomeFolder.find(environment, command: command) }
    let configuration =
      try folder("XDG_CONFIG_HOME", environment) ?? FilePath(home()).appending(".config")
    let file = configuration.appending("shiying/config")
    if let setting = try setting("library", in: file, home: home) {
      if let path = setting.path { return path }
      // Copies would go into another library than the person believes.
      throw UsageProblem(
        .configuration(file: file.lossyString, line: setting.line),
        command: command
      )
    }
    return try pictures(configuration, environment, home).appending("拾映")
  }

  /// Opens an existing library; a command that only reads never makes one.
  static func openExisting(_ arguments: ParsedArguments, environment: [String: String]) throws -> Library {
    try Library.open(at: find(arguments, environment: environment), create: false)
  }

  /// XDG variables count only where they are absolute (XDG Base Directory Specification).
  private static func folder(_ name: String, _ environment: [String: String]) -> FilePath? {
    environment[name].flatMap { $0.hasPrefix("/") ? FilePath($0) : nil }
  }

  private static func pictures(
    _ configuration: FilePath,
    _ environment: [String: String],
    _ home: () throws -> String
  ) throws -> FilePath {
    if let path = folder("XDG_PICTURES_DIR", environment) { return path }
    let directories = configuration.appending("user-dirs.dirs")
    return try setting("XDG_PICTURES_DIR", in: directories, home: home)?.path
      ?? FilePath(home()).appending("Pictures")
  }

  /// The first line `NAME = VALUE` or `NAME="VALUE"`, and the absolute path that it gives; `$HOME/` and `~/` stand for the
  /// home folder. nil where no line begins so.
  private static func setting(_ name: String, in file: FilePath, home: () throws -> String) throws -> (
    line: String, path: FilePath?
  )? {
    guard let (bytes, _) = try? FileReader.read(file, maximumByteCount: 1 << 20) else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmed }
      guard parts.first == name else { continue }
      guard parts.count == 2 else { return (String(line), nil) }
      var text = parts[1]
      if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
        text = String(text.dropFirst().dropLast())
      }
      for prefix in ["$HOME", "~"] where text == prefix || text.hasPrefix(prefix + "/") {
        text = try home() + text.dropFirst(prefix.count)
      }
      return (String(line), text.hasPrefix("/") ? FilePath(text) : nil)
    }
    return nil
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
