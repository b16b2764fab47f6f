import Containers
import Files
import Messages
import Pixels
import TestSupport
import Testing

@testable import StillImages

/// Gain maps of finished files, read back.
@Suite struct GainMapFilesTests {
  private static let size = PixelSize(width: 160, height: 120)

  private var base: PixelBuffer {
    var bytes: [UInt8] = []
    for y in 0..<120 {
      for x in 0..<160 { bytes += [UInt8(x), UInt8(y * 2), 128] }
    }
    return PixelBuffer(size: Self.size, layout: .rgb, depth: .eight, bytes: bytes)
  }

  private func map(_ encoding: GainMap.Encoding, _ layout: ChannelLayout = .grey) -> GainMap {
    var samples: [UInt8] = []
    for _ in 0..<60 {
      for x in 0..<81 {
        for channel in 0..<layout.channelCount { samples.append(UInt8(min(255, x * 3 + channel * 6))) }
      }
    }
    let picture = PixelBuffer(
      size: PixelSize(width: 81, height: 60),
      layout: layout,
      depth: .eight,
      bytes: samples
    )
    return GainMap(picture: picture, encoding: encoding)
  }

  private func metadata(gamma: Double = 1, isBase: Bool = true) throws -> GainMapMetadata {
    try #require(
      GainMapMetadata(
        baseHeadroom: .init(0, 1),
        alternateHeadroom: .init(2.5),
        channels: [
          .init(
            minimum: .init(0, 1),
            maximum: .init(2.5),
            gamma: .init(gamma),
            baseOffset: .init(0, 1),
            alternateOffset: .init(0, 1)
          )
        ],
        usesBaseColourSpace: isBase
      )
    )
  }

  private func written(_ map: GainMap, _ format: StillFormat) throws -> (CodedGainMap, [UInt8]) {
    let options = EncodingOptions(quality: 90)
    let coded = try CodedGainMap(map, base: ColourDescription(), for: format, options: options)
    let bytes = try StillImageEncoder.encode(
      base,
      significantBits: 8,
      colour: ColourDescription(),
      blocks: MetadataBlocks(),
      gainMap: coded,
      format: format,
      options: options
    )
    return (coded, bytes)
  }

  private func difference(_ one: GainMap, _ other: GainMap) throws -> Double {
    try #require(
      PixelComparison.meanAbsoluteDifference(one.picture.converted(to: other.picture.layout), other.picture)
    )
  }

  @Test(arguments: [StillFormat.jpeg, .heic, .avif]) func mapsComeBack(format: StillFormat) throws {
    let encodings: [GainMap.Encoding] = [
      .iso(try metadata()), .apple(headroom: 5.6568, iso: nil),
      .apple(headroom: 5.6568, iso: try metadata(gamma: 0.897)),
    ]
    for encoding in encodings {
      let (coded, bytes) = try written(map(encoding), format)
      let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
      #expect(reader.header.hdr == .gainMap)
      let facts = try #require(reader.header.gainMap)
      #expect(facts.isComplete)
      #expect(abs((facts.encoding?.headroomInStops ?? 0) - 2.5) < 0.001)
      for carrier in coded.carriers where carrier != .container {
        #expect(facts.carriers.contains(carrier), "\(format) \(carrier)")
      }
      let found = try reader.decodeGainMap(threads: 1)
      #expect(try difference(found, coded.map) < 0.012, "\(format)")
      let picture = try reader.decodePixels(threads: 1)
      #expect(picture.size == Self.size)
    }
  }

  @Test(arguments: [StillFormat.jpeg, .heic, .avif]) func colourMapsComeBack(format: StillFormat) throws {
    let (coded, bytes) = try written(map(.iso(try metadata(isBase: false)), .rgb), format)
    let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
    let found = try reader.decodeGainMap(threads: 1)
    #expect(found.picture.layout == .rgb)
    #expect(found.encoding == coded.map.encoding)
    #expect(try difference(found, coded.map) < 0.03, "\(format)")
    if case .iso(let numbers) = found.encoding { #expect(numbers.channels.count == 3) }
  }

  /// One map where its samples serve both readings, two where they do not.
  @Test func heicHasAsManyMapsAsReadings() throws {
    let shared = try written(map(.apple(headroom: 5.6568, iso: try metadata(gamma: 0.897))), .heic).1
    let separate = try written(map(.apple(headroom: 5.6568, iso: nil)), .heic).1
    for (bytes, count) in [(shared, 2), (separate, 3)] {
      let items = try HEIFItems(bytes: bytes)
      #expect(items.items.values.filter { $0.type == "hvc1" }.count == count)
      let tone = try #require(items.toneMap(of: 1))
      let auxiliary = try #require(items.gainMapAuxiliary(of: 1))
      #expect((tone.map?.id == auxiliary.id) == (count == 2))
      #expect(items.topLevelPictures == [1])
      #expect(items.compatibleBrands.contains("tmap"))
      #expect(items.groups.map(\.members) == [[tone.item.id, 1]])
      #expect(try items.ownXMP(of: auxiliary.id) != nil)
      #expect(try items.data(of: tone.item).count == 62)
    }
  }

  @Test func aDamagedMapIsDamage() throws {
    let (coded, bytes) = try written(map(.iso(try metadata())), .jpeg)
    let count = try #require(coded.byteCountBehindPicture)
    let cut = Array(bytes.dropLast(count / 3))
    let reader = try StillImageReader(bytes: cut, limits: DecodingLimits())
    #expect(reader.header.hdr == .gainMap)
    #expect(throws: Problem.self) { try reader.decodeGainMap(threads: 1) }
    // The picture itself is whole.
    #expect(try reader.decodePixels(threads: 1).size == Self.size)
  }

  @Test func aMapOverTheLimitIsNone() throws {
    var limits = DecodingLimits()
    let (_, bytes) = try written(map(.iso(try metadata())), .jpeg)
    limits.maximumPixelCount = Self.size.width * Self.size.height
    #expect(try StillImageReader(bytes: bytes, limits: limits).header.gainMap?.isComplete == true)
    // The map's frame header says 65,500 x 65,500.
    let map = try #require(try JPEGSegments(bytes).companions.gainMap)
    let stream = Array(bytes[map.range])
    let frame = try #require(
      stream.indices.dropLast(9).first { stream[$0] == 0xFF && stream[$0 + 1] == 0xC0 }
    )
    var bomb = bytes
    for offset in [5, 7] {
      bomb[map.range.lowerBound + frame + offset] = 0xFF
      bomb[map.range.lowerBound + frame + offset + 1] = 0xDC
    }
    let reader = try StillImageReader(bytes: bomb, limits: limits)
    #expect(reader.header.hdr == .gainMap)
    #expect(reader.header.gainMap?.isComplete == false)
    #expect(throws: Problem.self) { try reader.decodeGainMap(threads: 1) }
  }

  /// No truncation of a file's front part, and no byte of its directory, makes the reader do anything but read or throw.
  @Test(arguments: [StillFormat.heic, .jpeg]) func damageNeverTraps(format: StillFormat) throws {
    let (_, bytes) = try written(map(.apple(headroom: 5.6568, iso: nil)), format)
    for index in stride(from: 0, to: min(bytes.count, 2200), by: 7) {
      var damaged = bytes
      damaged[index] ^= 0xFF
      guard let reader = try? StillImageReader(bytes: damaged, limits: DecodingLimits()) else { continue }
      _ = try? reader.decodeGainMap(threads: 1)
    }
  }

  /// Kind, stops and carriers of the corpus' files.
  @Test(
    .enabled(if: Corpus.isPresent, "\(Corpus.absence)"),
    arguments: [
      ("heic/iphone13promax-gainmap-irot270.HEIC", 1.6396, "apple"),
      ("heic/iphone13pro-gainmap-depth.heic", 1.8, "apple"),
      ("heic/iphone15plus-ios18-tmap.HEIC", 2.7871, "tmap apple"),
      ("derived/ios18-auxl-to-two-items.heic", 2.7871, "tmap apple"),
      ("heic/galaxyS25ultra-tmap-gainmap.heic", 2.3, "tmap samsung"),
      ("avif/gainmap-sdr-base.avif", 1.3, "tmap"),
      ("jpeg/apple-gainmap-mpf-v65536.jpg", 3, "apple mpf"),
      ("jpeg/ultrahdr-libultrahdr.jpg", nil, "hdrgm mpf container"),
      ("jpeg/ultrahdr-pixel6pro-extxmp.jpg", 2.2053, "hdrgm mpf container"),
      ("jpeg/ultrahdr-sphinx.jpg", nil, "hdrgm mpf container"),
    ] as [(String, Double?, String)]
  )
  func corpusFilesSayWhatTheyAre(name: String, stops: Double?, carriers: String) throws {
    guard let path = Corpus.file("still/\(name)") else { return }
    let reader = try StillImageReader(bytes: FileReader.read(path).bytes, limits: DecodingLimits())
    let facts = try #require(reader.header.gainMap)
    #expect(facts.isComplete)
    if let stops { #expect(abs((facts.encoding?.headroomInStops ?? 0) - stops) < 0.001) }
    #expect(facts.carriers.map(\.rawValue).joined(separator: " ") == carriers)
    let map = try reader.decodeGainMap(threads: 2)
    #expect(map.picture.size == facts.size)
    // As wide for its height as its picture, so turned as it is.
    let (size, own) = (reader.header.size, map.picture.size)
    let ratio = Double(size.width) / Double(size.height) / (Double(own.width) / Double(own.height))
    #expect(abs(ratio - 1) < 0.02)
  }
}
