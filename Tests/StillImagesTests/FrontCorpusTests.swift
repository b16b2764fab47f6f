import Containers
import Files
import Messages
import Pixels
import StillImages
import TestSupport
import Testing

/// What is expected of a real file.
struct ExpectedPicture: CustomTestStringConvertible, Sendable {
  var path: String
  var size = PixelSize(width: 1, height: 1)
  var orientation = Orientation.up
  var layout = ChannelLayout.rgb
  var bits = 8
  var hdr = HDRKind.none
  var notes: [NoteCode] = []
  var hasMotion = false
  var furtherImages = 0
  var testDescription: String { path }

  init(
    _ path: String,
    _ width: Int,
    _ height: Int,
    orientation: Int = 1,
    layout: ChannelLayout = .rgb,
    bits: Int = 8,
    hdr: HDRKind = .none,
    notes: [NoteCode] = [],
    hasMotion: Bool = false,
    furtherImages: Int = 0
  ) {
    self.path = path
    size = PixelSize(width: width, height: height)
    self.orientation = Orientation(rawValue: orientation) ?? .up
    self.layout = layout
    self.bits = bits
    self.hdr = hdr
    self.notes = notes
    self.hasMotion = hasMotion
    self.furtherImages = furtherImages
  }
}

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct FrontCorpusTests {
  private static func bytes(_ path: String) throws -> [UInt8] {
    try FileReader.read(try #require(Corpus.file("still/" + path)), maximumByteCount: 1 << 28).bytes
  }

  static let pictures: [ExpectedPicture] =
    (1...8).map { turn in
      ExpectedPicture(
        "jpeg/orientation/landscape_\(turn).jpg",
        turn < 5 ? 600 : 450,
        turn < 5 ? 450 : 600,
        orientation: turn
      )
    } + [
      ExpectedPicture("jpeg/apple-gainmap-mpf-v65536.jpg", 384, 512, hdr: .gainMap),
      ExpectedPicture("jpeg/apple-iphone4-gps.jpg", 1296, 968),
      ExpectedPicture("jpeg/apple-makernote.jpg", 8, 8),
      ExpectedPicture("jpeg/canon40d-makernote.jpg", 100, 68),
      ExpectedPicture("jpeg/cmyk-ycck-adobe2-multi-icc.jpg", 140, 140, notes: [.cmykConverted]),
      ExpectedPicture("jpeg/gps-nikon-DSCN0010.jpg", 640, 480),
      ExpectedPicture("jpeg/grey.jpg", 320, 240, layout: .grey),
      ExpectedPicture("jpeg/iphone-hdr-yes.jpg", 3264, 2448),
      ExpectedPicture("jpeg/mwg-exif-iptc-xmp-conflict.jpg", 8, 8, orientation: 6),
      ExpectedPicture("jpeg/rating.jpg", 950, 634),
      ExpectedPicture("jpeg/ultrahdr-libultrahdr.jpg", 3840, 2160, hdr: .gainMap),
      ExpectedPicture("jpeg/ultrahdr-pixel6pro-extxmp.jpg", 4080, 3072, hdr: .gainMap),
      ExpectedPicture("jpeg/ultrahdr-sphinx.jpg", 600, 400, hdr: .gainMap),
      ExpectedPicture("jpeg/xyb-icc.jpg", 290, 442),
      ExpectedPicture("png/chrm.png", 64, 64),
      ExpectedPicture("png/cicp-grey.png", 768, 512, layout: .grey),
      ExpectedPicture("png/exif-chunk.png", 200, 100),
      ExpectedPicture("png/grey-alpha8.png", 29, 100, layout: .greyAlpha),
      ExpectedPicture("png/grey16.png", 29, 100, layout: .grey, bits: 16),
      ExpectedPicture("png/icc-exif-xmp.png", 403, 302),
      ExpectedPicture("png/palette.png", 33, 11, layout: .rgba),
      ExpectedPicture("png/rgb16.png", 128, 128, bits: 16),
      ExpectedPicture("webp/alpha-lossless.webp", 386, 395, layout: .rgba),
      ExpectedPicture("webp/exiv2-bug1199.webp", 1200, 800),
      ExpectedPicture("webp/nikon-exif-icc.webp", 3648, 2736, orientation: 6),
      ExpectedPicture("webp/xmp-only.webp", 10, 10),
      ExpectedPicture("tiff/multipage.tif", 4670, 6170, layout: .grey, furtherImages: 4),
      ExpectedPicture("tiff/ojpeg-strip.tif", 160, 160),
      ExpectedPicture("tiff/reagan-exif-iptc-xmp.tiff", 200, 130, layout: .rgba),
      ExpectedPicture("tiff/rgba-lzw-unassociated.tiff", 196, 257, layout: .rgba),
      ExpectedPicture("broken/exif-corrupt.jpg", 636, 227),
      ExpectedPicture("broken/png-suite-0839d93f.png", 32, 32),
      ExpectedPicture("derived/exif6-xmp-tiff6.jpg", 450, 600, orientation: 6),
      ExpectedPicture("derived/misnamed/jpeg-inside.HEIC", 1296, 968),
      ExpectedPicture("derived/motionphoto.jpg", 600, 450, hasMotion: true),
    ] + modern

  static let modern: [ExpectedPicture] =
    ["irot0-imir0", "irot0-imir1", "irot0-imirnone"].map {
      ExpectedPicture("derived/orient-avif/\($0).avif", 301, 201)
    }
    + ["irot1-imir0", "irot1-imir1", "irot1-imirnone"].map {
      ExpectedPicture("derived/orient-avif/\($0).avif", 201, 301)
    } + [
      ExpectedPicture("avif/animated-alpha-exif-xmp.avif", 150, 150, layout: .rgba, furtherImages: 4),
      ExpectedPicture("avif/film-grain.avif", 1404, 936),
      ExpectedPicture("avif/gainmap-sdr-base.avif", 400, 300, hdr: .gainMap),
      ExpectedPicture(
        "avif/gainmap-unsupported-version.avif",
        100,
        100,
        layout: .rgba,
        bits: 10,
        hdr: .perceptualQuantizer
      ),
      ExpectedPicture("avif/hdr-p3pq-10bit.avif", 1024, 428, bits: 10, hdr: .perceptualQuantizer),
      ExpectedPicture("avif/icc-exif-xmp.avif", 403, 302),
      ExpectedPicture("avif/irot-on-color-and-alpha.avif", 256, 512, layout: .rgba),
      ExpectedPicture("avif/kimono-mirror-h.avif", 722, 1024),
      ExpectedPicture("avif/kimono-rotate90.avif", 722, 1024),
      ExpectedPicture("avif/monochrome-10bit-odd.avif", 1203, 800, layout: .grey, bits: 10),
      ExpectedPicture("avif/orientation6.avif", 3024, 4032),
      ExpectedPicture("avif/p3-pq-10bit-clli-5594.avif", 3681, 5594, bits: 10, hdr: .perceptualQuantizer),
      ExpectedPicture("derived/misnamed/avif-inside.heic", 403, 302),
      ExpectedPicture("jxl/p3-hdr16.jxl", 5667, 3685, bits: 16),
    ]

  @Test(arguments: pictures)
  func `real pictures are what they are`(expected: ExpectedPicture) throws {
    let reader = try StillImageReader(bytes: try Self.bytes(expected.path), limits: DecodingLimits())
    let header = reader.header
    #expect(header.size == expected.size)
    #expect(header.orientation == expected.orientation)
    #expect(header.layout == expected.layout)
    #expect(header.bitsPerSample == expected.bits)
    #expect(header.hdr == expected.hdr)
    #expect(header.further.hasMotionVideo == expected.hasMotion)
    #expect(header.further.furtherImageCount == expected.furtherImages)
    #expect(reader.notes.map(\.code) == expected.notes)
    let pixels = try reader.decodePixels(threads: 1)
    #expect(pixels.size == expected.size && pixels.layout == expected.layout)
    #expect(pixels.depth == (expected.bits > 8 ? .sixteen : .eight))
  }

  @Test(arguments: [
    ("broken/truncated.jpg", ProblemCode.truncated), ("derived/truncated-orientation6.jpg", .truncated),
    ("derived/cmyk-adobe.jpg", .cmykWithoutProfile), ("derived/bomb-30000x30000-1bit.png", .tooManyPixels),
    ("derived/empty.jpg", .inputEmpty), ("derived/misnamed/text-inside.jpg", .formatUnknown),
    ("tiff/logluv-hdr.tif", .formatUnsupported),
    ("avif/bomb-17000x17000.avif", .tooManyPixels),
    ("heic/mini-box.heif", .formatUnsupported), ("heic/unsupported-vvc.heif", .formatUnsupported),
  ])
  func `what can't be read says why`(path: String, code: ProblemCode) throws {
    let bytes = try Self.bytes(path)
    let problem = #expect(throws: Problem.self) {
      try StillImageReader(bytes: bytes, limits: DecodingLimits()).decodePixels(threads: 1)
    }
    #expect(problem?.code == code)
  }

  /// libjpeg fills what it lacks with grey and warns; through libtiff, too, that is no picture.
  @Test func `zeros in a JPEG within a TIFF are damage`() throws {
    var bytes = try Self.bytes("tiff/ojpeg-strip.tif")
    for index in 2400..<4600 { bytes[index] = 0 }
    let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
    #expect(#expect(throws: Problem.self) { try reader.decodePixels(threads: 1) }?.code == .damaged)
  }

  /// Every landscape shows the same scene once it is turned upright.
  @Test func `all eight orientations give one picture`() throws {
    func upright(_ turn: Int) throws -> PixelBuffer {
      let reader = try StillImageReader(
        bytes: try Self.bytes("jpeg/orientation/landscape_\(turn).jpg"),
        limits: DecodingLimits()
      )
      return try reader.decodePixels(threads: 1).oriented(reader.header.orientation)
    }
    let first = try upright(2)
    for turn in 3...8 {
      #expect(try #require(PixelComparison.meanAbsoluteDifference(first, try upright(turn))) < 0.03)
    }
  }

  @Test func `metadata of real files are found`() throws {
    func blocks(_ path: String) throws -> MetadataBlocks {
      try StillImageReader(bytes: try Self.bytes(path), limits: DecodingLimits()).header.blocks
    }
    #expect(try blocks("jpeg/ultrahdr-pixel6pro-extxmp.jpg").extendedXMP?.count == 51_726)
    #expect(try blocks("jpeg/iptc-photoshop.jpg").iptc?.count == 359)
    #expect(try blocks("png/icc-exif-xmp.png").exif?.count == 1126)
    #expect(try blocks("png/icc-exif-xmp.png").xmp?.count == 3898)
    #expect(try blocks("png/rgb16.png").xmp != nil)
  }

  @Test(arguments: ["jpeg/xyb-icc.jpg", "jpeg/grey.jpg", "jpeg/ultrahdr-pixel6pro-extxmp.jpg"])
  func `a JPEG copy of a real picture is near it`(path: String) throws {
    let reader = try StillImageReader(bytes: try Self.bytes(path), limits: DecodingLimits())
    let pixels = try reader.decodePixels(threads: 1)
    let copy = try StillImageEncoder.encode(
      pixels,
      significantBits: 8,
      colour: reader.header.colour,
      blocks: MetadataBlocks(),
      format: .jpeg,
      options: EncodingOptions(quality: 92)
    )
    let again = try StillImageReader(bytes: copy, limits: DecodingLimits())
    #expect(again.header.colour == reader.header.colour)
    #expect(again.header.hdr == .none)
    let distance = PixelComparison.meanAbsoluteDifference(pixels, try again.decodePixels(threads: 1))
    #expect(try #require(distance) < 0.008)
  }
}
