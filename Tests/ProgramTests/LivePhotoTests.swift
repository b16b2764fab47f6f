import Containers
import Files
import Foundation
import LivePhotos
import TestSupport
import Testing

/// Live Photos as sources, and as they are judged: the program from outside.
@Suite struct LivePhotoTests {
  private let samples: Samples

  init() throws {
    samples = try Samples()
    for name in ["live.heic", "live.mov"] { try samples.add(name, as: "in/\(name)") }
  }

  private func run(_ arguments: String..., chinese: Bool = false) throws -> Program.Outcome {
    var program = samples.program
    if chinese { program.environment["LC_ALL"] = "zh_TW.UTF-8" }
    return try program.run(arguments)
  }

  private func path(_ name: String) -> FilePath {
    FilePath(samples.folder.appendingPathComponent(name).path)
  }

  private func identifier(ofVideo name: String) throws -> String? {
    PairingIdentifier.text(in: try QuickTimeFile(ByteSource(FileReader.read(path(name)).bytes)).movie)
  }

  // MARK: - Copies

  @Test func `a copy in a format that pairs is a Live Photo of its own, with every track`() throws {
    defer { samples.remove() }
    let first = try run("convert", "--to", "jpeg", "--json", "in")
    #expect(first.exitCode == 0, "\(first.errors)")
    let outputs = try #require(try first.records().first?["outputs"] as? [[String: Any]])
    #expect(outputs.compactMap { $0["role"] as? String } == ["still", "video"])
    #expect(try samples.delivered() == ["拾映轉換/live.jpg", "拾映轉換/live.MOV"])
    let copies = try run("verify", "library")
    #expect(copies.exitCode == 0, "\(copies.errors)")
    let own = try #require(try identifier(ofVideo: "library/拾映轉換/live.MOV"))
    #expect(own != (try identifier(ofVideo: "in/live.mov")))
    let tracks = try ["in/live.mov", "library/拾映轉換/live.MOV"].map {
      try QuickTimeFile(ByteSource(FileReader.read(path($0)).bytes)).movie.tracks.map(\.handler)
    }
    #expect(tracks[0] == tracks[1])
    let again = try run("convert", "--to", "jpeg", "--json", "in")
    #expect(try again.records().first?["status"] as? String == "unchanged")
    let known = try run("list", "--kind", "live")
    #expect(known.lines.count == 1, "\(known.lines)")
  }

  @Test func `a format that can't pair takes the still, says so, and does not depend on the video`() throws {
    defer { samples.remove() }
    let english = try run("convert", "--to", "png", "in")
    #expect(english.exitCode == 0)
    #expect(english.errors.contains("the video of the Live Photo is not in it"), "\(english.errors)")
    #expect(try samples.delivered() == ["拾映轉換/live.png"])
    let chinese = try run("convert", "--to", "webp", "in", chinese: true)
    #expect(chinese.errors.contains("原況照片的影片不在其中"), "\(chinese.errors)")
    // The same copy is asked for when the video lies elsewhere: it is there.
    try DurableFile.remove(path("in/live.mov"))
    let alone = try run("convert", "--to", "png", "--json", "in")
    #expect(try alone.records().first?["status"] as? String == "unchanged")
    #expect(try samples.delivered() == ["拾映轉換/live.png", "拾映轉換/live.webp"])
  }

  @Test func `one half is taken where that is asked for`() throws {
    defer { samples.remove() }
    let video = try run("convert", "--to", "same", "--live", "video", "--sidecar", "never", "in")
    #expect(video.exitCode == 0, "\(video.errors)")
    #expect(video.lines.map { ($0 as NSString).lastPathComponent } == ["live.MOV"])
    #expect(try identifier(ofVideo: "library/拾映轉換/live.MOV") == nil)
    let still = try run("convert", "--to", "jpeg", "--live", "still", "in")
    #expect(still.exitCode == 0)
    #expect(!still.errors.contains("not in it"), "\(still.errors)")
    let again = try run("convert", "--to", "jpeg", "--live", "still", "--json", "in")
    #expect(try again.records().first?["status"] as? String == "unchanged")
  }

