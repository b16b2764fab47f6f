import Containers
import Files
import Foundation
import LivePhotos
import TestSupport
import Testing

/// `shiying collage` from outside.
@Suite struct CollageTests {
  private let samples: Samples

  init() throws {
    samples = try Samples()
    for name in ["harbour.jpg", "lake.heic", "portrait.jpg", "live.heic", "live.mov"] {
      try samples.add(name, as: "in/\(name)")
    }
  }

  private func run(_ arguments: String..., chinese: Bool = false) throws -> Program.Outcome {
    var program = samples.program
    if chinese { program.environment["LC_ALL"] = "zh_TW.UTF-8" }
    return try program.run(["collage"] + arguments)
  }

  private func path(_ name: String) -> FilePath {
    FilePath(samples.folder.appendingPathComponent(name).path)
  }

  private func exif(_ file: String) throws -> [String: Any] {
    let told = try Program.tool("exiftool", ["-j", "-G1", "-n", file], in: samples.folder)
    let all = try JSONSerialization.jsonObject(with: told.output) as? [[String: Any]]
    return try #require(all?.first)
  }

  private func record(_ outcome: Program.Outcome) throws -> [String: Any] {
    try #require(try outcome.records().first)
  }

  // MARK: - Stills

  @Test func `a collage lies in the creations album, with neither place nor tags of its sources`() throws {
    defer { samples.remove() }
    let first = try run("--canvas", "240x320", "--json", "in/harbour.jpg", "in/lake.heic")
    #expect(first.exitCode == 0, "\(first.errors)")
    let made = try record(first)
    #expect(made["status"] as? String == "delivered")
    #expect(made["tier"] as? String == "still")
    let outputs = try #require(made["outputs"] as? [[String: Any]])
    let file = try #require(outputs.first?["path"] as? String)
    #expect(file.contains("/library/拾映成片/"))
    let facts = try exif(file)
    #expect(facts["File:ImageWidth"] as? Int == 240 && facts["File:ImageHeight"] as? Int == 320)
    #expect(!facts.keys.contains { $0.contains("GPS") || $0.contains("Subject") || $0.contains("Keywords") })
    #expect(facts["ExifIFD:DateTimeOriginal"] != nil)
    let listed = try samples.program.run(["list", "--creations"])
    #expect(listed.lines == [file])
    let again = try run("--canvas", "240x320", "--json", "in/harbour.jpg", "in/lake.heic")
    #expect(try record(again)["status"] as? String == "unchanged")
    let other = try run("--canvas", "240x320", "--gap", "0", "--json", "in/harbour.jpg", "in/lake.heic")
    #expect(try record(other)["status"] as? String == "delivered")
    #expect(try samples.program.run(["list", "--creations"]).lines.count == 2)
    #expect(try samples.program.run(["check"]).exitCode == 0)
  }

