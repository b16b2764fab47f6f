import Containers
import Messages
import Pixels
import TestSupport
import Testing
@testable import StillImages

@Suite struct HEIFReaderTests {
  typealias Builder = HEIFFileBuilder

  @Test func everyPrefixFailsCleanly() throws {
    let blocks = MetadataBlocks(exif: Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    let bytes = try HEIFSample.encode(HEIFSample.pixels(16, 16, .rgba), blocks: blocks, quality: 50)
    #expect(HEIFSample.problem(bytes) == nil)
    for count in 0..<bytes.count {
      let code = HEIFSample.problem(Array(bytes.prefix(count)))
      #expect([.truncated, .inputEmpty, .damaged, .formatUnknown].contains(code), "\(count) bytes")
    }
  }

  @Test func flippedBytesOfThePictureAreNoticed() throws {
    let pixels = HEIFSample.pixels(128, 128)
    let bytes = try HEIFSample.encode(pixels, quality: 98)
    let items = try HEIFItems(bytes: bytes)
    let extent = try #require(items.checkedExtents(of: items.primaryItem()).first)
    var unnoticed = 0
    var tried = 0
    for position in stride(from: extent.lowerBound + 30, to: extent.upperBound, by: max(1, extent.count / 60))
    {
      var changed = bytes
      changed[position] ^= 0x10
      tried += 1
      if HEIFSample.problem(changed) == nil { unnoticed += 1 }
    }
    // A code without checksums lets some through; libheif alone lets through all.
    #expect(tried > 30 && unnoticed * 3 < tried)
  }

  @Test(arguments: [0, 1, 2, 3], [nil, 0, 1] as [Int?]) func turnsAndMirrors(turns: Int, axis: Int?) throws {
    let pixels = HEIFSample.pixels(80, 64)
    var item = try HEIFSample.item(1, pixels)
    item.properties.append(Builder.rotation(turns))
    if let axis { item.properties.append(Builder.mirror(axis)) }
    let expected: [Orientation] =
      switch axis {
      case nil: [.up, .left, .down, .right]
      case 0: [.downMirrored, .leftMirrored, .upMirrored, .rightMirrored]
      default: [.upMirrored, .rightMirrored, .downMirrored, .leftMirrored]
      }
    let reader = try HEIFReader(bytes: Builder([item]).bytes(), limits: DecodingLimits())
    let upright = pixels.oriented(expected[turns])
    #expect(reader.header.size == upright.size)
    #expect(reader.header.orientation == .up)
    #expect(try reader.decodePixels(threads: 1).bytes == upright.bytes)
  }

  @Test func cutsTheCleanApertureBeforeItTurns() throws {
    let pixels = HEIFSample.pixels(80, 64)
    var item = try HEIFSample.item(1, pixels)
    // Middle (39.5, 31.5); 33 columns around 39.5 + 3.5 begin at 27, 21 rows around 31.5 - 1.5 at 20.
    item.properties.append(Builder.aperture([33, 1, 21, 1, 7, 2, -3, 2]))
    item.properties.append(Builder.rotation(1))
    let back = try HEIFSample.decode(Builder([item]).bytes())
    let expected = pixels.cropped(left: 27, top: 20, to: PixelSize(width: 33, height: 21)).oriented(.left)
    #expect(back.size == expected.size)
    #expect(back.bytes == expected.bytes)
  }

  @Test(arguments: [
    [33, 0, 21, 1, 0, 1, 0, 1], [33, 1, 21, 1, 0, 0, 0, 1], [0, 1, 21, 1, 0, 1, 0, 1],
    [8, 1, 8, 1, 900, 1, 0, 1],
  ]) func refusesAnImpossibleCleanAperture(numbers: [Int]) throws {
    var item = try HEIFSample.item(1, HEIFSample.pixels(64, 64))
    item.properties.append(Builder.aperture(numbers))
    #expect(HEIFSample.problem(Builder([item]).bytes()) == .damaged)
  }

  @Test(arguments: [1, 4]) func putsTilesTogether(threads: Int) throws {
    let whole = HEIFSample.pixels(150, 120)
    var items = [
      Builder.Item(
        1,
        "grid",
        data: Builder.grid(rows: 2, columns: 3, width: 150, height: 120),
        properties: [Builder.extent(150, 120)],
        references: [("dimg", [2, 3, 4, 5, 6, 7])]
      )
    ]
    let padded = HEIFSample.padded(whole, to: PixelSize(width: 192, height: 128))
    for index in 0..<6 {
      let tile = padded.cropped(
        left: index % 3 * 64,
        top: index / 3 * 64,
        to: PixelSize(width: 64, height: 64)
      )
      var item = try HEIFSample.item(index + 2, tile)
      item.isHidden = true
      items.append(item)
    }
    let reader = try HEIFReader(bytes: Builder(items).bytes(), limits: DecodingLimits())
    #expect(reader.header.further.furtherImageCount == 0)
    #expect(reader.header.colour.codePoints?.transfer == 13, "inherited from the first tile")
    #expect(try reader.decodePixels(threads: threads).bytes == whole.bytes)
  }

  @Test func refusesGridsThatDoNotFit() throws {
    let tile = try HEIFSample.item(2, HEIFSample.pixels(64, 64))
    func grid(_ data: [UInt8], _ tiles: [Int], _ width: Int = 128, _ height: Int = 64) -> ProblemCode? {
      let item = Builder.Item(
        1,
        "grid",
        data: data,
        properties: [Builder.extent(width, height)],
        references: [("dimg", tiles)]
      )
      return HEIFSample.problem(Builder([item, tile]).bytes())
    }
    #expect(grid(Builder.grid(rows: 1, columns: 2, width: 128, height: 64), [2, 2]) == nil)
    #expect(grid(Builder.grid(rows: 1, columns: 2, width: 128, height: 64), [2]) == .damaged)
    #expect(grid(Builder.grid(rows: 1, columns: 2, width: 129, height: 64), [2, 2]) == .damaged)
    #expect(grid(Builder.grid(rows: 1, columns: 3, width: 128, height: 64), [2, 2, 2]) == .damaged)
    #expect(grid(Builder.grid(rows: 1, columns: 2, width: 128, height: 0), [2, 2]) == .damaged)
    #expect(grid(Builder.grid(rows: 1, columns: 2, width: 128, height: 64), [2, 99]) == .damaged)
    #expect(grid(Builder.grid(rows: 1, columns: 1, width: 64, height: 64), [1]) == .codecUnsupported)
    let huge = Builder.grid(rows: 256, columns: 256, width: 16_384, height: 16_384)
    #expect(grid(huge, Array(repeating: 2, count: 65_536 - 1)) == .damaged)
    let bomb = Builder.grid(rows: 256, columns: 256, width: 1 << 20, height: 1 << 20)
    #expect(grid(bomb, [2]) == .tooManyPixels)
    #expect(
      grid(Builder.grid(rows: 1, columns: 1, width: 64, height: 64), [2], 1 << 20, 1 << 20) == .tooManyPixels
    )
  }

