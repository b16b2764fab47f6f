import Containers
import Files
import Foundation
import TestSupport
import Testing

/// HDR photos stay HDR, or somebody is asked.
@Suite struct HDRTests {
  private let gainMap = "sunset-ultra-hdr.jpg"

  private func information(_ name: String, _ samples: Samples) throws -> [String: Any] {
    try #require(try samples.program.run(["info", "--json", name]).records().first)
  }

  @Test(arguments: [("jpeg", "copy.jpg"), ("heic", "copy.heic"), ("avif", "copy.avif")])
  func gainMapsAreKeptUnasked(format: String, name: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add(gainMap)
    let outcome = try samples.program.run([
      "convert", "--to", format, "--quality", "80", "--long-edge", "301", "-o", name, gainMap,
    ])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let before = try information(gainMap, samples)
    let after = try information(name, samples)
    #expect(after["hdr"] as? String == "gain-map")
    let (old, new) = (before["headroom"] as? Double ?? 0, after["headroom"] as? Double ?? -1)
    #expect(old > 1)
    #expect(abs(old - new) < 0.01)
    let carriers = Set(after["carriers"] as? [String] ?? [])
    #expect(carriers.isSuperset(of: format == "jpeg" ? ["hdrgm", "iso", "mpf", "container"] : ["tmap"]))
    #expect(carriers.contains("apple") == (format == "heic"))
    let table = try samples.program.run(["info", name])
    #expect(table.lines.contains { $0.contains("HDR (gain map +") })
  }

  @Test func `a map that says nothing of its brightness is asked about wherever a copy is made`() throws {
    let samples = try Samples()
    defer { samples.remove() }
    var bytes = try FileReader.read(FilePath(Samples.source.appendingPathComponent(gainMap).path)).bytes
    for told in ["GainMapMax=\"3.0\"", "HDRCapacityMax=\"3.0\""] {
      let place = (0..<(bytes.count - told.utf8.count)).first { start in
        bytes[start..<(start + told.utf8.count)].elementsEqual(told.utf8)
      }
      let end = try #require(place) + told.utf8.count
      bytes.replaceSubrange((end - 4)..<(end - 1), with: "nan".utf8)
    }
    try samples.add(bytes, as: "odd.jpg")
    for target in [
      ["--to", "jpeg"], ["--to", "same"], ["--to", "jpeg", "--hdr", "keep"], ["--to", "heic"],
    ] {
      let name = target.contains("heic") ? "copy.heic" : "copy.jpg"
      let outcome = try samples.program.run(["convert", "--no-input", "-o", name, "odd.jpg"] + target)
      #expect(outcome.exitCode == 1, "\(target): \(outcome.errors)")
      #expect(outcome.errors.contains("--hdr sdr"), "\(target): \(outcome.errors)")
    }
  }

  @Test(arguments: [
    ("heic", "copy.heic", "pq"), ("avif", "copy.avif", "pq"), ("png", "copy.png", "pq"),
    ("jxl", "copy.jxl", "pq"), ("jpeg", "copy.jpg", "gain-map"),
  ])
  func transfersAreKeptUnasked(format: String, name: String, kind: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("lantern-pq.heic")
    let outcome = try samples.program.run([
      "convert", "--to", format, "--quality", "80", "--long-edge", "300", "-o", name, "lantern-pq.heic",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try information(name, samples)["hdr"] as? String == kind)
  }

  @Test(arguments: ["png", "webp", "tiff", "jxl"]) func whatCannotBeKeptIsAsked(format: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add(gainMap)
    for policy in ["ask", "keep"] {
      let asked = try samples.program.run(["convert", "--to", format, "--hdr", policy, gainMap])
      #expect(asked.exitCode == 1)
      #expect(asked.errors.contains("--hdr sdr"))
    }
    #expect(try samples.delivered().isEmpty)
    let decided = try samples.program.run(["convert", "--to", format, "--hdr", "sdr", gainMap])
    #expect(decided.exitCode == 0)
    let path = try #require(decided.lines.first)
    #expect(try information(path, samples)["hdr"] as? String == "none")
  }

  /// A copy in standard range claims nothing, and is another copy than the one that is HDR.
  @Test func standardAndHighRangeAreTwoCopies() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add(gainMap)
    let standard = try samples.program.run(["convert", "--to", "heic", "--hdr", "sdr", gainMap])
    let high = try samples.program.run(["convert", "--to", "heic", gainMap])
    let paths = standard.lines + high.lines
    #expect(Set(paths).count == 2)
    #expect(try paths.map { try information($0, samples)["hdr"] as? String } == ["none", "gain-map"])
    let facts = try Program.tool("exiftool", ["-a", "-G1", "-XMP:all", paths[0]], in: samples.folder)
    let text = String(decoding: facts.output, as: UTF8.self)
    #expect(!text.contains("hdrgm") && !text.contains("GContainer"))
    for (policy, path) in [("sdr", paths[0]), ("ask", paths[1])] {
      let again = try samples.program.run(["convert", "--to", "heic", "--hdr", policy, "--json", gainMap])
      let record = try #require(try again.records().first)
      #expect(record["status"] as? String == "unchanged")
      let outputs = record["outputs"] as? [[String: Any]]
      #expect(outputs?.first?["path"] as? String == path)
    }
  }

