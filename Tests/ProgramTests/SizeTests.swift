import Foundation
import TestSupport
import Testing

/// `--to same` and `--max-size`.
struct SizeTests {
  private func size(_ path: String, in samples: Samples) throws -> Int {
    let url = samples.folder.appendingPathComponent(path)
    return try Data(contentsOf: url).count
  }

  @Test(arguments: [("lake.heic", "heic"), ("portrait.jpg", "jpg"), ("sticker.png", "png")])
  func sameKeepsEachFormat(name: String, ending: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add(name)
    let outcome = try samples.program.run(["convert", "--to", "same", "--long-edge", "100", name])
    #expect(outcome.exitCode == 0)
    #expect(outcome.lines.count == 1 && outcome.lines[0].hasSuffix("." + ending))
    let found = try Program.tool(
      "exiftool",
      ["-s3", "-ImageWidth", "-ImageHeight"] + outcome.lines,
      in: samples.folder
    )
    #expect(found.lines.compactMap { Int($0) }.max() == 100)
  }

  @Test func sameWithoutMoreIsNothingToDo() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("lake.heic")
    try samples.add("portrait.jpg")
    let outcome = try samples.program.run(["convert", "--to", "same", "--json", "lake.heic", "portrait.jpg"])
    #expect(outcome.exitCode == 0)
    #expect(try outcome.records().compactMap { $0["status"] as? String } == ["unchanged", "unchanged"])
  }

  @Test(arguments: [("jpeg", 20_000), ("jpeg", 9_000), ("heic", 12_000), ("png", 60_000)])
  func aCopyIsNoLargerThanAsked(format: String, limit: Int) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("lake.heic")
    let outcome = try samples.program.run([
      "convert", "--to", format, "--max-size", "\(limit)", "-o", "out", "lake.heic",
    ])
    #expect(outcome.exitCode == 0)
    let found = try size("out", in: samples)
    #expect(found <= limit)
    // What can be had is not given away.
    #expect(found > limit * 6 / 10)
    #expect(outcome.errors.contains("made to fit"))
  }

  @Test func qualityGivesWayBeforeSize() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("lake.heic")
    _ = try samples.program.run(["convert", "--to", "jpeg", "-o", "best.jpg", "lake.heic"])
    let limit = try size("best.jpg", in: samples) * 8 / 10
    let outcome = try samples.program.run([
      "convert", "--to", "jpeg", "--max-size", "\(limit)", "-o", "fit.jpg", "lake.heic",
    ])
    #expect(outcome.exitCode == 0)
    let sizes = try ["best.jpg", "fit.jpg"].map {
      try Program.tool("exiftool", ["-s3", "-ImageSize", $0], in: samples.folder).lines
    }
    #expect(sizes[0] == sizes[1])
    #expect(try size("fit.jpg", in: samples) > limit * 85 / 100)
  }

  @Test func whatCanNotBeMadeSoSmallFails() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("lake.heic")
    let outcome = try samples.program.run(["convert", "--to", "jpeg", "--max-size", "1K", "lake.heic"])
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("--max-size"))
    #expect(try samples.delivered().isEmpty)
  }

  @Test func whatFitsAlreadyIsLeftAlone() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let outcome = try samples.program.run([
      "convert", "--to", "same", "--max-size", "4M", "--json", "portrait.jpg",
    ])
    #expect(try outcome.records().first?["status"] as? String == "unchanged")
  }
}
