public import Files
public import Library
public import Messages

/// What became of one input.
public enum ItemStatus: String, Sendable, Codable {
  /// A new copy was delivered.
  case delivered
  /// The copy was there already, or the source needs none.
  case unchanged
  /// No copy could be made.
  case failed
  /// Not a thing that this command converts.
  case ignored
}

/// One delivered file.
public struct ItemOutput: Hashable, Sendable, Codable {
  /// Absolute path.
  public var path: FilePath
  /// What the file is to its asset.
  public var role: FileRole
  /// Its size.
  public var byteCount: Int64

  /// Makes an output.
  public init(path: FilePath, role: FileRole, byteCount: Int64) {
    self.path = path
    self.role = role
    self.byteCount = byteCount
  }
}

/// What became of one input, with all that is to be said of it. Crosses the border between processes.
public struct ItemResult: Sendable, Codable {
  /// The input, as it is shown to people.
  public var source: FilePath
  /// What became of it.
  public var status: ItemStatus
  /// The copy's files.
  public var outputs: [ItemOutput]
  /// How many of the copies were made now.
  public private(set) var newCopyCount: Int
  /// The copy's UUID in the library; of several that of the first.
  public var asset: String?
  /// What is worth saying.
  public var notes: [Note]
  /// Why it failed.
  public var problem: Problem?
  /// The kind of content of an ignored input ("QuickTime video"), where known.
  public var kind: String?

  /// Makes a result.
  public init(
    source: FilePath,
    status: ItemStatus,
    outputs: [ItemOutput] = [],
    asset: String? = nil,
    notes: [Note] = [],
    problem: Problem? = nil,
    kind: String? = nil
  ) {
    self.source = source
    self.status = status
    self.outputs = outputs
    self.asset = asset
    self.notes = notes
    self.problem = problem
    self.kind = kind
    newCopyCount = status == .delivered ? 1 : 0
  }

  /// Takes in the files of a copy, or of several.
  mutating func take(_ files: [ItemOutput], isNew: Bool = true) {
    outputs += files
    if isNew {
      // The video of a Live Photo is no copy of its own.
      let isPair = files.contains { $0.role == .still }
      newCopyCount += files.count { $0.role != .sidecar && !(isPair && $0.role == .video) }
    }
  }
}

/// What a run tells while it goes.
public enum BatchEvent: Sendable {
  /// The library was made just now.
  case libraryCreated(FilePath)
  /// Something about the library is worth saying.
  case libraryNote(Note)
  /// So many inputs there are.
  case planned(Int)
  /// What there is to say of an input before its work is done; the result has it again.
  case notice(FilePath, Note)
  /// One input is done.
  case item(ItemResult)
  /// Nothing happened for a moment; a progress display may redraw. The path is one that is being worked on.
  case tick(current: FilePath?)
}

/// How a run ended.
public struct BatchSummary: Sendable {
  /// Inputs by what became of them.
  public var delivered = 0
  /// Copies that were made: more than inputs, where a file has several pictures.
  public var copies = 0
  /// Inputs whose copy was there already, or that need none.
  public var unchanged = 0
  /// Of the unchanged, originals that have the format already, by the format's name.
  public var alreadyInFormat: [String: Int] = [:]
  /// Of the unchanged, originals whose content was converted before under another name.
  public var sameContent = 0
  /// Inputs without a copy.
  public var failed = 0
  /// Inputs of other kinds.
  public var ignored = 0
  /// Ignored inputs by kind, where the kind is known.
  public var ignoredKinds: [String: Int] = [:]
  /// Why the run stopped before its end, where it is safe to run it again (disk full, catalogue busy).
  public var stoppedBy: Problem?
  /// The signal that stopped the run.
  public var signal: Int32?
  /// The folder that the copies lie in, where it is one folder.
  public var folder: FilePath?

  /// Nothing done.
  public init() {}

  mutating func count(_ result: ItemResult) {
    copies += result.newCopyCount
    switch result.status {
    case .delivered: delivered += 1
    case .unchanged:
      unchanged += 1
      if let note = result.notes.first(where: { $0.code == .alreadyInFormat }) {
        alreadyInFormat[note.values["format"] ?? "", default: 0] += 1
      } else if result.notes.contains(where: { $0.code == .sameContent }) {
        sameContent += 1
      }
    case .failed: failed += 1
    case .ignored:
      ignored += 1
      if let kind = result.kind { ignoredKinds[kind, default: 0] += 1 }
    }
  }
}
