import ConversionSink
import Files
import Library
import Metadata
import TestSupport
import Testing

/// What the next run does with a delivery that was cut short: its files are moved, its intent is still there.
@Suite struct RecoveryTests {
  let folder: TemporaryFolder
  let library: Library

  init() throws {
    folder = try TemporaryFolder()
    library = try Library.open(at: folder.path.appending("library"), create: true)
  }

  private var album: FilePath { library.albumFolder(.conversions) }

  /// The intent of a pair of files that a dead run has staged; nothing is moved yet.
  private func begin(_ names: [String]) throws -> [Intent.Move] {
    let staging = library.stagingFolder.appending("0badcafe")
    try DurableFile.makeDirectories(staging)
    let moves = try names.map { name in
      let staged = staging.appending(name)
      let status = try DurableFile.write(Array(name.utf8), to: staged)
      return Intent.Move(
        staged: staged,
        destination: album.appending(name),
        byteCount: status.size,
        contentHash: ContentHash(of: Array(name.utf8)),
        role: name.hasSuffix(".MOV") ? .video : .still
      )
    }
    let files = try moves.map { move in
      RecordedFile(
        path: move.destination,
        role: move.role,
        byteCount: move.byteCount,
        modification: try FileStatus.of(move.staged).modification,
        contentHash: move.contentHash
      )
    }
    let registration = CopyRegistration(
      asset: "00000000-0000-4000-8000-000000000001",
      kind: .live,
      files: files,
      metadata: SourceMetadata(),
      width: 4,
      height: 3,
      album: .conversions,
      key: CopyKey(sourceHash: ContentHash(of: [1]), recipeHash: "r", folder: album),
      sourcePath: folder.path.appending("clip.mov"),
      recipe: "{}",
      programVersion: "0",
      madeAt: FileTime(seconds: 1)
    )
    _ = try library.catalogue.begin(Intent(run: "0badcafe", moves: moves, registration: registration))
    return moves
  }

  private func deliver(_ moves: some Sequence<Intent.Move>) throws {
    for move in moves { try DurableFile.renameWithoutReplacing(move.staged, to: move.destination) }
  }

  private func delivered() throws -> [String] {
    try DirectoryWalk.names(in: album).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  @Test(arguments: [0, 1, 2]) func aDeliveryThatIsWholeGoesOn(moved: Int) throws {
    try deliver(begin(["a.MOV", "a.heic"]).prefix(moved))
    _ = try ConversionSink(library: library)
    #expect(try delivered() == ["a.MOV", "a.heic"])
    #expect(try library.catalogue.assets().count == 1 && library.catalogue.intents().isEmpty)
  }

  @Test func whatIsHalfDeliveredAndLostIsTakenBack() throws {
    let moves = try begin(["a.MOV", "a.heic"])
    try deliver(moves.prefix(1))
    try DurableFile.remove(moves[1].staged)
    _ = try DurableFile.write([1], to: moves[1].staged)
    _ = try ConversionSink(library: library)
    #expect(try delivered().isEmpty && library.catalogue.assets().isEmpty)
    #expect(try library.catalogue.intents().isEmpty)
  }

  /// The run died when all was delivered; whoever saw the files edited one of them.
  @Test(arguments: [0, 1]) func whatWasDeliveredAndEditedSinceStays(edited: Int) throws {
    let moves = try begin(["a.MOV", "a.heic"])
    try deliver(moves)
    try DurableFile.remove(moves[edited].destination)
    _ = try DurableFile.write(Array("edited".utf8), to: moves[edited].destination)
    _ = try ConversionSink(library: library)
    #expect(try delivered() == ["a.MOV", "a.heic"])
    #expect(try FileReader.read(moves[edited].destination).bytes == Array("edited".utf8))
    #expect(try library.catalogue.intents().isEmpty)
  }
}
