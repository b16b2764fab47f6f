import Files
import Metadata
import TestSupport

@testable import Library

/// A library in a fresh folder, and short ways to put things into it.
struct Fixture {
  let folder: TemporaryFolder
  let library: Library

  var catalogue: Catalogue { library.catalogue }

  init() throws {
    folder = try TemporaryFolder()
    library = try Library.open(at: folder.path.appending("library"), create: true)
  }

  /// The same library as another process would open it.
  func openAgain(waitingMilliseconds: Int = 10_000) throws -> Library {
    try Library.open(at: library.root, create: true, waitingMilliseconds: waitingMilliseconds)
  }

  /// Writes a file and says what it is.
  func file(_ path: FilePath, _ text: String = "x", role: FileRole = .photo) throws -> RecordedFile {
    try DurableFile.makeDirectories(path.parent)
    let status = try DurableFile.write(
      Array(text.utf8),
      to: path,
      modification: FileTime(seconds: 1_600_000_000, nanoseconds: 7)
    )
    return RecordedFile(
      path: path,
      role: role,
      byteCount: status.size,
      modification: status.modification,
      contentHash: ContentHash(of: Array(text.utf8))
    )
  }

  /// A file in the conversion album.
  func albumFile(_ name: String, _ text: String = "x", role: FileRole = .photo) throws -> RecordedFile {
    try file(library.albumFolder(.conversions).appending(name), text, role: role)
  }

  /// A registration of a copy with given files.
  func registration(
    _ files: [RecordedFile],
    source: String = "source",
    recipe: String = "r1",
    metadata: SourceMetadata = SourceMetadata()
  ) -> CopyRegistration {
    CopyRegistration(
      asset: newUUID(),
      kind: .photo,
      files: files,
      metadata: metadata,
      width: 40,
      height: 30,
      album: .conversions,
      key: key(source: source, recipe: recipe),
      sourcePath: folder.path.appending("sources/\(source)"),
      recipe: #"{"format":"jpeg"}"#,
      programVersion: "0.1.0",
      madeAt: FileTime(seconds: 1_700_000_000)
    )
  }

  func key(source: String = "source", recipe: String = "r1") -> CopyKey {
    CopyKey(
      sourceHash: ContentHash(of: Array(source.utf8)),
      recipeHash: recipe,
      folder: library.albumFolder(.conversions)
    )
  }

  func intent(_ registration: CopyRegistration, run: String = "0badcafe") -> Intent {
    let moves = registration.files.map {
      Intent.Move(
        staged: library.stagingFolder.appending("\(run)/s"),
        destination: $0.path,
        byteCount: $0.byteCount,
        contentHash: $0.contentHash ?? ContentHash(of: []),
        role: $0.role
      )
    }
    return Intent(run: run, moves: moves, registration: registration)
  }

  /// Registers a copy by the only road there is.
  @discardableResult
  func register(_ registration: CopyRegistration) throws -> FinishResult {
    try catalogue.finish(intent: catalogue.begin(intent(registration)))
  }

  /// Registers one photo at a path outside the albums.
  @discardableResult
  func registerSource(_ name: String, _ metadata: SourceMetadata = SourceMetadata()) throws -> String {
    try catalogue.registerSource(
      SourceRegistration(kind: .photo, files: [try source(name)], metadata: metadata)
    )
  }

  func source(_ name: String, role: FileRole = .photo) throws -> RecordedFile {
    try file(folder.path.appending("sources/\(name)"), name, role: role)
  }

  func sourcePath(_ name: String) -> FilePath { folder.path.appending("sources/\(name)") }

  func count(_ table: String) throws -> Int64 {
    try catalogue.connection.first("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? -1
  }
}

/// Metadata with something in every field.
func fullMetadata() -> SourceMetadata {
  var metadata = SourceMetadata()
  metadata.captureDate = CaptureDate(
    year: 2021,
    month: 7,
    day: 14,
    hour: 18,
    minute: 3,
    second: 22,
    subsecondDigits: "040",
    offsetMinutes: 540
  )
  metadata.place = Place(latitude: 35.6586, longitude: 139.7454, altitude: 42.5)
  metadata.favourite = true
  metadata.rating = 4
  metadata.tags = [Tag(levels: ["Places", "Tokyo"]), Tag(levels: ["家族"])]
  metadata.albums = [AlbumReference(name: "Summer"), AlbumReference(name: "夏")]
  metadata.title = "Tower"
  metadata.description = "A \"tower\"\nat night"
  return metadata
}
