public import Files
public import Messages

/// Compares the catalogue with the disk.
public struct LibraryCheck {
  /// Something that is not as it should be.
  public struct Finding: Hashable, Sendable {
    /// What is wrong.
    public var kind: FindingKind
    /// The file, folder, or for an asset without files the library.
    public var path: FilePath
    /// The asset that it belongs to, where there is one.
    public var asset: String?
    /// What the file is to its asset.
    public var role: FileRole?
    /// Why a file can't be read or decoded.
    public var problem: Problem?

    /// Makes a finding.
    public init(
      kind: FindingKind,
      path: FilePath,
      asset: String? = nil,
      role: FileRole? = nil,
      problem: Problem? = nil
    ) {
      self.kind = kind
      self.path = path
      self.asset = asset
      self.role = role
      self.problem = problem
    }
  }

  private let library: Library

  /// A check of a library.
  public init(_ library: Library) { self.library = library }

  /// Looks at every registered file, every file in the album folders, and unfinished work.
  ///
  /// - Parameters:
  ///   - deep: compares contents with their hashes, which reads every file that has one.
  ///   - progress: called with the number of files done and of all registered files.
  /// - Throws: `libraryUnusable` where the catalogue itself is damaged.
  public func findings(deep: Bool, progress: (Int, Int) -> Void = { _, _ in }) throws -> [Finding] {
    var findings: [Finding] = []
    try library.catalogue.verify()
    let files = try library.catalogue.allFiles()
    for (index, entry) in files.enumerated() {
      if let finding = finding(entry.file, asset: entry.asset, deep: deep) { findings.append(finding) }
      progress(index + 1, files.count)
    }
    findings += try library.catalogue.assetsWithoutFiles().map {
      Finding(kind: .withoutFiles, path: library.root, asset: $0)
    }
    let intents = try library.catalogue.intents()
    for intent in intents where try !library.isAlive(run: intent.run) {
      let path = intent.moves.first?.destination ?? library.root
      findings.append(Finding(kind: .openIntent, path: path, asset: intent.registration.asset))
    }
    findings += try library.deadRuns().map {
      Finding(kind: .remains, path: library.stagingFolder.appending($0))
    }
    return findings + (try strays(known: files.map(\.file.path), intents: intents))
  }

  /// Puts right what can be put right without a decision: forgets copies of which a file is gone, so that the
  /// next run makes them again; forgets assets without files; removes the remains of dead runs that have no
  /// open intent.
  ///
  /// Sources are not forgotten: their disk may be away for a while. Orphans stay where they are.
  ///
  /// - Returns: the findings that were put right.
  public func repair(_ findings: [Finding]) throws -> [Finding] {
    let open = Set(try library.catalogue.intents().map(\.run))
    return try findings.filter { finding in
      switch finding.kind {
      case .missing, .withoutFiles:
        guard let uuid = finding.asset, let asset = try library.catalogue.asset(uuid: uuid) else {
          return true
        }
        if asset.isSource && finding.kind == .missing { return false }
        try library.catalogue.forget(asset: uuid)
        return true
      case .remains:
        guard let run = run(ofRemains: finding.path), !open.contains(run), try !library.isAlive(run: run)
        else {
          return false
        }
        if finding.path.parent == library.stagingFolder {
          try library.removeRemains(ofRun: run)
        } else {
          try DurableFile.remove(finding.path)
        }
        return true
      case .changed, .unreadable, .damaged, .orphan, .openIntent: return false
      }
    }
  }

  private func finding(_ file: RecordedFile, asset: String, deep: Bool) -> Finding? {
    func finding(_ kind: FindingKind, _ problem: Problem? = nil) -> Finding {
      Finding(kind: kind, path: file.path, asset: asset, role: file.role, problem: problem)
    }
    do {
      guard let status = try FileStatus.ifPresent(file.path) else { return finding(.missing) }
      if !file.isUnchanged(status) { return finding(.changed) }
      if deep, let hash = file.contentHash, try ContentHash.ofFile(file.path) != hash {
        return finding(.changed)
      }
      return nil
    } catch {
      return finding(.unreadable, error as? Problem ?? Problem(.internalError, ["detail": "\(error)"]))
    }
  }

  /// Files in the album folders that neither an asset nor an open intent names, and folders that can't be
  /// read.
  private func strays(known: [FilePath], intents: [Intent]) throws -> [Finding] {
    let moves = intents.flatMap(\.moves)
    let expected = Set(known + moves.map(\.destination) + moves.compactMap(\.part))
    var findings: [Finding] = []
    for kind in AlbumKind.allCases {
      let folder = library.albumFolder(kind)
      if try FileStatus.ifPresent(folder) == nil { continue }
      let walk = try DirectoryWalk.files(below: folder)
      for path in walk.files where !expected.contains(path) {
        guard let run = Delivery.run(ofPart: path) else {
          findings.append(Finding(kind: .orphan, path: path))
          continue
        }
        if try !library.isAlive(run: run) { findings.append(Finding(kind: .remains, path: path)) }
      }
      findings += walk.unreadable.map { Finding(kind: .unreadable, path: $0.path, problem: $0.problem) }
    }
    return findings
  }

  private func run(ofRemains path: FilePath) -> String? {
    path.parent == library.stagingFolder
      ? FilePath(bytes: path.lastComponent).utf8 : Delivery.run(ofPart: path)
  }
}

extension Catalogue {
  /// Every file of every asset, in the order of registration.
  public func allFiles() throws -> [(asset: String, file: RecordedFile)] {
    try connection.all("SELECT id, uuid FROM asset ORDER BY id") { ($0.integer(0), $0.text(1)) }
      .flatMap { row, uuid in try files(ofAsset: row).map { (uuid, $0) } }
  }

  func assetsWithoutFiles() throws -> [String] {
    try connection.all(
      "SELECT uuid FROM asset WHERE id NOT IN (SELECT asset FROM asset_file) ORDER BY id"
    ) { $0.text(0) }
  }
}
