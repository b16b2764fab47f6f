import Foundation
import TestSupport
import Testing

/// What a person did between two runs is respected, and said where it matters.
struct RerunTests {
  private func copyName(_ outcome: Program.Outcome) -> String {
    outcome.lines.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? ""
  }

  @Test func whatWasTakenAwayStaysAway() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("lake.heic")
    let program = samples.program
    let list = try Program.tool(
      "exiftool",
      ["-s3", "-sep", "|", "-TagsList", "lake.heic"],
      in: samples.folder
    )
    let tags = (list.lines.first ?? "").split(separator: "|").map(String.init)
    try #require(!tags.isEmpty)
    #expect(try program.run(["register", "lake.heic"]).exitCode == 0)
    #expect(try program.run(["set", "--album", "Old", "lake.heic"]).exitCode == 0)
    let away =
      ["--rating", "none", "--no-favourite", "--no-album", "Old"] + tags.flatMap { ["--no-tag", $0] }
    #expect(try program.run(["set"] + away + ["lake.heic"]).exitCode == 0)
    let copy = try program.run(["convert", "--to", "jpeg", "lake.heic"])
    let found = try Program.tool(
      "exiftool",
      ["-s", "-Rating", "-TagsList", "-Subject", "-CollectionName", "-Favorite"] + copy.lines,
      in: samples.folder
    )
    #expect(
      !found.lines.contains { $0.hasPrefix("Rating ") || $0.hasPrefix("TagsList") || $0.hasPrefix("Subject") }
    )
    #expect(!String(decoding: found.output, as: UTF8.self).contains("Old"))
    let information = try program.run(["info", "--json", "lake.heic"]).records().first
    let metadata = try #require(information?["metadata"] as? [String: Any])
    #expect(metadata["rating"] == nil && (metadata["tags"] as? [Any] ?? []).isEmpty)
  }

  @Test func aPlaceThatWasTakenAwayIsInNoCopy() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("lake.heic")
    let program = samples.program
    #expect(try program.run(["register", "lake.heic"]).exitCode == 0)
    #expect(try program.run(["set", "--place", "none", "lake.heic"]).exitCode == 0)
    let copy = try program.run(["convert", "--to", "jpeg", "--sidecar", "always", "lake.heic"])
    let files = copy.lines + copy.lines.map { $0 + ".xmp" }
    for file in ["lake.heic"] + files {
      let found = try Program.tool(
        "exiftool",
        ["-s", "-GPSLatitude", "-GPSLongitude", "-GPSAltitude", "-GPSPosition", file],
        in: samples.folder
      )
      #expect(found.lines.isEmpty == (file != "lake.heic"), "\(file): \(found.lines)")
    }
    let information = try program.run(["info", "--json", "lake.heic"]).records().first
    #expect((information?["metadata"] as? [String: Any])?["place"] == nil)
  }

  @Test func copiesMadeBeforeAreSaidToKeepTheirs() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    try samples.add("lake.heic")
    let program = samples.program
    #expect(try program.run(["register", "portrait.jpg", "lake.heic"]).exitCode == 0)
    let set = ["set", "--tag", "New", "portrait.jpg", "lake.heic"]
    #expect(!(try program.run(set).errors.contains("before")))
    let first = try program.run(["convert", "--to", "png", "portrait.jpg"])
    let later = try program.run(["set", "--tag", "Newer", "portrait.jpg", "lake.heic"])
    #expect(later.errors.contains("a copy made before keeps what it had"), "\(later.errors)")
    #expect(!(try program.run(["set", "-q", "--tag", "Newer"] + first.lines).errors.contains("before")))
    // As it is said: taken away and converted again, the copy has it.
    try FileManager.default.removeItem(atPath: try #require(first.lines.first))
    #expect(try program.run(["convert", "--to", "png", "portrait.jpg"]).lines == first.lines)
    let tags = try Program.tool("exiftool", ["-s3", "-Subject"] + first.lines, in: samples.folder)
    #expect(tags.lines.first?.contains("Newer") == true, "\(tags.lines)")
  }

  @Test func anEditedSidecarMakesNoSecondCopy() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let first = try samples.program.run(["convert", "--to", "heic", "portrait.jpg"])
    let sidecar = URL(fileURLWithPath: try #require(first.lines.first) + ".xmp")
    try Data("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8).write(to: sidecar)
    let second = try samples.program.run(["convert", "--to", "heic", "--json", "portrait.jpg"])
    #expect(try second.records().first?["status"] as? String == "unchanged")
    #expect(try samples.delivered().count == 2)
  }

  @Test func aCopyThatWasRemovedComesBackUnderItsName() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let first = try samples.program.run(["convert", "--to", "heic", "portrait.jpg"])
    try FileManager.default.removeItem(atPath: try #require(first.lines.first))
    let second = try samples.program.run(["convert", "--to", "heic", "portrait.jpg"])
    #expect(second.lines == first.lines)
    #expect(try samples.delivered().count == 2)
  }

  @Test func aCopyThatWasAlteredIsSaidToBe() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let first = try samples.program.run(["convert", "--to", "png", "portrait.jpg"])
    let path = try #require(first.lines.first)
    #expect(
      try Program.tool("exiftool", ["-q", "-overwrite_original", "-Rating=3", path], in: samples.folder)
        .exitCode == 0
    )
    let second = try samples.program.run(["convert", "--to", "png", "portrait.jpg"])
    #expect(second.lines != first.lines && second.errors.contains("altered"))
  }

  @Test func aLostCatalogueIsNotReplacedInSilence() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    try samples.add("harbour.jpg")
    #expect(try samples.program.run(["convert", "--to", "png", "portrait.jpg"]).exitCode == 0)
    let catalogue = samples.folder.appendingPathComponent("library/.shiying/catalogue.db")
    for ending in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: catalogue.path + ending)
    }
    try Data().write(to: catalogue)
    for command in [["list"], ["convert", "--to", "png", "harbour.jpg"]] {
      #expect(try samples.program.run(command).exitCode == 73)
    }
    try FileManager.default.removeItem(at: catalogue.deletingLastPathComponent())
    let outcome = try samples.program.run(["convert", "--to", "png", "harbour.jpg"])
    #expect(outcome.exitCode == 0 && outcome.errors.contains("backup"))
    #expect(!(try samples.program.run(["convert", "--to", "png", "harbour.jpg"]).errors.contains("backup")))
  }

  @Test func standardOutputLeavesNothingBehind() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("lake.heic")
    let temporary = samples.folder.appendingPathComponent("tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    // A reader that goes away at once, so that SIGPIPE ends the program.
    let shell =
      "TMPDIR=$PWD/tmp '\(Program.executable.path)' convert --to png -L none -o - lake.heic | head -c 10 | wc -c"
    let outcome = try Program.tool("bash", ["-c", shell], in: samples.folder)
    #expect(outcome.lines.map { $0.filter(\.isNumber) } == ["10"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
  }

  @Test func namesDoNotDependOnTheOrderOfShards() throws {
    func names(_ order: [Int]) throws -> [String: String] {
      let samples = try Samples()
      defer { samples.remove() }
      try samples.add("portrait.jpg", as: "in/a/IMG.jpg")
      try samples.add("harbour.jpg", as: "in/b/IMG.jpg")
      try samples.add("takeout.jpg", as: "in/c/IMG.jpg")
      var result: [String: String] = [:]
      for shard in order {
        let outcome = try samples.program.run([
          "convert", "--to", "png", "--shard", "\(shard)/3", "--json", "in",
        ])
        for record in try outcome.records() where record["type"] as? String == "item" {
          let source = (record["source"] as? [String: Any])?["path"] as? String ?? ""
          let path = ((record["outputs"] as? [[String: Any]])?.first?["path"] as? String) ?? ""
          result[source] = URL(fileURLWithPath: path).lastPathComponent
        }
      }
      return result
    }
    let forwards = try names([1, 2, 3])
    #expect(forwards.count == 3)
    #expect(try names([3, 2, 1]) == forwards)
  }

  @Test func ofEqualContentsTheFirstIsConverted() throws {
    for _ in 0..<3 {
      let samples = try Samples()
      defer { samples.remove() }
      try samples.add("lake.heic", as: "in/a/one.heic")
      try samples.add("lake.heic", as: "in/b/two.heic")
      let outcome = try samples.program.run(["convert", "--to", "jpeg", "-j", "2", "in"])
      #expect(Set(outcome.lines.map { URL(fileURLWithPath: $0).lastPathComponent }) == ["one.jpg"])
    }
  }

  @Test func fieldsOfIPTCWithoutAPlaceAreNamed() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let write = ["-q", "-overwrite_original", "-IPTC:EditStatus=draft", "-IPTC:Category=T", "portrait.jpg"]
    #expect(try Program.tool("exiftool", write, in: samples.folder).exitCode == 0)
    let outcome = try samples.program.run(["convert", "--to", "png", "-o", "p.png", "portrait.jpg"])
    #expect(outcome.errors.contains("EditStatus") && !outcome.errors.contains("2:15"))
    let found = try Program.tool("exiftool", ["-s3", "-XMP-photoshop:Category", "p.png"], in: samples.folder)
    #expect(found.lines == ["T"])
  }

  @Test func aDamagedCatalogueEndsTheRunOnce() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    try samples.add("harbour.jpg")
    #expect(try samples.program.run(["convert", "--to", "png", "portrait.jpg"]).exitCode == 0)
    let catalogue = samples.folder.appendingPathComponent("library/.shiying/catalogue.db")
    let drop = try Program.tool(
      "python3",
      [
        "-c", "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute('drop table tag'); c.commit()",
        catalogue.path,
      ],
      in: samples.folder
    )
    #expect(drop.exitCode == 0)
    for command in [["list"], ["check"], ["convert", "--to", "png", "portrait.jpg", "harbour.jpg"]] {
      let outcome = try samples.program.run(command)
      #expect(outcome.exitCode == 73 && outcome.errors.contains("no table tag"), "\(command)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }
  }

  @Test func likeNotesAreCountedAfterAFew() throws {
    let samples = try Samples()
    defer { samples.remove() }
    for number in 0..<6 {
      try samples.add("sticker.png", as: "in/\(number).png")
      let file = try FileHandle(forWritingTo: samples.folder.appendingPathComponent("in/\(number).png"))
      try file.seekToEnd()
      // Another content each, behind the picture.
      try file.write(contentsOf: Data(repeating: UInt8(number), count: number + 1))
      try file.close()
    }
    let outcome = try samples.program.run(["convert", "--to", "jpeg", "-L", "one", "in"])
    #expect(outcome.errors.split(separator: "\n").count { $0.contains("were laid on white") } == 4)
    #expect(outcome.errors.contains("3 files more: "))
    let verbose = try samples.program.run(["convert", "-v", "--to", "jpeg", "-L", "two", "in"])
    #expect(verbose.errors.split(separator: "\n").count { $0.contains("were laid on white") } == 6)
  }
}
