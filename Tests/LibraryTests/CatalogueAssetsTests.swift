import CSystem
import Files
import Messages
import Metadata
import TestSupport
import Testing

@testable import Library

@Suite struct CatalogueAssetsTests {
  let fixture: Fixture
  var catalogue: Catalogue { fixture.catalogue }

  init() throws { fixture = try Fixture() }

  @Test func `registers a source where it lies`() throws {
    let uuid = try fixture.registerSource("a.heic", fullMetadata())
    let asset = try #require(try catalogue.asset(atPath: fixture.sourcePath("a.heic")))
    #expect(asset.uuid == uuid)
    #expect(asset.isSource)
    #expect(asset.copy == nil)
    #expect(asset.files.map(\.path) == [fixture.sourcePath("a.heic")])
    var metadata = asset.metadata
    metadata.albums = fullMetadata().albums
    #expect(metadata == fullMetadata())
  }

  @Test func `brings a registration up to date and keeps what was said`() throws {
    let uuid = try fixture.registerSource("a.heic")
    var change = AssetChange()
    change.favourite = false
    change.rating = .set(0)
    try catalogue.update(uuid: uuid, change)
    var file = try catalogue.asset(uuid: uuid)?.files.first
    file?.byteCount = 99
    let again = SourceRegistration(
      kind: .photo,
      files: [try #require(file)],
      metadata: fullMetadata(),
      width: 7,
      height: 8
    )
    #expect(try catalogue.registerSource(again) == uuid)
    let asset = try #require(try catalogue.asset(uuid: uuid))
    #expect(asset.files.map(\.byteCount) == [99])
    #expect(asset.width == 7)
    #expect(asset.metadata.favourite == false)
    #expect(asset.metadata.rating == 0)
    #expect(asset.metadata.captureDate == fullMetadata().captureDate)
    #expect(asset.metadata.tags == fullMetadata().tags)
    #expect(try fixture.count("asset") == 1)
  }

  @Test func `makes one asset of a pair registered one by one`() throws {
    let still = try fixture.source("a.heic", role: .still)
    let video = try fixture.source("a.mov", role: .video)
    var tagged = SourceMetadata()
    tagged.tags = [Tag(levels: ["t"])]
    try catalogue.registerSource(SourceRegistration(kind: .photo, files: [still], metadata: SourceMetadata()))
    try catalogue.registerSource(SourceRegistration(kind: .video, files: [video], metadata: tagged))
    let uuid = try catalogue.registerSource(
      SourceRegistration(kind: .live, files: [still, video], metadata: SourceMetadata())
    )
    #expect(try fixture.count("asset") == 1)
    let asset = try #require(try catalogue.asset(uuid: uuid))
    #expect(asset.kind == .live)
    #expect(asset.files == [still, video])
    #expect(asset.metadata.tags == tagged.tags)
  }

  @Test func `does not make a source of a copy`() throws {
    let file = try fixture.albumFile("a.jpg")
    let registration = fixture.registration([file])
    try fixture.register(registration)
    var changed = file
    changed.byteCount = 1000
    let uuid = try catalogue.registerSource(
      SourceRegistration(kind: .photo, files: [changed], metadata: SourceMetadata())
    )
    #expect(uuid == registration.asset)
    #expect(try catalogue.copy(for: registration.key)?.files == [file])
  }

  @Test func `finds a source's metadata by path, then by content`() throws {
    var byPath = SourceMetadata()
    byPath.title = "by path"
    var byContent = SourceMetadata()
    byContent.title = "by content"
    try fixture.registerSource("a", byPath)
    try fixture.registerSource("b", byContent)
    let content = ContentHash(of: Array("b".utf8))
    #expect(try catalogue.metadata(forSourceWith: content, path: fixture.sourcePath("a"))?.title == "by path")
    #expect(
      try catalogue.metadata(forSourceWith: content, path: FilePath("/elsewhere"))?.title == "by content"
    )
    #expect(try catalogue.metadata(forSourceWith: ContentHash(of: [9]), path: FilePath("/elsewhere")) == nil)
  }

  @Test func `finds an asset through a link`() throws {
    try fixture.registerSource("a")
    let link = fixture.folder.path.appending("link")
    #expect(link.withCString { symlink("sources", $0) } == 0)
    #expect(try catalogue.asset(atPath: link.appending("a")) != nil)
    #expect(try catalogue.asset(atPath: link.appending("b")) == nil)
  }

