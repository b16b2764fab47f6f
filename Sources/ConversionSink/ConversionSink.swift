public import Files
public import Library
public import Messages
internal import Metadata
internal import StillImages

/// What became of one copy.
public struct SinkResult: Sendable {
  /// Whether the copy was there already.
  public var isUnchanged: Bool
  /// The delivered files, the still or photo first.
  public var files: [RecordedFile]
  /// The copy's UUID in the library, where it is registered.
  public var asset: String?
  /// What is worth saying.
  public var notes: [Note]

  /// Makes a result.
  public init(isUnchanged: Bool, files: [RecordedFile], asset: String?, notes: [Note]) {
    self.isUnchanged = isUnchanged
    self.files = files
    self.asset = asset
    self.notes = notes
  }
}

/// How the sink treats a copy, besides what the recipe says.
public struct SinkOptions: Sendable {
  /// When a sidecar is written.
  public var sidecar: SidecarPolicy
  /// Whether files of an earlier copy are hashed, not only looked at, before it counts as unchanged.
  public var hashesExisting: Bool
  /// Given: everything is done but producing and delivering, and the result names the path that a copy with this
  /// extension would be written to.
  public var dryRunExtension: String?
  /// Seconds that the check of a Live Photo may take.
  public var pairTimeLimitInSeconds = 45.0
  var isDryRun: Bool { dryRunExtension != nil }

  /// Makes options.
  public init(sidecar: SidecarPolicy = .auto, hashesExisting: Bool = false, dryRunExtension: String? = nil) {
    self.sidecar = sidecar
    self.hashesExisting = hashesExisting
    self.dryRunExtension = dryRunExtension
  }
}

/// The one exit: every copy that this program delivers passes through `copy(of:recipe:to:...)` or, made of several
/// originals, `collage(of:recipe:to:...)`, which are one road, and nothing else creates a file in an album or a row of a copy.
///
/// Already made? - carry over - produce - verify - commit - recover (DESIGN: "The sink"). Interrupted at any instant,
/// each destination name is absent, as it was, or complete and verified, and the catalogue never names a file that is
/// not durable. Not thread-safe: one sink a process, one copy at a time.
public final class ConversionSink {
  let library: Library?
  let locks: SinkLocks?
  private var libraryStaging: StagingArea?

  /// Opens the exit into `library` (or into plain files, without one) and rolls what dead runs left, forward or back.
  public init(library: Library?) throws {
    self.library = library
    locks = try library.flatMap { $0.isReadOnly ? nil : try SinkLocks(library: $0) }
    if let library, let locks { try Recovery(library: library, locks: locks).run() }
  }

  /// Removes what processes that are gone have staged in a folder outside the library.
  public static func removeRemains(in folder: FilePath) { StagingArea.removeLeftovers(in: folder) }

  /// The registered copy of this content by this recipe in that folder, if its files are as they were recorded.
  public func existingCopy(for key: CopyKey, hashing: Bool) throws -> RegisteredCopy? {
    guard let library, let copy = try library.catalogue.copy(for: key), !copy.files.isEmpty else {
      return nil
    }
    // A sidecar is there to be edited by others; that makes the copy no other.
    for file in copy.files where try file.role != .sidecar && !file.isUnchanged(hashing: hashing) {
      return nil
    }
    return copy
  }

  /// Makes, or finds, the copy of `source` by `recipe`.
  ///
  /// - Parameters:
  ///   - source: the original; never opened for writing.
  ///   - embedded: what the original's files say of themselves.
  ///   - recipe: what the copy is.
  ///   - destination: where it goes.
  ///   - naming: how it is called.
  ///   - options: what else is asked of the sink.
  ///   - produce: makes the finished files in the staging area from what is carried over.
  /// - Throws: `Problem`; then nothing was delivered.
  public func copy(
    of source: SinkSource,
    embedded: EmbeddedMetadata,
    recipe: Recipe,
    to destination: Destination,
    naming: CopyNaming,
    options: SinkOptions,
    produce: (CarriedOver, StagingArea) throws -> Production
  ) throws -> SinkResult {
    try make(
      CopyOrigin(source),
      by: recipe,
      to: destination,
      naming,
      options,
      carrying: { try CarryOver.read(source, embedded: embedded, library: library) },
      produce: produce
    )
  }

  /// The road that every copy takes: there already, or made anew.
  func make(
    _ origin: CopyOrigin,
    by recipe: Recipe,
    to destination: Destination,
    _ naming: CopyNaming,
    _ options: SinkOptions,
    carrying carryOver: () throws -> CarriedOver,
    produce: (CarriedOver, StagingArea) throws -> Production
  ) throws -> SinkResult {
    switch destination {
    case .library(let library, let album, let folder):
      let folder = folder ?? library.albumFolder(album ?? .creations)
      let key = CopyKey(sourceHash: origin.keyHash, recipeHash: recipe.hash, folder: folder)
      return try withCopyLock(key, options) {
        if let copy = try existingCopy(for: key, hashing: options.hashesExisting) {
          return SinkResult(
            isUnchanged: true,
            files: copy.files,
            asset: copy.asset,
            notes: sameContent(copy, origin)
          )
        }
        let altered = try alteredCopy(key)
        var result = try deliver(options, carryOver, produce) {
          LibraryDelivery(
            library: library,
            locks: locks,
            album: album,
            folder: folder,
            key: key,
            recipe: recipe,
            origin: origin,
            naming: naming,
            isDryRun: options.isDryRun
          )
        }
        result.notes += altered
        return result
      }
    case .file(let path):
      return try deliver(options, carryOver, produce) {
        FileDelivery(path: path, isPair: recipe.isPair, isDryRun: options.isDryRun)
      }
    case .standardOutput:
      return try deliver(options, carryOver, produce) { StandardOutputDelivery() }
    }
  }

