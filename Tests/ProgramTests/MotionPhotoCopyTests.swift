import Containers
import ConversionSink
import Conversions
import Files
import Foundation
import LivePhotos
import Messages
import Metadata
import Movies
import Pixels
import StillImages
import TestSupport
import Testing

/// Motion Photos as copies: of videos, of Live Photos, and of each other.
@Suite struct MotionPhotoCopyTests {
  /// A delivered Motion Photo as others find it.
  private struct Found {
    let path: FilePath
    let bytes: [UInt8]
    let motion: MotionPhoto
    let movie: MovieReader

    init(_ path: FilePath) throws {
      self.path = path
      bytes = try FileReader.read(path).bytes
      motion = try #require(try MotionPhoto.read(bytes))
      let range = motion.video.range
      movie = try MovieReader(
        .part(of: path, offset: Int64(range.lowerBound), length: Int64(range.count))
      )
    }

    var video: [UInt8] { Array(bytes[motion.video.range]) }

    /// Seconds of the video whose frame the still is said to show.
    var presentation: Double { Double(motion.presentationMicroseconds ?? -1) / 1_000_000 }

    /// How far the still is from the video's frame of its time, 0...1.
    func distanceOfStillFromFrame() throws -> Double? {
      var options = MovieFrameOptions()
      options.colour = .sRGB
      let moment = MediaTime(value: motion.presentationMicroseconds ?? 0, timescale: 1_000_000)
      let frame = try movie.frame(at: moment, options: options).picture
      let still = try StillImageReader(bytes: bytes, limits: DecodingLimits()).decodePixels(threads: 1)
      return PixelComparison.meanAbsoluteDifference(still.converted(to: frame.layout), frame)
    }
  }

  private func convert(_ samples: Samples, _ arguments: [String]) throws -> Program.Outcome {
    try samples.program.run(["convert", "--to", "motion-photo"] + arguments)
  }

  private func path(_ samples: Samples, _ name: String) -> FilePath {
    FilePath(samples.folder.appendingPathComponent("library/拾映轉換/\(name)").path)
  }

  // MARK: - Sources

  @Test(arguments: [("jpeg", "jpg"), ("heic", "heic")])
  func `a video's frame and the part around it are one file`(still: String, ending: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("rotated.mp4")
    let outcome = try convert(samples, ["--still", still, "--at", "1.5", "--length", "1", "rotated.mp4"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let found = try Found(path(samples, "rotated_MP.\(ending)"))
    let information = found.movie.information
    #expect(information.brand == "isom")
    #expect(information.sounds.map(\.codec) == ["aac"])
    #expect(information.video.displaySize == PixelSize(width: 240, height: 320))
    let duration = try #require(information.video.duration?.seconds)
    #expect(abs(duration - 1) < 0.1)
    #expect(found.presentation > 0 && found.presentation < duration)
    let distance = try #require(try found.distanceOfStillFromFrame())
    #expect(distance < 0.01)
    #expect(!found.motion.isSwitchedOff)
    // The asset is one file, a photo.
    let listed = try samples.program.run(["list", "--json"]).records()
    let asset = try #require(listed.first { $0["kind"] as? String == "photo" })
    let files = try #require(asset["files"] as? [[String: Any]])
    #expect(files.compactMap { $0["role"] as? String }.filter { $0 != "sidecar" } == ["photo"])
    let again = try convert(
      samples,
      ["--still", still, "--at", "1.5", "--length", "1", "--json", "rotated.mp4"]
    )
    #expect(try again.records().first?["status"] as? String == "unchanged")
  }

  @Test func `another frame than the one said is told apart`() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("rotated.mp4")
    _ = try convert(samples, ["--at", "0.1", "rotated.mp4"])
    let found = try Found(path(samples, "rotated_MP.jpg"))
    let frame = try found.movie.frame(at: MediaTime(seconds: 1.9)).picture
    let still = try StillImageReader(bytes: found.bytes, limits: DecodingLimits()).decodePixels(threads: 1)
    let distance = try #require(
      PixelComparison.meanAbsoluteDifference(still.converted(to: frame.layout), frame)
    )
    #expect(distance > 0.015)
  }