  @Test func `changes favourite, rating, tags, albums, date and place`() throws {
    let uuid = try fixture.registerSource("a", fullMetadata())
    var change = AssetChange()
    change.favourite = false
    change.rating = AssetChange.Rating.none
    change.addTags = [Tag(levels: ["new"]), Tag(levels: ["Places", "Tokyo"])]
    change.removeTags = [Tag(levels: ["家族"]), Tag(levels: ["absent"])]
    change.addAlbums = [AlbumReference(name: "Winter")]
    change.removeAlbums = [AlbumReference(name: "Summer"), AlbumReference(name: "absent")]
    change.date = CaptureDate(year: 1999, month: 1, day: 2, hour: 3, minute: 4, second: 5)
    let place = Place(latitude: -1, longitude: 2)
    change.place = .set(place)
    try catalogue.update(paths: [fixture.sourcePath("a")], change)
    let metadata = try #require(try catalogue.asset(uuid: uuid)?.metadata)
    #expect(metadata.favourite == false)
    #expect(metadata.rating == nil)
    #expect(metadata.tags == [Tag(levels: ["Places", "Tokyo"]), Tag(levels: ["new"])])
    #expect(metadata.albums.map(\.name) == ["夏", "Winter"])
    #expect(metadata.captureDate == change.date)
    #expect(metadata.place == place)
    #expect(metadata.title == "Tower")
    var away = AssetChange()
    away.place = AssetChange.Location.none
    try catalogue.update(uuid: uuid, away)
    let after = try #require(try catalogue.asset(uuid: uuid)?.metadata)
    #expect(after.place == nil && after.captureDate == change.date)
    #expect(try fixture.count("tag") == 2)
  }

  @Test func `changes all paths or none`() throws {
    let uuid = try fixture.registerSource("a")
    var change = AssetChange()
    change.favourite = true
    let problem = #expect(throws: Problem.self) {
      try catalogue.update(paths: [fixture.sourcePath("a"), fixture.sourcePath("b")], change)
    }
    #expect(problem?.code == .notRegistered)
    #expect(try catalogue.asset(uuid: uuid)?.metadata.favourite == nil)
  }

  @Test func `takes composed and decomposed names for one`() throws {
    let composed = "Cão \u{C1}gua"
    let decomposed = "Ca\u{303}o A\u{301}gua"
    #expect(Array(composed.utf8) != Array(decomposed.utf8))
    for (source, name) in [("a", composed), ("b", decomposed)] {
      var metadata = SourceMetadata()
      metadata.albums = [AlbumReference(name: name)]
      metadata.tags = [Tag(levels: [name, "x"])]
      try fixture.registerSource(source, metadata)
    }
    #expect(try fixture.count("album") == 3)
    #expect(try fixture.count("tag") == 1)
    var query = AssetQuery()
    query.album = decomposed
    query.tag = Tag(levels: [decomposed])
    #expect(try catalogue.assets(matching: query).count == 2)
  }

  @Test func `knows an album by its identifier before its name`() throws {
    let identifier = "0F0E0D0C-0B0A-4908-8706-050403020100"
    for (source, name) in [("a", "Old name"), ("b", "New name")] {
      var metadata = SourceMetadata()
      metadata.albums = [AlbumReference(name: name, identifier: identifier)]
      try fixture.registerSource(source, metadata)
    }
    let albums = try catalogue.assets().map(\.metadata.albums)
    let expected = [AlbumReference(name: "Old name", identifier: identifier.lowercased())]
    #expect(albums == [expected, expected])
  }

  @Test func `keeps a copy in the album that it was made into`() throws {
    let registration = fixture.registration([try fixture.albumFile("a.jpg")])
    try fixture.register(registration)
    let source = try fixture.registerSource("a")
    var change = AssetChange()
    change.addAlbums = [AlbumReference(name: "拾映轉換")]
    try catalogue.update(uuid: source, change)
    change.removeAlbums = change.addAlbums
    change.addAlbums = []
    for uuid in [registration.asset, source] { try catalogue.update(uuid: uuid, change) }
    #expect(try catalogue.asset(uuid: registration.asset)?.metadata.albums.map(\.name) == ["拾映轉換"])
    #expect(try catalogue.asset(uuid: source)?.metadata.albums.isEmpty == true)
  }

  @Test func `keeps a separator inside a level from making two`() throws {
    var metadata = SourceMetadata()
    metadata.tags = [Tag(levels: ["a/b", "/\u{301}"]), Tag(levels: []), Tag(levels: ["x", ""])]
    let uuid = try fixture.registerSource("a", metadata)
    let tags = try catalogue.asset(uuid: uuid)?.metadata.tags
    #expect(tags == [Tag(levels: ["a\u{2215}b", "\u{2215}\u{301}"])])
  }

  @Test func `forgets`() throws {
    let uuid = try fixture.registerSource("a", fullMetadata())
    try catalogue.forget(asset: uuid)
    try catalogue.forget(asset: uuid)
    for table in ["asset", "asset_file", "asset_tag", "tag", "membership"] {
      #expect(try fixture.count(table) == 0, "\(table)")
    }
    #expect(try FileStatus.ifPresent(fixture.sourcePath("a")) != nil)
  }

  @Test func `follows a file to its new place`() throws {
    let file = try fixture.albumFile("a.jpg", "content")
    let registration = fixture.registration([file])
    try fixture.register(registration)
    let moved = fixture.library.albumFolder(.conversions).appending("moved.jpg")
    #expect(try catalogue.adopt(file.path) == nil)
    try DurableFile.renameWithoutReplacing(file.path, to: moved)
    #expect(try catalogue.adopt(moved) == registration.asset)
    #expect(try catalogue.asset(atPath: moved)?.uuid == registration.asset)
    let problem = #expect(throws: Problem.self) { try catalogue.relink(from: file.path, to: moved) }
    #expect(problem?.code == .notRegistered)
  }
}
