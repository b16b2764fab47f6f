import CSystem
import Files
import Messages
import Metadata
import TestSupport
import Testing

@testable import Library

@Suite struct CatalogueCopiesTests {
  let fixture: Fixture
  var catalogue: Catalogue { fixture.catalogue }

  init() throws { fixture = try Fixture() }

  @Test func `keeps intents until they end, durable for others`() throws {
    let intent = fixture.intent(
      fixture.registration([try fixture.albumFile("a.jpg")], metadata: fullMetadata())
    )
    let first = try catalogue.begin(intent)
    let second = try catalogue.begin(intent)
    #expect(first != second)
    let other = try fixture.openAgain().catalogue
    var expected = intent
    expected.id = first
    #expect(try other.intents().first == expected)
    try other.cancel(intent: first)
    try other.cancel(intent: first)
    #expect(try catalogue.intents().map(\.id) == [second])
    let third = try catalogue.begin(intent)
    #expect(third > second)
  }

  @Test func `changes an intent`() throws {
    var intent = fixture.intent(fixture.registration([try fixture.albumFile("a.jpg")]))
    intent.id = try catalogue.begin(intent)
    intent.state = .delivered
    intent.moves[0].destination = FilePath(bytes: [0x2F, 0xFF])
    intent.moves[0].part = FilePath("/part")
    try catalogue.replace(intent)
    #expect(try catalogue.intents() == [intent])
    intent.id += 1
    #expect(throws: Problem.self) { try catalogue.replace(intent) }
  }

  @Test func `keeps numbers that JSON has no word for`() throws {
    var metadata = SourceMetadata()
    metadata.place = Place(latitude: .infinity, longitude: -.infinity)
    let id = try catalogue.begin(fixture.intent(fixture.registration([], metadata: metadata)))
    #expect(try catalogue.intents().first?.registration.metadata.place == metadata.place)
    try catalogue.cancel(intent: id)
  }

  @Test func `registers asset, files, albums, tags, favourite and copy, and drops the intent`() throws {
    let still = try fixture.albumFile("a.heic", "still", role: .still)
    let video = try fixture.albumFile("a.mov", "video", role: .video)
    var registration = fixture.registration([still, video], metadata: fullMetadata())
    registration.kind = .live
    registration.duration = 2.5
    #expect(try fixture.register(registration) == .registered)
    #expect(try catalogue.intents().isEmpty)
    let copy = try #require(try catalogue.copy(for: registration.key))
    #expect(copy.asset == registration.asset)
    #expect(copy.files == [still, video])
    #expect(copy.sourcePath == registration.sourcePath)
    #expect(try catalogue.allCopies() == [copy])
    let asset = try #require(try catalogue.asset(atPath: video.path))
    #expect(asset.uuid == registration.asset)
    #expect(asset.kind == .live)
    #expect(!asset.isSource)
    #expect(asset.duration == 2.5)
    #expect(asset.width == 40)
    #expect(asset.contentHash == still.contentHash)
    #expect(asset.copy?.recipe == registration.recipe)
    #expect(asset.copy?.madeAt == registration.madeAt)
    #expect(asset.copy?.programVersion == "0.1.0")
    #expect(Set(asset.metadata.albums.map(\.name)) == ["Summer", "夏", "拾映轉換"])
    #expect(asset.metadata.albums.allSatisfy { $0.identifier?.count == 36 })
    var metadata = asset.metadata
    metadata.albums = fullMetadata().albums
    #expect(metadata == fullMetadata())
  }

  @Test func `keeps the sources of a collage in order`() throws {
    var registration = fixture.registration([try fixture.albumFile("a.jpg")])
    registration.sources = ["b", "a", "c"].map {
      CopySource(contentHash: ContentHash(of: Array($0.utf8)), path: FilePath("/src/\($0)"))
    }
    registration.album = .creations
    try fixture.register(registration)
    let asset = try #require(try catalogue.asset(uuid: registration.asset))
    #expect(asset.copy?.sources == registration.sources)
    #expect(asset.metadata.albums.map(\.name) == ["拾映成片"])
  }

  /// Through an intent, as every copy comes in.
  @Test func `keeps what is not known of a collage's sources`() throws {
    var registration = fixture.registration([try fixture.albumFile("a.jpg")])
    registration.sources = [
      CopySource(contentHash: nil, path: FilePath("https://example.org/a//b.jpg")),
      CopySource(contentHash: ContentHash(of: [1]), path: fixture.library.root.appending("b.jpg")),
      CopySource(contentHash: nil, path: FilePath("/gone/c.jpg")),
    ]
    registration.album = nil
    registration.metadata.albums = [AlbumReference(name: "Summer")]
    try fixture.register(registration)
    let asset = try #require(try catalogue.asset(uuid: registration.asset))
    #expect(asset.copy?.sources == registration.sources)
    #expect(asset.metadata.albums.map(\.name) == ["Summer"])
    var query = AssetQuery()
    query.creations = true
    #expect(try catalogue.assets(matching: query).isEmpty)
  }

