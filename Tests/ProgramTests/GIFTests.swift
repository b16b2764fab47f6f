import Containers
import Files
import Foundation
import Metadata
import Pixels
import StillImages
import TestSupport
import Testing

/// `convert --to gif`: the program from outside.
@Suite struct GIFTests {
  private let samples: Samples

  init() throws {
    samples = try Samples()
    try samples.add("rotated.mp4")
  }

  private func run(_ arguments: [String], chinese: Bool = false) throws -> Program.Outcome {
    var program = samples.program
    if chinese { program.environment["LC_ALL"] = "zh_TW.UTF-8" }
    return try program.run(arguments)
  }

  private func convert(_ arguments: String..., chinese: Bool = false) throws -> Program.Outcome {
    try run(["convert", "--to", "gif"] + arguments, chinese: chinese)
  }

  private func path(_ name: String) -> FilePath {
    FilePath(samples.folder.appendingPathComponent(name).path)
  }

  private func outline(_ name: String) throws -> GIFOutline {
    try GIFOutline(ByteSource(FileReader.read(path(name)).bytes))
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: samples.folder.appendingPathComponent(name))
  }

  // MARK: - What is delivered

  @Test func `a video becomes an animation of the library with all that belongs to it`() throws {
    defer { samples.remove() }
    let first = try convert("--json", "--width", "120", "rotated.mp4")
    #expect(first.exitCode == 0, "\(first.errors)")
    let record = try #require(try first.records().first)
    let outputs = try #require(record["outputs"] as? [[String: Any]])
    #expect(outputs.compactMap { $0["role"] as? String } == ["animation", "sidecar"])
    #expect(try samples.delivered() == ["拾映轉換/rotated.gif", "拾映轉換/rotated.gif.xmp"])
    let gif = try outline("library/拾映轉換/rotated.gif")
    // Upright: the video is 320 x 240, turned.
    #expect(gif.canvas == PixelSize(width: 120, height: 160))
    #expect(gif.isComplete && gif.playCount == 0)
    let asset = try #require(try run(["list", "--json", "--kind", "animation"]).records().first)
    #expect(asset["width"] as? Int == 120 && asset["height"] as? Int == 160)
    // The packet in the file says what the video said.
    let original = try #require(try run(["info", "--json", "rotated.mp4"]).records().first)
    let copy = try #require(try run(["info", "--json", "library/拾映轉換/rotated.gif"]).records().first)
    let (told, kept) = (original["metadata"] as? [String: Any], copy["metadata"] as? [String: Any])
    #expect(told?["date"] as? String == kept?["date"] as? String)
    #expect(kept?["date"] as? String != nil)
    let places = [told, kept].map { ($0?["place"] as? [String: Double])?["latitude"] ?? -1 }
    #expect(places[0] > 0 && abs(places[0] - places[1]) < 1e-4)
    let exiftool = try Program.tool(
      "exiftool",
      ["-s3", "-XMP-exif:GPSLatitude", "-XMP-exif:DateTimeOriginal", "library/拾映轉換/rotated.gif"],
      in: samples.folder
    )
    #expect(exiftool.lines.count == 2, "\(exiftool.lines)")
    let again = try convert("--json", "--width", "120", "rotated.mp4")
    #expect(try again.records().first?["status"] as? String == "unchanged")
    let other = try convert("--json", "--width", "100", "rotated.mp4")
    #expect(try other.records().first?["status"] as? String == "delivered")
  }

  @Test func `favourite, tags and albums of a registered video are in the file`() throws {
    defer { samples.remove() }
    #expect(try run(["register", "rotated.mp4"]).exitCode == 0)
    let set = ["set", "--favourite", "--tag", "Trips/Lake", "--album", "Summer", "rotated.mp4"]
    #expect(try run(set).exitCode == 0)
    #expect(try convert("--width", "60", "rotated.mp4").exitCode == 0)
    var blocks = MetadataBlocks()
    blocks.xmp = try outline("library/拾映轉換/rotated.gif").xmp
    let found = EmbeddedMetadataReader.read(blocks).0
    #expect(found.favourite == true)
    #expect(found.tags.map(\.levels) == [["Trips", "Lake"]])
    #expect(found.albums.map(\.name).contains("Summer"))
  }

  @Test func `one file goes exactly where it is wanted, or down a pipe`() throws {
    defer { samples.remove() }
    let named = try run(["convert", "-o", "short.gif", "--length", "0.5", "--width", "60", "rotated.mp4"])
    #expect(named.exitCode == 0, "\(named.errors)")
    #expect(try outline("short.gif").delays.reduce(0, +) == 50)
    let piped = try convert("-o", "-", "--length", "0.5", "--width", "60", "rotated.mp4")
    #expect(piped.output.starts(with: Array("GIF89a".utf8)))
    let asked = try convert("-n", "rotated.mp4")
    #expect(asked.exitCode == 0 && asked.lines == [path("library/拾映轉換/rotated.gif").lossyString])
    #expect(try samples.delivered().isEmpty)
    // The ending would lie.
    #expect(try convert("-o", "x.png", "rotated.mp4").exitCode == 64)
    #expect(try run(["convert", "--to", "jpeg", "-o", "x.gif", "rotated.mp4"]).exitCode == 64)
  }

  @Test func `a GIF of a GIF plays as often as that, unless asked otherwise`() throws {
    defer { samples.remove() }
    let short = ["--length", "0.8", "--width", "60"]
    _ = try run(["convert", "--to", "gif", "-o", "three.gif", "--loop", "3"] + short + ["rotated.mp4"])
    #expect(try outline("three.gif").playCount == 3)
    for (options, count) in [([], 3), (["--loop", "forever"], 0), (["--loop", "once"], 1)]
      as [([String], Int)]
    {
      let copy = try run(["convert", "--to", "gif", "--width", "40"] + options + ["three.gif"])
      let path = try #require(copy.lines.first, "\(copy.errors)")
      #expect(try GIFOutline(ByteSource(FileReader.read(FilePath(path)).bytes)).playCount == count)
    }
    // Nothing but the number of plays is asked for.
    #expect(
      try convert("--json", "--loop", "forever", "three.gif").records().first?["status"] as? String
        == "delivered"
    )
    #expect(try convert("--json", "three.gif").records().first?["status"] as? String == "unchanged")
  }

  @Test func `half transparency is said to be lost, and only where there is some`() throws {
    defer { samples.remove() }
    try write(AnimationSamples.png, to: "clear.png")
    let clear = try convert("-o", "clear.gif", "clear.png")
    #expect(clear.exitCode == 0 && !clear.errors.contains("transparent"), "\(clear.errors)")
    var half = AnimationSamples.frame(0)
    half.bytes[7] = 128
    #expect(half.hasPartialTransparency && !AnimationSamples.frame(0).hasPartialTransparency)
    let made = try Program.tool(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=16x8:r=10:d=0.3,format=rgba,colorchannelmixer=aa=0.5"]
        + ["-f", "apng", "half.png"],
      in: samples.folder
    )
    try #require(made.exitCode == 0, "\(made.errors)")
    let said = try convert("-o", "half.gif", "half.png")
    #expect(said.errors.contains("partly transparent parts"), "\(said.errors)")
    #expect(try convert("-o", "zh.gif", "half.png", chinese: true).errors.contains("半透明"))
  }

  @Test func `info calls a GIF transparent only where something shows through`() throws {
    defer { samples.remove() }
    _ = try convert("-o", "a.gif", "--length", "0.8", "--width", "60", "rotated.mp4")
    try write(AnimationSamples.png, to: "clear.png")
    _ = try convert("-o", "clear.gif", "clear.png")
    // A colour that is called transparent and stands nowhere.
    let still = Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6]
    let frame: [UInt8] = [
      0x21, 0xF9, 4, 1, 0, 0, 1, 0, 0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x04, 0x0A, 0, 0x3B,
    ]
    try write(still + frame, to: "unused.gif")
    for (name, isTransparent) in [("a.gif", false), ("clear.gif", true), ("unused.gif", false)] {
      let record = try #require(try run(["info", "--json", name]).records().first)
      #expect(record["alpha"] as? Bool == isTransparent, "\(name)")
      let table = try run(["info", name]).lines
      #expect(table.contains { $0.hasPrefix("Transparency") } == isTransparent, "\(table)")
    }
  }

  @Test func `info tells how an animation moves`() throws {
    defer { samples.remove() }
    _ = try convert("-o", "a.gif", "--length", "0.8", "--width", "60", "--loop", "3", "rotated.mp4")
    let english = try run(["info", "a.gif"])
    #expect(english.lines.contains { $0.hasPrefix("Duration") && $0.hasSuffix("0.8 s") }, "\(english.lines)")
    #expect(english.lines.contains { $0.hasPrefix("Plays") && $0.hasSuffix("3") })
    _ = try convert("-o", "b.gif", "--length", "0.8", "--width", "60", "rotated.mp4")
    let chinese = try run(["info", "b.gif"], chinese: true)
    #expect(chinese.lines.contains { $0.hasPrefix("播放次數") && $0.hasSuffix("不停重播") }, "\(chinese.lines)")
    let record = try #require(try run(["info", "--json", "a.gif"]).records().first)
    #expect(record["plays"] as? Int == 3 && record["duration"] as? Double == 0.8)
    #expect(try run(["register", "a.gif"]).exitCode == 0)
    #expect(try run(["list", "--kind", "animation"]).lines == [path("a.gif").lossyString])
  }

  // MARK: - Sources

  @Test func `a Live Photo and a Motion Photo give their video`() throws {
    defer { samples.remove() }
    for name in ["live.heic", "live.mov"] { try samples.add(name, as: "in/\(name)") }
    let pair = try convert("--width", "60", "in")
    #expect(pair.exitCode == 0, "\(pair.errors)")
    #expect(try outline("library/拾映轉換/live.gif").delays.count > 1)
    let made = try run([
      "convert", "--to", "motion-photo", "-o", "motion.jpg", "--length", "1", "rotated.mp4",
    ])
    #expect(made.exitCode == 0, "\(made.errors)")
    let motion = try convert("-o", "motion.gif", "--width", "60", "motion.jpg")
    #expect(motion.exitCode == 0, "\(motion.errors)")
    let gif = try outline("motion.gif")
    #expect(gif.canvas == PixelSize(width: 60, height: 80))
    let hundredths = gif.delays.reduce(0, +)
    #expect(abs(hundredths - 100) < 10)
  }

  @Test(arguments: ["png", "avif", "jxl"])
  func `animated pictures keep their frames and times`(format: String) throws {
    defer { samples.remove() }
    let bytes = ["png": AnimationSamples.png, "avif": AnimationSamples.avif, "jxl": AnimationSamples.jxl]
    try write(try #require(bytes[format]), to: "a.\(format)")
    let outcome = try convert("-o", "a.gif", "--quality", "100", "a.\(format)")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let gif = try outline("a.gif")
    #expect(gif.canvas == PixelSize(width: 16, height: 8))
    #expect(gif.delays == [10, 10, 10])
    let reader = try StillImageReader(bytes: FileReader.read(path("a.gif")).bytes, limits: DecodingLimits())
    let animation = try #require(reader.animation)
    for number in 0..<3 {
      let found = try animation.frame(number, threads: 1).converted(to: .rgba)
      #expect(found.bytes == AnimationSamples.frame(number).bytes, "frame \(number)")
    }
  }

  @Test func `a GIF stays as it is unless another is asked for`() throws {
    defer { samples.remove() }
    _ = try convert("-o", "a.gif", "--length", "1", "--long-edge", "200", "--fps", "20", "rotated.mp4")
    let plain = try convert("--json", "a.gif")
    #expect(try plain.records().first?["status"] as? String == "unchanged")
    let fast = try convert("-o", "fast.gif", "--speed", "2", "a.gif")
    #expect(fast.exitCode == 0, "\(fast.errors)")
    let (before, after) = (try outline("a.gif"), try outline("fast.gif"))
    #expect(after.canvas == before.canvas)
    let (slow, quick): (Int, Int) = (before.delays.reduce(0, +), after.delays.reduce(0, +))
    #expect(abs(quick * 2 - slow) <= 2)
  }

  @Test func `a still picture is told what it is, or skipped in a folder`() throws {
    defer { samples.remove() }
    try samples.add("portrait.jpg", as: "in/portrait.jpg")
    try samples.add("sticker.png", as: "in/sticker.png")
    let named = try convert("in/portrait.jpg")
    #expect(named.exitCode == 1)
    #expect(named.errors.contains("can't become a GIF: it is a still picture (JPEG)"), "\(named.errors)")
    let chinese = try convert("in/sticker.png", chinese: true)
    #expect(chinese.errors.contains("無法轉成 GIF") && chinese.errors.contains("不會動的圖"), "\(chinese.errors)")
    let folder = try convert("--json", "in")
    #expect(folder.exitCode == 0, "\(folder.errors)")
    #expect(try folder.records().last?["ignored"] as? Int == 2)
  }

  @Test func `what can't be read says so in one line`() throws {
    defer { samples.remove() }
    let whole = try FileReader.read(path("rotated.mp4")).bytes
    try write([], to: "empty.mp4")
    try write(Array("no video at all".utf8), to: "text.mp4")
    try write([0, 5, 22, 7, 0, 2, 0, 0] + [UInt8](repeating: 0, count: 200), to: "._x.mp4")
    try write(Array(whole.prefix(whole.count / 3)), to: "cut.mp4")
    for name in ["empty.mp4", "text.mp4", "._x.mp4"] {
      let outcome = try convert("-o", "out.gif", name)
      #expect(outcome.exitCode == 1, "\(name)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      #expect(outcome.errors.hasPrefix("shiying: \(name): "))
    }
    let cut = try convert("-o", "cut.gif", "--width", "60", "cut.mp4")
    #expect(
      cut.exitCode == 0 ? cut.errors.contains("ends early") : cut.errors.contains("incomplete"),
      "\(cut.errors)"
    )
  }

  @Test func `two colours are enough for a GIF, and a canvas that takes all memory is refused`() throws {
    defer { samples.remove() }
    let poster = try convert("-o", "poster.gif", "--colors", "2", "rotated.mp4")
    #expect(poster.exitCode == 0, "\(poster.errors)")
    // Two frames of a pixel each on 9,000 x 9,000.
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    let head = Array("GIF89a".utf8) + [0x28, 0x23, 0x28, 0x23, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    try write(head + frame + frame + [0x3B], to: "huge.gif")
    let huge = try convert("-o", "copy.gif", "--speed", "2", "huge.gif")
    #expect(huge.exitCode == 1 && huge.errors.contains("--long-edge 4096"), "\(huge.errors)")
  }

  @Test func `an empty file that is named like a video is missed`() throws {
    defer { samples.remove() }
    try samples.add([], as: "in/clip.mov")
    let outcome = try convert("in")
    #expect(outcome.exitCode == 1 && outcome.errors.contains("clip.mov: is empty"), "\(outcome.errors)")
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
  func `HDR is brought into standard range, or kept out`() throws {
    defer { samples.remove() }
    let clip = try #require(Corpus.file("video/amx_hlg10-color-test.mp4")).lossyString
    let plain = try convert("-o", "a.gif", "--width", "60", "--length", "0.2", clip)
    #expect(plain.exitCode == 0)
    #expect(plain.errors.contains("GIF holds no HDR (HLG)"), "\(plain.errors)")
    let kept = try convert("-o", "b.gif", "--hdr", "keep", clip)
    #expect(kept.exitCode == 1 && kept.errors.contains("which GIF can't hold"), "\(kept.errors)")
    let chinese = try convert("-o", "c.gif", "--hdr", "keep", clip, chinese: true)
    #expect(chinese.errors.contains("GIF 放不下"), "\(chinese.errors)")
  }

  // MARK: - Options

  @Test func `forth and back, at another speed, once`() throws {
    defer { samples.remove() }
    func frames(_ name: String, _ options: [String]) throws -> GIFOutline {
      let common = ["--width", "60", "--start", "0.5", "--length", "0.8", "rotated.mp4"]
      let outcome = try run(["convert", "--to", "gif", "-o", name] + options + common)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      return try outline(name)
    }
    let plain = try frames("plain.gif", [])
    // The video has ten frames a second, and keeps their times.
    #expect(plain.delays == [Int](repeating: 10, count: 8))
    let bounce = try frames("bounce.gif", ["--bounce"])
    #expect(bounce.delays.count == 14 && bounce.playCount == 0)
    let once = try frames("once.gif", ["--bounce", "--loop", "once"])
    #expect(once.delays.count == 15 && once.playCount == 1)
    let fast = try frames("fast.gif", ["--speed", "2"])
    #expect(fast.delays.reduce(0, +) == 40)
    let few = try frames("few.gif", ["--fps", "5", "--loop", "7", "--colors", "16", "--dither", "none"])
    #expect(few.delays == [20, 20, 20, 20] && few.playCount == 7)
    let square = try frames("square.gif", ["--crop", "1:1"])
    #expect(square.canvas == PixelSize(width: 60, height: 60))
    // The last frame of the way forth is the first one's neighbour on the way back.
    let reader = try StillImageReader(
      bytes: FileReader.read(path("bounce.gif")).bytes,
      limits: DecodingLimits()
    )
    let animation = try #require(reader.animation)
    let (there, back) = (try animation.frame(6, threads: 1), try animation.frame(8, threads: 1))
    let distance = PixelComparison.meanAbsoluteDifference(there.converted(to: .rgb), back.converted(to: .rgb))
    #expect((distance ?? 1) < 0.03)
  }

  @Test func `options that mean nothing are refused`() throws {
    defer { samples.remove() }
    for options in [
      ["--lossless"], ["--all-images"], ["--background", "red"], ["--live", "still"], ["--at", "1"],
      ["--still", "heic"], ["--loop", "0"], ["--loop", "often"], ["--crop", "0x0"], ["--fps", "51"],
      ["--colors", "1"], ["--speed", "0"],
    ] {
      let outcome = try run(["convert", "--to", "gif"] + options + ["rotated.mp4"])
      #expect(outcome.exitCode == 64, "\(options): \(outcome.errors)")
    }
    for option in [["--fps", "5"], ["--bounce"], ["--crop", "1:1"], ["--width", "5"]] {
      let outcome = try run(["convert", "--to", "live"] + option + ["rotated.mp4"])
      #expect(outcome.exitCode == 64 && outcome.errors.contains("needs --to gif"), "\(outcome.errors)")
    }
    let crop = try convert("--crop", "500x500", "rotated.mp4", chinese: true)
    #expect(crop.exitCode == 1 && crop.errors.contains("無法裁切成 500x500"), "\(crop.errors)")
    let start = try convert("--start", "1:00", "rotated.mp4")
    #expect(start.exitCode == 1 && start.errors.contains("can't begin at second 60.00"), "\(start.errors)")
  }

  @Test func `a limit of bytes is met, or it is said how near it came`() throws {
    defer { samples.remove() }
    let whole = try convert("-o", "whole.gif", "rotated.mp4")
    #expect(whole.exitCode == 0)
    let bytes = Int(try FileStatus.of(path("whole.gif")).size)
    let limit = bytes * 2 / 5
    let fitted = try convert("-o", "fitted.gif", "--max-size", "\(limit)", "rotated.mp4")
    #expect(fitted.exitCode == 0, "\(fitted.errors)")
    let found = Int(try FileStatus.of(path("fitted.gif")).size)
    #expect(found <= limit && found > limit / 2, "\(found) of \(limit)")
    #expect(fitted.errors.contains("made to fit"), "\(fitted.errors)")
    let none = try convert("-o", "none.gif", "--max-size", "1K", "rotated.mp4")
    #expect(none.exitCode == 1 && none.errors.contains("the smallest copy has"), "\(none.errors)")
    #expect((try? FileStatus.of(path("none.gif"))) == nil)
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
  func `a large one is announced before the work, once`() throws {
    defer { samples.remove() }
    let clip = try #require(Corpus.file("video/lplg_video.MOV")).lossyString
    let large = ["--fps", "50", "--long-edge", "1920", "--quality", "100"]
    let english = try run(["convert", "--to", "gif", "-n", "--json"] + large + [clip])
    #expect(english.exitCode == 0)
    #expect(english.errors.components(separatedBy: "will become about").count == 2, "\(english.errors)")
    let notes = try #require(try english.records().first?["notes"] as? [[String: String]])
    #expect(notes.map { $0["code"] } == ["gif.large"])
    let chinese = try run(["convert", "--to", "gif", "-n"] + large + [clip], chinese: true)
    #expect(chinese.errors.contains("大約會有"), "\(chinese.errors)")
  }
}
