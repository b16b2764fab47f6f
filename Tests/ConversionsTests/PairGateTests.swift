import ConversionSink
import Containers
import Conversions
import Files
import Library
import LivePhotos
import Messages
import StillImages
import TestSupport
import Testing

/// What the exit does with Live Photos that do not pair: each branch forced.
@Suite struct PairGateTests {
  private func identifier(of production: Production) throws -> String {
    let still = try FileReader.read(try #require(production.path(.still))).bytes
    let header = try StillImageReader(bytes: still, limits: DecodingLimits()).header
    return try #require(PairingIdentifier.text(inExif: header.blocks.exif))
  }

  /// One photo that says nothing of a pair, in the folder and in the catalogue; no video anywhere.
  private func expectPlainStill(_ result: SinkResult, _ shop: LiveWorkshop, without identifier: String) throws
  {
    #expect(result.files.map(\.role) == [.photo])
    let still = try #require(result.files.first).path
    #expect(try shop.delivered() == [String(decoding: still.lastComponent, as: UTF8.self)])
    let bytes = try FileReader.read(still).bytes
    #expect(bytes.firstRange(of: Array(identifier.utf8)) == nil)
    let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
    #expect(PairingIdentifier.text(inExif: reader.header.blocks.exif) == nil)
    _ = try reader.decodePixels(threads: 1)
    let assets = try shop.library.catalogue.assets()
    #expect(assets.map(\.kind) == [.photo])
    #expect(try shop.staged().isEmpty)
  }

  @Test(arguments: [StillFormat.heic, .jpeg]) func aGoodPairPasses(_ format: StillFormat) throws {
    var shop = try LiveWorkshop()
    shop.settings.stillFormat = format
    let result = try shop.convert()
    #expect(result.files.map(\.role) == [.still, .video])
    let check = try LivePhotoCheck.decodingFrames().check(
      still: result.files[0].path,
      video: result.files[1].path
    )
    #expect(check.verdict == .pairs, "\(check.reasons)")
    #expect(check.warnings.map(\.code) == [.pairNoSound], "\(check.warnings)")
    #expect(try shop.library.catalogue.assets().map(\.kind) == [.live])
    #expect(try shop.convert().isUnchanged)
  }

  @Test(arguments: [StillFormat.heic, .jpeg]) func outOfTimeGivesAPlainStill(_ format: StillFormat) throws {
    var shop = try LiveWorkshop()
    shop.settings.stillFormat = format
    shop.options.pairTimeLimitInSeconds = 0
    var found = ""
    let result = try shop.convert { production, _ in found = try identifier(of: production) }
    try expectPlainStill(result, shop, without: found)
    #expect(result.notes.contains { $0.code == .pairTimedOut })
    #expect(!result.notes.contains { $0.code == .pairBroken })
  }

  @Test(arguments: [StillFormat.heic, .jpeg]) func aVideoWithoutItsTrackGivesAPlainStill(
    _ format: StillFormat
  ) throws {
    var shop = try LiveWorkshop()
    shop.settings.stillFormat = format
    var found = ""
    let result = try shop.convert { production, staging in
      found = try identifier(of: production)
      let video = staging.freshPath(fileExtension: "MOV")
      let own = try #require(PairingIdentifier(found))
      try PairedMovieWriter.write(shop.video, to: video, identifier: own, stillAt: nil)
      production.replace(.video, by: video)
    }
    try expectPlainStill(result, shop, without: found)
    let note = try #require(result.notes.first { $0.code == .pairBroken })
    #expect(note.values["reasons"] == ProblemCode.pairNoStillImageTime.rawValue)
  }

  @Test func halvesOfDifferentPairsGiveAPlainStill() throws {
    let shop = try LiveWorkshop()
    var found = ""
    let result = try shop.convert { production, staging in
      found = try identifier(of: production)
      let video = staging.freshPath(fileExtension: "MOV")
      try PairedMovieWriter.write(
        shop.video,
        to: video,
        identifier: PairingIdentifier(),
        stillAt: .init(time: 1, scale: 2)
      )
      production.replace(.video, by: video)
    }
    try expectPlainStill(result, shop, without: found)
    let note = try #require(result.notes.first { $0.code == .pairBroken })
    #expect(note.values["reasons"] == ProblemCode.pairIdentifiersDiffer.rawValue)
  }

  @Test func aVideoCutOffGivesAPlainStill() throws {
    let shop = try LiveWorkshop()
    var found = ""
    let result = try shop.convert { production, staging in
      found = try identifier(of: production)
      let bytes = try FileReader.read(try #require(production.path(.video))).bytes
      let video = staging.freshPath(fileExtension: "MOV")
      try DurableFile.write(Array(bytes.prefix(bytes.count / 2)), to: video)
      production.replace(.video, by: video)
    }
    try expectPlainStill(result, shop, without: found)
    #expect(result.notes.contains { $0.code == .pairBroken })
  }

  /// A still whose identifier can't be taken out: of another format, or cut off behind its Exif.
  @Test(arguments: ["of another format", "cut off"]) func whatCannotBeMadePlainStaysIn(_ how: String) throws {
    var shop = try LiveWorkshop()
    shop.settings.stillFormat = .jpeg
    shop.options.pairTimeLimitInSeconds = how == "cut off" ? 45 : 0
    let spoil: (inout Production, StagingArea) throws -> Void = { production, staging in
      var bytes = try FileReader.read(try #require(production.path(.still))).bytes
      if how == "cut off" { bytes = Array(bytes.prefix(40)) } else { bytes = [0x89] + bytes }
      let still = staging.freshPath(fileExtension: "jpg")
      try DurableFile.write(bytes, to: still)
      production.replace(.still, by: still)
    }
    let error = #expect(throws: Problem.self) { try shop.convert(spoil: spoil) }
    #expect(error?.code == .pairIdentifierNotRemoved, "\(String(describing: error))")
    #expect(try shop.delivered().isEmpty)
    #expect(try shop.library.catalogue.assets().isEmpty)
    #expect(try shop.staged().isEmpty)
    let file = shop.folder.path.appending("out/IMG_1.JPG")
    try DurableFile.makeDirectories(file.parent)
    #expect(throws: Problem.self) { try shop.convert(to: .file(file), spoil: spoil) }
    #expect(try shop.names(in: file.parent).isEmpty)
    // Nothing of it stands in the way of the next attempt.
    shop.options.pairTimeLimitInSeconds = 45
    #expect(try shop.convert().files.map(\.role) == [.still, .video])
  }

  @Test func outOfTimeIsTriedAgain() throws {
    var shop = try LiveWorkshop()
    shop.options.pairTimeLimitInSeconds = 0
    let still = try #require(try shop.convert().files.first).path
    // Still no time: the same still, and said again.
    let second = try shop.convert()
    #expect(second.files.map(\.path) == [still] && second.notes.contains { $0.code == .pairTimedOut })
    #expect(try shop.delivered().count == 1)
    shop.options.pairTimeLimitInSeconds = 45
    let pair = try shop.convert()
    #expect(!pair.isUnchanged && pair.files.map(\.role) == [.still, .video])
    #expect(Set(pair.files.map(\.path.stem)).count == 1)
    #expect(try shop.library.catalogue.assets().map(\.kind).contains(.live))
    #expect(try shop.convert().isUnchanged)
  }
}