  @Test func `does not hand the library's own albums down to a copy of a copy`() throws {
    var collage = fixture.registration([try fixture.albumFile("a.jpg")])
    collage.album = .creations
    collage.metadata.albums = [AlbumReference(name: "Summer")]
    try fixture.register(collage)
    let inherited = try catalogue.metadata(forSourceWith: ContentHash(of: []), path: collage.files[0].path)
    #expect(inherited?.albums.map(\.name) == ["Summer"])
    var metadata = SourceMetadata()
    metadata.albums = ["拾映成片", "", "Summer"].map { AlbumReference(name: $0) }
    let copy = fixture.registration([try fixture.albumFile("b.jpg")], recipe: "r2", metadata: metadata)
    try fixture.register(copy)
    let albums = try catalogue.asset(uuid: copy.asset)?.metadata.albums.map(\.name)
    #expect(albums == ["拾映轉換", "Summer"])
  }

  @Test func `tells copies apart by source, recipe and folder`() throws {
    try fixture.register(fixture.registration([try fixture.albumFile("a.jpg")]))
    var key = fixture.key()
    #expect(try catalogue.copy(for: key) != nil)
    key.folder = key.folder.appending("sub")
    #expect(try catalogue.copy(for: key) == nil)
    #expect(try catalogue.copy(for: fixture.key(recipe: "r2")) == nil)
    #expect(try catalogue.copy(for: fixture.key(source: "other")) == nil)
  }

  @Test func `registers nothing when one row can't be written`() throws {
    // Two files at one path break the table's rule in the middle of the transaction.
    let file = try fixture.albumFile("a.jpg")
    let id = try catalogue.begin(
      fixture.intent(fixture.registration([file, file], metadata: fullMetadata()))
    )
    #expect(throws: Problem.self) { try catalogue.finish(intent: id) }
    for table in ["asset", "asset_file", "copy", "tag", "asset_tag", "membership"] {
      #expect(try fixture.count(table) == 0, "\(table)")
    }
    #expect(try fixture.count("album") == 2)
    #expect(try catalogue.intents().map(\.id) == [id])
  }

  @Test func `finishes once, however often it is asked`() throws {
    let registration = fixture.registration([try fixture.albumFile("a.jpg")])
    try fixture.register(registration)
    // The same asset again, as when a run died between the commit and hearing of it.
    #expect(try fixture.register(registration) == .registered)
    #expect(try fixture.count("asset") == 1)
    #expect(try catalogue.intents().isEmpty)
    #expect(throws: Problem.self) { try catalogue.finish(intent: 12345) }
  }

  @Test func `lets the first of two processes that made the same copy win`() throws {
    let first = fixture.registration([try fixture.albumFile("a.jpg")])
    let second = fixture.registration([try fixture.albumFile("a~1.jpg")])
    let other = try fixture.openAgain().catalogue
    let firstID = try catalogue.begin(fixture.intent(first))
    let secondID = try other.begin(fixture.intent(second))
    #expect(try catalogue.finish(intent: firstID) == .registered)
    let winner = try #require(try catalogue.copy(for: first.key))
    #expect(try other.finish(intent: secondID) == .superseded(by: winner))
    #expect(try other.intents().map(\.id) == [secondID])
    #expect(try fixture.count("asset") == 1)
  }

  @Test func `takes the place of a copy whose file is gone`() throws {
    let old = fixture.registration([try fixture.albumFile("a.jpg")])
    try fixture.register(old)
    try DurableFile.remove(old.files[0].path)
    let new = fixture.registration([try fixture.albumFile("b.jpg")])
    #expect(try fixture.register(new) == .registered)
    #expect(try catalogue.copy(for: new.key)?.asset == new.asset)
    #expect(try catalogue.asset(uuid: old.asset) == nil)
  }

  @Test func `leaves a copy that was edited as an asset of its own`() throws {
    let old = fixture.registration([try fixture.albumFile("a.jpg")])
    try fixture.register(old)
    try DurableFile.setModification(FileTime(seconds: 5), of: old.files[0].path)
    let new = fixture.registration([try fixture.albumFile("a~1.jpg")])
    #expect(try fixture.register(new) == .registered)
    #expect(try catalogue.copy(for: new.key)?.asset == new.asset)
    #expect(try catalogue.asset(uuid: old.asset)?.copy == nil)
  }

  @Test func `forgets who claimed a path that a new file has now`() throws {
    let old = fixture.registration([try fixture.albumFile("a.jpg", "old")])
    try fixture.register(old)
    try DurableFile.remove(old.files[0].path)
    let new = fixture.registration([try fixture.albumFile("a.jpg", "new")], source: "other")
    #expect(try fixture.register(new) == .registered)
    #expect(try catalogue.asset(atPath: new.files[0].path)?.uuid == new.asset)
    #expect(try catalogue.asset(uuid: old.asset) == nil)
    #expect(try catalogue.copy(for: old.key) == nil)
  }

  @Test func `finds paths that are no UTF-8`() throws {
    let name: [UInt8] = [0xFF, 0x0A] + Array(".jpg".utf8)
    let path = fixture.library.albumFolder(.conversions).appending(name)
    let registration = fixture.registration([try fixture.file(path)])
    try fixture.register(registration)
    #expect(try catalogue.asset(atPath: path)?.files.map(\.path) == [path])
    #expect(try catalogue.copy(for: registration.key)?.files.map(\.path) == [path])
    let other = FilePath(bytes: path.bytes.map { $0 == 0xFF ? 0xFE : $0 })
    #expect(try catalogue.asset(atPath: other) == nil)
  }
}
