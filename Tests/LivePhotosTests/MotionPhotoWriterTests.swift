import Containers
import Files
import Foundation
import Messages
import Metadata
import Pixels
import StillImages
import TestSupport
import Testing

@testable import LivePhotos

@Suite struct MotionPhotoWriterTests {
  typealias Sample = MotionSample
  let folder: TemporaryFolder
  let video: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    video = try FileReader.read(Sample.video).bytes
  }

  private func writer(_ format: StillFormat, gainMap: [UInt8]? = nil, time: Int64? = 1_234_567) throws
    -> MotionPhotoWriter
  {
    try MotionPhotoWriter(
      format: format,
      videoByteCount: video.count,
      presentationMicroseconds: time,
      gainMapByteCount: gainMap?.count
    )
  }

  /// A Motion Photo on the disk.
  private func make(_ format: StillFormat, gainMap: [UInt8]? = nil) throws -> (path: FilePath, bytes: [UInt8])
  {
    let writer = try writer(format, gainMap: gainMap)
    let still = try Sample.still(format, writer.contents) + (gainMap ?? [])
    let path = folder.path.appending("IMG_1_MP.\(format == .jpeg ? "jpg" : format.rawValue)")
    try DurableFile.write(try writer.pieces(still: still, video: Sample.video), to: path)
    return (path, try FileReader.read(path).bytes)
  }

  @Test(arguments: [StillFormat.jpeg, .heic, .avif]) func `what is written reads back`(format: StillFormat)
    throws
  {
    let (path, bytes) = try make(format)
    let photo = try #require(try MotionPhoto.read(bytes))
    #expect(photo.video.kind == (format == .jpeg ? .samsungTrailer : .mpvd))
    #expect(Array(bytes[photo.video.range]) == video)
    #expect(photo.presentationMicroseconds == 1_234_567)
    #expect(!photo.isSwitchedOff)
    let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
    #expect(try MotionPhoto.read(reader.header) == photo)
    #expect(try reader.decodePixels(threads: 1).size == reader.header.size)
    #expect(reader.notes == [])
    // What a reader of the published format computes: the length counts from the end.
    let length = try #require(MotionTags(reader.header.blocks).videoByteCount)
    #expect(bytes.count - length == photo.video.range.lowerBound)
    let cut = folder.path.appending("cut.mp4")
    try DurableFile.write([photo.piece(of: path)], to: cut)
    #expect(try FileReader.read(cut).bytes == video)
  }

  @Test func `a gain map stays right behind the picture`() throws {
    let map = try Sample.gainMap()
    #expect(map.count > 1000)
    let (_, bytes) = try make(.jpeg, gainMap: map)
    let segments = try JPEGSegments(bytes)
    #expect(segments.companions.gainMap?.range == segments.primaryEnd..<(segments.primaryEnd + map.count))
    let photo = try #require(try MotionPhoto.read(bytes))
    #expect(photo.video == MotionVideo(kind: .google, range: (bytes.count - video.count)..<bytes.count))
    let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
    #expect(reader.header.hdr == .gainMap)
    #expect(reader.header.further.furtherImageCount == 0)
  }

  @Test(arguments: [StillFormat.jpeg, .heic, .avif]) func `exiftool and ffprobe find the same`(
    format: StillFormat
  ) throws {
    let (path, bytes) = try make(format)
    let scratch = URL(fileURLWithPath: folder.path.lossyString)
    let arguments = ["-j", "-G1", "-struct", "-ee", path.lossyString]
    guard let run = try? Program.tool("exiftool", arguments, in: scratch), run.exitCode == 0 else { return }
    let found = try JSONSerialization.jsonObject(with: run.output) as? [[String: Any]]
    let tags = (found?.first ?? [:]).mapValues { "\($0)" }
    #expect(tags["XMP-GCamera:MotionPhoto"] == "1")
    #expect(tags["XMP-GCamera:MotionPhotoPresentationTimestampUs"] == "1234567")
    #expect(tags["ExifTool:Warning"] == nil)
    #expect((tags["XMP-GCamera:MicroVideo"] == "1") == (format == .jpeg))
    let tag = format == .jpeg ? "-EmbeddedVideoFile" : "-MotionPhotoVideo"
    let extracted = try Program.tool("exiftool", ["-b", tag, path.lossyString], in: scratch)
    #expect([UInt8](extracted.output) == video)
    let length = try #require(
      try MotionTags(StillImageReader(bytes: bytes, limits: DecodingLimits()).header.blocks).videoByteCount
    )
    try folder.write(Array(bytes.suffix(length)), to: "tail.mp4")
    let entries = ["-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", "tail.mp4"]
    guard let probe = try? Program.tool("ffprobe", entries, in: scratch), probe.exitCode != 127 else {
      return
    }
    let original = try Program.tool("ffprobe", entries.dropLast() + [Sample.video.lossyString], in: scratch)
    #expect(!probe.lines.isEmpty)
    #expect(probe.lines == original.lines)
    #expect(probe.errors == "")
  }

  @Test func `what was not planned is refused`() throws {
    let writer = try writer(.jpeg)
    let good = try Sample.still(.jpeg, writer.contents)
    #expect(throws: Never.self) { try writer.pieces(still: good, video: Sample.video) }
    let other = try folder.write([UInt8](repeating: 0, count: video.count), to: "other.mp4")
    let short = try folder.write(Array(video.dropLast()), to: "short.mp4")
    let map = try Sample.gainMap()
    let untold = try Sample.still(.jpeg, PhotoContents())
    let late = try Sample.still(.jpeg, self.writer(.jpeg, time: 5).contents)
    for (still, path) in [
      (good, other), (good, short), (untold, Sample.video), (late, Sample.video), (good + [0], Sample.video),
      (good + map, Sample.video), (try Sample.still(.heic, writer.contents), Sample.video),
    ] {
      #expect(throws: Problem.self) { try writer.pieces(still: still, video: path) }
    }
    let heic = try self.writer(.heic)
    let moving = try make(.heic).bytes
    #expect(throws: Problem.self) { try heic.pieces(still: moving, video: Sample.video) }
    for count in [0, -1, 1 << 32, .max] {
      #expect(throws: Problem.self) {
        try MotionPhotoWriter(format: .jpeg, videoByteCount: count, presentationMicroseconds: nil)
      }
    }
    #expect(throws: Problem.self) {
      try MotionPhotoWriter(format: .png, videoByteCount: 9, presentationMicroseconds: nil)
    }
  }

  @Test func `a time that nobody knows is not written`() throws {
    for time in [nil, -1] as [Int64?] {
      let writer = try writer(.heic, time: time)
      #expect(writer.contents.video?.presentationMicroseconds == nil)
      let pieces = try writer.pieces(still: try Sample.still(.heic, writer.contents), video: Sample.video)
      let path = folder.path.appending("\(time ?? 0).heic")
      try DurableFile.write(pieces, to: path)
      #expect(try MotionPhoto.read(FileReader.read(path).bytes)?.presentationMicroseconds == nil)
    }
  }

  @Test(arguments: [
    ("IMG_0001", "IMG_0001_MP"), ("PXL_20240113_053853.MP", "PXL_20240113_053853.MP"),
    ("IMG_1_MP", "IMG_1_MP"),
    ("MP", "MP_MP"), ("貓", "貓_MP"), ("ramp", "ramp_MP"),
  ]) func `names end in MP`(stem: String, expected: String) {
    #expect(MotionPhotoWriter.stem(Array(stem.utf8)) == Array(expected.utf8))
  }
}
