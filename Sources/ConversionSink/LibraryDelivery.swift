internal import Files
internal import FoundationEssentials
internal import Library
internal import Messages
internal import Metadata
internal import Pixels

/// Into a folder, registered in a library: intent, renames, folder sync, one transaction.
struct LibraryDelivery: CopyDelivery {
  let library: Library
  let locks: SinkLocks?
  let album: AlbumKind?
  let folder: FilePath
  private(set) var key: CopyKey
  private(set) var recipe: Recipe
  let origin: CopyOrigin
  let naming: CopyNaming
  let isDryRun: Bool

  func prepare(_ carried: CarriedOver) throws {
    _ = try stem(carried)
    if !isDryRun { try DurableFile.makeDirectories(folder) }
  }

  func plannedPath(_ carried: CarriedOver, fileExtension: String) throws -> FilePath? {
    folder.appending(try freeStem([fileExtension], carried) + Array(".\(fileExtension)".utf8))
  }

  /// The library's own staging where that is the destination's filesystem; else a hidden folder at the destination, so
  /// that delivering stays a rename.
  func stagingArea(_ shared: () throws -> StagingArea) throws -> StagingArea {
    let area = try shared()
    if try Delivery.canRename(area.folder, into: folder) { return area }
    return try StagingArea.beside(folder.appending("copy"), run: area.run)
  }

  func commit(
    _ files: [FinishedFile],
    production: Production,
    carried: CarriedOver,
    staging: StagingArea
  ) throws -> SinkResult {
    guard let locks else { throw Problem(.internalError, ["detail": "no locks"]) }
    if production.isForWantOfTime && recipe.isPair {
      return try commitForWantOfTime(files, production: production, carried: carried, staging: staging)
    }
    return try locks.whileHoldingCommit {
      try OpenStaging.undisturbed { try bringOut(files, production, carried, staging) }
    }
  }

  /// From the intent to the registration.
  private func bringOut(
    _ files: [FinishedFile],
    _ production: Production,
    _ carried: CarriedOver,
    _ staging: StagingArea
  ) throws -> SinkResult {
    try removeSidecarOfGoneCopy()
    let stem = try freeStem(files.map(\.fileExtension), carried)
    let moves = order(files).map { file in
      Intent.Move(
        staged: file.staged,
        destination: destination(stem, file),
        byteCount: file.byteCount,
        contentHash: file.contentHash,
        role: file.role
      )
    }
    let registration = registration(stem, files, production, carried)
    let intent = try library.catalogue.begin(
      Intent(run: staging.run, moves: moves, registration: registration)
    )
    do {
      try carryOut(moves)
    } catch {
      for move in moves where isDelivered(move) { try? DurableFile.remove(move.destination) }
      try? DurableFile.synchronizeDirectory(folder)
      try? library.catalogue.cancel(intent: intent)
      throw error
    }
    if case .superseded(let rotten) = try library.catalogue.finish(intent: intent) {
      // Its size and time are as recorded, but it was hashed (--verify) and is not what it was: the new copy takes its
      // place in the catalogue, and its file stays for whoever wants to look at it.
      try library.catalogue.forget(asset: rotten.asset)
      try library.catalogue.finish(intent: intent)
    }
    return SinkResult(isUnchanged: false, files: registration.files, asset: registration.asset, notes: [])
  }

  /// A still in the place of a pair that could not be checked in time: the next run tries the pair again. If there is no time
  /// then either, the still is there already.
  private func commitForWantOfTime(
    _ files: [FinishedFile],
    production: Production,
    carried: CarriedOver,
    staging: StagingArea
  ) throws -> SinkResult {
    var delivery = self
    delivery.recipe = recipe.forWantOfTime
    delivery.key.recipeHash = delivery.recipe.hash
    if let copy = try library.catalogue.copy(for: delivery.key), !copy.files.isEmpty,
      try copy.files.allSatisfy({ try $0.role == .sidecar || $0.isUnchanged(hashing: false) })
    {
      return SinkResult(isUnchanged: true, files: copy.files, asset: copy.asset, notes: [])
    }
    return try delivery.commit(files, production: production, carried: carried, staging: staging)
  }