  @Test func `a title and tags that are given are kept`() throws {
    defer { samples.remove() }
    let made = try run(
      "--canvas",
      "200x200",
      "--title",
      "Two lakes",
      "--tag",
      "Trips/2021",
      "in/harbour.jpg",
      "in/lake.heic"
    )
    #expect(made.exitCode == 0, "\(made.errors)")
    let facts = try exif(try #require(made.lines.first))
    #expect(facts["XMP-dc:Title"] as? String == "Two lakes")
    #expect("\(facts["XMP-lr:HierarchicalSubject"] ?? "")".contains("Trips|2021"))
  }

  @Test func `the file that is named is written, once, and nothing is registered`() throws {
    defer { samples.remove() }
    for (name, type) in [("out.jpg", "JPEG"), ("out.png", "PNG"), ("out.tif", "TIFF"), ("out.heic", "HEIC")] {
      let made = try run("-o", name, "--canvas", "128x96", "in/harbour.jpg", "in/portrait.jpg")
      #expect(made.exitCode == 0, "\(name): \(made.errors)")
      #expect(try exif(name)["File:FileType"] as? String == type)
    }
    let again = try run("-o", "out.jpg", "in/harbour.jpg", "in/portrait.jpg")
    #expect(again.exitCode == 73, "\(again.errors)")
    #expect(!FileManager.default.fileExists(atPath: samples.folder.appendingPathComponent("library").path))
    let piped = try run("-o", "-", "--canvas", "128x96", "in/harbour.jpg", "in/portrait.jpg")
    #expect(piped.exitCode == 0 && piped.output.starts(with: [0xFF, 0xD8, 0xFF]))
  }

  @Test func `a plan is printed and nothing is drawn`() throws {
    defer { samples.remove() }
    let told = try run("--plan", "--layout", "rows", "in")
    #expect(told.exitCode == 0, "\(told.errors)")
    let plan = try record(told)
    #expect(plan["type"] as? String == "plan" && plan["layout"] as? String == "rows")
    let pages = try #require(plan["pages"] as? [[String: Any]])
    let cells = try #require(pages.first?["cells"] as? [[String: Any]])
    // The video of the Live Photo has no cell of its own.
    #expect(cells.count == 4)
    #expect((plan["motion"] as? [String: Any])?["moving"] as? [Int] == [3])
    #expect(!FileManager.default.fileExists(atPath: samples.folder.appendingPathComponent("library").path))
  }

  // MARK: - Sources that can't be read

  @Test func `a photo that can't be read is a grey cell, said, with exit status 1`() throws {
    defer { samples.remove() }
    try samples.add(Array("no photo".utf8), as: "in/broken.jpg")
    let made = try run(
      "--canvas",
      "240x240",
      "--layout",
      "grid",
      "--gap",
      "0",
      "--json",
      "in/harbour.jpg",
      "in/broken.jpg"
    )
    #expect(made.exitCode == 1, "\(made.errors)")
    #expect(made.errors.contains("in/broken.jpg: "))
    let told = try record(made)
    #expect(told["status"] as? String == "delivered")
    let sources = try #require(told["sources"] as? [[String: Any]])
    #expect(sources.compactMap { $0["status"] as? String } == ["used", "missing"])
  }

  @Test func `photos of which none can be read give no collage`() throws {
    defer { samples.remove() }
    let gone = try run("in/gone1.jpg", "in/gone2.jpg")
    #expect(gone.exitCode == 66, "\(gone.errors)")
    try samples.add(Array("no photo".utf8), as: "in/broken.jpg")
    let broken = try run("in/broken.jpg", "in/gone.jpg", "--json")
    #expect(broken.exitCode == 1)
    let told = try record(broken)
    #expect((told["error"] as? [String: Any])?["code"] as? String == "collage.unreadable")
    let sources = try #require(told["sources"] as? [[String: Any]])
    let codes = sources.map { ($0["error"] as? [String: Any])?["code"] as? String }
    #expect(codes == ["format.unknown", "input.missing"], "\(broken.errors)")
    #expect(broken.errors.contains("in/gone.jpg: "))
    let plan = try run("--plan", "in/gone.jpg", "in/harbour.jpg")
    #expect(plan.exitCode == 1 && plan.errors.contains("in/gone.jpg: "), "\(plan.errors)")
    #expect(try samples.delivered().isEmpty)
  }

  @Test func `one photo is too few, thirty-one are too many`() throws {
    defer { samples.remove() }
    let one = try run("in/harbour.jpg")
    #expect(
      one.exitCode == 64 && one.errors.contains("there is 1 photo, and it takes 2 to 30"),
      "\(one.errors)"
    )
    for index in 0..<31 { try samples.add("portrait.jpg", as: "many/\(index).jpg") }
    let many = try run("many")
    #expect(many.exitCode == 64 && many.errors.contains("31"), "\(many.errors)")
    // Named twice, it is there twice.
    let twice = try run("--plan", "in/harbour.jpg", "in/harbour.jpg")
    #expect(twice.exitCode == 0, "\(twice.errors)")
  }

  // MARK: - What moves

  @Test(arguments: [
    ("together", "長按會動起來"), ("relay", "長按依序動起來，帶聲音"), ("focus", "長按會放大主角，播完回到拼貼"),
  ])
  func `a Live collage pairs, and its motion is said in one line`(motion: String, sentence: String) throws {
    defer { samples.remove() }
    let made = try run(
      "--motion",
      motion,
      "--canvas",
      "240x320",
      "--print",
      "all",
      "in/live.heic",
      "in/harbour.jpg",
      chinese: true
    )
    #expect(made.exitCode == 0, "\(made.errors)")
    #expect(made.errors.contains(sentence), "\(made.errors)")
    #expect(made.lines.count == 2, "\(made.lines)")
    let verified = try samples.program.run(["verify"] + made.lines)
    #expect(verified.exitCode == 0, "\(verified.errors)")
    #expect(try samples.program.run(["list", "--creations", "--kind", "live"]).lines.count == 1)
  }

