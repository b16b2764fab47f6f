import ConversionSink
import Foundation
import TestSupport
import Testing

/// `--all-images`: each picture of a file that has several.
@Suite struct AllImagesTests {
  /// Samples with a file of three pictures one after another, the last cut by so many bytes.
  private static func burst(named name: String = "burst.jpg", cutting count: Int = 0) throws -> Samples {
    let samples = try Samples()
    try add(name, cutting: count, to: samples)
    return samples
  }

  private static func add(_ name: String, cutting count: Int = 0, to samples: Samples) throws {
    let parts = try ["portrait.jpg", "harbour.jpg", "portrait.jpg"].map {
      try Data(contentsOf: Samples.source.appendingPathComponent($0))
    }
    try Data(parts.joined()).dropLast(count).write(to: samples.folder.appendingPathComponent(name))
  }

  private static let arguments = ["convert", "--to", "png", "--all-images"]

  @Test func eachPictureIsACopyOfItsOwn() throws {
    let samples = try Self.burst()
    defer { samples.remove() }
    let first = try samples.program.run(Self.arguments + ["burst.jpg"])
    #expect(first.exitCode == 0)
    #expect(first.errors.contains("3 copies made"))
    let names = ["burst.png", "burst-2.png", "burst-3.png"]
    #expect(first.lines.map { $0.split(separator: "/").last.map(String.init) } == names)
    #expect(try samples.delivered() == Set(names.map { "拾映轉換/\($0)" }))

    let again = try samples.program.run(Self.arguments + ["--json", "burst.jpg"])
    let records = try again.records()
    #expect(records.first?["status"] as? String == "unchanged")
    #expect((records.first?["outputs"] as? [Any])?.count == 3)
    #expect(records.last?["copies"] as? Int == 0)

    // One that is gone is made again, and no other.
    try FileManager.default.removeItem(
      at: samples.folder.appendingPathComponent("library/拾映轉換/burst-2.png")
    )
    let third = try samples.program.run(Self.arguments + ["--json", "burst.jpg"]).records()
    #expect(third.first?["status"] as? String == "delivered")
    #expect(third.last?["copies"] as? Int == 1)
    #expect(try samples.delivered().count == 3)
  }

  @Test func furtherPicturesHaveADateOfTheirOwnOrThatOfTheFile() throws {
    let samples = try Self.burst()
    defer { samples.remove() }
    _ = try samples.program.run(Self.arguments + ["burst.jpg"])
    func date(_ path: String) throws -> String {
      try Program.tool("exiftool", ["-s3", "-DateTimeOriginal", path], in: samples.folder).lines.first ?? ""
    }
    let sources = Samples.source.path
    for (copy, original) in [("burst", "portrait"), ("burst-2", "harbour"), ("burst-3", "portrait")] {
      #expect(try date("library/拾映轉換/\(copy).png") == date("\(sources)/\(original).jpg"), "\(copy)")
    }
  }

  @Test func withoutTheOptionItIsNamed() throws {
    let samples = try Self.burst()
    defer { samples.remove() }
    let english = try samples.program.run(["convert", "--to", "png", "burst.jpg"])
    #expect(english.exitCode == 0)
    #expect(english.lines.count == 1)
    #expect(english.errors.contains("2 further pictures in the file not copied"))
    #expect(english.errors.contains("--all-images"))
    var program = samples.program
    program.environment["LC_ALL"] = "zh_TW.UTF-8"
    let chinese = try program.run(["convert", "--to", "webp", "burst.jpg"])
    #expect(chinese.errors.contains("檔案裡另有 2 張圖沒有複製"))
    #expect(chinese.errors.contains("--all-images"))
  }

