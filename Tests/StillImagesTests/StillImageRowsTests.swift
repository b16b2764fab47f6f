import Containers
import Files
import Messages
import Pixels
import TestSupport
import Testing

@testable import StillImages

private typealias Builder = HEIFFileBuilder

@Suite struct StillImageRowsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rows(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws -> StillImageRows {
    let path = folder.path.appending("a")
    try DurableFile.remove(path)
    return try StillImageRows(folder.write(bytes, to: "a"), limits: limits)
  }

  /// A picture of 150 x 120 in tiles of 64 x 64, and what it shows before it is turned.
  private static func grid(_ properties: [[UInt8]], damaging damaged: Int? = nil) throws -> (
    file: [UInt8], picture: PixelBuffer
  ) {
    let whole = HEIFSample.pixels(150, 120)
    var items = [
      Builder.Item(
        1,
        "grid",
        data: Builder.grid(rows: 2, columns: 3, width: 150, height: 120),
        properties: [Builder.extent(150, 120)] + properties,
        references: [("dimg", [2, 3, 4, 5, 6, 7])]
      )
    ]
    let padded = HEIFSample.padded(whole, to: PixelSize(width: 192, height: 128))
    for index in 0..<6 {
      let place = (left: index % 3 * 64, top: index / 3 * 64)
      let tile = padded.cropped(left: place.left, top: place.top, to: PixelSize(width: 64, height: 64))
      var item = try HEIFSample.item(index + 2, tile)
      item.isHidden = true
      if index == damaged { item.data = Array(item.data.prefix(8)) + [UInt8](repeating: 0, count: 40) }
      items.append(item)
    }
    return (Builder(items).bytes(), whole)
  }

  @Test(arguments: [[], [1], [2], [3], [0, 4], [1, 5], [3, 4]]) func `tiles come as they are stored`(
    turns: [Int]
  ) throws {
    // 1...3: quarter turns, 4 and 5: mirrored.
    let properties = turns.filter { $0 > 0 }.map { $0 < 4 ? Builder.rotation($0) : Builder.mirror($0 - 4) }
    let (file, picture) = try Self.grid(properties)
    let rows = try rows(file)
    #expect(rows.size == picture.size && rows.header.size == picture.size && rows.header.format == .heic)
    let found = try PixelBuffer(reading: rows)
    #expect(found.bytes == picture.bytes)
    let upright = try HEIFSample.decode(file)
    let turned = found.oriented(rows.header.orientation)
    #expect(turned.size == upright.size && turned.bytes == upright.bytes)
  }

  @Test(arguments: [(75, 2), (76, 1), (39, 2), (38, 4), (20, 4), (19, 8), (1, 8)])
  func `tiles become smaller while they are laid down`(least: Int, factor: Int) throws {
    let (file, picture) = try Self.grid([])
    let rows = try rows(file)
    try rows.start(atLeast: PixelSize(width: least, height: 1))
    #expect(rows.size.width == (150 + factor - 1) / factor && rows.size.height == (120 + factor - 1) / factor)
    let found = try PixelBuffer(reading: rows)
    for (x, y) in [(0, 0), (rows.size.width - 1, 0), (rows.size.width - 1, rows.size.height - 1), (3, 7)] {
      let columns = (x * factor)..<min((x + 1) * factor, 150)
      let lines = (y * factor)..<min((y + 1) * factor, 120)
      for channel in 0..<3 {
        var sum = 0.0
        for line in lines {
          for column in columns { sum += Double(picture.sample((line * 150 + column) * 3 + channel)) }
        }
        let mean = sum / Double(lines.count * columns.count)
        #expect(
          abs(Double(found.sample((y * rows.size.width + x) * 3 + channel)) - mean) <= 0.51,
          "\(x), \(y)"
        )
      }
    }
  }

  @Test func `a damaged tile throws where it stands`() throws {
    let (file, picture) = try Self.grid([], damaging: 4)
    let rows = try rows(file)
    var row = [UInt8](repeating: 0, count: 150 * 3)
    for _ in 0..<64 { try row.withUnsafeMutableBytes { try rows.readRow(into: $0) } }
    #expect(row == Array(picture.bytes[(63 * 450)..<(64 * 450)]))
    #expect(throws: Problem.self) { try row.withUnsafeMutableBytes { try rows.readRow(into: $0) } }
    #expect(throws: Problem.self) { try row.withUnsafeMutableBytes { try rows.readRow(into: $0) } }
  }

  private static func encode(_ picture: PixelBuffer, _ format: StillFormat) throws -> [UInt8] {
    try StillImageEncoder.encode(
      picture,
      significantBits: picture.depth.rawValue,
      colour: ColourDescription(),
      blocks: MetadataBlocks(),
      format: format,
      options: EncodingOptions()
    )
  }

  @Test(arguments: [ChannelLayout.grey, .greyAlpha, .rgb, .rgba], [StillFormat.png, .tiff])
  func `PNG and TIFF come row by row`(layout: ChannelLayout, format: StillFormat) throws {
    for (width, height) in [(1, 1), (33, 21), (500, 400)] {
      let picture = TestPictures.waves(width, height, layout)
      let rows = try rows(Self.encode(picture, format))
      #expect(rows.layout == layout)
      #expect(try PixelBuffer(reading: rows).bytes == picture.bytes)
    }
  }

  @Test(arguments: [StillFormat.png, .tiff])
  func `a damaged file throws as the whole reader does`(format: StillFormat) throws {
    let whole = try Self.encode(TestPictures.waves(60, 50, .rgb), format)
    for place in stride(from: 4, to: whole.count, by: 7) {
      var changed = whole
      changed[place] ^= 0x55
      let expected = try? StillImageReader(bytes: changed, limits: DecodingLimits()).decodePixels(threads: 1)
      let found = try? PixelBuffer(reading: rows(changed))
      #expect(found?.bytes == expected?.converted(to: .eight).bytes, "byte \(place)")
      let cut = Array(whole[..<place])
      #expect(throws: Problem.self, "\(place) bytes") { try PixelBuffer(reading: rows(cut)) }
    }
  }

  @Test(
    .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)),
    arguments: Corpus.files(below: "still")
  )
  func `rows of real files are the picture`(path: FilePath) throws {
    let bytes = try FileReader.read(path).bytes
    guard let reader = try? StillImageReader(bytes: bytes, limits: DecodingLimits()),
      let count = reader.header.size.pixelCount, count < 13_000_000
    else {
      #expect(throws: Problem.self) {
        let rows = try StillImageRows(path)
        if rows.header.size.pixelCount ?? 0 > 13_000_000 { throw Problem(.damaged) }
      }
      return
    }
    let whole = try? reader.decodePixels(threads: 2).converted(to: .eight)
    let rows = try StillImageRows(path)
    #expect(rows.header.hdr == reader.header.hdr && rows.header.colour == reader.header.colour)
    #expect(rows.notes == reader.notes && rows.header.further == reader.header.further)
    let found = try? PixelBuffer(reading: rows)
    // HEIC is turned by its reader, its rows are not.
    let turn = reader.header.orientation == rows.header.orientation ? .up : rows.header.orientation
    let turned = found?.oriented(turn)
    #expect(turned?.size == whole?.size)
    #expect(turned?.bytes == whole?.bytes)
  }
}
