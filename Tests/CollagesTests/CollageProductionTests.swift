import Collages
import Containers
import ConversionSink
import Files
import Library
import LivePhotos
import Messages
import Metadata
import Movies
import Pixels
import StillImages
import Testing

/// The three tiers of a collage, and what becomes of them where something goes wrong: each branch forced.
@Suite struct CollageProductionTests {
  @Test(arguments: [StillFormat.jpeg, .heic]) func aLiveCollagePairs(_ format: StillFormat) throws {
    var shop = try DeliveryWorkshop()
    shop.format = format
    shop.facts = CollageFacts(title: "Day", tags: [Tag(levels: ["Trips", "2024"])])
    let result = try shop.make(.live)
    #expect(result.files.map(\.role) == [.still, .video])
    #expect(result.names == ["Day.\(format == .jpeg ? "jpg" : "heic")", "Day.MOV"])
    let check = try LivePhotoCheck.decodingFrames().check(
      still: result.files[0].path,
      video: result.files[1].path
    )
    #expect(check.verdict == .pairs, "\(check.reasons)")
    #expect(check.stillTime == 0)
    let asset = try #require(try shop.library.catalogue.asset(atPath: result.files[1].path))
    #expect(asset.kind == .live && asset.uuid == result.asset)
    #expect(asset.duration.map { abs($0 - 20.0 / 30) < 0.01 } == true)
    for path in result.files.map(\.path) { try expectFacts(of: path) }
    #expect(try shop.staged().isEmpty)
    #expect(try shop.make(.live).isUnchanged)
  }

  /// Date, title and tags in the file; no word of where it comes from.
  private func expectFacts(of path: FilePath) throws {
    let bytes = try FileReader.read(path).bytes
    #expect(bytes.firstRange(of: Array("IMG_000".utf8)) == nil)
    let found: SourceMetadata
    if path.lowercaseExtension == "mov" || path.lowercaseExtension == "mp4" {
      (found, _) = QuickTimeMetadataReader.read(try QuickTimeFile(ByteSource(RandomAccessFile(path))))
    } else {
      let header = try StillImageReader(bytes: bytes, limits: DecodingLimits()).header
      (found, _) = EmbeddedMetadataReader.read(header.blocks)
    }
    #expect(found.title == "Day" && found.tags == [Tag(levels: ["Trips", "2024"])])
    #expect(found.captureDate?.offsetMinutes != nil && found.place == nil)
  }

  @Test func aVideoHasNoIdentifierAndItsPosterIsTheCreation() throws {
    var shop = try DeliveryWorkshop()
    shop.facts = CollageFacts(
      title: "Day",
      tags: [Tag(levels: ["Trips", "2024"])],
      albums: [AlbumReference(name: "旅行")]
    )
    let video = try shop.make(.video)
    shop.facts.albums = []
    let poster = try shop.make(.still)
    #expect(try shop.delivered() == ["Day.jpg", "Day.mp4"])
    #expect(video.files.map(\.role) == [.video] && poster.files.map(\.role) == [.photo])
    let path = video.files[0].path
    let bytes = try FileReader.read(path).bytes
    #expect(bytes.firstRange(of: Array("content.identifier".utf8)) == nil)
    #expect(bytes[8..<12].elementsEqual("isom".utf8))
    // It plays while it is still coming in: the movie box precedes the media, which are where it says.
    let boxes = try QuickTimeFile(ByteSource(RandomAccessFile(path))).topLevelBoxes.map {
      $0.type.description
    }
    #expect(boxes.firstIndex(of: "moov") == 1 && boxes.contains("mdat"), "\(boxes)")
    let frames = try MovieReader(.file(path)).frames()
    var count = 0
    while try frames.next() != nil { count += 1 }
    #expect(count == 20)
    let information = try MovieReader(.file(path)).information
    #expect(information.container == .mp4 && information.video.displaySize == DeliveryWorkshop.size)
    try expectFacts(of: path)
    let catalogue = shop.library.catalogue
    let asset = try #require(try catalogue.asset(atPath: path))
    #expect(asset.kind == .video && asset.metadata.albums.map(\.name) == ["旅行"])
    var query = AssetQuery()
    query.creations = true
    #expect(try catalogue.assets(matching: query).map(\.uuid) == [poster.asset])
    query = AssetQuery()
    query.album = "旅行"
    #expect(try catalogue.assets(matching: query).map(\.uuid) == [video.asset])
    #expect(try shop.make(.video).isUnchanged)
  }