  @Test func checksTheBitStreamsSizeBeforeDecoding() throws {
    var limits = DecodingLimits()
    limits.maximumPixelCount = 64 * 64 - 1
    // The box claims a small picture, the parameter sets know better.
    var item = try HEIFSample.item(1, HEIFSample.pixels(64, 64))
    item.properties[0] = Builder.extent(8, 8)
    #expect(HEIFSample.problem(Builder([item]).bytes(), limits: limits) == .tooManyPixels)
    item.properties[0] = Builder.extent(65, 64)
    #expect(HEIFSample.problem(Builder([item]).bytes()) == .damaged)
  }

  @Test func joinsAlphaThatIsTurnedByItself() throws {
    let colours = HEIFSample.pixels(80, 64)
    let alpha = HEIFSample.pixels(64, 80, .grey)
    var picture = try HEIFSample.item(1, colours)
    picture.properties.append(Builder.rotation(3))
    var opacity = try HEIFSample.item(2, alpha)
    opacity.properties.append(Builder.auxiliary("urn:mpeg:hevc:2015:auxid:1"))
    opacity.references = [("auxl", [1])]
    let back = try HEIFSample.decode(Builder([picture, opacity]).bytes())
    let upright = colours.oriented(.right)
    #expect(back.layout == .rgba && back.size == upright.size)
    for pixel in 0..<(64 * 80) {
      #expect(back.sample(pixel * 4) == upright.sample(pixel * 3))
      #expect(back.sample(pixel * 4 + 3) == alpha.sample(pixel))
    }
  }

