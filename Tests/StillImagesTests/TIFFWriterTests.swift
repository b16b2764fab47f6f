import Messages
import Pixels
import StillImages
import Testing

@testable import Containers

@Suite struct TIFFWriterTests {
  private static func encode(
    _ pixels: PixelBuffer,
    colour: ColourDescription = ColourDescription(),
    blocks: MetadataBlocks = MetadataBlocks(),
    threads: Int = 1
  ) throws -> [UInt8] {
    try StillImageEncoder.encode(
      pixels,
      significantBits: pixels.depth.rawValue,
      colour: colour,
      blocks: blocks,
      format: .tiff,
      options: EncodingOptions(threads: threads)
    )
  }

  private static func read(_ bytes: [UInt8]) throws -> StillImageReader {
    try StillImageReader(bytes: bytes, limits: DecodingLimits())
  }

  /// A block with orientation, Exif directory, and a MakerNote whose bytes count from the block's start.
  static func exif(isLittleEndian: Bool) -> [UInt8] {
    let mark: [UInt8] = isLittleEndian ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A]
    var main = TIFFFields(isLittleEndian: isLittleEndian)
    main.add(TIFFTag.make, type: 2, count: 8, Array("Shiying\0".utf8))
    main.add(TIFFTag.orientation, shorts: [6])
    main.add(531, shorts: [1])  // YCbCrPositioning: no part of an RGB picture
    let offset = 8 + main.byteCount(withFurther: 1)
    main.add(TIFFTag.exifDirectory, longs: [offset])
    var exif = TIFFFields(isLittleEndian: isLittleEndian)
    exif.add(36867, type: 2, count: 20, Array("2024:06:01 07:05:00\0".utf8))
    exif.add(TIFFTag.makerNote, type: 7, count: 9, Array("Maker\0\u{1}\u{2}\u{3}".utf8))
    return mark + TIFFFields.number(8, size: 4, isLittleEndian) + main.directory(at: 8, next: 0)
      + exif.directory(at: offset, next: 0)
  }

  @Test(arguments: [ChannelLayout.grey, .greyAlpha, .rgb, .rgba], [SampleDepth.eight, .sixteen])
  func `every sample comes back`(layout: ChannelLayout, depth: SampleDepth) throws {
    for (width, height) in [(1, 1), (3, 7), (65, 2), (700, 300)] {
      let pixels = TestPictures.waves(width, height, layout, depth)
      for order in [nil, true, false] {
        let blocks = MetadataBlocks(exif: order.map { Self.exif(isLittleEndian: $0) })
        let bytes = try Self.encode(pixels, blocks: blocks, threads: 2)
        #expect(bytes.starts(with: Array((order == false ? "MM\0*" : "II*\0").utf8)))
        let reader = try Self.read(bytes)
        #expect(reader.header.layout == layout)
        #expect(reader.header.bitsPerSample == depth.rawValue)
        #expect(reader.notes == [])
        #expect(try reader.decodePixels(threads: 1).bytes == pixels.bytes)
      }
    }
  }

  @Test(arguments: [true, false])
  func `metadata come back`(isLittleEndian: Bool) throws {
    let blocks = MetadataBlocks(
      exif: Self.exif(isLittleEndian: isLittleEndian),
      xmp: Array("<x:xmpmeta>\u{62FE}\u{6620}</x:xmpmeta>".utf8),
      iptc: [0x1C, 2, 25, 0, 1, 65]
    )
    let colour = ColourDescription(iccProfile: ICCProfile.displayP3())
    let bytes = try Self.encode(TestPictures.waves(9, 8, .rgb), colour: colour, blocks: blocks)
    let header = try Self.read(bytes).header
    #expect(header.colour == colour)
    #expect(header.orientation == .right)
    #expect(header.blocks.xmp == blocks.xmp)
    #expect(header.blocks.iptc == blocks.iptc)
    #expect(header.further == FurtherContent())
    let exif = try TIFFFile(try #require(header.blocks.exif))
    let main = try exif.directory(at: exif.firstDirectory)
    #expect(exif.content(main.fields[TIFFTag.make]) == Array("Shiying\0".utf8))
    #expect(main.fields[531] == nil)
    #expect(main.fields[TIFFTag.imageWidth] == nil)
    let directory = try #require(exif.directory(main.fields[TIFFTag.exifDirectory]))
    #expect(exif.content(directory.fields[36867]) == Array("2024:06:01 07:05:00\0".utf8))
  }

  /// Most MakerNotes count from the start of their block: in the file, and in a block made of the file, they lie where they
  /// lay.
  @Test(arguments: [true, false])
  func `a MakerNote keeps its bytes and its place`(isLittleEndian: Bool) throws {
    func place(_ bytes: [UInt8]) throws -> Range<Int>? {
      let file = try TIFFFile(bytes)
      let main = try file.directory(at: file.firstDirectory)
      return file.directory(main.fields[TIFFTag.exifDirectory])?.fields[TIFFTag.makerNote]?.data
    }
    let exif = Self.exif(isLittleEndian: isLittleEndian)
    let range = try #require(try place(exif))
    let bytes = try Self.encode(TestPictures.waves(9, 8, .rgb), blocks: MetadataBlocks(exif: exif))
    #expect(try place(bytes) == range)
    #expect(bytes[range] == exif[range])
    let again = try #require(try Self.read(bytes).header.blocks.exif)
    #expect(try place(again) == range)
    #expect(again[range] == exif[range])
  }

  @Test func `code points become a profile`() throws {
    let points = CodePoints(primaries: 12, transfer: 13, matrix: 0, isFullRange: true)
    let colour = ColourDescription(codePoints: points)
    let header = try Self.read(try Self.encode(TestPictures.waves(8, 8, .rgb), colour: colour)).header
    #expect(header.colour.iccProfile == ICCProfile.displayP3())
  }

  @Test func `a damaged block is no metadata`() throws {
    for exif in [Array("hello".utf8), Array("II*\0".utf8) + [200, 0, 0, 0]] {
      let problem = #expect(throws: Problem.self) {
        try Self.encode(TestPictures.waves(8, 8, .rgb), blocks: MetadataBlocks(exif: exif))
      }
      #expect(problem?.code == .metadataFailed)
    }
  }
}
