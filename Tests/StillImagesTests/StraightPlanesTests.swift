import Containers
import Files
import Messages
import Pixels
import TestSupport
import Testing

@testable import StillImages

/// Planes that go from a decoder to an encoder as they are.
@Suite("Straight planes")
struct StraightPlanesTests {
  static let samplings: [ColourPlanes.Sampling] = [.grey, .halved, .halvedColumns, .full]

  private static func planes(_ width: Int, _ height: Int, _ sampling: ColourPlanes.Sampling) throws
    -> ColourPlanes
  {
    let size = PixelSize(width: width, height: height)
    let chroma = ColourPlanes.chromaSize(of: size, sampling)
    let sizes = sampling == .grey ? [size] : [size, chroma, chroma]
    let planes = sizes.enumerated().map { index, size in
      let waves = TestPictures.waves(size.width, size.height, .grey)
      let bytes = waves.bytes.map { UInt8(truncatingIfNeeded: 90 + Int($0) / 4 + index * 20) }
      return PixelBuffer(size: size, layout: .grey, depth: .eight, bytes: bytes)
    }
    return try #require(ColourPlanes(sampling: sampling, planes: planes))
  }

  /// Red, green and blue by the equations of JFIF 1.02, a sample of colour difference for all pixels it stands for.
  private static func pixels(of planes: ColourPlanes) -> PixelBuffer {
    let (size, sampling) = (planes.size, planes.sampling)
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let luma = Double(planes.planes[0].bytes[y * size.width + x])
        if sampling == .grey {
          bytes.append(UInt8(luma))
          continue
        }
        let chroma = planes.planes[1].size
        let column = sampling == .full ? x : x / 2
        let row = sampling == .halved ? y / 2 : y
        let blue = Double(planes.planes[1].bytes[row * chroma.width + column]) - 128
        let red = Double(planes.planes[2].bytes[row * chroma.width + column]) - 128
        let colours = [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue]
        bytes += colours.map { UInt8(min(255, max(0, $0.rounded()))) }
      }
    }
    return PixelBuffer(size: size, layout: sampling == .grey ? .grey : .rgb, depth: .eight, bytes: bytes)
  }

  @Test("JPEG keeps planes of every sampling and size", arguments: samplings, [1, 7, 16, 33])
  func jpeg(sampling: ColourPlanes.Sampling, side: Int) throws {
    let original = try Self.planes(side, side + 3, sampling)
    let bytes = try JPEGWriter.encode(
      planes: original,
      colour: ColourDescription(),
      blocks: MetadataBlocks(),
      options: EncodingOptions(quality: 98)
    )
    let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
    let found = try #require(try reader.decodePlanes(threads: 1))
    #expect(found.sampling == original.sampling)
    #expect(try #require(ColourPlanes.meanAbsoluteDifference(found, original)) < 0.01)
    let pixels = try reader.decodePixels(threads: 1)
    #expect(try #require(PixelComparison.meanAbsoluteDifference(pixels, Self.pixels(of: original))) < 0.02)
  }

  @Test("HEIC keeps 4:2:0 and grey planes", arguments: [ColourPlanes.Sampling.grey, .halved], [64, 67])
  func heic(sampling: ColourPlanes.Sampling, side: Int) throws {
    let original = try Self.planes(side, side + 4, sampling)
    let bytes = try HEIFWriter.encode(
      planes: original,
      colour: ColourDescription(),
      blocks: MetadataBlocks(),
      options: EncodingOptions(quality: 95)
    )
    let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
    let found = try #require(try reader.decodePlanes(threads: 1))
    #expect(found.sampling == original.sampling && found.size == original.size)
    #expect(try #require(ColourPlanes.meanAbsoluteDifference(found, original)) < 0.02)
    let pixels = try reader.decodePixels(threads: 1)
    #expect(try #require(PixelComparison.meanAbsoluteDifference(pixels, Self.pixels(of: original))) < 0.03)
  }

  @Test(
    "AVIF keeps grey, 4:2:0 and 4:4:4 planes",
    arguments: [ColourPlanes.Sampling.grey, .halved, .full],
    [64, 67]
  )
  func avif(sampling: ColourPlanes.Sampling, side: Int) throws {
    let original = try Self.planes(side, side + 4, sampling)
    let bytes = try AVIFWriter.encode(
      planes: original,
      colour: ColourDescription(),
      blocks: MetadataBlocks(),
      options: EncodingOptions(quality: 95)
    )
    let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
    let found = try #require(try reader.decodePlanes(threads: 1))
    #expect(found.sampling == original.sampling && found.size == original.size)
    #expect(try #require(ColourPlanes.meanAbsoluteDifference(found, original)) < 0.02)
    let pixels = try reader.decodePixels(threads: 1)
    #expect(try #require(PixelComparison.meanAbsoluteDifference(pixels, Self.pixels(of: original))) < 0.03)
  }

  @Test("WebP keeps 4:2:0 planes", arguments: [1, 2, 33, 64])
  func webp(side: Int) throws {
    let original = try Self.planes(side, side + 3, .halved)
    let bytes = try WebPWriter.encode(
      planes: original,
      colour: ColourDescription(),
      blocks: MetadataBlocks(),
      options: EncodingOptions(quality: 98)
    )
    let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
    let found = try #require(try reader.decodePlanes(threads: 1))
    #expect(found.sampling == .halved && found.size == original.size)
    #expect(try #require(ColourPlanes.meanAbsoluteDifference(found, original)) < 0.02)
    let pixels = try reader.decodePixels(threads: 1)
    #expect(try #require(PixelComparison.meanAbsoluteDifference(pixels, Self.pixels(of: original))) < 0.03)
  }

  @Test(
    "the video range and back leaves no sample more than one step off, and black, white and grey as they are"
  )
  func videoRange() {
    let samples = (0...255).map(UInt8.init)
    for (isLuma, fixed) in [(true, [0, 255]), (false, [128])] {
      var (video, full) = (samples, samples)
      let size = PixelSize(width: 256, height: 1)
      VideoRange.copy(samples, stride: 256, to: &video, stride: 256, size: size, isLuma: isLuma, .toVideo)
      VideoRange.copy(video, stride: 256, to: &full, stride: 256, size: size, isLuma: isLuma, .toFull)
      #expect(video.min() == 16 && video.max() == (isLuma ? 235 : 240))
      #expect(zip(samples, full).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
      #expect(fixed.allSatisfy { full[$0] == samples[$0] })
    }
  }

  @Test("what the target codes otherwise is not taken")
  func refusals() {
    let plain = ColourDescription()
    let wide = ColourDescription(
      codePoints: CodePoints(primaries: 9, transfer: 14, matrix: 9, isFullRange: true)
    )
    let options = EncodingOptions(quality: 80)
    #expect(!JPEGWriter.takes(.full, options: options) && JPEGWriter.takes(.halved, options: options))
    #expect(JPEGWriter.takes(.full, options: EncodingOptions(quality: 90)))
    #expect(HEIFWriter.takes(.halved, colour: plain, options: options))
    #expect(!HEIFWriter.takes(.full, colour: plain, options: options))
    #expect(!HEIFWriter.takes(.halved, colour: wide, options: options))
    #expect(!HEIFWriter.takes(.halved, colour: plain, options: EncodingOptions(isLossless: true)))
    #expect(AVIFWriter.takes(.halved, colour: plain, options: options))
    #expect(AVIFWriter.takes(.full, colour: plain, options: EncodingOptions(quality: 95)))
    #expect(!AVIFWriter.takes(.full, colour: plain, options: options))
    #expect(!AVIFWriter.takes(.halvedColumns, colour: plain, options: options))
    #expect(!AVIFWriter.takes(.halved, colour: wide, options: options))
    #expect(!AVIFWriter.takes(.halved, colour: plain, options: EncodingOptions(isLossless: true)))
    #expect(WebPWriter.takes(.halved, options: options) && !WebPWriter.takes(.full, options: options))
    #expect(!WebPWriter.takes(.halved, options: EncodingOptions(isLossless: true)))
    #expect(!StillImageEncoder.takesPlanes(.grey, colour: plain, format: .png, options: options))
  }

  @Test("a damaged scan is no half picture in planes either")
  func damage() throws {
    let original = try Self.planes(64, 64, .halved)
    let bytes = try JPEGLibrary.encode(
      original,
      .init(quality: 90, isSubsampled: false, isProgressive: false)
    )
    #expect(throws: Problem.self) {
      try JPEGLibrary.decodePlanes(Array(bytes.dropLast(40)), size: original.size, sampling: .halved)
    }
  }
}

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct StraightPlanesCorpusTests {
  @Test(
    "planes of real pictures are the pictures",
    arguments: [
      "heic/iphone7-gps.heic", "heic/iphone13promax-gainmap-irot270.HEIC", "heic/odd-451x461-clap.heic",
      "heic/nokia83-irot270-but-exif1.heif", "heic/galaxyS24FE-exif6-but-no-irot.heic",
      "jpeg/orientation/landscape_6.jpg", "jpeg/grey.jpg", "jpeg/rating.jpg", "jpeg/xyb-icc.jpg",
      "heic/rgba-10bit.heif", "heic/canonR5-PQ-10bit-422.HIF", "avif/icc-exif-xmp.avif",
      "avif/kimono-rotate90.avif", "avif/kimono-mirror-h.avif", "avif/orientation6.avif",
      "avif/film-grain.avif",
      "avif/monochrome-10bit-odd.avif", "webp/nikon-exif-icc.webp", "webp/alpha-lossless.webp",
      "webp/exiv2-bug1199.webp",
    ]
  )
  func likePixels(path: String) throws {
    let bytes = try FileReader.read(try #require(Corpus.file("still/" + path)), maximumByteCount: 1 << 28)
      .bytes
    let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
    guard let planes = try reader.decodePlanes(threads: 2) else {
      // Ten bits, limited range, another matrix, red, green and blue.
      let others = [
        "heic/rgba-10bit.heif", "heic/canonR5-PQ-10bit-422.HIF", "heic/nokia83-irot270-but-exif1.heif",
        "jpeg/xyb-icc.jpg", "avif/monochrome-10bit-odd.avif", "webp/alpha-lossless.webp",
        "avif/kimono-rotate90.avif", "avif/kimono-mirror-h.avif", "avif/film-grain.avif",
      ]
      #expect(others.contains(path))
      return
    }
    #expect(planes.size == reader.header.size)
    // Through JPEG at its best, so that the comparison is one of pixels.
    let coded = try JPEGLibrary.encode(planes, .init(quality: 100, isSubsampled: false, isProgressive: false))
    let copy = try StillImageReader(bytes: coded, limits: DecodingLimits()).decodePixels(threads: 1)
    let pixels = try reader.decodePixels(threads: 2)
    #expect(try #require(PixelComparison.meanAbsoluteDifference(copy, pixels)) < 0.006)
  }
}
