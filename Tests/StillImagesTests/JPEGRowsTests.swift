import Containers
import Files
import Messages
import Pixels
import TestSupport
import Testing

@testable import StillImages

@Suite struct JPEGRowsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func encode(_ picture: PixelBuffer, quality: Int = 92, isProgressive: Bool = false) throws
    -> [UInt8]
  {
    try JPEGLibrary.encode(
      picture,
      .init(quality: quality, isSubsampled: true, isProgressive: isProgressive)
    )
  }

  private static func whole(_ bytes: [UInt8]) throws -> PixelBuffer {
    try StillImageReader(bytes: bytes, limits: DecodingLimits()).decodePixels(threads: 1)
  }

  private func rows(_ bytes: [UInt8], name: String = "a.jpg") throws -> StillImageRows {
    let path = folder.path.appending(name)
    try DurableFile.remove(path)
    return try StillImageRows(folder.write(bytes, to: name))
  }

  @Test(arguments: [ChannelLayout.grey, .rgb], [false, true])
  func `rows are those of the whole picture`(layout: ChannelLayout, isProgressive: Bool) throws {
    for (width, height) in [(1, 1), (17, 13), (64, 48), (201, 99)] {
      let bytes = try Self.encode(TestPictures.waves(width, height, layout), isProgressive: isProgressive)
      let rows = try rows(bytes)
      let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
      #expect(rows.header.format == .jpeg && rows.header.size == reader.header.size)
      #expect(rows.layout == layout && rows.size == reader.header.size)
      #expect(try PixelBuffer(reading: rows).bytes == reader.decodePixels(threads: 1).bytes)
    }
  }

  @Test(arguments: 1...8) func `the smallest eighth that is not smaller`(eighths: Int) throws {
    let picture = TestPictures.waves(160, 88, .rgb)
    let rows = try rows(Self.encode(picture, quality: 95))
    let least = PixelSize(width: (160 * eighths + 7) / 8, height: 1)
    try rows.start(atLeast: least)
    #expect(rows.size == PixelSize(width: least.width, height: (88 * eighths + 7) / 8))
    let found = try PixelBuffer(reading: rows)
    let expected = try picture.resized(to: rows.size)
    #expect(try #require(PixelComparison.meanAbsoluteDifference(found, expected)) < 0.02)
  }

  @Test func `more than the picture has can't be had`() throws {
    let rows = try rows(Self.encode(TestPictures.waves(40, 30, .rgb)))
    try rows.start(atLeast: PixelSize(width: 4000, height: 3000))
    #expect(rows.size == PixelSize(width: 40, height: 30))
    #expect(throws: Problem.self) { try rows.start(atLeast: rows.size) }
  }

  @Test func `every prefix is truncated before the first row`() throws {
    let bytes = try Self.encode(TestPictures.waves(33, 25, .rgb))
    for count in 4..<bytes.count {
      let problem = #expect(throws: Problem.self) { try rows(Array(bytes[..<count])) }
      #expect(problem?.code == .truncated)
    }
  }

  @Test(arguments: [false, true])
  func `a scan that ends early throws, and goes on throwing`(isProgressive: Bool) throws {
    let bytes = try Self.encode(TestPictures.waves(64, 64, .rgb), isProgressive: isProgressive)
    for share in [6, 4, 3] {
      let cut = Array(bytes[..<(bytes.count - bytes.count / share)]) + [0xFF, 0xD9]
      #expect(throws: Problem.self) { try Self.whole(cut) }
      // Without the rest of its scan's header, EOI is not found.
      guard let rows = try? rows(cut) else { continue }
      let problem = #expect(throws: Problem.self) { try PixelBuffer(reading: rows) }
      var row = [UInt8](repeating: 0, count: 64 * 3)
      #expect(throws: Problem.self) { try row.withUnsafeMutableBytes { try rows.readRow(into: $0) } }
      #expect(problem?.code == .damaged || problem?.code == .truncated)
    }
  }

  @Test func `changed bytes end as the whole picture does`() throws {
    let whole = [
      try Self.encode(TestPictures.waves(24, 24, .rgb)),
      try Self.encode(TestPictures.waves(31, 9, .grey), isProgressive: true),
    ]
    var state: UInt64 = 77
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var (read, refused) = (0, 0)
    for round in 0..<1500 {
      var bytes = whole[round % 2]
      for _ in 0...random(2) { bytes[random(bytes.count)] = UInt8(random(256)) }
      if round % 5 == 0 { bytes.removeSubrange(random(bytes.count)...) }
      guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { continue }
      let expected = try? Self.whole(bytes)
      let found = try? PixelBuffer(reading: rows(bytes))
      #expect(found?.bytes == expected?.bytes, "round \(round)")
      if expected == nil { refused += 1 } else { read += 1 }
    }
    #expect(read > 100 && refused > 100)
  }

  @Test func `limits hold before memory is taken`() throws {
    let path = try folder.write(Self.encode(TestPictures.waves(20, 10, .grey)), to: "limit.jpg")
    var limits = DecodingLimits()
    limits.maximumPixelCount = 199
    #expect(throws: Problem(.tooManyPixels, ["width": "20", "height": "10", "limit": "199"])) {
      try StillImageRows(path, limits: limits)
    }
  }

  @Test func `a size that lies is damage`() throws {
    var bytes = try Self.encode(TestPictures.waves(64, 64, .grey))
    let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + 5] = 0x3F
    #expect(throws: Problem.self) { try PixelBuffer(reading: rows(bytes)) }
  }

  @Test func `metadata, profile and orientation are told`() throws {
    var blocks = MetadataBlocks()
    blocks.exif = Array("MM\0*\0\0\0\u{8}\0\u{1}\u{1}\u{12}\0\u{3}\0\0\0\u{1}\0\u{6}\0\0\0\0\0\0".utf8)
    let profile = try #require(
      ICCProfile.profile(
        for: CodePoints(primaries: 12, transfer: 13, matrix: 0, isFullRange: true),
        isGrey: false
      )
    )
    let bytes = try StillImageEncoder.encode(
      TestPictures.waves(40, 30, .rgb),
      significantBits: 8,
      colour: ColourDescription(iccProfile: profile),
      blocks: blocks,
      format: .jpeg,
      options: EncodingOptions()
    )
    let header = try rows(bytes).header
    #expect(header.orientation == .right && header.size == PixelSize(width: 40, height: 30))
    #expect(header.colour.iccProfile == profile && header.blocks.exif == blocks.exif)
  }

  @Test func `long metadata before the scan are read through`() throws {
    let bytes = try Self.encode(TestPictures.waves(40, 30, .rgb))
    let segment: [UInt8] = [0xFF, 0xE5, 0xFF, 0xFF] + [UInt8](repeating: 0xFF, count: 65_533)
    let long = Array(bytes[..<2]) + Array(repeatElement(segment, count: 8).joined()) + bytes[2...]
    #expect(try PixelBuffer(reading: rows(long)).bytes == Self.whole(bytes).bytes)
  }

  @Test func `other formats come whole, in 8 bits`() throws {
    let picture = TestPictures.waves(30, 20, .rgba, .sixteen)
    let bytes = try StillImageEncoder.encode(
      picture,
      significantBits: 16,
      colour: ColourDescription(),
      blocks: MetadataBlocks(),
      format: .png,
      options: EncodingOptions()
    )
    let rows = try rows(bytes, name: "a.png")
    #expect(rows.header.bitsPerSample == 16 && rows.layout == .rgba)
    #expect(try PixelBuffer(reading: rows).bytes == picture.converted(to: .eight).bytes)
  }

  @Test func `what is no picture is refused as the whole reader does`() throws {
    #expect(throws: Problem(.inputEmpty)) { try rows([]) }
    #expect(throws: Problem(.formatUnknown, ["found": ""])) { try rows([1, 2, 3, 4]) }
  }
}