  /// What is not HDR has one copy, whatever is said of HDR.
  @Test func policyDoesNotMatterWithoutHDR() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    _ = try samples.program.run(["convert", "--to", "heic", "--hdr", "sdr", "portrait.jpg"])
    let again = try samples.program.run([
      "convert", "--to", "heic", "--hdr", "keep", "--json", "portrait.jpg",
    ])
    #expect(try again.records().first?["status"] as? String == "unchanged")
  }

  @Test func aDamagedMapIsNotSilentlyLost() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add(gainMap)
    let path = samples.folder.appendingPathComponent(gainMap)
    let whole = try Data(contentsOf: path)
    try whole.dropLast(200).write(to: path)
    for format in ["jpeg", "heic"] {
      let outcome = try samples.program.run(["convert", "--to", format, "--quality", "80", "--json", gainMap])
      #expect(outcome.exitCode == 1)
      let error = try outcome.records().first?["error"] as? [String: Any]
      #expect(error?["code"] as? String == "hdr.undecided")
    }
    #expect(try samples.delivered().isEmpty)
    let decided = try samples.program.run(["convert", "--to", "heic", "--hdr", "sdr", gainMap])
    #expect(decided.exitCode == 0)
  }

  /// The map is found by the index, behind it the video, and both as long as XMP says.
  @Test func motionPhotosKeepTheirMaps() throws {
    let samples = try Samples()
    defer { samples.remove() }
    // As Samsung's phones do it: the video behind the gain map, in a trailer.
    let video = try Data(contentsOf: Samples.source.appendingPathComponent("rotated.mp4"))
    var file = try Data(contentsOf: Samples.source.appendingPathComponent(gainMap))
    file += Data(SamsungTrailer.videoRecordHead) + video
    file += Data(SamsungTrailer.directory(forVideoOf: video.count))
    try file.write(to: samples.folder.appendingPathComponent("motion.jpg"))
    let outcome = try samples.program.run([
      "convert", "--to", "motion-photo", "--still", "jpeg", "--quality", "80", "-o", "copy.jpg", "motion.jpg",
    ])
    guard outcome.exitCode == 0 else {
      Issue.record("\(outcome.errors)")
      return
    }
    let found = try information("copy.jpg", samples)
    #expect(found["hdr"] as? String == "gain-map")
    #expect(Set(found["carriers"] as? [String] ?? []).isSuperset(of: ["mpf", "container"]))
    let table = try samples.program.run(["info", "copy.jpg"])
    #expect(table.lines.contains { $0.contains("video") })
  }
}

