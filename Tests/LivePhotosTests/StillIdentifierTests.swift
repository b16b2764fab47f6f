import Containers
import Files
import Foundation
import Messages
import Metadata
import StillImages
import TestSupport
import Testing

@testable import LivePhotos

enum StillExif {
  static func read(_ path: FilePath) throws -> [UInt8]? {
    try StillImageReader(bytes: try FileReader.read(path).bytes, limits: DecodingLimits()).header.blocks.exif
  }

  /// That of a file of the corpus, which must be there.
  static func ofPair(_ name: String) throws -> [UInt8] {
    let path = try #require(Corpus.file("live/pairs/\(name)"))
    let exif = try read(path)
    return try #require(exif)
  }
}

@Suite struct StillIdentifierTests {
  let folder: TemporaryFolder
  let text = "8AC6ED87-AD3A-41B1-95BC-B9F93B8BE460"

  init() throws { folder = try TemporaryFolder() }

  @Test func identifiersAreChecked() {
    #expect(PairingIdentifier().isUpperCase && PairingIdentifier() != PairingIdentifier())
    #expect(PairingIdentifier(text)?.text == text)
    #expect(
      PairingIdentifier("8AC6ED87") == nil && PairingIdentifier(String(repeating: "-", count: 36)) == nil
    )
    #expect(PairingIdentifier(text.lowercased())?.isUpperCase == false)
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) func smallestBlockIsThatOfImageIO() throws {
    let theirs = try StillExif.ofPair("appframework.HEIC")
    #expect(try PairingTag.set(text, in: nil).exif == theirs)
  }

  @Test(
    .enabled(if: Corpus.isPresent, "\(Corpus.absence)"),
    arguments: [
      "iphone7plus-ios10.JPG", "iphone15plus-ios18.HEIC", "appframework.HEIC",
    ]
  ) func removedInPlace(name: String) throws {
    let path = try #require(Corpus.file("live/pairs/\(name)"))
    let output = folder.path.appending(name)
    try StillIdentifierRemoval.write(path, to: output)
    let (before, after) = (try FileReader.read(path).bytes, try FileReader.read(output).bytes)
    #expect(before.count == after.count)
    let changed = before.indices.filter { before[$0] != after[$0] }
    #expect(changed.count > 30 && changed.count < 900)
    #expect(PairingTag.identifier(inExif: try StillExif.read(output)) == nil)
    let outcome = try Program.tool(
      "exiftool",
      ["-s3", "-MediaGroupUUID", "-ContentIdentifier", output.lossyString],
      in: URL(fileURLWithPath: "/tmp")
    )
    #expect(outcome.lines.isEmpty, "\(outcome)")
    // Twice is once.
    try StillIdentifierRemoval.write(output, to: folder.path.appending("again"))
    #expect(try FileReader.read(folder.path.appending("again")).bytes == after)
  }

  @Test(
    .enabled(if: Corpus.isPresent, "\(Corpus.absence)"),
    arguments: ["iphone7plus-ios10.JPG", "iphone15plus-ios18.HEIC"]
  )
  func makerNoteKeepsTheRest(name: String) throws {
    let exif = try StillExif.ofPair(name)
    let removed = try PairingTag.removing(from: exif)
    let identifier = PairingIdentifier().text
    let (again, notes) = try PairingTag.set(identifier, in: removed)
    #expect(notes.isEmpty && PairingTag.identifier(inExif: again) == identifier)
    // exiftool reads the same tags with the same values, but for the identifier.
    var listings: [[String]] = []
    for (index, block) in [exif, again].enumerated() {
      let stream: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0,
        0xFF, 0xD9,
      ]
      let file = try JPEGAssembler.assemble(stream: stream, blocks: MetadataBlocks(exif: block))
      let path = try folder.write(file, to: "\(index).jpg")
      let lines = try Program.tool(
        "exiftool",
        ["-Apple:all", "-u", "-s", path.lossyString],
        in: URL(fileURLWithPath: "/tmp")
      ).lines
      listings.append(lines.filter { !$0.contains("MediaGroupUUID") && !$0.contains("ContentIdentifier") })
    }
    #expect(listings[0] == listings[1] && listings[0].count >= 5)
  }

  @Test func anotherMakersNoteGoes() throws {
    let block = try PairingTag.set(text, in: nil).exif
    var other = block
    // "Apple" becomes "Bpple".
    let start = try #require(other.indices.first { other[$0...].starts(with: Array("Apple iOS".utf8)) })
    other[start] = UInt8(ascii: "B")
    #expect(PairingTag.identifier(inExif: other) == nil)
    let (paired, notes) = try PairingTag.set(text, in: other)
    #expect(PairingTag.identifier(inExif: paired) == text && notes.map(\.code) == [.exifReduced])
  }

  @Test func whatIsNoPictureIsRefused() throws {
    let path = try folder.write("no picture at all, just a text", to: "a.jpg")
    #expect(throws: Problem.self) { try StillIdentifierRemoval.write(path, to: folder.path.appending("b")) }
    #expect(try FileStatus.ifPresent(folder.path.appending("b")) == nil)
  }
}
