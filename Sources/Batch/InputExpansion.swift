internal import Files
internal import Messages

/// One file that a run looks at.
struct InputItem: Sendable, Codable {
  /// Absolute path.
  var path: FilePath
  /// The path as it is shown: as given, or below the folder as given.
  var shown: FilePath
  /// The file's folder below its input folder; empty for a file that was named itself.
  var relativeFolder: FilePath?
  /// Whether the file was named itself: then it must be convertible, not merely passed over.
  var isNamed: Bool
  /// The video, where the file is the still of a Live Photo.
  var video: FilePath?
}

/// Turns the inputs of a run into files, once each, in a stable order.
struct InputExpansion {
  /// Folders that are not walked into: the library's own.
  let skippedFolders: Set<FilePath>
  let workingFolder: FilePath

  private(set) var items: [InputItem] = []
  /// Inputs that could not be looked at.
  private(set) var failures: [InputFailure] = []
  private var seen: Set<FilePath> = []

  init(skippedFolders: Set<FilePath>, workingFolder: FilePath) {
    self.skippedFolders = skippedFolders
    self.workingFolder = workingFolder
  }

  mutating func add(_ input: FilePath) {
    let absolute = input.absolute(relativeTo: workingFolder)
    do {
      // An unset variable must not mean the working folder.
      if input.bytes.isEmpty { throw Problem(.inputMissing) }
      let status = try FileStatus.of(absolute, followLinks: true)
      if status.kind == .directory {
        try addFolder(absolute, shown: input)
      } else {
        append(InputItem(path: absolute, shown: input, relativeFolder: nil, isNamed: true))
      }
    } catch {
      let problem = error as? Problem ?? Problem(.inputUnreadable)
      failures.append(InputFailure(input, relativeFolder: nil, problem))
    }
  }

  private mutating func addFolder(_ folder: FilePath, shown: FilePath) throws {
    let skipped = skippedFolders
    let (files, unreadable, others) = try DirectoryWalk.files(below: folder) { skipped.contains($0) }
    // Whoever takes an item looks at what it is; a FIFO in a folder is counted, not opened.
    for file in (files + others).sorted() {
      guard let relative = file.relative(to: folder) else { continue }
      append(
        InputItem(
          path: file,
          shown: shown.appending(relative),
          relativeFolder: relative.relativeParent,
          isNamed: false
        )
      )
    }
    for (path, problem) in unreadable {
      let relative = path.relative(to: folder)
      let name = relative.map { shown.appending($0.bytes) } ?? path
      failures.append(InputFailure(name, relativeFolder: relative?.relativeParent, problem))
    }
  }

  private mutating func append(_ item: InputItem) {
    if seen.insert(item.path).inserted { items.append(item) }
  }
}

/// An input that could not be looked at; it belongs to one shard, as a file would.
struct InputFailure: Sendable {
  var result: ItemResult
  var shardKey: [UInt8]

  init(_ shown: FilePath, relativeFolder: FilePath?, _ problem: Problem) {
    result = ItemResult(source: shown, status: .failed, problem: problem)
    shardKey = InputItem(path: shown, shown: shown, relativeFolder: relativeFolder, isNamed: false).shardKey
  }
}

extension InputItem {
  /// What decides the shard: the path below the input, or as given, without its extension.
  var shardKey: [UInt8] {
    guard let relativeFolder else { return shown.relativeParent.appending(shown.stem).bytes }
    return relativeFolder.appending(shown.stem).bytes
  }
}