  @Test func freesColoursFromPremultiplication() throws {
    func plain(_ value: UInt8, _ layout: ChannelLayout) -> PixelBuffer {
      PixelBuffer(
        size: PixelSize(width: 64, height: 64),
        layout: layout,
        depth: .eight,
        bytes: [UInt8](repeating: value, count: 64 * 64 * layout.channelCount)
      )
    }
    var picture = try HEIFSample.item(1, plain(50, .rgb))
    picture.references = [("prem", [2])]
    var opacity = try HEIFSample.item(2, plain(100, .grey))
    opacity.properties.append(Builder.auxiliary("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"))
    opacity.references = [("auxl", [1])]
    #expect(
      try Array(HEIFSample.decode(Builder([picture, opacity]).bytes()).bytes.prefix(4)) == [
        128, 128, 128, 100,
      ]
    )
  }

  @Test func laysPicturesOverABackground() throws {
    let picture = HEIFSample.pixels(64, 64)
    let overlay = Builder.Item(
      1,
      "iovl",
      data: [0, 0] + [0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF] + Builder.number(100, 2) + Builder.number(70, 2)
        + Builder.number(-4, 2) + Builder.number(10, 2),
      properties: [Builder.extent(100, 70)],
      references: [("dimg", [2])]
    )
    let back = try HEIFSample.decode(Builder([overlay, HEIFSample.item(2, picture)]).bytes())
    #expect(back.layout == .rgb && back.size == PixelSize(width: 100, height: 70))
    #expect(Array(back.bytes[0..<3]) == [255, 0, 0])
    #expect(
      Array(back.bytes[(20 * 100 * 3)..<(20 * 100 * 3 + 3)])
        == Array(picture.bytes[(10 * 64 + 4) * 3..<(10 * 64 + 5) * 3])
    )
    #expect(Array(back.bytes.suffix(3)) == [255, 0, 0])
  }

  @Test func givesAnotherPictureAsItIs() throws {
    let picture = HEIFSample.pixels(80, 64)
    let identity = Builder.Item(1, "iden", properties: [Builder.rotation(2)], references: [("dimg", [2])])
    let back = try HEIFSample.decode(Builder([identity, HEIFSample.item(2, picture)]).bytes())
    #expect(back.bytes == picture.oriented(.down).bytes)
    let circle = Builder.Item(1, "iden", references: [("dimg", [1])])
    #expect(HEIFSample.problem(Builder([circle]).bytes()) == .damaged)
  }

  @Test func namesCodecsItCanNotRead() {
    for type in ["avc1", "vvc1", "j2k1", "jpeg", "unci"] {
      let item = Builder.Item(1, type, data: [0], properties: [Builder.extent(8, 8)])
      #expect(HEIFSample.problem(Builder([item]).bytes()) == .codecUnsupported)
    }
    #expect(HEIFSample.problem(Builder([Builder.Item(1, "mime", data: [0])]).bytes()) == .damaged)
    #expect(HEIFSample.problem(Builder([Builder.Item(2, "hvc1", data: [0])]).bytes()) == .damaged)
  }

  @Test func refusesEssentialPropertiesItDoesNotKnow() throws {
    var item = try HEIFSample.item(1, HEIFSample.pixels(64, 64))
    item.properties.append(Builder.box("zzzz", []))
    #expect(HEIFSample.problem(Builder([item]).bytes()) == .codecUnsupported)
  }

  @Test func leavesOutUnusableProfiles() throws {
    func header(_ profile: [UInt8]) throws -> (StillImageHeader, [Note]) {
      var item = try HEIFSample.item(1, HEIFSample.pixels(64, 64))
      item.properties.append(Builder.box("colr", Array("prof".utf8) + profile))
      let reader = try HEIFReader(bytes: Builder([item]).bytes(), limits: DecodingLimits())
      return (reader.header, reader.notes)
    }
    let profile = ICCProfile.displayP3()
    #expect(try header(profile).0.colour.iccProfile == profile)
    #expect(try header(profile + [0, 0]).0.colour.iccProfile == profile, "longer than it says")
    let (short, notes) = try header(Array(profile.dropLast()))
    #expect(short.colour.iccProfile == nil && notes.map(\.code) == [.profileUnusable])
    #expect(try header([]).1.isEmpty, "no profile at all is nothing to speak of")
    for count in [1, 3, 4, 127, 131, 132] {
      #expect(
        try header([UInt8](repeating: 0, count: count)).1.map(\.code) == [.profileUnusable],
        "\(count) bytes"
      )
    }
    #expect(try header([UInt8](repeating: 3, count: 200)).1.map(\.code) == [.profileUnusable])
  }
}
