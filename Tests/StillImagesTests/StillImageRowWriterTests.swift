import Containers
import Files
import Messages
import Pixels
import TestSupport
import Testing

@testable import StillImages

@Suite struct StillImageRowWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(
    _ picture: PixelBuffer,
    _ format: StillFormat,
    colour: ColourDescription = ColourDescription(),
    blocks: MetadataBlocks = MetadataBlocks(),
    quality: Int = 90
  ) throws -> (path: FilePath, sketch: PictureSketch) {
    let path = folder.path.appending("\(format)-\(picture.layout)-\(quality)")
    try DurableFile.remove(path)
    let sketch = try StillImageRowWriter.write(
      PixelBufferRows(picture),
      to: path,
      format: format,
      colour: colour,
      blocks: blocks,
      options: EncodingOptions(quality: quality)
    )
    return (path, sketch)
  }

  private static func read(_ path: FilePath) throws -> StillImageReader {
    try StillImageReader(bytes: FileReader.read(path).bytes, limits: DecodingLimits())
  }

  private static let displayP3 = CodePoints(primaries: 12, transfer: 13, matrix: 0, isFullRange: true)

  @Test(arguments: [(StillFormat.jpeg, 0.02), (.png, 0), (.tiff, 0), (.heic, 0.02)])
  func `a file reads back as it was written, with profile and metadata`(format: StillFormat, limit: Double)
    throws
  {
    for layout in [ChannelLayout.grey, .rgb] {
      for (width, height) in [(1, 1), (41, 30), (300, 217)] where format != .heic || width > 1 {
        let picture = TestPictures.waves(width, height, layout)
        var blocks = MetadataBlocks()
        blocks.exif = Array("MM\0*\0\0\0\u{8}\0\u{1}\u{1}\u{12}\0\u{3}\0\0\0\u{1}\0\u{1}\0\0\0\0\0\0".utf8)
        blocks.xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
        let profile = try #require(ICCProfile.profile(for: Self.displayP3, isGrey: layout.isGrey))
        let colour = ColourDescription(iccProfile: profile)
        let (path, sketch) = try write(picture, format, colour: colour, blocks: blocks)
        let reader = try Self.read(path)
        #expect(reader.header.format == format && reader.header.size == picture.size)
        #expect(reader.header.layout == layout && reader.header.colour.iccProfile == profile)
        #expect(reader.header.blocks.xmp == blocks.xmp)
        #expect(reader.header.blocks.exif != nil && reader.notes.isEmpty)
        let found = try reader.decodePixels(threads: 1)
        #expect(try #require(PixelComparison.meanAbsoluteDifference(found, picture)) <= limit)
        #expect(try sketch == PictureSketch(reading: PixelBufferRows(picture)))
        let read = try PictureSketch(reading: StillImageRows(path))
        #expect(try #require(sketch.distance(to: read)).mean <= limit)
        if limit == 0 { #expect(read == sketch) }
      }
    }
  }

  @Test(arguments: [StillFormat.png, .tiff]) func `transparency is kept`(format: StillFormat) throws {
    for layout in [ChannelLayout.greyAlpha, .rgba] {
      let picture = TestPictures.waves(50, 40, layout)
      let path = try write(picture, format).path
      #expect(try Self.read(path).decodePixels(threads: 1).bytes == picture.bytes)
    }
  }

  @Test func `JPEG has the quality and the sampling of the whole writer`() throws {
    let picture = TestPictures.waves(320, 200, .rgb)
    for quality in [20, 75, 89, 90, 100] {
      let path = try write(picture, .jpeg, quality: quality).path
      let whole = try JPEGWriter.encode(
        picture,
        colour: ColourDescription(),
        blocks: MetadataBlocks(),
        options: EncodingOptions(quality: quality)
      )
      let expected = try StillImageReader(bytes: whole, limits: DecodingLimits()).decodePixels(threads: 1)
      #expect(try Self.read(path).decodePixels(threads: 1).bytes == expected.bytes, "quality \(quality)")
    }
  }

  @Test func `JPEG larger than a piece is whole`() throws {
    let path = try write(TestPictures.waves(1500, 1100, .rgb), .jpeg, quality: 100).path
    #expect(try FileStatus.of(path).size > 200_000)
    #expect(try Self.read(path).decodePixels(threads: 1).size == PixelSize(width: 1500, height: 1100))
  }

  @Test func `what can't be written is refused before a file is made`() throws {
    #expect(throws: Problem.self) { try write(TestPictures.waves(8, 8, .rgba), .jpeg) }
    #expect(throws: Problem.self) { try write(TestPictures.waves(8, 8, .rgb), .bmp) }
    let long = PixelBuffer(
      size: PixelSize(width: 1, height: 65_501),
      layout: .grey,
      depth: .eight,
      bytes: [UInt8](repeating: 0, count: 65_501)
    )
    let problem = #expect(throws: Problem.self) { try write(long, .jpeg) }
    #expect(problem?.code == .sizeNotPossible)
    #expect(try DirectoryWalk.names(in: folder.path).isEmpty)
  }

  /// Rows that fail in the middle.
  private final class FailingRows: PictureRows {
    let size = PixelSize(width: 500, height: 500)
    let layout = ChannelLayout.rgb
    private var rowsRead = 0

    func readRow(into row: UnsafeMutableRawBufferPointer) throws {
      if rowsRead == 400 { throw Problem(.damaged, ["detail": "row 400"]) }
      rowsRead += 1
      for index in row.indices { row[index] = UInt8(truncatingIfNeeded: index &* rowsRead) }
    }
  }

  @Test(arguments: [StillFormat.jpeg, .png, .tiff, .heic])
  func `rows that fail leave no file`(format: StillFormat) throws {
    #expect(throws: Problem(.damaged, ["detail": "row 400"])) {
      try StillImageRowWriter.write(
        FailingRows(),
        to: folder.path.appending("x"),
        format: format,
        colour: ColourDescription(),
        blocks: MetadataBlocks(),
        options: EncodingOptions()
      )
    }
    #expect(try DirectoryWalk.names(in: folder.path).isEmpty)
  }

  @Test func `a file that is there is not touched`() throws {
    let path = try folder.write([1, 2, 3], to: "there")
    let problem = #expect(throws: Problem.self) {
      try StillImageRowWriter.write(
        FailingRows(),
        to: path,
        format: .jpeg,
        colour: ColourDescription(),
        blocks: MetadataBlocks(),
        options: EncodingOptions()
      )
    }
    #expect(problem?.code == .destinationExists)
    #expect(try FileReader.read(path).bytes == [1, 2, 3])
  }
}