  @Test func `a video has no identifier`() throws {
    defer { samples.remove() }
    let made = try run("-o", "out.mp4", "--canvas", "240x320", "in/live.heic", "in/harbour.jpg")
    #expect(made.exitCode == 0, "\(made.errors)")
    let file = try QuickTimeFile(ByteSource(FileReader.read(path("out.mp4")).bytes))
    #expect(PairingIdentifier.text(in: file.movie) == nil)
    #expect(try exif("out.mp4")["Track1:CompressorID"] as? String == "avc1")
    #expect(
      !FileManager.default.fileExists(atPath: samples.folder.appendingPathComponent("out.mp4.xmp").path)
    )
  }

  @Test func `a file is what its name says, or there is none`() throws {
    defer { samples.remove() }
    let video = try run("-o", "out.mp4", "in/harbour.jpg", "in/portrait.jpg")
    #expect(video.exitCode == 64 && video.errors.contains("no video can be made"), "\(video.errors)")
    #expect(!FileManager.default.fileExists(atPath: samples.folder.appendingPathComponent("out.mp4").path))
    let picture = try run("-o", "out.png", "--canvas", "200x200", "in/live.heic", "in/portrait.jpg")
    #expect(
      picture.exitCode == 0 && picture.errors.contains("a Live Photo can't be PNG"),
      "\(picture.errors)"
    )
    #expect(try exif("out.png")["File:FileType"] as? String == "PNG")
    let piped = try run("-o", "-", "--canvas", "200x200", "in/live.heic", "in/portrait.jpg")
    #expect(piped.exitCode == 0 && piped.errors.contains("a Live Photo is two files"), "\(piped.errors)")
    let large = try run("-o", "large.jpg", "--canvas", "17000x17000", "in/harbour.jpg", "in/portrait.jpg")
    #expect(large.exitCode == 64 && large.errors.contains("17000 x 17000"), "\(large.errors)")
  }

  @Test func `the album that is named gets the video, the creations its poster`() throws {
    defer { samples.remove() }
    let sources = ["in/live.heic", "in/harbour.jpg"]
    let made = try samples.program.run(
      ["collage", "--as", "video", "--to-album", "Trip", "--canvas", "200x200"] + sources
    )
    #expect(made.exitCode == 0, "\(made.errors)")
    #expect(try samples.program.run(["list", "--album", "Trip"]).lines == made.lines)
    let creations = try samples.program.run(["list", "--creations"]).lines
    #expect(creations.count == 1 && creations.first?.hasSuffix(".jpg") == true, "\(creations)")
    // Without an album of its own it is a creation itself.
    let other = try samples.program.run(["collage", "--as", "video", "--canvas", "208x200"] + sources)
    #expect(try samples.program.run(["list", "--creations", "--kind", "video"]).lines == other.lines)
  }

  @Test func `a silent relay does not promise sound, and a hero that stands still is told of`() throws {
    defer { samples.remove() }
    let silent = try run(
      "--motion",
      "relay",
      "--audio",
      "none",
      "--canvas",
      "200x200",
      "in/live.heic",
      "in/harbour.jpg",
      chinese: true
    )
    #expect(silent.errors.contains("長按依序動起來\n"), "\(silent.errors)")
    let focus = try run(
      "--motion",
      "focus",
      "--hero",
      "2",
      "--canvas",
      "200x200",
      "in/live.heic",
      "in/harbour.jpg"
    )
    #expect(focus.errors.contains("photo 1 is the main one"), "\(focus.errors)")
  }

  @Test func `where nothing moves a still is made, and that is said`() throws {
    defer { samples.remove() }
    let made = try run("--as", "live", "--canvas", "200x200", "in/harbour.jpg", "in/portrait.jpg")
    #expect(made.exitCode == 0, "\(made.errors)")
    #expect(made.errors.contains("the collage is a still"), "\(made.errors)")
    #expect(made.lines.count == 1)
    let chinese = try run(
      "--as",
      "live",
      "--canvas",
      "200x208",
      "in/harbour.jpg",
      "in/portrait.jpg",
      chinese: true
    )
    #expect(chinese.errors.contains("這張拼貼是靜態圖片"), "\(chinese.errors)")
  }

  @Test func `a video whose motion can't be read is still in its cell`() throws {
    defer { samples.remove() }
    try DurableFile.remove(path("in/live.mov"))
    try samples.add(Array("no video".utf8), as: "in/live.mov")
    let made = try run("--canvas", "200x200", "--json", "in/live.heic", "in/harbour.jpg")
    #expect(made.exitCode == 0, "\(made.errors)")
    #expect(try record(made)["tier"] as? String == "still")
  }

  // MARK: - Options

  @Test(arguments: [
    ["--as", "live", "--format", "png"], ["--as", "live", "-o", "-"],
    ["--layout", "strip", "--canvas", "3:4"],
    ["--background", "transparent"], ["--canvas", "wide"], ["--focus-point", "2,2"],
    ["--as", "still", "-o", "a.mp4"],
    ["-o", "a.gif"], ["-"], ["--plan", "-o", "a.jpg"], ["--hero", "31"], ["--tag", "/"],
  ])
  func `options that do not fit are refused before any work`(options: [String]) throws {
    defer { samples.remove() }
    let refused = try samples.program.run(["collage"] + options + ["in/harbour.jpg", "in/lake.heic"])
    #expect(refused.exitCode == 64, "\(options): \(refused.errors)")
    #expect(refused.lines.isEmpty)
  }

  /// A picture of one colour, 16 x 40,000 pixels, as BMP.
  private static func tower(_ shade: UInt8) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    let (width, height) = (16, 40_000)
    let size = width * height * 3
    return Array("BM".utf8) + little(54 + size, 4) + little(0, 4) + little(54, 4) + little(40, 4)
      + little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2) + little(0, 4) + little(size, 4)
      + [UInt8](repeating: 0, count: 16) + [UInt8](repeating: shade, count: size)
  }

  @Test func `pages of a strip are named alike, by their numbers`() throws {
    defer { samples.remove() }
    for shade in 1...3 { try samples.add(Self.tower(UInt8(shade * 60)), as: "tower\(shade).bmp") }
    func names(_ options: [String] = []) throws -> [String] {
      let made = try samples.program.run(
        ["collage", "--layout", "strip", "--canvas", "16", "--gap", "0"] + options
          + ["tower1.bmp", "tower2.bmp", "tower3.bmp"]
      )
      #expect(made.exitCode == 0, "\(made.errors)")
      return made.lines.map { String($0.split(separator: "/").last ?? "") }
    }
    let first = try names()
    #expect(first == (1...3).map { "tower1-collage-\($0).jpg" })
    // Others of the same photos: each strip with digits of its own, the same on all of its pages.
    var digits: Set<Substring> = []
    for options in [["--background", "black"], ["--quality", "50"], ["--tag", "x"]] {
      let others = try names(options)
      let found = others.compactMap { $0.wholeMatch(of: /tower1-collage-([123])~([0-9a-f]{8})\.jpg/) }
      #expect(found.map(\.output.1) == ["1", "2", "3"], "\(others)")
      #expect(Set(found.map(\.output.2)).count == 1, "\(others)")
      digits.formUnion(found.map(\.output.2))
    }
    #expect(digits.count == 3)
    #expect(try names() == first)
  }

  @Test(
    arguments: [
      (["--motion", "relay", "--per-cell", "1", "in/harbour.jpg"], "(--motion, --per-cell): nothing moves"),
      (["--short", "key", "--audio", "mix", "in/harbour.jpg"], "(--short, --audio): nothing moves"),
      (["--as", "still", "--motion", "focus", "in/live.heic"], "(--motion): nothing moves"),
      (["--per-cell", "1", "in/live.heic"], "(--per-cell): the motion is no relay"),
      (["--format", "png", "--quality", "80", "in/harbour.jpg"], "(--quality): PNG is lossless"),
      (["--hdr", "keep", "in/harbour.jpg"], "(--hdr): none of its photos is HDR"),
      (["--format", "jpeg", "--quality", "80", "in/harbour.jpg"], nil),
      (["--motion", "relay", "--per-cell", "1", "--short", "loop", "in/live.heic"], nil),
    ] as [([String], String?)]
  )
  func `options without effect are told of, once`(options: [String], words: String?) throws {
    defer { samples.remove() }
    let made = try samples.program.run(["collage", "--canvas", "120x160", "in/lake.heic"] + options)
    #expect(made.exitCode == 0, "\(made.errors)")
    let told = made.errors.split(separator: "\n").filter { $0.contains("no effect") }
    #expect(told.count == (words == nil ? 0 : 1), "\(made.errors)")
    if let words {
      #expect(told.first?.contains("some options have no effect " + words) == true, "\(made.errors)")
    }
  }

  @Test func `the album of conversions is no album for collages`() throws {
    defer { samples.remove() }
    let made = try samples.program.run([
      "collage", "--to-album", "拾映轉換", "in/lake.heic", "in/harbour.jpg",
    ])
    #expect(made.exitCode == 64 && made.errors.contains("--to-album"), "\(made.errors)")
  }
}
