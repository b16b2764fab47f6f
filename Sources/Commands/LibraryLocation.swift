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
    let configuration = try configurationFolder(environment, home)
    let file = configuration.appending("shiying/config")
    if let setting = setting("library", in: file) {
      if let path = try path(setting.value, home: home) { return path }
      // Copies would go into another library than the person believes.
      throw UsageProblem(
        .configuration(file: file.lossyString, line: setting.line),
        command: command
      )
    }
    return try pictures(configuration, environment, home).appending("拾映")
  }

  /// The same, absolute. Where nobody has a home, a command that needs no library goes on without one.
  static func find(
    _ arguments: ParsedArguments,
    environment: [String: String],
    isNeeded: Bool
  ) throws -> FilePath {
    do { return try find(arguments, environment: environment).absolute() } catch let problem as UsageProblem {
      guard case .noHome = problem.fact, !isNeeded else { throw problem }
      return FilePath("/dev/null")
    }
  }

  /// What the albums of a library that is made now are called: `conversions-album = NAME` and `creations-album = NAME` in
  /// the configuration file. A library that is there keeps its names.
  static func albumNames(_ arguments: ParsedArguments, environment: [String: String]) throws -> AlbumNames {
    let command = arguments.command.name
    let home = { try HomeFolder.find(environment, command: command) }
    var names = AlbumNames.standard
    // Without a home there is no configuration; the library was named otherwise.
    guard let folder = try? configurationFolder(environment, home) else { return names }
    let file = folder.appending("shiying/config")
    let settings = ["conversions-album", "creations-album"].map { setting($0, in: file) }
    if let name = settings[0]?.value { names.conversions = name }
    if let name = settings[1]?.value { names.creations = name }
    if names.areUsable && settings.allSatisfy({ $0 == nil || $0?.value != nil }) { return names }
    let line = settings.compactMap { $0?.line }.first ?? ""
    throw UsageProblem(.configuration(file: file.lossyString, line: line), command: command)
  }

  private static func configurationFolder(
    _ environment: [String: String],
    _ home: () throws -> String
  ) throws -> FilePath {
    try folder("XDG_CONFIG_HOME", environment) ?? FilePath(home()).appending(".config")
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
    let value = setting("XDG_PICTURES_DIR", in: directories)?.value
    return try path(value, home: home) ?? FilePath(home()).appending("Pictures")
  }

  /// The first line `NAME = VALUE` or `NAME="VALUE"`; no value where "=" is missing. nil where no line begins so.
  private static func setting(_ name: String, in file: FilePath) -> (line: String, value: String?)? {
    guard let (bytes, _) = try? FileReader.read(file, maximumByteCount: 1 << 20) else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmed }
      guard parts.first == name else { continue }
      guard parts.count == 2 else { return (String(line), nil) }
      let text = parts[1]
      let isQuoted = text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
      return (String(line), isQuoted ? String(text.dropFirst().dropLast()) : text)
    }
    return nil
  }

  /// The absolute path that a value gives, or nil; `$HOME/` and `~/` stand for the home folder.
  private static func path(_ value: String?, home: () throws -> String) throws -> FilePath? {
    guard var text = value else { return nil }
    for prefix in ["$HOME", "~"] where text == prefix || text.hasPrefix(prefix + "/") {
      text = try home() + text.dropFirst(prefix.count)
    }
    return text.hasPrefix("/") ? FilePath(text) : nil
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