  @Test func `a Live Photo becomes one file without its identity`() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("live.heic", as: "IMG_1.HEIC")
    try samples.add("live.mov", as: "IMG_1.MOV")
    let still = FilePath(samples.folder.appendingPathComponent("IMG_1.HEIC").path)
    let video = FilePath(samples.folder.appendingPathComponent("IMG_1.MOV").path)
    let outcome = try convert(samples, ["."])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try samples.delivered() == ["拾映轉換/IMG_1_MP.jpg"])
    let found = try Found(path(samples, "IMG_1_MP.jpg"))
    let identifier = try #require(PairCandidate.still(still)?.identifier)
    for word in [identifier, "content.identifier", "mebx"] {
      #expect(found.bytes.firstRange(of: Array(word.utf8)) == nil, "\(word)")
    }
    let file = try RandomAccessFile(video)
    let movie = try QuickTimeFile(ByteSource(byteCount: file.byteCount) { try file.read($0) }).movie
    let told = try #require(LivePhotoStillTime(movie)).seconds
    #expect(abs(found.presentation - told) < 0.0001)
    #expect(found.movie.information.container == .mp4)
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
  func `PCM becomes AAC, and the part that is to be seen stays`() throws {
    let samples = try Samples()
    defer { samples.remove() }
    let pair = try #require(Corpus.file("live/pairs/iphone7plus-ios10.JPG"))
    let source = try MovieReader(.file(try #require(Corpus.file("live/pairs/iphone7plus-ios10.MOV"))))
      .information
    let outcome = try convert(samples, ["--json", pair.lossyString])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.lines.contains { $0.contains("sound-encoded") })
    let found = try Found(path(samples, "iphone7plus-ios10_MP.jpg")).movie.information
    #expect(found.sounds.map(\.codec) == ["aac"])
    #expect(found.video.codec == source.video.codec)
    #expect(found.video.aperture == source.video.aperture)
    #expect(found.video.aperture != nil)
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
  func `HDR is asked about in JPEG and kept in HEIC`() throws {
    let samples = try Samples()
    defer { samples.remove() }
    let video = try #require(Corpus.file("video/amx_hlg10-color-test.mp4")).lossyString
    let asked = try convert(samples, ["--json", video])
    #expect(asked.exitCode == 1)
    #expect(asked.lines.contains { $0.contains("hdr.undecided") })
    let kept = try convert(samples, ["--still", "heic", video])
    #expect(kept.exitCode == 0, "\(kept.errors)")
    let found = try Found(path(samples, "amx_hlg10-color-test_MP.heic"))
    #expect(found.movie.information.video.dynamicRange == .hybridLogGamma)
    let header = try StillImageReader(bytes: found.bytes, limits: DecodingLimits()).header
    #expect(header.hdr == .hybridLogGamma)
  }

  // MARK: - Motion Photos as sources

  @Test func `a Motion Photo gets another still and keeps its video byte for byte`() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("rotated.mp4")
    #expect(try convert(samples, ["rotated.mp4", "-o", "first_MP.jpg"]).exitCode == 0)
    let outcome = try convert(samples, ["--still", "heic", "first_MP.jpg"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let first = try Found(FilePath(samples.folder.appendingPathComponent("first_MP.jpg").path))
    let second = try Found(path(samples, "first_MP.heic"))
    #expect(second.video == first.video)
    #expect(second.motion.presentationMicroseconds == first.motion.presentationMicroseconds)
    let same = try convert(samples, ["--json", "first_MP.jpg"])
    #expect(try same.records().first?["status"] as? String == "unchanged")
    #expect(same.lines.contains { $0.contains("copy.already-in-format") })
  }

  @Test func `a video that tells another place than its photo does not keep it`() throws {
    let samples = try Samples()
    defer { samples.remove() }
    let video = try FileReader.read(FilePath(Samples.source.appendingPathComponent("rotated.mp4").path)).bytes
    let picture = try FileReader.read(FilePath(Samples.source.appendingPathComponent("harbour.jpg").path))
      .bytes
    #expect(try MotionSource.place(of: video) != nil)
    let source = try MotionSource.photo(of: picture, video: video)
    try Data(source).write(to: samples.folder.appendingPathComponent("a_MP.jpg"))
    let outcome = try convert(samples, ["--still", "heic", "a_MP.jpg"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let found = try Found(path(samples, "a_MP.heic"))
    #expect(try MotionSource.place(of: found.video) == nil)
    #expect(found.movie.information.sounds.map(\.codec) == ["aac"])
  }

  // MARK: - What has no video

  @Test(arguments: [("C.UTF-8", "Motion Photo"), ("zh_TW.UTF-8", "動態相片")])
  func `a photo without a video is skipped in a folder and refused by name`(locale: String, word: String)
    throws
  {
    let samples = try Samples()
    defer { samples.remove() }
    for name in ["portrait.jpg", "lake.heic", "sticker.png"] { try samples.add(name) }
    var program = samples.program
    program.environment["LC_ALL"] = locale
    let folder = try program.run(["convert", "--to", "motion-photo", "--json", "."])
    #expect(folder.exitCode == 0, "\(folder.errors)")
    #expect(try folder.records().filter { $0["status"] as? String == "ignored" }.count == 3)
    for name in ["portrait.jpg", "lake.heic", "sticker.png"] {
      let named = try program.run(["convert", "--to", "motion-photo", "--json", name])
      #expect(named.exitCode == 1)
      #expect(named.lines.contains { $0.contains("motion.none") })
      #expect(named.errors.contains(word))
    }
    // The same for the other target.
    let live = try program.run(["convert", "--to", "live", "."])
    #expect(live.exitCode == 0, "\(live.errors)")
  }

  // MARK: - Names and ways out

  @Test func `the name ends in MP whatever stands before it`() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("rotated.mp4", as: "a/IMG.mp4")
    try samples.add("live.mov", as: "b/IMG.mov")
    try samples.add("rotated.mp4", as: "c/PXL_1.MP.mp4")
    _ = try convert(samples, ["--length", "1", "a"])
    _ = try convert(samples, ["b"])
    _ = try convert(samples, ["--length", "1.2", "c/PXL_1.MP.mp4"])
    _ = try convert(samples, ["--length", "1.4", "--name", "{stem}-{format}", "a"])
    let stems = try samples.delivered().map { FilePath($0).stem }.map { String(decoding: $0, as: UTF8.self) }
    #expect(stems.count == 4)
    #expect(stems.allSatisfy { $0.hasSuffix("MP") }, "\(stems)")
    #expect(Set(["IMG_MP", "PXL_1.MP", "IMG-motion-photo_MP"]).isSubset(of: stems), "\(stems)")
    #expect(stems.contains { $0.hasPrefix("IMG~") && $0.hasSuffix("_MP") }, "\(stems)")
  }

  @Test func `it goes down a pipe, and to a dry run's name`() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("rotated.mp4")
    let dry = try convert(samples, ["-n", "rotated.mp4"])
    #expect(dry.lines.first?.hasSuffix("/rotated_MP.jpg") == true)
    let piped = try convert(samples, ["-o", "-", "rotated.mp4"])
    #expect(piped.exitCode == 0, "\(piped.errors)")
    #expect(try MotionPhoto.read([UInt8](piped.output)) != nil)
    #expect(try convert(samples, ["-o", "a.png", "rotated.mp4"]).exitCode == 64)
    #expect(try convert(samples, ["--long-edge", "100", "rotated.mp4"]).exitCode == 64)
  }

  // MARK: - The check before delivery

  enum Fault: CaseIterable { case none, place, moment, length, size, sound }

  @Test(arguments: Fault.allCases) func `what is not as declared is not delivered`(fault: Fault) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("rotated.mp4")
    let source = FilePath(samples.folder.appendingPathComponent("rotated.mp4").path)
    let target = FilePath(samples.folder.appendingPathComponent("out_MP.jpg").path)
    let conversion = try ConversionSettings.motionPhoto(LivePhotoSettings(stillFormat: .jpeg))
      .conversion(of: Original(path: source, bytes: nil), threads: 1)
    let problem = Self.problem {
      _ = try ConversionSink(library: nil).copy(
        of: SinkSource.hashing(source),
        embedded: conversion.embedded,
        recipe: conversion.recipe,
        to: .file(target),
        naming: CopyNaming(),
        options: SinkOptions()
      ) { carried, staging in
        var production = try conversion.produce(carried, in: staging)
        guard case .motionPhoto(let photo, var motion) = production.files[0].expectation else {
          return production
        }
        switch fault {
        case .none: break
        case .place: motion.range = (motion.range.lowerBound - 1)..<motion.range.upperBound
        case .moment: motion.presentationMicroseconds = 7
        case .length: motion.movie.durationInSeconds += 1
        case .size: motion.movie.size = PixelSize(width: 320, height: 240)
        case .sound: motion.movie.hasSound = false
        }
        production.files[0].expectation = .motionPhoto(photo, motion)
        return production
      }
    }
    #expect(problem?.code == (fault == .none ? nil : .verificationFailed))
    #expect(((try? FileStatus.of(target)) != nil) == (fault == .none))
  }

  private static func problem(_ body: () throws -> Void) -> Problem? {
    do { try body() } catch { return error as? Problem ?? Problem(.internalError, ["detail": "\(error)"]) }
    return nil
  }
}

/// A Motion Photo whose video was made elsewhere.
private enum MotionSource {
  /// Where a video says that it was taken.
  static func place(of video: [UInt8]) throws -> Place? {
    let source = ByteSource(byteCount: video.count) { Array(video[$0]) }
    return QuickTimeMetadataReader.read(try QuickTimeFile(source)).0.place
  }

  /// A JPEG with its Exif, that says that a video follows, and the video.
  static func photo(of picture: [UInt8], video: [UInt8]) throws -> [UInt8] {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MicroVideo="1" \
      GCamera:MicroVideoOffset="\(video.count)" GCamera:MicroVideoPresentationTimestampUs="0"/></rdf:RDF></x:xmpmeta>
      """
    var blocks = try JPEGSegments(picture).blocks
    blocks.xmp = Array(packet.utf8)
    return try JPEGAssembler.assemble(stream: picture, blocks: blocks) + video
  }
}
