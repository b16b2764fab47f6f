import Files
import Foundation
import Movies
import Pixels
import TestSupport
import Testing

/// `shiying collage --hdr` from outside.
@Suite struct CollageHDRTests {
  private let samples: Samples

  init() throws { samples = try Samples() }

  private func run(_ arguments: String...) throws -> Program.Outcome {
    try samples.program.run(["collage", "--canvas", "160x120", "--layout", "grid"] + arguments)
  }

  /// A video of a few frames, each another grey.
  private func movie(_ name: String, _ colour: VideoColour) throws {
    var settings = MovieEncodingSettings(size: PixelSize(width: 96, height: 72))
    settings.colour = colour
    let encoder = try MovieEncoder(to: FilePath(samples.folder.appendingPathComponent(name).path), settings)
    for number in 0..<6 {
      let bytes = [UInt8](repeating: UInt8(90 + number * 12), count: 96 * 72 * 3)
      let picture = PixelBuffer(size: settings.size, layout: .rgb, depth: .eight, bytes: bytes)
      try encoder.append(picture, at: MediaTime(value: Int64(number), timescale: 30))
    }
    try encoder.finish(at: MediaTime(value: 6, timescale: 30))
  }

  private func record(_ outcome: Program.Outcome) throws -> [String: Any] {
    try #require(try outcome.records().first)
  }

  private func paths(_ record: [String: Any]) throws -> [String] {
    try #require(record["outputs"] as? [[String: Any]]).compactMap { $0["path"] as? String }
  }

  private func range(_ path: String) throws -> MovieDynamicRange {
    try MovieReader(.file(FilePath(path))).information.video.dynamicRange
  }

  @Test func `HDR videos become an HDR Live Photo where that is asked for`() throws {
    defer { samples.remove() }
    for name in ["a.mov", "b.mov"] { try movie(name, .hybridLogGamma) }
    let standard = try run("--json", "a.mov", "b.mov")
    #expect(standard.exitCode == 0, "\(standard.errors)")
    #expect(standard.errors.contains("--hdr keep makes it HDR"), "\(standard.errors)")
    let plain = try paths(record(standard))
    #expect(plain[0].hasSuffix(".jpg"))
    #expect(try range(plain[1]) == .standard)
    let asked = try run("--hdr", "sdr", "--json", "a.mov", "b.mov")
    #expect(try record(asked)["status"] as? String == "unchanged" && !asked.errors.contains("--hdr keep"))

    let kept = try run("--hdr", "keep", "--json", "a.mov", "b.mov")
    #expect(kept.exitCode == 0, "\(kept.errors)")
    #expect(try record(kept)["status"] as? String == "delivered")
    #expect(!kept.errors.contains("standard range"), "\(kept.errors)")
    let files = try paths(record(kept))
    #expect(files[0].hasSuffix(".heic"))
    #expect(try range(files[1]) == .hybridLogGamma)
    let verified = try samples.program.run(["verify"] + files)
    #expect(verified.exitCode == 0, "\(verified.errors)")
    #expect(
      try record(run("--hdr", "keep", "--json", "a.mov", "b.mov"))["status"] as? String == "unchanged"
    )
    #expect(try samples.program.run(["check"]).exitCode == 0)
  }

  @Test func `a JPEG still can't keep HDR, and a video needs none`() throws {
    defer { samples.remove() }
    for name in ["a.mov", "b.mov"] { try movie(name, .perceptualQuantizer) }
    for arguments in [["--format", "jpeg"], ["-o", "x.jpg"]] {
      let refused = try samples.program.run(["collage", "--hdr", "keep"] + arguments + ["a.mov", "b.mov"])
      #expect(refused.exitCode == 64 && refused.lines.isEmpty, "\(refused.errors)")
      #expect(refused.errors.contains("--format heic holds it"), "\(refused.errors)")
    }
    let video = try run("--hdr", "keep", "-o", "x.mp4", "a.mov", "b.mov")
    #expect(video.exitCode == 0, "\(video.errors)")
    #expect(try range(samples.folder.appendingPathComponent("x.mp4").path) == .perceptualQuantizer)
  }

  @Test func `where HDR can't be kept the reason is said`() throws {
    defer { samples.remove() }
    try movie("hlg.mov", .hybridLogGamma)
    try movie("pq.mov", .perceptualQuantizer)
    try movie("sdr.mov", .standard)
    for (number, (arguments, english, chinese)) in [
      (["hlg.mov", "pq.mov"], "some of its videos are HLG and some are PQ", "有的是 HLG"),
      (["hlg.mov", "sdr.mov"], "not all of its photos move in HDR", "不是每張"),
      (["--as", "still", "hlg.mov", "hlg.mov"], "does not move", "不會動的拼貼"),
    ].enumerated() {
      for (language, sentence) in [("C", english), ("zh_TW.UTF-8", chinese)] {
        var program = samples.program
        program.environment["LC_ALL"] = language
        let output = "\(number)-\(language).jpg"
        let made = try program.run(
          ["collage", "--canvas", "160x120", "--hdr", "keep", "-o", output] + arguments
        )
        #expect(made.exitCode == 0, "\(made.errors)")
        #expect(made.errors.contains(sentence), "\(made.errors)")
      }
    }
  }
}