  /// The part of the road where a copy is made, whatever its destination.
  private func deliver(
    _ options: SinkOptions,
    _ carryOver: () throws -> CarriedOver,
    _ produce: (CarriedOver, StagingArea) throws -> Production,
    to makeDelivery: () -> any CopyDelivery
  ) throws -> SinkResult {
    let delivery = makeDelivery()
    let carried = try carryOver()
    try delivery.prepare(carried)
    if let fileExtension = options.dryRunExtension {
      let planned = try delivery.plannedPath(carried, fileExtension: fileExtension).map {
        RecordedFile(path: $0, role: .photo, byteCount: 0, modification: FileTime.now)
      }
      return SinkResult(
        isUnchanged: false,
        files: planned.map { [$0] } ?? [],
        asset: nil,
        notes: carried.notes
      )
    }
    let staging = try delivery.stagingArea { try self.sharedStaging() }
    defer { staging.empty() }
    let gate = PairGate(timeLimitInSeconds: options.pairTimeLimitInSeconds)
    let production = try gate.admit(try produce(carried, staging), in: staging)
    let finished = try finish(production, carried, options)
    var result = try delivery.commit(finished, production: production, carried: carried, staging: staging)
    result.notes = Self.withoutRepeats(carried.notes + production.notes + result.notes)
    return result
  }

  /// Verifies the staged files, which their makers wrote with their times, writes the sidecars, and waits until all of it is on
  /// the disk: what the catalogue will name is durable, whoever made it. The disk writes while files are verified.
  private func finish(
    _ production: Production,
    _ carried: CarriedOver,
    _ options: SinkOptions
  ) throws -> [FinishedFile] {
    var finished: [FinishedFile] = []
    for file in production.files {
      let hash = try Verification.check(file, metadata: carried.metadata)
      finished.append(try FinishedFile(file.role, file.path, file.fileExtension, hash))
      guard
        options.sidecar == .always || (options.sidecar == .auto && Self.needsSidecar(file)),
        // Programs read the still's for both halves of a Live Photo.
        file.role != .video || production.kind != .live
      else {
        continue
      }
      let xmp = try production.metadata.sidecar(forExtension: file.fileExtension)
      let path = FilePath(bytes: file.path.bytes + Array(".xmp".utf8))
      try DurableFile.begin(xmp, at: path, modification: carried.modification)
      finished.append(try FinishedFile(.sidecar, path, "\(file.fileExtension).xmp", ContentHash(of: xmp)))
    }
    for file in finished { try DurableFile.synchronize(file.staged) }
    return finished
  }

  /// Whether the metadata in a format's files can be edited or even seen by few desktop programs: exiv2 0.27, on which
  /// they build, writes none of these.
  private static func needsSidecar(_ file: StagedFile) -> Bool {
    guard let expected = file.expectation.photo else { return true }
    switch expected.format {
    case .heic, .avif, .jxl, .gif: return true
    case .jpeg, .png, .webp, .tiff, .bmp: return false
    }
  }

  /// Reading and writing may both find the same block unusable; that is said once.
  private static func withoutRepeats(_ notes: [Note]) -> [Note] {
    var said: Set<NoteCode> = []
    return notes.filter { note in
      ![.exifDropped, .xmpDropped].contains(note.code) || said.insert(note.code).inserted
    }
  }

  private func sharedStaging() throws -> StagingArea {
    if let libraryStaging { return libraryStaging }
    guard let library else { throw Problem(.internalError, ["detail": "no library to stage in"]) }
    let area = StagingArea(try LibraryRun(in: library))
    libraryStaging = area
    return area
  }

  /// Two processes asked for the same copy: the second waits, then finds it made.
  private func withCopyLock<Result>(
    _ key: CopyKey,
    _ options: SinkOptions,
    _ body: () throws -> Result
  ) throws -> Result {
    guard let locks, !options.isDryRun else { return try body() }
    return try locks.whileHolding(copy: key, body)
  }

  /// Says that a file of an earlier copy stands where it was, but is not what it was.
  private func alteredCopy(_ key: CopyKey) throws -> [Note] {
    guard let copy = try library?.catalogue.copy(for: key) else { return [] }
    let file = copy.files.first {
      $0.role != .sidecar && (try? FileStatus.of($0.path, followLinks: false)) != nil
    }
    return file.map { [Note(.earlierCopyAltered, ["path": $0.path.lossyString])] } ?? []
  }

  private func sameContent(_ copy: RegisteredCopy, _ origin: CopyOrigin) -> [Note] {
    copy.sourcePath == origin.path ? [] : [Note(.sameContent, ["path": copy.sourcePath.lossyString])]
  }
}
