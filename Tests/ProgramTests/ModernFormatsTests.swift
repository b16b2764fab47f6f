import Foundation
import TestSupport
import Testing

/// AVIF and JPEG XL as copies and as originals, seen by the program and by exiftool.
@Suite struct ModernFormatsTests {
  private static let names = [
    "DateTimeOriginal", "OffsetTimeOriginal", "SubSecTimeOriginal", "GPSLatitude", "GPSLongitude",
  ]

  @Test(arguments: [("avif", "AVIF"), ("jxl", "JXL")])
  func thereAndBack(format: String, type: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let program = Program(in: samples.folder)
    #expect(try program.run(["register", "portrait.jpg"]).exitCode == 0)
    let set = try program.run(["set", "--favourite", "--tag", "Places/Lake", "--rating", "3", "portrait.jpg"])
    #expect(set.exitCode == 0)
    #expect(try program.run(["convert", "--to", format, "portrait.jpg"]).exitCode == 0)
    let delivered = try samples.delivered()
    #expect(delivered == ["拾映轉換/portrait.\(format)", "拾映轉換/portrait.\(format).xmp"])
    let copy = samples.folder.appendingPathComponent("library/拾映轉換/portrait.\(format)").path

    let original = try facts("portrait.jpg", samples)
    let there = try facts(copy, samples)
    #expect(there["FileType"] as? String == type)
    // The original lies on its side: width and height change places. exiftool can't see the size of JPEG XL.
    if format == "avif" { #expect(there["ImageWidth"] as? Int == original["ImageHeight"] as? Int) }
    #expect(there["Orientation"] == nil || there["Orientation"] as? Int == 1)
    try expect(there, toHave: original)

    #expect(try program.run(["convert", "--to", "png", "-o", "back.png", copy]).exitCode == 0)
    let back = try facts("back.png", samples)
    #expect(back["ImageWidth"] as? Int == original["ImageHeight"] as? Int)
    #expect(back["Orientation"] == nil || back["Orientation"] as? Int == 1)
    try expect(back, toHave: original)
  }

  private func expect(_ copy: [String: Any], toHave original: [String: Any]) throws {
    for name in Self.names {
      #expect("\(copy[name] ?? "none")" == "\(original[name] ?? "none")", "\(name)")
    }
    #expect("\(copy["TagsList"] ?? "")".contains("Places/Lake"))
    #expect("\(copy["Rating"] ?? "")" == "3")
  }

  @Test func exiv2ReadsTheMetadataOfAVIF() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let program = Program(in: samples.folder)
    #expect(try program.run(["convert", "-o", "copy.avif", "portrait.jpg"]).exitCode == 0)
    let date = try #require(try facts("portrait.jpg", samples)["DateTimeOriginal"] as? String)
    let seen = try Program.tool(
      "exiv2",
      ["-g", "DateTimeOriginal", "-Pv", "pr", "copy.avif"],
      in: samples.folder
    )
    #expect(seen.lines.contains(date))
  }

  @Test(arguments: ["avif", "jxl"]) func losslessIsLossless(format: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("harbour.jpg")
    let program = Program(in: samples.folder)
    let steps = [
      ["harbour.jpg", "copy.\(format)"], ["copy.\(format)", "back.png"], ["harbour.jpg", "direct.png"],
    ]
    for step in steps {
      let options = step[1].hasSuffix(format) ? ["--lossless"] : []
      #expect(try program.run(["convert", "-o", step[1]] + options + [step[0]]).exitCode == 0)
    }
    // The program's own check compares every sample; here the two PNG files' pixel data are the same bytes.
    let back = try Program.tool("exiftool", ["-all=", "-o", "-", "back.png"], in: samples.folder)
    let direct = try Program.tool("exiftool", ["-all=", "-o", "-", "direct.png"], in: samples.folder)
    #expect(back.output == direct.output && back.output.count > 10_000)
  }

  /// libjxl prints lines of its own on standard error.
  @Test func whatIsCutOffIsSaidInOneSentence() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let program = Program(in: samples.folder)
    #expect(try program.run(["convert", "-o", "copy.jxl", "portrait.jpg"]).exitCode == 0)
    let whole = try Data(contentsOf: samples.folder.appendingPathComponent("copy.jxl"))
    try whole.prefix(whole.count * 2 / 3).write(to: samples.folder.appendingPathComponent("short.jxl"))
    let failed = try program.run(["convert", "--to", "png", "-o", "short.png", "short.jxl"])
    #expect(failed.exitCode != 0)
    #expect(failed.errors.contains("short.jxl") && !failed.errors.contains("lib/jxl"))
    #expect(failed.errors.split(separator: "\n").count == 1)
  }

  private func facts(_ name: String, _ samples: Samples) throws -> [String: Any] {
    // XMP has dates too, in another form.
    let tags =
      Self.names.map { "-EXIF:\($0)" } + ["-FileType", "-ImageWidth", "-ImageHeight", "-IFD0:Orientation"]
    let words = ["-json", "-n", "-XMP:TagsList", "-XMP:Rating"] + tags + [name]
    let outcome = try Program.tool("exiftool", words, in: samples.folder)
    let list = try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]]
    return try #require(list?.first)
  }

  /// Colours below full transparency are part of the picture, and copies are compared whole.
  @Test(arguments: ["heic", "png", "avif", "webp", "tiff", "jxl"], ["sticker.png", "sticker-16bit.png"])
  func transparencyIsKept(format: String, name: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add(name)
    let outcome = try samples.program.run(["convert", "--to", format, "-o", "copy", name])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }
}
