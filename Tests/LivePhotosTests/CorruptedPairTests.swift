import Containers
import Files
import Foundation
import Metadata
import Movies
import Pixels
import StillImages
import TestSupport
import Testing

@testable import LivePhotos

/// Whatever one byte of a pair's metadata says, the check answers: the frames that it decodes are found by those bytes.
@Suite struct CorruptedPairTests {
  private let folder: TemporaryFolder
  private let identifier = PairingIdentifier()

  init() throws { folder = try TemporaryFolder() }

  private func still(_ format: StillFormat) throws -> [UInt8] {
    let size = PixelSize(width: 64, height: 48)
    let bytes = (0..<(64 * 48 * 3)).map { UInt8(truncatingIfNeeded: $0 / 7) }
    var blocks = MetadataBlocks()
    blocks.exif = try PairingTag.set(identifier.text, in: nil).exif
    return try StillImageEncoder.encode(
      PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: bytes),
      significantBits: 8,
      colour: ColourDescription(),
      blocks: blocks,
      format: format,
      options: EncodingOptions(quality: 80, threads: 1)
    )
  }

  private func video() throws -> [UInt8] {
    let size = PixelSize(width: 64, height: 48)
    let plain = folder.path.appending("plain.mov")
    let encoder = try MovieEncoder(to: plain, MovieEncodingSettings(size: size))
    for number in 0..<8 {
      let bytes = [UInt8](repeating: UInt8(number * 30), count: 64 * 48 * 3)
      try encoder.append(
        PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: bytes),
        at: MediaTime(value: Int64(number) * 20, timescale: 600)
      )
    }
    try encoder.finish(at: MediaTime(value: 160, timescale: 600))
    let paired = folder.path.appending("paired.MOV")
    try PairedMovieWriter.write(
      plain,
      to: paired,
      identifier: identifier,
      stillAt: .init(time: 80, scale: 600)
    )
    return try FileReader.read(paired).bytes
  }

  /// Where the metadata of a file stand: all of its boxes but the media, or everything before a JPEG's picture.
  private func metadata(_ bytes: [UInt8]) throws -> [Range<Int>] {
    if bytes.starts(with: [0xFF, 0xD8]) {
      let end = try #require(bytes.firstRange(of: [0xFF, 0xDA]))
      return [0..<end.lowerBound]
    }
    var reader = BoxReader(bytes)
    return try reader.readBoxes().map {
      $0.type == "mdat" ? $0.range.lowerBound..<$0.content.lowerBound : $0.range
    }
  }

  @Test(arguments: [StillFormat.heic, .jpeg]) func oneByteNeverCrashesTheCheck(_ format: StillFormat) throws {
    let whole = (still: try still(format), video: try video())
    let paths = (
      still: folder.path.appending(format == .heic ? "a.heic" : "a.jpg"),
      video: folder.path.appending("a.MOV")
    )
    func write(_ still: [UInt8], _ video: [UInt8]) throws {
      // Not durable: there are a thousand of them.
      try Data(still).write(to: URL(fileURLWithPath: paths.still.lossyString))
      try Data(video).write(to: URL(fileURLWithPath: paths.video.lossyString))
    }
    let check = LivePhotoCheck.decodingFrames()
    try write(whole.still, whole.video)
    #expect(try check.check(still: paths.still, video: paths.video).verdict == .pairs)
    var random = SplitMix(state: format == .heic ? 20_261_130 : 20_261_201)
    var counts = (pairs: 0, fails: 0)
    for turn in 0..<500 {
      var (still, video) = whole
      // A byte of the video three times out of four: it has more that is followed.
      let isVideo = turn % 4 != 0
      let places = try metadata(isVideo ? video : still).flatMap { Array($0) }
      let place = places[Int(random.next() % UInt64(places.count))]
      let value = UInt8(truncatingIfNeeded: random.next())
      if isVideo { video[place] = value } else { still[place] = value }
      try write(still, video)
      let result = try check.check(
        still: paths.still,
        video: paths.video,
        deadline: PairDeadline(seconds: 20)
      )
      switch result.verdict {
      case .pairs: counts.pairs += 1
      case .doesNotPair: counts.fails += 1
      case .timedOut:
        Issue.record("byte \(place) = \(value) of the \(isVideo ? "video" : "still") takes too long")
      }
    }
    // Both happen: many bytes are times and names, and many are lengths and identifiers.
    #expect(counts.pairs > 50 && counts.fails > 50, "\(counts)")
  }
}
