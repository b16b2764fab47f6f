internal import Arguments
internal import Batch
internal import Files
internal import Library
internal import Messages
internal import Metadata

/// `shiying set`: favourite, rating, tags, albums, date and place of registered photos, in the catalogue alone.
struct SetCommand {
  let arguments: ParsedArguments
  let console: Console

  func run() throws -> ExitCode {
    let change = try change()
    if change == AssetChange() { throw arguments.problem(.nothingToChange) }
    let library = try LibraryLocation.openExisting(arguments, environment: console.environment)
    var changed: [FilePath] = []
    var failures: [ProblemCode: Int] = [:]
    for path in try InputList.read(arguments) {
      do {
        // An unset variable must not mean the working folder.
        if path.bytes.isEmpty { throw Problem(.inputMissing) }
        let paths = try registeredPaths(path.absolute(), library)
        try library.catalogue.update(paths: paths, change)
        changed += paths
      } catch let problem as Problem where [.notRegistered, .inputMissing].contains(problem.code) {
        let problem = try Self.exists(path) ? problem : Problem(.inputMissing)
        failures[problem.code, default: 0] += 1
        console.problem(problem, subject: path.shownText)
      }
    }
    let failed = failures.values.reduce(0, +)
    if !arguments.flag(.quiet) {
      let copies = try library.catalogue.copyCount(ofOriginalsAt: changed)
      if copies > 0 { console.say(.copiesKeepTheirs(count: copies)) }
      console.say(.changed(count: changed.count, failed: failed))
    }
    return ExitCode(failures: failures, of: failed, succeeded: changed.count)
  }

  private static func exists(_ path: FilePath) throws -> Bool {
    try !path.bytes.isEmpty && FileStatus.ifPresent(path, followLinks: false) != nil
  }

  /// The path itself, or what is registered below it.
  private func registeredPaths(_ path: FilePath, _ library: Library) throws -> [FilePath] {
    guard try FileStatus.ifPresent(path)?.kind == .directory else { return [path] }
    let paths = try library.catalogue.paths(below: path)
    if paths.isEmpty { throw Problem(.notRegistered, ["path": path.lossyString]) }
    return paths
  }

  private func change() throws -> AssetChange {
    var change = AssetChange()
    change.favourite = arguments.choice(ofFlag: .favourite)
    change.addTags = try arguments.texts(.tag).map { try tag($0, .tag) }
    change.removeTags = try arguments.texts(.noTag).map { try tag($0, .noTag) }
    change.addAlbums = try arguments.texts(.album).map { try album($0, .album) }
    change.removeAlbums = try arguments.texts(.noAlbum).map { try album($0, .noAlbum) }
    if let text = arguments.text(.rating) {
      change.rating = Int(text).map(AssetChange.Rating.set) ?? AssetChange.Rating.none
    }
    if let text = arguments.text(.date) {
      guard let date = CaptureDate(iso8601: text) else { throw arguments.unusable(.date, text) }
      change.date = date
    }
    if let text = arguments.text(.place) { change.place = try place(text) }
    return change
  }

  private func tag(_ text: String, _ option: OptionIdentifier) throws -> Tag {
    guard let tag = TagText.tag(text) else { throw arguments.unusable(option, text) }
    return tag
  }

  private func album(_ text: String, _ option: OptionIdentifier) throws -> AlbumReference {
    guard let name = TagText.name(text) else { throw arguments.unusable(option, text) }
    return AlbumReference(name: name)
  }

  /// LAT,LON[,ALT] in degrees and metres, or none.
  private func place(_ text: String) throws -> AssetChange.Location {
    if text == "none" { return .none }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1],
      (-90.0...90.0).contains(latitude), (-180.0...180.0).contains(longitude),
      // 0,0 is what devices write that know no place; the altitude is one that a plane or a diver reaches.
      latitude != 0 || longitude != 0,
      numbers.count == 2 || numbers[2].map({ (-12_000.0...100_000.0).contains($0) }) == true
    else { throw arguments.unusable(.place, text) }
    let altitude = numbers.count == 3 ? numbers[2] : nil
    return .set(Place(latitude: latitude, longitude: longitude, altitude: altitude))
  }
}

/// A tag as it is written on the command line: levels with "/" between them.
enum TagText {
  static func tag(_ text: String) -> Tag? {
    let levels = text.split(separator: "/", omittingEmptySubsequences: false).map { name(String($0)) }
    return levels.contains(nil) ? nil : Tag(levels: levels.compactMap { $0 })
  }

  /// A name without spaces around it; nil where it is empty or has control characters, which no sidecar keeps.
  static func name(_ text: String) -> String? {
    var name = text[...]
    while name.first?.isWhitespace == true { name.removeFirst() }
    while name.last?.isWhitespace == true { name.removeLast() }
    let hasControls = name.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    return name.isEmpty || hasControls ? nil : String(name)
  }
}