  @Test func `a named file is the still alone unless the pair is asked for`() throws {
    defer { samples.remove() }
    let still = try run("convert", "-o", "one.jpg", "in/live.heic")
    #expect(still.exitCode == 0)
    #expect(still.errors.contains("the video of the Live Photo is not in it"), "\(still.errors)")
    #expect(try FileStatus.ifPresent(path("one.MOV")) == nil)
    let pair = try run("convert", "-o", "two.jpg", "--live", "pair", "in/live.heic")
    #expect(pair.exitCode == 0, "\(pair.errors)")
    try Data("<x/>".utf8).write(to: samples.folder.appendingPathComponent("two.jpg.xmp"))
    #expect(try run("verify", "two.MOV", "two.jpg", "two.jpg.xmp").exitCode == 0)
    #expect(try run("verify", "two.jpg.xmp").exitCode == 1)
  }

  @Test func `a pair that lost the video's identifier is mended`() throws {
    defer { samples.remove() }
    let whole = path("in/live.mov")
    try PairedMovieWriter.write(whole, to: path("lost.mov"), identifier: nil, stillAt: nil)
    try DurableFile.remove(whole)
    try DurableFile.renameWithoutReplacing(path("lost.mov"), to: whole)
    #expect(try run("verify", "in/live.heic", "in/live.mov").exitCode == 1)
    let mended = try run("convert", "--to", "same", "--live", "repair", "in")
    #expect(mended.exitCode == 0, "\(mended.errors)")
    #expect(try run("verify", "library").exitCode == 0)
  }

  @Test func `sound that can't be decoded is not left out in silence`() throws {
    defer { samples.remove() }
    // A sample entry that nobody knows, and nothing in it that says more.
    var unknown = try FileReader.read(path("in/live.mov")).bytes
    for name in ["mp4a", "esds"] {
      let place = (0..<(unknown.count - 4)).first { unknown[$0..<($0 + 4)].elementsEqual(name.utf8) }
      let start = try #require(place)
      unknown.replaceSubrange(start..<(start + 4), with: "zzzz".utf8)
    }
    try samples.add(unknown, as: "clips/clip.mov")
    let english = try run("convert", "--to", "live", "--json", "clips")
    let notes = try #require(try english.records().first?["notes"] as? [[String: Any]])
    #expect(notes.contains { $0["code"] as? String == "live.tracks-dropped" }, "\(notes)")
    let chinese = try run("convert", "--to", "live", "-L", "other", "clips", chinese: true)
    #expect(chinese.errors.contains("影片裡有幾軌不在副本裡：聲音 none"), "\(chinese.errors)")
  }

  @Test func `a video whose end is missing is cut where it ends, and that is said`() throws {
    defer { samples.remove() }
    try samples.add("rotated.mp4", as: "whole/clip.mp4")
    let whole = try Self.indexFirst(FileReader.read(path("whole/clip.mp4")).bytes)
    try samples.add(Array(whole.prefix(whole.count * 2 / 3)), as: "clips/clip.mp4")
    let english = try run("convert", "--to", "live", "--length", "full", "clips")
    #expect(english.exitCode == 0, "\(english.errors)")
    #expect(english.errors.contains("the video ends early"), "\(english.errors)")
    // What is there is a Live Photo whose last frame decodes.
    let verified = try run("verify", "library")
    #expect(verified.exitCode == 0, "\(verified.errors)")
    let seconds = try [path("whole/clip.mp4"), path("library/拾映轉換/clip.MOV")].map {
      try QuickTimeFile(ByteSource(FileReader.read($0).bytes)).movie.seconds
    }
    #expect(seconds[1] < seconds[0] - 0.1, "\(seconds)")
  }

