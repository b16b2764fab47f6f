import Foundation
import TestSupport
import Testing

@Suite struct ConvertTests {
  @Test func deliversIntoTheAlbumOnceAndOnlyOnce() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("lake.heic")
    try samples.add("portrait.jpg")
    let program = Program(in: samples.folder)
    let first = try program.run(["convert", "--to", "png", "lake.heic", "portrait.jpg"])
    #expect(first.exitCode == 0)
    #expect(first.lines.count == 2)
    let delivered = try samples.delivered()
    #expect(delivered == ["拾映轉換/lake.png", "拾映轉換/portrait.png"])
    let second = try program.run(["convert", "--to", "png", "--json", "lake.heic", "portrait.jpg"])
    #expect(second.exitCode == 0)
    #expect(try second.records().filter { $0["status"] as? String == "unchanged" }.count == 2)
    #expect(try samples.delivered() == delivered)
  }

  @Test func uprightsAndKeepsWhatBelongsToTheOriginal() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let program = Program(in: samples.folder)
    _ = try program.run(["convert", "--to", "png", "-o", "copy.png", "portrait.jpg"])
    let before = try facts("portrait.jpg", samples)
    let after = try facts("copy.png", samples)
    #expect(after["Orientation"] == nil || after["Orientation"] as? Int == 1)
    // The original lies on its side: width and height change places.
    #expect(after["ImageWidth"] as? Int == before["ImageHeight"] as? Int)
    for name in [
      "DateTimeOriginal", "OffsetTimeOriginal", "SubSecTimeOriginal", "GPSLatitude", "GPSLongitude",
    ] {
      #expect("\(after[name] ?? "none")" == "\(before[name] ?? "none")", "\(name)")
    }
  }

  private func facts(_ name: String, _ samples: Samples) throws -> [String: Any] {
    let outcome = try Program.tool("exiftool", ["-json", "-n", name], in: samples.folder)
    let list = try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]]
    return try #require(list?.first)
  }

  @Test func askingForHDRNamesTheOption() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("sunset-ultra-hdr.jpg")
    let program = Program(in: samples.folder)
    let undecided = try program.run(["convert", "--to", "png", "sunset-ultra-hdr.jpg"])
    #expect(undecided.exitCode == 1)
    #expect(undecided.errors.contains("--hdr sdr"))
    #expect(try samples.delivered().isEmpty)
    let decided = try program.run(["convert", "--to", "png", "--hdr", "sdr", "sunset-ultra-hdr.jpg"])
    #expect(decided.exitCode == 0)
  }

  @Test func sameStemsGetStableNames() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("harbour.jpg", as: "a/IMG_1.jpg")
    try samples.add("portrait.jpg", as: "b/IMG_1.jpg")
    let program = Program(in: samples.folder)
    #expect(try program.run(["convert", "--to", "png", "-j", "2", "a", "b"]).exitCode == 0)
    let names = try samples.delivered().sorted()
    #expect(names.count == 2)
    #expect(names.contains("拾映轉換/IMG_1.png"))
    #expect(names.contains { $0.wholeMatch(of: /拾映轉換\/IMG_1~[0-9a-f]{8}\.png/) != nil })
    let listed = try program.run(["convert", "--to", "png", "a/IMG_1.jpg"])
    #expect(listed.lines.first?.hasSuffix("拾映轉換/IMG_1.png") == true)
  }

  @Test func keepsFoldersBelowTheDestination() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg", as: "in/2024/trip/p.jpg")
    let program = Program(in: samples.folder)
    let outcome = try program.run(["convert", "--to", "png", "--keep-folders", "--into", "out", "in"])
    #expect(outcome.exitCode == 0)
    #expect(
      FileManager.default.fileExists(
        atPath: samples.folder.appendingPathComponent("out/2024/trip/p.png").path
      )
    )
    // Registered all the same.
    #expect(try program.run(["list", "--album", "拾映轉換"]).lines.count == 1)
  }

  /// libheif wraps a picture of odd sides in a grid and then writes item positions that exiv2 0.27.6 does not find.
  @Test func metadataOfOddSizedHEICIsReadByBothReaders() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let program = Program(in: samples.folder)
    let made = try program.run([
      "convert", "--to", "heic", "--long-edge", "301", "-o", "odd.heic", "portrait.jpg",
    ])
    #expect(made.exitCode == 0)
    let original = try facts("portrait.jpg", samples)
    let date = try #require(original["DateTimeOriginal"] as? String)
    #expect(try facts("odd.heic", samples)["DateTimeOriginal"] as? String == date)
    let exiv2 = try Program.tool(
      "exiv2",
      ["-g", "DateTimeOriginal", "-Pv", "pr", "odd.heic"],
      in: samples.folder
    )
    #expect(exiv2.lines.contains(date))
  }

  /// Date, place, tags and rating survive a chain of formats, for both readers that desktop programs are built on.
  @Test(arguments: ["webp", "tiff"])
  func metadataSurviveAChainOfFormats(format: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let program = Program(in: samples.folder)
    #expect(
      try program.run(["convert", "--to", format, "-o", "there.\(format)", "portrait.jpg"]).exitCode == 0
    )
    #expect(try program.run(["convert", "--to", "png", "-o", "back.png", "there.\(format)"]).exitCode == 0)
    let before = try facts("portrait.jpg", samples)
    for name in ["there.\(format)", "back.png"] {
      let after = try facts(name, samples)
      #expect(after["ImageWidth"] as? Int == before["ImageHeight"] as? Int)
      #expect(after["Orientation"] as? Int == 1)
      #expect("\(after["TagsList"] ?? "none")" == "travel/Tokyo")
      #expect("\(after["Rating"] ?? "none")" == "5")
      for tag in [
        "DateTimeOriginal", "OffsetTimeOriginal", "SubSecTimeOriginal", "GPSLatitude", "GPSLongitude",
        "GPSAltitude", "Make", "Model", "ISO",
      ] { #expect("\(after[tag] ?? "none")" == "\(before[tag] ?? "none")", "\(tag) of \(name)") }
      let exiv2 = try Program.tool("exiv2", ["-q", "-Pkv", "pr", name], in: samples.folder)
      for key in ["Exif.Photo.DateTimeOriginal", "Exif.GPSInfo.GPSLatitude", "Xmp.digiKam.TagsList"] {
        #expect(exiv2.lines.contains { $0.hasPrefix(key) }, "\(key) of \(name)")
      }
    }
  }

  @Test func whatIsOnlyReadIsNoTarget() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let program = Program(in: samples.folder)
    for format in ["bmp", "ico"] {
      #expect(try program.run(["convert", "--to", format, "portrait.jpg"]).exitCode == 64)
      #expect(try program.run(["convert", "-o", "copy.\(format)", "portrait.jpg"]).exitCode == 64)
    }
  }

  @Test func dryRunNamesWhatItWouldWriteAndMakesNothing() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let program = Program(in: samples.folder)
    let without = try program.run(["convert", "--to", "png", "-n", "portrait.jpg"])
    #expect(without.exitCode == 0)
    #expect(without.lines.first?.hasSuffix("library/拾映轉換/portrait.png") == true)
    #expect(!FileManager.default.fileExists(atPath: samples.folder.appendingPathComponent("library").path))
    #expect(try program.run(["convert", "--to", "png", "portrait.jpg"]).exitCode == 0)
    let heic = try program.run(["convert", "--to", "heic", "-n", "portrait.jpg"])
    #expect(heic.lines.first?.hasSuffix("library/拾映轉換/portrait.heic") == true)
    #expect(try samples.delivered() == ["拾映轉換/portrait.png"])
  }

  @Test func neverReplacesAFile() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let program = Program(in: samples.folder)
    let target = samples.folder.appendingPathComponent("there.png")
    try Data("mine".utf8).write(to: target)
    let outcome = try program.run(["convert", "--to", "png", "-o", "there.png", "portrait.jpg"])
    #expect(outcome.exitCode == 73)
    #expect(try Data(contentsOf: target) == Data("mine".utf8))
  }

  @Test func speaksTraditionalChinese() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    var program = Program(in: samples.folder)
    program.environment = ["LC_ALL": "zh_TW.UTF-8"]
    let outcome = try program.run(["convert", "--to", "png", "portrait.jpg", "missing.jpg"])
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("副本"))
    #expect(outcome.errors.contains("missing.jpg"))
  }

  @Test func carriesWhatTheCatalogueKnows() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("takeout.jpg")
    let program = Program(in: samples.folder)
    #expect(try program.run(["register", "takeout.jpg"]).exitCode == 0)
    let set = try program.run([
      "set", "--favourite", "--tag", "Places/Lake", "--album", "Summer", "--rating", "3", "--date",
      "2020-02-03T04:05:06+01:00", "--place", "-33.5,151.25", "takeout.jpg",
    ])
    #expect(set.exitCode == 0)
    #expect(try program.run(["convert", "--to", "png", "takeout.jpg"]).exitCode == 0)
    let copy = samples.folder.appendingPathComponent("library/拾映轉換/takeout.png").path
    let read = try Program.tool(
      "exiftool",
      ["-json", "-n", "-TagsList", "-Rating", "-DateTimeOriginal", "-GPSLatitude", copy],
      in: samples.folder
    )
    let list = try JSONSerialization.jsonObject(with: read.output) as? [[String: Any]]
    let facts = try #require(list?.first)
    #expect("\(facts["TagsList"] ?? "")".contains("Places/Lake"))
    #expect("\(facts["Rating"] ?? "")" == "3")
    #expect("\(facts["DateTimeOriginal"] ?? "")".hasPrefix("2020:02:03 04:05:06"))
    #expect("\(facts["GPSLatitude"] ?? "")" == "-33.5")
    #expect(try program.run(["list", "--favourite", "--album", "Summer"]).lines.count == 2)
  }
}