  @Test func theNamedFileGetsTheCollage() throws {
    let shop = try DeliveryWorkshop()
    let out = try shop.outside()
    #expect(try shop.make(.still, to: .file(out.appending("still.jpg"))).names == ["still.jpg"])
    #expect(try shop.make(.video, to: .file(out.appending("video.mp4"))).names == ["video.mp4"])
    #expect(try shop.make(.live, to: .file(out.appending("live.jpg"))).names == ["live.jpg", "live.MOV"])
    #expect(try DeliveryWorkshop.names(in: out) == ["live.MOV", "live.jpg", "still.jpg", "video.mp4"])
    #expect(try shop.isUntouched())
    let error = #expect(throws: Problem.self) { try shop.make(.live, to: .file(out.appending("live.jpeg"))) }
    #expect(error?.code == .destinationExists)
  }

  /// The header says all that was declared; a frame of it can't be read.
  @Test func aVideoWithoutItsLastFramesStaysIn() throws {
    var shop = try DeliveryWorkshop()
    shop.spoil = { production, _ in
      let path = production.files[0].path
      var bytes = try FileReader.read(path).bytes
      let media = try QuickTimeFile(ByteSource(bytes)).mediaRanges
      let range = try #require(media.max { $0.count < $1.count })
      for index in range.suffix(range.count / 2) { bytes[index] = 0 }
      try DurableFile.remove(path)
      try DurableFile.write(bytes, to: path)
    }
    let error = #expect(throws: Problem.self) { try shop.make(.video) }
    #expect(error?.code == .verificationFailed && error?.values["what"] == "decoding")
    #expect(try shop.isUntouched())
  }

  // MARK: - Forced failures