  @Test func aPictureThatIsCutOffFailsAlone() throws {
    let samples = try Self.burst(cutting: 2000)
    defer { samples.remove() }
    let outcome = try samples.program.run(Self.arguments + ["burst.jpg"])
    #expect(outcome.exitCode == 1)
    #expect(outcome.lines.count == 2)
    #expect(outcome.errors.contains("burst.jpg: picture 3 of 3: ends too early"))
    #expect(outcome.errors.contains("2 copies made"))
    #expect(try samples.delivered() == ["拾映轉換/burst.png", "拾映轉換/burst-2.png"])
    var program = samples.program
    program.environment["LC_ALL"] = "zh_TW.UTF-8"
    #expect(try program.run(Self.arguments + ["burst.jpg"]).errors.contains("3 張圖的第 3 張：檔案不完整"))
    let record = try #require(try program.run(Self.arguments + ["--json", "burst.jpg"]).records().first)
    #expect(record["status"] as? String == "failed")
    #expect((record["outputs"] as? [Any])?.count == 2)
    #expect((record["error"] as? [String: Any])?["code"] as? String == "decode.truncated")
  }

  @Test(arguments: ["copy.png", "-"])
  func oneNameIsNotEnoughForSeveral(output: String) throws {
    let samples = try Self.burst()
    defer { samples.remove() }
    let refused = try samples.program.run(Self.arguments + ["-o", output, "burst.jpg"])
    #expect(refused.exitCode == 64)
    #expect(refused.errors.contains("has 3 pictures"))
    #expect(refused.output.isEmpty)
    try samples.add("portrait.jpg")
    #expect(try samples.program.run(Self.arguments + ["-o", output, "portrait.jpg"]).exitCode == 0)
  }

  @Test func aDryRunListsAll() throws {
    let samples = try Self.burst()
    defer { samples.remove() }
    let outcome = try samples.program.run(Self.arguments + ["-n", "burst.jpg"])
    #expect(outcome.lines.map { $0.hasSuffix(".png") } == [true, true, true])
    #expect(Set(outcome.lines).count == 3)
    #expect(try samples.delivered().isEmpty)
  }

  @Test func aPhotoThatIsCalledLikeAFurtherPictureKeepsItsName() throws {
    let samples = try Self.burst()
    defer { samples.remove() }
    try samples.add("harbour.jpg", as: "burst-2.jpg")
    #expect(try samples.program.run(Self.arguments + ["-j", "2", "burst.jpg", "burst-2.jpg"]).exitCode == 0)
    let names = try samples.delivered()
    #expect(names.count == 4)
    #expect(names.isSuperset(of: ["拾映轉換/burst.png", "拾映轉換/burst-2.png"]))
    #expect(names.count { $0.wholeMatch(of: /拾映轉換\/burst-[23]~[0-9a-f]{8}\.png/) != nil } == 2)
    let alone = try samples.program.run(["convert", "--to", "png", "burst-2.jpg"])
    #expect(alone.lines.first?.hasSuffix("拾映轉換/burst-2.png") == true)
  }

  @Test func aFileThatHasTheFormatStaysAndItsFurtherPicturesAreCopied() throws {
    let samples = try Self.burst()
    defer { samples.remove() }
    let outcome = try samples.program.run(["convert", "--to", "jpeg", "--all-images", "burst.jpg"])
    #expect(outcome.exitCode == 0)
    #expect(try samples.delivered() == ["拾映轉換/burst-2.jpg", "拾映轉換/burst-3.jpg"])
  }

  @Test func infoCountsThem() throws {
    let samples = try Self.burst()
    defer { samples.remove() }
    #expect(
      try samples.program.run(["info", "--json", "burst.jpg"]).records().first?["pictures"] as? Int == 3
    )
    #expect(try samples.program.run(["info", "burst.jpg"]).lines.contains { $0.hasPrefix("Pictures ") })
  }

  @Test func numbersHaveZerosWhereThereAreTenAndMore() {
    func suffix(_ picture: Int, of count: Int) -> String {
      CopyNaming(picture: picture, of: count).pictureSuffix
    }
    #expect(suffix(1, of: 3) == "")
    #expect(suffix(2, of: 9) == "-2")
    #expect(suffix(2, of: 10) == "-02")
    #expect(suffix(99, of: 100) == "-099")
    #expect(suffix(100, of: 100) == "-100")
  }
}
