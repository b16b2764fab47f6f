import Collages
import ConversionSink
import Files
import Foundation
import Library
import Movies
import Pixels
import StillImages
import TestSupport
import Testing

/// What the commands that look at a library say of collages, however they were drawn.
@Suite struct CreationsTests {
  private static let size = PixelSize(width: 96, height: 64)
  private static let sources = ["a.jpg", "gone.jpg", "b.jpg"]

  private static func picture(_ shade: Int) -> PixelBuffer {
    PixelBuffer(
      size: size,
      layout: .rgb,
      depth: .eight,
      bytes: (0..<(size.width * size.height)).flatMap { [UInt8($0 % 96), UInt8($0 / 96), UInt8(shade)] }
    )
  }

  private static var production: CollageProduction {
    CollageProduction(
      format: .jpeg,
      size: size,
      writeStill: { path, blocks in
        let bytes = try StillImageEncoder.encode(
          picture(0),
          significantBits: 8,
          colour: ColourDescription(),
          blocks: blocks,
          format: .jpeg,
          options: EncodingOptions(quality: 90, threads: 1)
        )
        try DurableFile.write(bytes, to: path)
        let expectation = PhotoExpectation(
          format: .jpeg,
          size: size,
          hasAlpha: false,
          bitsPerSample: 8,
          iccProfile: nil,
          hdr: .none,
          picture: .pixels(picture(0)),
          isLossless: false
        )
        return (expectation, [])
      },
      writeMovie: { path, form in
        var settings = MovieEncodingSettings(size: size)
        settings.form = form
        let encoder = try MovieEncoder(to: path, settings)
        for number in 0..<15 {
          try encoder.append(picture(number * 10), at: MediaTime(value: Int64(number), timescale: 30))
        }
        try encoder.finish(at: MediaTime(value: 15, timescale: 30))
        return (MovieExpectation(size: size, durationInSeconds: 0.5, hasSound: false, hdr: .none), [])
      }
    )
  }

  /// A library with one collage of three originals, of which one was not to be read; gives its file.
  private func collage(_ tier: CollageTier, in samples: Samples) throws -> FilePath {
    try samples.add("portrait.jpg", as: "a.jpg")
    try samples.add("sunset-ultra-hdr.jpg", as: "b.jpg")
    let folder = FilePath(samples.folder.path)
    let library = try Library.open(at: folder.appending("library"), create: true)
    let sources = try Self.sources.map { name in
      let path = folder.appending(name)
      return name == "gone.jpg" ? .missing(path) : try SinkSource.hashing(path)
    }
    let result = try ConversionSink(library: library).collage(
      of: sources,
      facts: CollageFacts(),
      recipe: .collage(tier, CollageSettings(), format: .jpeg, quality: 90, motion: nil),
      to: .library(library, album: .creations, folder: nil),
      naming: .collage(of: sources[0].path),
      options: SinkOptions()
    ) { try Self.production.produce(tier, $0, in: $1) }
    return try #require(result.files.first).path
  }

  @Test func theListOfCreationsIsHeadedForPeopleAlone() throws {
    let samples = try Samples()
    defer { samples.remove() }
    let path = try collage(.still, in: samples)
    // A format copy of a collage is no creation.
    let copied = try samples.program.run(["convert", "--to", "png", path.lossyString])
    #expect(copied.exitCode == 0, "\(copied.errors)")
    let listed = try samples.program.run(["list", "--creations"])
    #expect(listed.lines == [path.lossyString] && listed.errors.isEmpty, "\(listed.errors)")
    for (language, heading) in [("zh_TW.UTF-8", "我的成片（1）"), ("C.UTF-8", "my creations (1)")] {
      let line = "LC_ALL=\(language) '\(Program.executable.path)' list --creations"
      let shown = try Program.tool("script", ["-qefc", line, "typescript"], in: samples.folder)
      let lines = String(decoding: shown.output, as: UTF8.self).split(whereSeparator: \.isNewline)
      #expect(lines == ["shiying: \(heading)", "\(path.lossyString)"], "\(lines)")
    }
    let all = try Program.tool(
      "script",
      ["-qefc", "'\(Program.executable.path)' list", "typescript"],
      in: samples.folder
    )
    #expect(!String(decoding: all.output, as: UTF8.self).contains("creations"))
  }

  @Test func allOriginalsOfACollageAreNamed() throws {
    let samples = try Samples()
    defer { samples.remove() }
    let path = try collage(.still, in: samples)
    let paths = Self.sources.map { samples.folder.appendingPathComponent($0).path }
    for command in [["list", "--creations", "--json"], ["info", "--json", path.lossyString]] {
      let record = try #require(try samples.program.run(command).records().first)
      let sources = try #require(record["sources"] as? [[String: Any]])
      #expect(sources.map { $0["missing"] as? Bool } == [nil, true, nil])
      let found = sources.compactMap {
        ($0["path"] as? String).map { URL(fileURLWithPath: $0).lastPathComponent }
      }
      #expect(found == Self.sources, "\(found) \(paths)")
    }
    let told = try samples.program.run(["info", path.lossyString])
    let rows = told.lines.filter { $0.hasPrefix("Made from") }
    #expect(rows.count == 3 && rows[1].hasSuffix("gone.jpg (could not be read)"), "\(rows)")
    // A copy of one original has none of it.
    #expect(try samples.program.run(["convert", "--to", "png", "a.jpg"]).exitCode == 0)
    let records = try samples.program.run(["list", "--album", "拾映轉換", "--json"]).records()
    #expect(records.count == 1 && records[0]["sources"] == nil)
  }

  @Test func collagesAreCheckedAndVerified() throws {
    let samples = try Samples()
    defer { samples.remove() }
    let path = try collage(.live, in: samples)
    let verified = try samples.program.run(["verify", path.parent.lossyString])
    #expect(verified.exitCode == 0 && verified.lines == [path.lossyString], "\(verified.errors)")
    let checked = try samples.program.run(["check", "--deep"])
    #expect(checked.exitCode == 0 && checked.lines.isEmpty, "\(checked.errors)")
    try DurableFile.remove(path)
    #expect(try samples.program.run(["check"]).lines == [path.lossyString])
    #expect(try samples.program.run(["check", "--repair"]).lines.contains(path.lossyString))
    #expect(try samples.program.run(["list", "--creations"]).lines.isEmpty)
  }
}