  /// One plain photo without an identifier, and why.
  private func expectPlainStill(_ result: SinkResult, _ shop: DeliveryWorkshop, _ code: NoteCode) throws {
    #expect(result.files.map(\.role) == [.photo])
    #expect(result.notes.map(\.code).filter { [.pairBroken, .pairTimedOut].contains($0) } == [code])
    #expect(try shop.delivered() == result.names)
    let bytes = try FileReader.read(try #require(result.files.first).path).bytes
    let header = try StillImageReader(bytes: bytes, limits: DecodingLimits()).header
    #expect(PairingIdentifier.text(inExif: header.blocks.exif) == nil)
    #expect(try shop.library.catalogue.assets().map(\.kind) == [.photo])
    #expect(try shop.staged().isEmpty)
  }

  @Test(arguments: [ProblemCode.damaged, .truncated, .movieCodecUnknown, .encodeFailed])
  func motionThatCannotBeReadGivesAPlainStill(_ code: ProblemCode) throws {
    var shop = try DeliveryWorkshop()
    shop.beforeMovie = { throw Problem(code, ["detail": "the third source"]) }
    let result = try shop.make(.live)
    try expectPlainStill(result, shop, .pairBroken)
    #expect(result.notes.first { $0.code == .pairBroken }?.values["reasons"] == "the third source")
    // Asked for as a video, it is an error, and nothing comes out.
    let error = #expect(throws: Problem.self) { try shop.make(.video) }
    #expect(error?.code == code)
    #expect(try shop.delivered().count == 1)
  }

  /// What says nothing of the motion ends the collage: no plain still.
  @Test(arguments: [ProblemCode.diskFull, .cancelled, .internalError], [CollageTier.live, .video])
  func otherFailuresDeliverNothing(_ code: ProblemCode, _ tier: CollageTier) throws {
    var shop = try DeliveryWorkshop()
    shop.beforeMovie = { throw Problem(code) }
    let error = #expect(throws: Problem.self) { try shop.make(tier) }
    #expect(error?.code == code)
    #expect(try shop.isUntouched())
    let file = try shop.outside().appending("a.jpg")
    #expect(throws: Problem.self) { try shop.make(tier, to: .file(file)) }
    #expect(try DeliveryWorkshop.names(in: file.parent).isEmpty)
    // Nothing of it stands in the way of the next attempt.
    shop.beforeMovie = {}
    #expect(try shop.make(tier).files.count == (tier == .live ? 2 : 1))
  }

  @Test(arguments: CollageTier.allCases) func aStillThatCannotBeWrittenDeliversNothing(_ tier: CollageTier)
    throws
  {
    if tier == .video { return }
    var shop = try DeliveryWorkshop()
    shop.beforeStill = { throw Problem(.diskFull) }
    let error = #expect(throws: Problem.self) { try shop.make(tier) }
    #expect(error?.code == .diskFull)
    #expect(try shop.isUntouched())
  }

  @Test(arguments: [StillFormat.jpeg, .heic]) func outOfTimeGivesAPlainStillAndIsTriedAgain(
    _ format: StillFormat
  ) throws {
    var shop = try DeliveryWorkshop()
    shop.format = format
    shop.options.pairTimeLimitInSeconds = 0
    let still = try shop.make(.live)
    try expectPlainStill(still, shop, .pairTimedOut)
    #expect(try shop.make(.live).files == still.files)
    shop.options.pairTimeLimitInSeconds = 45
    let pair = try shop.make(.live)
    #expect(!pair.isUnchanged && pair.files.map(\.role) == [.still, .video])
    #expect(Set(pair.files.map(\.path.stem)).count == 1)
    #expect(try shop.make(.live).isUnchanged)
  }

  @Test func aPairThatDoesNotMatchGivesAPlainStill() throws {
    var shop = try DeliveryWorkshop()
    shop.spoil = { production, staging in
      let video = staging.freshPath(fileExtension: "MOV")
      let index = try #require(production.files.firstIndex { $0.role == .video })
      try PairedMovieWriter.write(
        production.files[index].path,
        to: video,
        identifier: PairingIdentifier(),
        stillAt: nil
      )
      production.files[index].path = video
    }
    try expectPlainStill(try shop.make(.live), shop, .pairBroken)
  }

  /// The identifier can't be taken out of a still that is cut off: nothing leaves.
  @Test func whatCannotBeMadePlainStaysIn() throws {
    var shop = try DeliveryWorkshop()
    shop.spoil = { production, staging in
      let still = staging.freshPath(fileExtension: "jpg")
      let index = try #require(production.files.firstIndex { $0.role == .still })
      let bytes = try FileReader.read(production.files[index].path).bytes
      try DurableFile.write(Array(bytes.prefix(40)), to: still)
      production.files[index].path = still
    }
    let error = #expect(throws: Problem.self) { try shop.make(.live) }
    #expect(error?.code == .pairIdentifierNotRemoved)
    #expect(try shop.isUntouched())
    shop.spoil = { _, _ in }
    #expect(try shop.make(.live).files.map(\.role) == [.still, .video])
  }

  /// The finished files are read back; one that is not what was declared stays in.
  @Test(arguments: CollageTier.allCases) func whatIsNotAsDeclaredStaysIn(_ tier: CollageTier) throws {
    var shop = try DeliveryWorkshop()
    shop.spoil = { production, _ in
      for index in production.files.indices {
        switch production.files[index].expectation {
        case .photo(var photo):
          photo.size.width += 2
          production.files[index].expectation = .photo(photo)
        case .movie(var movie):
          movie.durationInSeconds += 1
          production.files[index].expectation = .movie(movie)
        default: Issue.record("another kind of file")
        }
      }
    }
    let error = #expect(throws: Problem.self) { try shop.make(tier) }
    #expect(error?.code == .verificationFailed)
    #expect(try shop.isUntouched())
  }
}
