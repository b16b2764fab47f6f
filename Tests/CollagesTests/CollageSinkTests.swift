import Collages
import ConversionSink
import Files
import Foundation
import Library
import Messages
import Metadata
import StillImages
import TestSupport
import Testing

/// Collages take the road of all copies: filed under their originals in order and the recipe, named the same at any time, in the
/// album of creations.
@Suite struct CollageSinkTests {
  @Test func aCollageIsRegisteredWithItsOriginals() throws {
    let shop = try DeliveryWorkshop()
    let result = try shop.make(.still)
    #expect(result.names == ["IMG_0003-collage.jpg"])
    #expect(try shop.delivered() == result.names)
    let asset = try #require(try shop.library.catalogue.asset(atPath: result.files[0].path))
    #expect(asset.uuid == result.asset)
    #expect(asset.kind == .photo && !asset.isSource)
    #expect(
      asset.copy?.sources
        == shop.sources.map { CopySource(contentHash: $0.contentHash, path: $0.path) }
    )
    #expect(asset.copy?.sourcePath == shop.sources[0].path)
    #expect(asset.metadata.albums.map(\.name) == ["拾映成片"])
    var query = AssetQuery()
    query.creations = true
    #expect(try shop.library.catalogue.assets(matching: query).map(\.uuid) == [asset.uuid])
    #expect(try shop.staged().isEmpty)
  }

  @Test func askedAgainItIsThereAlready() throws {
    let shop = try DeliveryWorkshop()
    let first = try shop.make(.still)
    let second = try shop.make(.still)
    #expect(!first.isUnchanged && second.isUnchanged)
    #expect(first.files == second.files && first.asset == second.asset)
    #expect(try shop.delivered().count == 1)
  }

  /// Each of these is another collage, with a name of its own that the same request gives again.
  @Test(arguments: ["order", "recipe", "title", "tags", "content", "fewer", "scale"])
  func whatElseIsAskedIsAnotherCollage(_ what: String) throws {
    let shop = try DeliveryWorkshop()
    let first = try shop.make(.still)
    var other = shop
    switch what {
    case "order": other.sources.swapAt(1, 2)
    case "recipe": other.settings.gap = 40
    case "title": other.facts.title = "IMG_0003-collage"
    case "tags": other.facts.tags = [Tag(levels: ["a", "b"])]
    case "content":
      try DurableFile.remove(shop.sources[1].path)
      try shop.folder.write("another", to: "photos/IMG_0001.jpg")
      other.sources[1] = try SinkSource.hashing(shop.sources[1].path)
    case "fewer": other.sources.removeLast()
    default: other.settings.scale = 2
    }
    let second = try other.make(.still)
    #expect(!second.isUnchanged)
    let name = try #require(second.names.first)
    #expect(name.wholeMatch(of: /IMG_0003-collage~[0-9a-f]{8}\.jpg/) != nil, "\(name)")
    #expect(try shop.delivered() == (first.names + second.names).sorted())
    #expect(try shop.make(.still).files == first.files)
    #expect(try other.make(.still).files == second.files)
    // In a library of its own, whichever comes first has the plain name.
    let fresh = try Library.open(at: shop.folder.path.appending("fresh"), create: true)
    #expect(try other.make(.still, to: .library(fresh, album: .creations, folder: nil)).names != second.names)
  }

  @Test func ofItsOriginalsItInheritsNothing() throws {
    var shop = try DeliveryWorkshop()
    var metadata = SourceMetadata()
    metadata.place = Place(latitude: 35, longitude: 139)
    metadata.favourite = true
    metadata.rating = 4
    metadata.tags = [Tag(levels: ["Tokyo"])]
    metadata.albums = [AlbumReference(name: "Summer")]
    metadata.captureDate = CaptureDate(year: 2001, month: 1, day: 1, hour: 0, minute: 0, second: 0)
    for source in shop.sources {
      let file = RecordedFile(
        path: source.path,
        role: .photo,
        byteCount: source.byteCount,
        modification: FileTime.now,
        contentHash: source.contentHash
      )
      try shop.library.catalogue.registerSource(
        SourceRegistration(kind: .photo, files: [file], metadata: metadata)
      )
    }
    let before = FileTime.now.seconds
    let plain = try shop.make(.still)
    var found = try #require(try shop.library.catalogue.asset(atPath: plain.files[0].path)).metadata
    let date = try #require(found.captureDate)
    let time = try #require(date.unixTime).seconds
    #expect(date.offsetMinutes != nil && (before - 60...before + 60).contains(time))
    #expect(abs(plain.files[0].modification.seconds - time) <= 1)
    found.captureDate = nil
    #expect(found.albums.map(\.name) == ["拾映成片"])
    found.albums = []
    #expect(found == SourceMetadata())

    shop.facts = CollageFacts(
      title: "一日／東京",
      tags: [Tag(levels: ["Trips", "2024"])],
      albums: [AlbumReference(name: "旅行"), AlbumReference(name: "拾映轉換")]
    )
    let named = try shop.make(.still)
    let told = try #require(try shop.library.catalogue.asset(atPath: named.files[0].path)).metadata
    #expect(told.title == "一日／東京" && told.tags == [Tag(levels: ["Trips", "2024"])])
    #expect(Set(told.albums.map(\.name)) == ["拾映成片", "旅行"])
    #expect(named.names == ["一日／東京.jpg"])
    // Asked for again with another album, it joins that one too.
    shop.facts.albums = [AlbumReference(name: "家人"), AlbumReference(name: "拾映轉換")]
    #expect(try shop.make(.still).isUnchanged)
    let joined = try #require(try shop.library.catalogue.asset(atPath: named.files[0].path)).metadata
    #expect(Set(joined.albums.map(\.name)) == ["拾映成片", "旅行", "家人"])
  }

  /// A collage with an empty cell is made once; when the original can be read again, so is the whole one.
  @Test func aMissingOriginalIsRecordedAndComesBack() throws {
    let shop = try DeliveryWorkshop()
    var incomplete = shop
    incomplete.sources[1] = .missing(shop.sources[1].path)
    let first = try incomplete.make(.still)
    #expect(try incomplete.make(.still).isUnchanged)
    let record = try #require(try shop.library.catalogue.asset(atPath: first.files[0].path)?.copy)
    #expect(record.sources.map(\.path) == shop.sources.map(\.path))
    #expect(record.sources.map { $0.contentHash == nil } == [false, true, false])
    let whole = try shop.make(.still)
    #expect(!whole.isUnchanged && whole.files[0].path != first.files[0].path)
    // Another one missing is another collage.
    var other = shop
    other.sources[2] = .missing(shop.sources[2].path)
    #expect(try !other.make(.still).isUnchanged)
  }

  @Test func anAddressIsKeptAsItIs() throws {
    var shop = try DeliveryWorkshop()
    let addresses = ["https://example.org/a//b.jpg?x=1", "http://example.org/c.jpg"].map { FilePath($0) }
    shop.sources[0] = shop.sources[0].known(as: addresses[0])
    shop.sources[1] = .missing(addresses[1])
    let result = try shop.make(.still)
    let record = try #require(try shop.library.catalogue.asset(atPath: result.files[0].path)?.copy)
    #expect(record.sources.map(\.path) == addresses + [shop.sources[2].path])
    #expect(record.sourcePath == addresses[0])
  }

  @Test(arguments: ["IMG_0003-collage.jpg", "IMG_0003-collage.MOV", "IMG_0003-collage.heic"])
  func aStrangersNameIsAvoided(_ name: String) throws {
    let shop = try DeliveryWorkshop()
    try DurableFile.write(
      Array("mine".utf8),
      to: shop.library.albumFolder(.creations).appending(name)
    )
    let result = try shop.make(.still)
    #expect(result.names[0].wholeMatch(of: /IMG_0003-collage~[0-9a-f]{8}\.jpg/) != nil)
  }

  @Test(
    arguments: [
      ("東京 2024", "東京 2024"), ("a/b", "a∕b"), (" .hidden. ", "hidden"), ("a\nb", "a b"), ("..", nil),
      ("", nil),
      (" / ", "∕"),
    ] as [(String, String?)]
  )
  func titlesBecomeNames(_ title: String, _ stem: String?) {
    let naming = CopyNaming.collage(of: FilePath("/photos/IMG_1.HEIC"), title: title)
    #expect(String(decoding: naming.stem ?? [], as: UTF8.self) == stem ?? "IMG_1-collage")
  }

  /// Programs take files of one name for one thing: the same layout as a still and as a video may share one, another layout
  /// may not.
  @Test func onlyTheSameLayoutSharesAName() throws {
    var shop = try DeliveryWorkshop()
    _ = try shop.make(.video)
    #expect(try shop.make(.still).names == ["IMG_0003-collage.jpg"])
    shop.format = .heic
    #expect(try shop.make(.still).names == ["IMG_0003-collage.heic"])
    shop.settings.gap = 40
    let names = try shop.make(.live).names
    #expect(names.allSatisfy { $0.hasPrefix("IMG_0003-collage~") } && names.count == 2)
  }

  /// The poster of a video is the still that somebody may have made before, unless the video needs other sides.
  @Test(arguments: [
    "3:4": true, "A4": true, "160x200": true, "161x200": false, "160x201": false, "999": false,
  ])
  func aPosterIsAStill(_ canvas: String, _ isSame: Bool) throws {
    var settings = CollageSettings(canvas: try #require(CollageCanvas(text: canvas)))
    let still = Recipe.collage(.still, settings, format: .jpeg, quality: 90, motion: nil)
    settings.moves = true
    let poster = Recipe.collage(.still, settings, format: .jpeg, quality: 90, motion: CollageMotionSettings())
    #expect((still.hash == poster.hash) == isSame)
    let live = Recipe.collage(.live, settings, format: .jpeg, quality: 90, motion: CollageMotionSettings())
    #expect(live.hash != poster.hash)
  }

  @Test func anyTitleStandsInARecipe() throws {
    var shop = try DeliveryWorkshop()
    shop.facts.title = "a\tb\u{1}\"\\\n\u{7F}長"
    let path = try #require(try shop.make(.still).files.first).path
    let text = try #require(try shop.library.catalogue.asset(atPath: path)?.copy).recipe
    let recipe = try JSONDecoder().decode(Recipe.self, from: Data(text.utf8))
    #expect(recipe.settings["title"] == shop.facts.title && recipe.canonicalText == text)
  }

  @Test func aTitleOfNothingIsNone() {
    #expect(CollageFacts(title: " \n").title == nil && CollageFacts(title: "").title == nil)
    #expect(CollageFacts(title: " a ").title == " a ")
  }

  @Test func aLongTitleIsCut() throws {
    var shop = try DeliveryWorkshop()
    shop.facts.title = String(repeating: "長", count: 200)
    let name = try #require(try shop.make(.still).names.first)
    #expect(name.utf8.count <= 255 && name.hasSuffix("長.jpg"))
  }

  @Test(arguments: ["changed", "gone"]) func anOriginalThatChangesMeanwhileIsNotUsed(_ how: String) throws {
    var shop = try DeliveryWorkshop()
    let path = shop.sources[2].path
    let folder = shop.folder
    shop.beforeStill = {
      try DurableFile.remove(path)
      if how == "changed" { try folder.write("something longer than it was", to: "photos/IMG_0002.jpg") }
    }
    let error = #expect(throws: Problem.self) { try shop.make(.still) }
    #expect(error?.code == (how == "changed" ? .inputChanged : .inputMissing))
    #expect(try shop.isUntouched())
  }

  @Test func aDryRunNamesTheFile() throws {
    var shop = try DeliveryWorkshop()
    shop.options.dryRunExtension = "jpg"
    shop.beforeStill = { Issue.record("drawn") }
    #expect(try shop.make(.still).names == ["IMG_0003-collage.jpg"])
    #expect(try shop.isUntouched())
  }

  /// Who comes second waits, and finds what the first one made.
  @Test func oneCollageAtATime() throws {
    let shop = try DeliveryWorkshop()
    let lock = try ByteRangeLock(shop.library.locksFolder.appending("sink"))
    try lock.lockExclusive(at: 2)
    var made: [String] = []
    let result = try shop.make(.still) {
      // Somebody else's collage is finished while this one waits.
      made.append("waited")
      try? lock.unlock(at: 2)
    }
    #expect(made == ["waited"] && !result.isUnchanged)
    // Nobody is there any more.
    _ = try shop.make(.still, waiting: { Issue.record("waited for nobody") })
  }

  /// Two at once, each with a catalogue of its own as processes have: made once.
  @Test func theSameAskedTwiceIsMadeOnce() async throws {
    let shop = try DeliveryWorkshop()
    let root = shop.library.root
    let paths = shop.sources.map(\.path)
    let results = try await withThrowingTaskGroup(of: SinkResult.self) { group in
      for _ in 0..<2 {
        group.addTask {
          var own = try DeliveryWorkshop()
          own.sources = try paths.map { try SinkSource.hashing($0) }
          let library = try Library.open(at: root, create: false)
          return try own.make(.live, in: library)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count(where: \.isUnchanged) == 1)
    #expect(Set(results.map(\.asset)).count == 1 && Set(results.map(\.files)).count == 1)
    #expect(try shop.delivered() == ["IMG_0003-collage.MOV", "IMG_0003-collage.jpg"])
  }
}
