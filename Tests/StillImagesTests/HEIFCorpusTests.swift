import Containers
import Files
import Messages
import Pixels
import TestSupport
import Testing
@testable import StillImages

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence))) struct HEIFCorpusTests {
  /// What a real file has to give.
  struct Expectation: CustomTestStringConvertible, Sendable {
    var name: String
    var size: (Int, Int) = (0, 0)
    var layout = ChannelLayout.rgb
    var bits = 8
    var hdr = HDRKind.none
    var profile = 0
    var exif = 0
    var further = 0
    var kinds: [String] = []
    var problem: ProblemCode?
    var testDescription: String { name }
  }

  static let whole: [Expectation] = [
    .init(name: "heic/alpha-512.heic", size: (512, 512), layout: .rgba, profile: 672),
    .init(name: "heic/burst-msf1.heic", size: (1280, 720), further: 93),
    .init(
      name: "heic/canonR5-PQ-10bit-422.HIF",
      size: (2400, 1600),
      bits: 10,
      hdr: .perceptualQuantizer,
      exif: 30_453
    ),
    .init(name: "heic/galaxyS24FE-exif6-but-no-irot.heic", size: (4000, 1848), profile: 632, exif: 724),
    .init(
      name: "heic/galaxyS25ultra-tmap-gainmap.heic",
      size: (4000, 1848),
      hdr: .gainMap,
      profile: 632,
      exif: 916
    ),
    .init(name: "heic/invalid-item-id.heic", size: (1197, 1227), further: 1),
    .init(name: "heic/iphone11pro-exif-at-eof.heic", size: (3024, 4032), profile: 548, exif: 2166),
    .init(
      name: "heic/iphone13pro-gainmap-depth.heic",
      size: (4032, 3024),
      hdr: .gainMap,
      profile: 536,
      exif: 2618,
      kinds: ["depth"]
    ),
    .init(
      name: "heic/iphone13promax-gainmap-irot270.HEIC",
      size: (3024, 4032),
      hdr: .gainMap,
      profile: 548,
      exif: 2446
    ),
    .init(
      name: "heic/iphone15plus-ios18-tmap.HEIC",
      size: (5712, 4284),
      hdr: .gainMap,
      profile: 536,
      exif: 2830
    ),
    .init(
      name: "derived/ios18-auxl-to-two-items.heic",
      size: (5712, 4284),
      hdr: .gainMap,
      profile: 536,
      exif: 2830
    ),
    .init(name: "heic/iphone7-gps.heic", size: (4032, 3024), profile: 548, exif: 2134),
    .init(name: "heic/nikon-stonehenge-exif-xmp.heic", size: (300, 200), exif: 1072),
    .init(name: "heic/nokia83-irot270-but-exif1.heif", size: (3456, 4608), exif: 519),
    .init(name: "heic/odd-451x461-clap.heic", size: (451, 461), profile: 672),
    .init(name: "heic/overlay-iovl-alpha.heic", size: (1440, 960)),
    .init(name: "heic/rgba-10bit.heif", size: (128, 128), layout: .rgba, bits: 10),
    .init(name: "heic/sonyA7SIII-10bit-422.hif", size: (4240, 2832), bits: 10, exif: 40_950),
    .init(name: "heic/three-images.heic", size: (64, 64), layout: .grey, further: 2),
    .init(name: "heic/xiaomi-exif-192KB.heic", size: (2592, 1944), exif: 192_168),
    .init(name: "derived/misnamed/heic-inside.jpg", size: (300, 200), exif: 1072),
  ]

  static let broken: [Expectation] = [
    .init(name: "broken/clap-divide-by-zero.heic", problem: .damaged),
    .init(name: "broken/corrupted.heic", problem: .damaged),
    .init(name: "broken/empty.heic", problem: .inputEmpty),
    .init(name: "broken/truncated.heic", problem: .truncated),
    .init(name: "heic/jpeg-coded.heif", problem: .codecUnsupported),
    .init(name: "heic/mini-box.heif", problem: .formatUnsupported),
    .init(name: "heic/unsupported-vvc.heif", problem: .codecUnsupported),
    .init(name: "derived/misnamed/jpeg-inside.HEIC", problem: .formatUnknown),
  ]

  @Test(arguments: whole) func reads(_ expected: Expectation) throws {
    let reader = try HEIFReader(bytes: bytes(of: expected.name), limits: DecodingLimits())
    let header = reader.header
    #expect(header.size == PixelSize(width: expected.size.0, height: expected.size.1))
    #expect(header.layout == expected.layout)
    #expect(header.bitsPerSample == expected.bits)
    #expect(header.hdr == expected.hdr)
    #expect(header.orientation == .up)
    #expect(header.colour.iccProfile?.count ?? 0 == expected.profile)
    #expect(header.blocks.exif?.count ?? 0 == expected.exif)
    #expect(header.further.furtherImageCount == expected.further)
    #expect(header.further.auxiliaryKinds == expected.kinds)
    let pixels = try reader.decodePixels(threads: 2)
    #expect(pixels.size == header.size && pixels.layout == header.layout)
    #expect(pixels.depth == (expected.bits == 8 ? .eight : .sixteen))
    // A picture that was not decoded would be all of one colour.
    #expect(Set(pixels.bytes.prefix(300_000)).count > 40)
  }

  @Test(arguments: broken) func refuses(_ expected: Expectation) throws {
    #expect(HEIFSample.problem(try bytes(of: expected.name)) == expected.problem)
  }

  @Test func noticesTilesThatAreCutOffOrDamaged() throws {
    let whole = try bytes(of: "heic/iphone7-gps.heic")
    #expect(HEIFSample.problem(Array(whole.prefix(whole.count / 2))) == .truncated)
    var damaged = whole
    for index in 400_000..<402_000 { damaged[index] = 0 }
    #expect(HEIFSample.problem(damaged) == .damaged)
  }

  private func bytes(of name: String) throws -> [UInt8] {
    let path = try #require(Corpus.file("still/\(name)"))
    return try FileReader.read(path, maximumByteCount: 1 << 26).bytes
  }
}
