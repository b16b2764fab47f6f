import Containers
import Messages
import Pixels
import TestSupport
import Testing
@testable import StillImages

@Suite struct AVIFReaderTests {
  typealias Builder = HEIFFileBuilder

  @Test func everyPrefixFailsCleanly() throws {
    let blocks = MetadataBlocks(exif: Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    let bytes = try AVIFSample.encode(HEIFSample.pixels(16, 16, .rgba), blocks: blocks, quality: 50)
    #expect(HEIFSample.problem(bytes) == nil)
    for count in 0..<bytes.count {
      let code = HEIFSample.problem(Array(bytes.prefix(count)))
      #expect([.truncated, .inputEmpty, .damaged, .formatUnknown].contains(code), "\(count) bytes")
    }
  }

  @Test func flippedBytesOfThePictureAreNoticed() throws {
    let bytes = try AVIFSample.encode(HEIFSample.pixels(128, 128), quality: 98)
    let items = try HEIFItems(bytes: bytes)
    let extent = try #require(items.checkedExtents(of: items.primaryItem()).first)
    var unnoticed = 0
    let positions = Array(
      stride(from: extent.lowerBound + 30, to: extent.upperBound, by: max(1, extent.count / 60))
    )
    for position in positions {
      var changed = bytes
      changed[position] ^= 0x10
      if HEIFSample.problem(changed) == nil { unnoticed += 1 }
    }
    #expect(positions.count > 30 && unnoticed * 20 < positions.count)
  }

  /// A picture whose data ends early though the file says that all of it is there.
  @Test func dataThatEndsEarlyIsNoticed() throws {
    var item = try AVIFSample.item(1, HEIFSample.pixels(64, 64))
    for count in stride(from: 0, to: item.data.count, by: 7) {
      var short = item
      short.data = Array(item.data.prefix(count))
      #expect(HEIFSample.problem(Builder([short]).bytes()) == .damaged, "\(count) bytes")
      short.data += [UInt8](repeating: 0, count: item.data.count - count)
      let code = HEIFSample.problem(Builder([short]).bytes())
      // Zeros may also ask for something that libaom can't do.
      #expect(code == .damaged || code == .codecUnsupported, "zeros from \(count) on")
    }
    item.properties[0] = Builder.extent(64, 64)
    #expect(HEIFSample.problem(Builder([item]).bytes()) == nil)
  }

  @Test func takesColoursFromTheStreamWhereNoBoxHasThem() throws {
    let points = CodePoints(primaries: 9, transfer: 16, matrix: 0, isFullRange: true)
    let pixels = HEIFSample.pixels(64, 64, .rgb, bits: 10).rounded(toBits: 10)
    var item = try AVIFSample.item(1, pixels, bits: 10, colour: ColourDescription(codePoints: points))
    let reader = try HEIFReader(bytes: Builder([item]).bytes(), limits: DecodingLimits())
    #expect(reader.header.colour.codePoints == points)
    #expect(reader.header.hdr == .perceptualQuantizer)
    #expect(try reader.decodePixels(threads: 1).bytes == pixels.bytes)
    // A box wins over the stream.
    item.properties.append(Builder.codePoints(12, 13, 0, full: true))
    let boxed = try AVIFSample.header(Builder([item]).bytes())
    #expect(boxed.colour.codePoints?.primaries == 12 && boxed.hdr == .none)
  }

  @Test(arguments: [1, 4]) func putsTilesTogether(threads: Int) throws {
    let whole = HEIFSample.pixels(150, 120)
    let padded = HEIFSample.padded(whole, to: PixelSize(width: 192, height: 128))
    var items = [
      Builder.Item(
        1,
        "grid",
        data: Builder.grid(rows: 2, columns: 3, width: 150, height: 120),
        properties: [Builder.extent(150, 120)],
        references: [("dimg", [2, 3, 4, 5, 6, 7])]
      )
    ]
    for index in 0..<6 {
      let size = PixelSize(width: 64, height: 64)
      let tile = padded.cropped(left: index % 3 * 64, top: index / 3 * 64, to: size)
      items.append(try AVIFSample.item(index + 2, tile))
    }
    let reader = try HEIFReader(bytes: Builder(items).bytes(), limits: DecodingLimits())
    #expect(reader.header.format == .avif)
    #expect(try reader.decodePixels(threads: threads).bytes == whole.bytes)
  }

  @Test func freesColoursFromPremultiplicationAndTurns() throws {
    func plain(_ value: UInt8, _ layout: ChannelLayout) -> PixelBuffer {
      let bytes = [UInt8](repeating: value, count: 64 * 32 * layout.channelCount)
      return PixelBuffer(size: PixelSize(width: 64, height: 32), layout: layout, depth: .eight, bytes: bytes)
    }
    var picture = try AVIFSample.item(1, plain(50, .rgb))
    picture.references = [("prem", [2])]
    picture.properties.append(Builder.rotation(1))
    var opacity = try AVIFSample.item(2, plain(100, .grey))
    opacity.properties += [
      Builder.auxiliary("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"), Builder.rotation(1),
    ]
    opacity.references = [("auxl", [1])]
    let back = try HEIFSample.decode(Builder([picture, opacity]).bytes())
    #expect(back.size == PixelSize(width: 32, height: 64))
    #expect(Array(back.bytes.prefix(4)) == [128, 128, 128, 100])
  }

  @Test func checksTheBitStreamsSizeBeforeDecoding() throws {
    var limits = DecodingLimits()
    limits.maximumPixelCount = 64 * 64 - 1
    // The box claims a small picture, the stream knows better.
    var item = try AVIFSample.item(1, HEIFSample.pixels(64, 64))
    item.properties[0] = Builder.extent(8, 8)
    #expect(HEIFSample.problem(Builder([item]).bytes(), limits: limits) == .tooManyPixels)
    item.properties[0] = Builder.extent(65, 64)
    #expect(HEIFSample.problem(Builder([item]).bytes()) == .damaged)
    // A second, larger sequence header hides behind the first.
    let larger = try AVIFSample.item(2, HEIFSample.pixels(128, 128))
    item.properties[0] = Builder.extent(64, 64)
    item.data += larger.data
    #expect(HEIFSample.problem(Builder([item]).bytes()) == .damaged)
  }

  @Test func countsTheFramesOfASequence() throws {
    func track(_ handler: String, _ count: Int) -> [UInt8] {
      let sizes = Builder.fullBox("stsz", Builder.number(0, 4) + Builder.number(count, 4))
      let tables = Builder.box("minf", Builder.box("stbl", sizes))
      let kind = Builder.fullBox("hdlr", Builder.number(0, 4) + Array(handler.utf8))
      return Builder.box("trak", Builder.box("mdia", kind + tables))
    }
    var file = Builder([try AVIFSample.item(1, HEIFSample.pixels(64, 64))])
    file.trailer = Builder.box("moov", track("pict", 5) + track("auxv", 9))
    #expect(try AVIFSample.header(file.bytes()).further.furtherImageCount == 4)
    file.trailer = Builder.box("moov", [1, 2, 3])
    #expect(try AVIFSample.header(file.bytes()).further.furtherImageCount == 0)
  }
}
