internal import Files
internal import Messages
internal import StillImages

/// One source of a collage as it was found among the inputs.
struct CollageInput {
  /// Absolute path, or a URL.
  var path: FilePath
  /// The video, where the file is the still of a Live Photo.
  var video: FilePath?
  /// As it is shown to people.
  var shown: FilePath
  /// Why it can't be read; nil: nothing speaks against it yet.
  var problem: Problem?

  /// Whether it has to be fetched.
  var isRemote: Bool { RemoteFile.isURL(path) }

  /// The sources among paths and URLs, in their order: files below folders by name, each Live Photo once.
  ///
  /// - Parameter skippedFolders: are not walked into.
  static func find(_ paths: [FilePath], skippedFolders: Set<FilePath>, _ fetch: CollageFetch) throws
    -> [CollageInput]
  {
    let working = try FilePath("").absolute()
    var found: [Entry] = []
    // Where a mount does not answer, not even a status can be had.
    let local = paths.filter { !RemoteFile.isURL($0) }.map { $0.absolute(relativeTo: working) }
    let stalls = Dictionary(zip(local, fetch.stalls(local))) { first, _ in first }
    for path in paths {
      if RemoteFile.isURL(path) {
        found.append(.input(CollageInput(path: path, shown: RemoteFile.withoutCredentials(path))))
        continue
      }
      let absolute = path.absolute(relativeTo: working)
      if let problem = stalls[absolute] ?? nil {
        found.append(.input(CollageInput(path: absolute, shown: path, problem: problem)))
        continue
      }
      // One for each: what is named twice is there twice.
      var expansion = InputExpansion(skippedFolders: skippedFolders, workingFolder: working)
      expansion.add(path)
      // In a folder only what is a photo or video belongs to the collage; what was named does, whatever it is.
      found += expansion.items.filter { $0.isNamed || isMedia($0.path) }.map(Entry.file)
      found += expansion.failures.map { failure in
        let shown = failure.result.source
        return .input(
          CollageInput(
            path: shown.absolute(relativeTo: working),
            shown: shown,
            problem: failure.result.problem ?? Problem(.inputUnreadable)
          )
        )
      }
    }
    return joined(found)
  }

  private enum Entry {
    case input(CollageInput)
    case file(InputItem)
  }

  /// The entries with each Live Photo once, where the first of its halves stands.
  private static func joined(_ entries: [Entry]) -> [CollageInput] {
    let files = entries.compactMap { if case .file(let item) = $0 { item } else { nil } }
    let joined = PairRecognition.joined(files, takesBroken: true)
    let byPath = Dictionary(joined.map { ($0.path, $0) }) { first, _ in first }
    let byVideo = Dictionary(joined.compactMap { item in item.video.map { ($0, item) } }) { first, _ in first
    }
    var early: Set<FilePath> = []
    return entries.compactMap { entry in
      switch entry {
      case .input(let input): return input
      case .file(let item):
        // Its still comes later, or came before.
        if let pair = byVideo[item.path], byPath[item.path] == nil {
          return files.contains { $0.path == pair.path } && early.insert(pair.path).inserted
            ? Self(pair) : nil
        }
        guard let found = byPath[item.path] else { return nil }
        if found.video != nil, early.contains(found.path) { return nil }
        if found.video != nil, files.contains(where: { $0.path == found.video }) { early.insert(found.path) }
        return Self(found)
      }
    }
  }

  private init(_ item: InputItem) { (path, video, shown) = (item.path, item.video, item.shown) }

  init(path: FilePath, shown: FilePath, problem: Problem? = nil) {
    (self.path, self.shown, self.problem) = (path, shown, problem)
  }

  private static func isMedia(_ path: FilePath) -> Bool {
    guard (try? FileStatus.of(path))?.kind == .regular,
      let head = try? FileReader.readHead(path, byteCount: FormatDetector.neededByteCount).bytes
    else { return false }
    return switch FormatDetector.detect(head) {
    case .still, .video: true
    case .otherStill, .unknown, .empty: false
    }
  }
}
