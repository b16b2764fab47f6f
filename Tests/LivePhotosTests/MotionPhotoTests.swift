import Containers
import Files
import Messages
import Metadata
import StillImages
import TestSupport
import Testing

@testable import LivePhotos

@Suite struct MotionPhotoTests {
  typealias Sample = MotionSample

  @Test func `what is no picture or has no video is no Motion Photo`() throws {
    #expect(try MotionPhoto.read([]) == nil)
    #expect(try MotionPhoto.read(FileReader.read(Sample.video).bytes) == nil)
    for name in ["harbour.jpg", "lake.heic", "sunset-ultra-hdr.jpg", "live.heic", "sticker.png"] {
      #expect(try MotionPhoto.read(FileReader.read(Sample.samples.appending(name)).bytes) == nil, "\(name)")
    }
  }

  @Test(arguments: [StillFormat.jpeg, .heic, .avif])
  func `a claim that outlived its video is a problem`(format: StillFormat) throws {
    let video = try FileReader.read(Sample.video).bytes
    let writer = try MotionPhotoWriter(
      format: format,
      videoByteCount: video.count,
      presentationMicroseconds: 7
    )
    let still = try Sample.still(format, writer.contents)
    let problem = #expect(throws: Problem.self) { try MotionPhoto.read(still) }
    #expect(problem?.code == .motionVideoMissing)
    // The picture itself is fine, and nothing is said to be lost when it is converted.
    let header = try StillImageReader(bytes: still, limits: DecodingLimits()).header
    #expect(!header.further.hasMotionVideo)
    // Cut off in the middle.
    let cut = still + Array(video.prefix(video.count / 2))
    #expect(throws: Problem.self) { try MotionPhoto.read(cut) }
  }

  @Test func `motion that is switched off is still there`() throws {
    let video = try FileReader.read(Sample.video).bytes
    let writer = try MotionPhotoWriter(
      format: .jpeg,
      videoByteCount: video.count,
      presentationMicroseconds: 7
    )
    var bytes = try Sample.still(.jpeg, writer.contents)
    for name in ["GCamera:MotionPhoto=\"", "GCamera:MicroVideo=\""] {
      let place = try #require(bytes.firstRange(of: Array(name.utf8)))
      bytes[place.upperBound] = UInt8(ascii: "0")
    }
    #expect(try MotionPhoto.read(bytes) == nil)
    let photo = try #require(try MotionPhoto.read(bytes + video))
    #expect(photo.isSwitchedOff)
    #expect(photo.video.range.count == video.count)
  }

  @Test(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence))) func `a Samsung's HEIC`() throws {
    let path = try #require(Corpus.file("live/motion-photo/samsung-one-ui-6.heic"))
    let bytes = try FileReader.read(path).bytes
    let photo = try #require(try MotionPhoto.read(bytes))
    #expect(photo.video == MotionVideo(kind: .mpvd, range: 452_284..<3_678_753))
    #expect(photo.presentationMicroseconds == 3_000_000)
    // XMP and the directory in sefd alone tell the same place.
    var withoutBox = bytes
    withoutBox.replaceSubrange(452_280..<452_284, with: Array("mdat".utf8))
    #expect(
      try MotionPhoto.read(withoutBox)?.video == MotionVideo(kind: .samsungTrailer, range: photo.video.range)
    )
    withoutBox.replaceSubrange(3_678_757..<3_678_761, with: Array("free".utf8))
    withoutBox.replaceSubrange((bytes.count - 4)..., with: Array("....".utf8))
    #expect(try MotionPhoto.read(withoutBox)?.video.kind == .google)
    #expect(try MotionPhoto.read(withoutBox)?.video.range.lowerBound == 452_284)
    // Without the video's end there is none.
    let problem = #expect(throws: Problem.self) { try MotionPhoto.read(Array(bytes.prefix(3_000_000))) }
    #expect(problem?.code == .motionVideoMissing)
  }

  @Test(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence))) func `a MicroVideo`() throws {
    let path = try #require(Corpus.file("still/derived/motionphoto.jpg"))
    let bytes = try FileReader.read(path).bytes
    let photo = try #require(try MotionPhoto.read(bytes))
    #expect(photo.video == MotionVideo(kind: .microVideo, range: (bytes.count - 5390)..<bytes.count))
    #expect(photo.presentationMicroseconds == nil)
  }
}