  /// The same movie with its index before the media, as videos for the web have it.
  private static func indexFirst(_ bytes: [UInt8]) throws -> [UInt8] {
    func place(of name: String, from start: Int = 0) throws -> Int {
      try #require((start..<(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual(name.utf8) })
    }
    let (media, index) = (try place(of: "free") - 4, try place(of: "moov") - 4)
    var moved = Array(bytes[index...])
    func number(at place: Int) -> Int { moved[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
    for start in moved.indices.dropLast(4) where moved[start..<(start + 4)].elementsEqual("stco".utf8) {
      for entry in 0..<number(at: start + 8) {
        let place = start + 12 + 4 * entry
        let offset = number(at: place) + moved.count
        for byte in 0..<4 { moved[place + byte] = UInt8(truncatingIfNeeded: offset >> (24 - 8 * byte)) }
      }
    }
    return bytes[..<media] + moved + bytes[media..<index]
  }

  @Test func `a video that is too damaged to open costs the photo its motion, not the copy`() throws {
    defer { samples.remove() }
    let video = try FileReader.read(path("in/live.mov")).bytes
    try samples.add(Array(video.prefix(video.count / 2)), as: "in/live.mov")
    let chinese = try run("convert", "--to", "jpeg", "in", chinese: true)
    #expect(chinese.exitCode == 0, "\(chinese.errors)")
    #expect(chinese.errors.contains("產生不了原況照片 — 原況已損壞，只能當靜態圖用。"), "\(chinese.errors)")
    #expect(try samples.delivered() == ["拾映轉換/live.jpg"])
    #expect(PairCandidate.still(path("library/拾映轉換/live.jpg"))?.identifier == nil)
    let checked = try run("verify", "in")
    #expect(checked.exitCode == 1)
    #expect(checked.errors.contains("the video can't be half of a Live Photo"), "\(checked.errors)")
    // Where the video is what matters it fails by itself.
    for command in [
      ["convert", "--to", "live", "in"], ["convert", "--to", "gif", "in"], ["register", "in"],
    ] {
      let outcome = try samples.program.run(command + ["-L", "another"])
      #expect(outcome.exitCode == 1 && outcome.errors.contains("live.mov: "), "\(command): \(outcome.errors)")
    }
    let half = try run("convert", "--to", "jpeg", "--live", "repair", "in", "-L", "other")
    #expect(half.exitCode == 1 && half.errors.contains("the video can't be half"), "\(half.errors)")
  }

  @Test func `the moving half alone goes into exactly the file that was named`() throws {
    defer { samples.remove() }
    let run = try run("convert", "--to", "jpeg", "--live", "video", "-o", "half.qt", "in/live.heic")
    #expect(run.exitCode == 0 && run.lines.first?.hasSuffix("half.qt") == true, "\(run.errors) \(run.lines)")
    #expect(
      try QuickTimeFile(ByteSource(FileReader.read(path("half.qt")).bytes)).movie.tracks.isEmpty == false
    )
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
  func `a still without a date takes its video's, registered or not`() throws {
    defer { samples.remove() }
    for name in ["appframework.HEIC", "appframework.MOV"] {
      let file = try #require(Corpus.file("live/pairs/\(name)"))
      try samples.add(FileReader.read(file).bytes, as: "clips/\(name)")
    }
    #expect(try run("register", "clips").exitCode == 0)
    let copy = try run("convert", "--to", "jpeg", "clips")
    #expect(copy.exitCode == 0, "\(copy.errors)")
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
  func `a whole video is not said to end early`() throws {
    defer { samples.remove() }
    let file = try #require(Corpus.file("live/pairs/iphone15plus-ios18.MOV"))
    let copy = try run("convert", "--to", "live", "-v", file.lossyString)
    #expect(copy.exitCode == 0 && !copy.errors.contains("ends early"), "\(copy.errors)")
  }

  @Test func `a text that bears the name of a video is told to be neither photo nor video`() throws {
    defer { samples.remove() }
    try samples.add(Array("no video".utf8), as: "clips/clip.mp4")
    let run = try run("convert", "--to", "live", "clips/clip.mp4")
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("is not a photo or video that this program knows"), "\(run.errors)")
  }

  // MARK: - verify

  @Test func `verify tells a pair from halves that are none, with reasons`() throws {
    defer { samples.remove() }
    let good = try run("verify", "--json", "in")
    #expect(good.exitCode == 0)
    #expect(try good.records().map { $0["type"] as? String } == ["pair", "summary"])
    #expect(try good.records().first?["status"] as? String == "pairs")
    try samples.add("rotated.mp4")
    let strangers = try run("verify", "--json", "rotated.mp4", "in/live.heic")
    #expect(strangers.exitCode == 1)
    let record = try #require(try strangers.records().first)
    #expect(record["status"] as? String == "fails")
    #expect((record["error"] as? [String: Any])?["code"] as? String == "pair.does-not-match")
    #expect((record["reasons"] as? [Any])?.isEmpty == false)
    let chinese = try run("verify", "in/live.heic", "rotated.mp4", chinese: true)
    #expect(chinese.errors.contains("產生不了原況照片 — 原況已損壞，只能當靜態圖用。"), "\(chinese.errors)")
    try DurableFile.remove(path("in/live.heic"))
    let half = try run("verify", "--json", "in")
    #expect(half.exitCode == 1)
    #expect(
      ((try half.records().first?["error"]) as? [String: Any])?["code"] as? String == "pair.still-missing"
    )
  }

  @Test func `info tells what ties the halves together, and the moment of the still`() throws {
    defer { samples.remove() }
    let identifier = try #require(try identifier(ofVideo: "in/live.mov"))
    for name in ["in/live.heic", "in/live.mov"] {
      let record = try #require(try run("info", "--json", name).records().first)
      #expect(record["identifier"] as? String == identifier)
      #expect((record["still_time"] as? Double != nil) == (name == "in/live.mov"))
      #expect(
        try run("info", name).lines.contains {
          $0.hasPrefix("Pairing identifier") && $0.hasSuffix(identifier)
        }
      )
    }
    #expect(
      try run("info", "in/live.heic", chinese: true).lines.contains {
        $0.hasPrefix("配對的影片") && $0.hasSuffix("in/live.mov")
      }
    )
    #expect(try run("info", "in/live.mov", chinese: true).lines.contains { $0.hasPrefix("主要照片時刻") })
  }

  @Test func `verify takes the halves that are named in any order`() throws {
    defer { samples.remove() }
    try samples.add("live.heic", as: "in/two.heic")
    try samples.add("live.mov", as: "in/two.mov")
    for names in [
      ["in/live.mov", "in/live.heic"], ["in/live.heic", "in/two.heic", "in/live.mov", "in/two.mov"],
      ["in/two.mov", "in/live.heic", "in/live.mov", "in/two.heic"],
    ] {
      let outcome = try samples.program.run(["verify"] + names)
      #expect(outcome.exitCode == 0, "\(names): \(outcome.errors)")
      #expect(outcome.lines.count == names.count / 2, "\(names): \(outcome.lines)")
    }
    // `verify *`: what says nothing of a pair is none, and neighbours are none.
    try samples.add("portrait.jpg", as: "in/p.jpg")
    try samples.add("rotated.mp4", as: "in/q.mp4")
    let all = try run("verify", "in/live.heic", "in/live.mov", "in/p.jpg", "in/q.mp4")
    #expect(all.exitCode == 0 && all.lines.count == 1, "\(all.lines) \(all.errors)")
    #expect(try run("verify", "in/p.jpg").exitCode == 1)
    let half = try run("verify", "in/live.mov", "in/p.jpg", "in/q.mp4")
    #expect(half.exitCode == 1 && half.errors.contains("in/live.mov"), "\(half.errors)")
  }

  @Test func `a Live Photo is registered as one asset of two files, a video as one of its own`() throws {
    defer { samples.remove() }
    try samples.add("rotated.mp4", as: "in/rotated.mp4")
    let registered = try run("register", "in")
    #expect(registered.lines.count == 2, "\(registered.lines)")
    for kind in ["live", "video"] { #expect(try run("list", "--kind", kind).lines.count == 1, "\(kind)") }
    #expect(try run("set", "--favourite", "--tag", "A/B", "in/rotated.mp4").exitCode == 0)
    #expect(try run("convert", "--to", "live", "--sidecar", "never", "in/rotated.mp4").exitCode == 0)
    for name in ["rotated.heic", "rotated.MOV"] {
      let info = try run("info", "--json", "library/拾映轉換/\(name)")
      let metadata = try #require(try info.records().first?["metadata"] as? [String: Any])
      #expect(metadata["favourite"] as? Bool == true, "\(name)")
      #expect("\(metadata["tags"] ?? "")".contains("B"), "\(name)")
    }
  }
}
