internal import Files
internal import Library
internal import Messages

/// A verified file on its way out: hashed, its times set.
struct FinishedFile {
  var role: FileRole
  var staged: FilePath
  var fileExtension: String
  var contentHash: ContentHash
  var byteCount: Int64
  var modification: FileTime

  init(_ role: FileRole, _ staged: FilePath, _ fileExtension: String, _ contentHash: ContentHash) throws {
    let status = try FileStatus.of(staged, followLinks: false)
    self.role = role
    self.staged = staged
    self.fileExtension = fileExtension
    self.contentHash = contentHash
    byteCount = status.size
    modification = status.modification
  }

  /// The record of this file at its destination.
  func recorded(at path: FilePath) -> RecordedFile {
    RecordedFile(
      path: path,
      role: role,
      byteCount: byteCount,
      modification: modification,
      contentHash: contentHash
    )
  }
}

extension RecordedFile {
  /// Whether the file is as it was recorded. One whose time alone differs (restored, synchronised) is hashed before it counts
  /// as changed.
  func isUnchanged(hashing: Bool) throws -> Bool {
    guard let status = try? FileStatus.of(path, followLinks: false), status.kind == .regular,
      status.size == byteCount
    else { return false }
    if !hashing && status.modification == modification { return true }
    return try ContentHash.ofFile(path) == contentHash
  }
}

/// The last step of the road: the three ways out differ only here.
protocol CopyDelivery {
  /// Refuses early what could not be delivered late.
  func prepare(_ carried: CarriedOver) throws
  /// Where a copy with this extension would go, as things are now.
  func plannedPath(_ carried: CarriedOver, fileExtension: String) throws -> FilePath?
  /// Where the files are staged, so that delivering is a rename.
  func stagingArea(_ shared: () throws -> StagingArea) throws -> StagingArea
  /// Brings the files out: all of them, or none.
  func commit(
    _ files: [FinishedFile],
    production: Production,
    carried: CarriedOver,
    staging: StagingArea
  ) throws -> SinkResult
}

/// `-o FILE`: into exactly this file, never over another.
struct FileDelivery: CopyDelivery {
  let path: FilePath
  /// Whether the copy is a Live Photo, unless it fails its check.
  let isPair: Bool
  let isDryRun: Bool

  func prepare(_ carried: CarriedOver) throws {
    // What a killed run has brought out of these very files does not stand in the way.
    if !isDryRun { StagingArea.removeLeftovers(in: path.parent) }
    for taken in isPair ? [path, videoPath] : [path]
    where (try? FileStatus.of(taken, followLinks: false)) != nil {
      throw Problem(.destinationExists, ["path": taken.lossyString])
    }
  }

  func plannedPath(_ carried: CarriedOver, fileExtension: String) -> FilePath? { path }

  func stagingArea(_ shared: () throws -> StagingArea) throws -> StagingArea { try StagingArea.beside(path) }

  func commit(
    _ files: [FinishedFile],
    production: Production,
    carried: CarriedOver,
    staging: StagingArea
  ) throws -> SinkResult {
    // What is known by its still comes out last: whoever sees it sees all that belongs to it.
    let moves = files.sorted { $0.role.deliveryRank < $1.role.deliveryRank }
      .map { (file: $0, target: destination(of: $0, isPair: production.kind == .live)) }
    var delivered: [RecordedFile] = []
    do {
      if moves.count > 1 { try UnfinishedDelivery.record(moves, in: staging.folder) }
      try OpenStaging.undisturbed {
        for (file, target) in moves {
          try DurableFile.renameWithoutReplacing(file.staged, to: target)
          delivered.append(file.recorded(at: target))
        }
      }
      try DurableFile.synchronizeDirectory(path.parent)
    } catch {
      for file in delivered { try? DurableFile.remove(file.path) }
      throw error
    }
    return SinkResult(isUnchanged: false, files: delivered.reversed(), asset: nil, notes: [])
  }
}

extension FileDelivery {
  /// The file that was named; the video of a Live Photo stands beside it under the same base name.
  private func destination(of file: FinishedFile, isPair: Bool) -> FilePath {
    switch file.role {
    case .sidecar: FilePath(bytes: path.bytes + Array(".xmp".utf8))
    case .video where isPair: videoPath
    default: path
    }
  }

  private var videoPath: FilePath { path.parent.appending(path.stem + Array(".MOV".utf8)) }
}

extension FileRole {
  /// Sidecar, then video, then still: whoever sees the still sees a whole pair.
  var deliveryRank: Int {
    switch self {
    case .sidecar: 0
    case .video: 1
    case .still, .photo, .animation: 2
    }
  }
}

/// `-o -`: the bytes of the one picture or video, after it was verified.
struct StandardOutputDelivery: CopyDelivery {
  private static let pieceByteCount = 1 << 20

  func prepare(_ carried: CarriedOver) throws {}

  func plannedPath(_ carried: CarriedOver, fileExtension: String) -> FilePath? { nil }

  func stagingArea(_ shared: () throws -> StagingArea) throws -> StagingArea {
    try StagingArea.beside(FilePath.temporaryFolder.appending("stdout"), isPrivate: true)
  }

  func commit(
    _ files: [FinishedFile],
    production: Production,
    carried: CarriedOver,
    staging: StagingArea
  ) throws -> SinkResult {
    let pictures = try files.filter { $0.role != .sidecar }.map { try RandomAccessFile($0.staged) }
    // The reader may go away while we write, and SIGPIPE ends the program: by then nothing of the photo lies about. What
    // is open can be read all the same.
    staging.remove()
    for picture in pictures {
      for start in stride(from: 0, to: picture.byteCount, by: Self.pieceByteCount) {
        try FileWriter.writeToStandardOutput(picture.read(start..<(start + Self.pieceByteCount)))
      }
    }
    return SinkResult(isUnchanged: false, files: [], asset: nil, notes: [])
  }
}