  /// Where somebody removed an earlier copy and left its sidecar, that would keep the new copy from its name. It goes if
  /// it is just as it was written; one that was edited since stays.
  private func removeSidecarOfGoneCopy() throws {
    guard let copy = try library.catalogue.copy(for: key) else { return }
    let pictures = copy.files.filter { $0.role != .sidecar }
    guard try pictures.allSatisfy({ try FileStatus.ifPresent($0.path, followLinks: false) == nil }) else {
      return
    }
    for file in copy.files where file.role == .sidecar {
      if (try? ContentHash.ofFile(file.path)) == file.contentHash { try DurableFile.remove(file.path) }
    }
  }

  private func order(_ files: [FinishedFile]) -> [FinishedFile] {
    files.sorted { $0.role.deliveryRank < $1.role.deliveryRank }
  }

  private func carryOut(_ moves: [Intent.Move]) throws {
    for move in moves { try DurableFile.renameWithoutReplacing(move.staged, to: move.destination) }
    try DurableFile.synchronizeDirectory(folder)
  }

  /// Whether our own file stands at the destination: the staged name is gone, so the rename happened.
  private func isDelivered(_ move: Intent.Move) -> Bool {
    (try? FileStatus.of(move.staged, followLinks: false)) == nil
      && (try? FileStatus.of(move.destination, followLinks: false))?.size == move.byteCount
  }

  private func destination(_ stem: [UInt8], _ file: FinishedFile) -> FilePath {
    folder.appending(stem + [0x2E] + Array(file.fileExtension.utf8))
  }

  private func stem(_ carried: CarriedOver) throws -> [UInt8] {
    guard let template = naming.template else { return naming.stem ?? origin.path.stem }
    let date = carried.metadata.captureDate.map {
      CopyName.Date(
        year: $0.year,
        month: $0.month,
        day: $0.day,
        hour: $0.hour,
        minute: $0.minute,
        second: $0.second
      )
    }
    let fields = CopyName.Fields(
      source: origin.path,
      format: recipe.settings["format"] ?? recipe.form,
      date: date
    )
    return try CopyName(template: template, fields: fields, fileExtension: "").stem
  }

  /// The plain name if nothing else has it, else the one with the source's identity: never a counter, which would give
  /// other names in another order.
  private func freeStem(_ extensions: [String], _ carried: CarriedOver) throws -> [UInt8] {
    let plain = try stem(carried)
    // First the source's own digits; where another recipe's copy of it has that name, those of source and recipe.
    let digits = (naming.group ?? origin.nameHash).hex
    let both = naming.group?.hex ?? ContentHash(of: Array((digits + key.recipeHash).utf8)).hex
    var suffixes = ["~\(digits.prefix(8))", "~\(both.prefix(8))", "~\(both.prefix(16))", "~\(both)"]
    if !naming.isSuffixed { suffixes.insert("", at: 0) }
    // All of them taken: by copies of this very recipe that somebody edited. Any name is better than none.
    suffixes.append("~\(UUID().uuidString.lowercased().prefix(8))")
    // The picture's number in its file is no such counter: it is the same in every order.
    suffixes = suffixes.map { naming.pictureSuffix + $0 }
    let longest = extensions.map(\.utf8.count).max() ?? 0
    let nameGuard = NameGuard(library: library, key: key, recipe: recipe, source: origin.namesake)
    for suffix in suffixes {
      let stem = naming.ended(plain, with: suffix, within: CopyName.maximumByteCount - longest - 1)
      if try nameGuard.isFree(stem, in: folder, for: extensions) { return stem }
    }
    throw Problem(.destinationExists, ["path": folder.appending(plain).lossyString])
  }

  private func registration(
    _ stem: [UInt8],
    _ files: [FinishedFile],
    _ production: Production,
    _ carried: CarriedOver
  ) -> CopyRegistration {
    CopyRegistration(
      asset: UUID().uuidString.lowercased(),
      kind: production.kind,
      files: order(files).reversed().map { $0.recorded(at: destination(stem, $0)) },
      metadata: carried.metadata,
      width: production.size.width,
      height: production.size.height,
      duration: production.durationInSeconds,
      album: album,
      key: key,
      sourcePath: origin.path,
      sources: origin.sources,
      recipe: recipe.canonicalText,
      programVersion: ProgramVersion.number,
      madeAt: FileTime.now
    )
  }
}