/// Which HDR files of the corpus are kept in which formats, and which are asked about.
@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) struct HDRCorpusTests {
  private static let formats = ["jpeg", "heic", "avif", "png", "jxl", "webp", "tiff"]

  /// The formats in which a file stays HDR.
  private static let kept: [(name: String, formats: Set<String>)] = [
    ("avif/gainmap-sdr-base.avif", ["jpeg", "heic", "avif"]),
    ("avif/hdr-p3pq-10bit.avif", ["jpeg", "heic", "avif", "png", "jxl"]),
    ("avif/p3-pq-10bit-clli-5594.avif", ["jpeg", "heic", "avif", "png", "jxl"]),
    // PQ with transparency, which JPEG has not, and without primaries, which PNG must have.
    ("avif/gainmap-unsupported-version.avif", ["heic", "avif", "jxl"]),
    ("derived/ios18-auxl-to-two-items.heic", ["jpeg", "heic", "avif"]),
    ("heic/canonR5-PQ-10bit-422.HIF", ["jpeg", "heic", "avif", "png", "jxl"]),
    ("heic/galaxyS25ultra-tmap-gainmap.heic", ["jpeg", "heic", "avif"]),
    ("heic/iphone13pro-gainmap-depth.heic", ["jpeg", "heic", "avif"]),
    ("heic/iphone13promax-gainmap-irot270.HEIC", ["jpeg", "heic", "avif"]),
    ("heic/iphone15plus-ios18-tmap.HEIC", ["jpeg", "heic", "avif"]),
    ("jpeg/apple-gainmap-mpf-v65536.jpg", ["jpeg", "heic", "avif"]),
    ("jpeg/ultrahdr-libultrahdr.jpg", ["jpeg", "heic", "avif"]),
    ("jpeg/ultrahdr-pixel6pro-extxmp.jpg", ["jpeg", "heic", "avif"]),
    ("jpeg/ultrahdr-sphinx.jpg", ["jpeg", "heic", "avif"]),
  ]

  @Test(arguments: formats) func isKeptOrAsked(format: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    let files = Self.kept.compactMap { row in
      Corpus.file("still/\(row.name)").map { ($0.lossyString, row.formats.contains(format)) }
    }
    let outcome = try samples.program.run(
      ["convert", "--dry-run", "--json", "--quality", "80", "--to", format] + files.map(\.0)
    )
    let records = try outcome.records()
    for (path, isKept) in files {
      let record = try #require(
        records.first { ($0["source"] as? [String: Any])?["path"] as? String == path }
      )
      let code = (record["error"] as? [String: Any])?["code"] as? String
      #expect(code == (isKept ? nil : "hdr.undecided"), "\(path) to \(format)")
    }
  }

  /// Fused "HDR" photos, 10-bit pictures of standard range, previews of multi-picture files.
  @Test func lookAlikesAskNothing() throws {
    let samples = try Samples()
    defer { samples.remove() }
    let names = [
      "jpeg/iphone-hdr-yes.jpg", "heic/sonyA7SIII-10bit-422.hif", "png/rgb16.png", "avif/film-grain.avif",
    ]
    let files = names.compactMap { Corpus.file("still/\($0)")?.lossyString }
    let outcome = try samples.program.run(["convert", "--dry-run", "--json", "--to", "webp"] + files)
    #expect(outcome.exitCode == 0)
    #expect(try outcome.records().allSatisfy { $0["error"] == nil || $0["error"] is NSNull })
  }

  /// Depth of a HEIC goes into a HEIC, and is missed elsewhere.
  @Test func depthGoesFromHEICToHEIC() throws {
    let samples = try Samples()
    defer { samples.remove() }
    guard let path = Corpus.file("still/heic/iphone13pro-gainmap-depth.heic") else { return }
    for (format, name) in [("heic", "copy.heic"), ("jpeg", "copy.jpg")] {
      let outcome = try samples.program.run([
        "convert", "--to", format, "--quality", "80", "--long-edge", "500", "--json", "-o", name,
        path.lossyString,
      ])
      #expect(outcome.exitCode == 0)
      let codes = (try outcome.records().first?["notes"] as? [[String: Any]])?.compactMap {
        $0["code"] as? String
      }
      #expect(codes?.contains("content.auxiliary-dropped") == (format == "jpeg"))
    }
    let table = try samples.program.run(["info", "copy.heic"])
    #expect(table.lines.contains { $0.contains("depth") })
  }
}
