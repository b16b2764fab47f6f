import Files
import Library
import LivePhotos
import Messages
import TestSupport
import Testing

@testable import ConversionSink

/// Both halves of a Live Photo come out, or neither.
@Suite struct PairDeliveryTests {
  @Test(arguments: ["IMG_1.HEIC", "IMG_1.heic", "two.dots.HEIC"]) func theVideoStandsBesideANamedStill(
    _ name: String
  )
    throws
  {
    let shop = try LiveWorkshop()
    let file = shop.folder.path.appending("out").appending(name)
    try DurableFile.makeDirectories(file.parent)
    let result = try shop.convert(to: .file(file))
    let stem = String(decoding: file.stem, as: UTF8.self)
    #expect(try shop.names(in: file.parent) == [name, "\(stem).MOV"].sorted())
    #expect(result.files.map(\.role) == [.still, .video])
    let check = try LivePhotoCheck.decodingFrames().check(
      still: result.files[0].path,
      video: result.files[1].path
    )
    #expect(check.verdict == .pairs)
    #expect(try shop.library.catalogue.assets().isEmpty)
  }

  /// The place of one half is taken, before the work begins or while it goes on.
  @Test(arguments: ["IMG_1.HEIC", "IMG_1.MOV"], [true, false])
  func aTakenPlaceKeepsBothIn(_ taken: String, isTakenLate: Bool) throws {
    let shop = try LiveWorkshop()
    let folder = shop.folder.path.appending("out")
    try DurableFile.makeDirectories(folder)
    if !isTakenLate { try shop.folder.write("mine", to: "out/\(taken)") }
    var isProduced = false
    let error = #expect(throws: Problem.self) {
      try shop.convert(to: .file(folder.appending("IMG_1.HEIC"))) { _, _ in
        isProduced = true
        if isTakenLate { try shop.folder.write("mine", to: "out/\(taken)") }
      }
    }
    #expect(error?.code == .destinationExists)
    #expect(error?.values["path"]?.hasSuffix(taken) == true, "\(String(describing: error?.values))")
    #expect(isProduced == isTakenLate)
    #expect(try shop.names(in: folder) == [taken])
    #expect(try FileReader.read(folder.appending(taken)).bytes == Array("mine".utf8))
  }

  /// In an album a stranger's file of the same base name gives the pair another one: both halves.
  @Test(arguments: ["holiday.MOV", "holiday.HEIC", "holiday.mov", "holiday.jpg"])
  func bothHalvesAvoidAStranger(_ name: String) throws {
    let shop = try LiveWorkshop()
    let stranger = shop.library.albumFolder(.conversions).appending(name)
    try DurableFile.makeDirectories(stranger.parent)
    try DurableFile.write(Array("mine".utf8), to: stranger)
    let result = try shop.convert()
    let stems = Set(result.files.map { String(decoding: $0.path.stem, as: UTF8.self) })
    #expect(stems.count == 1 && stems.first?.hasPrefix("holiday~") == true, "\(stems)")
    #expect(try shop.delivered().count == 3)
    #expect(try FileReader.read(stranger).bytes == Array("mine".utf8))
  }

  /// A run that was killed between the two halves of `-o FILE`: the next one takes back what came out of it, and only that.
  @Test(arguments: ["killed", "killed, then edited", "finished"]) func aKilledRunsHalfIsTakenBack(
    _ what: String
  ) throws {
    let shop = try LiveWorkshop()
    let out = shop.folder.path.appending("out")
    // No process has such a number.
    let staging = out.appending(".shiying-2147483646-0badcafe")
    let video = try shop.folder.write("video", to: "out/.shiying-2147483646-0badcafe/2.MOV")
    let still = try shop.folder.write("still", to: "out/.shiying-2147483646-0badcafe/1.heic")
    let (fileOfVideo, fileOfStill) = (out.appending("IMG_1.MOV"), out.appending("IMG_1.HEIC"))
    try UnfinishedDelivery.record(
      [
        (FinishedFile(.video, video, "MOV", ContentHash.ofFile(video)), fileOfVideo),
        (FinishedFile(.still, still, "heic", ContentHash.ofFile(still)), fileOfStill),
      ],
      in: staging
    )
    try DurableFile.renameWithoutReplacing(video, to: fileOfVideo)
    if what == "killed" {
      #expect(try shop.convert(to: .file(fileOfStill)).files.map(\.role) == [.still, .video])
      #expect(try shop.names(in: out) == ["IMG_1.HEIC", "IMG_1.MOV"])
      return
    }
    if what == "finished" {
      try DurableFile.renameWithoutReplacing(still, to: fileOfStill)
    } else {
      try DurableFile.remove(fileOfVideo)
      try shop.folder.write("mine", to: "out/IMG_1.MOV")
    }
    let before = try FileReader.read(fileOfVideo).bytes
    #expect(throws: Problem.self) { try shop.convert(to: .file(fileOfStill)) }
    #expect(try shop.names(in: out) == (what == "finished" ? ["IMG_1.HEIC", "IMG_1.MOV"] : ["IMG_1.MOV"]))
    #expect(try FileReader.read(fileOfVideo).bytes == before)
  }
}
