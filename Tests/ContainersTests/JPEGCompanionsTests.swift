import Testing

@testable import Containers

@Suite struct JPEGCompanionsTests {
  private let adobeMap = JPEGBuilder.stream([
    JPEGBuilder.xmp("<d hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2.3\" hdrgm:HDRCapacityMax=\"2.3\"/>")
  ])
  private let container = """
    <d hdrgm:Version="1.0"><Container:Directory><rdf:Seq><rdf:li><Container:Item Item:Semantic="Primary" \
    Item:Mime="image/jpeg"/></rdf:li><rdf:li><Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg" \
    Item:Length="LENGTH"/></rdf:li></rdf:Seq></Container:Directory></d>
    """

  private func companions(_ bytes: [UInt8]) throws -> JPEGCompanions { try JPEGSegments(bytes).companions }

  @Test func `an Ultra HDR map follows the primary picture`() throws {
    let primary = JPEGBuilder.stream([
      JPEGBuilder.xmp(container.replacing("LENGTH", with: "\(adobeMap.count)"))
    ])
    let found = try companions(primary + adobeMap)
    #expect(found.gainMap?.kind == .adobe)
    #expect(found.gainMap?.range == primary.count..<(primary.count + adobeMap.count))
    #expect(found.gainMap?.xmp != nil)
    #expect(found.furtherImages.count == 0)
    #expect(found.auxiliaryKinds == [])
  }

  @Test func `a claim without a map is stale`() throws {
    let primary = JPEGBuilder.stream([JPEGBuilder.xmp(container.replacing("LENGTH", with: "100"))])
    #expect(try companions(primary).gainMap == nil)
    let primaryPayload = JPEGBuilder.segment(0xE2, "urn:iso:std:iso:ts:21496:-1\0", [0, 0, 0, 0])
    #expect(try companions(JPEGBuilder.stream([primaryPayload])).gainMap == nil)
  }

  @Test func `ISO 21496-1 alone makes a map`() throws {
    let payload = [UInt8](repeating: 0, count: 61)
    let map = JPEGBuilder.stream([JPEGBuilder.segment(0xE2, "urn:iso:std:iso:ts:21496:-1\0", payload)])
    let found = try companions(JPEGBuilder.stream() + map)
    #expect(found.gainMap?.kind == .iso)
    #expect(found.gainMap?.isoMetadata == payload)
  }

  @Test func `Apple's map needs its version`() throws {
    let type = "apdi:AuxiliaryImageType=\"urn:com:apple:photo:2020:aux:hdrgainmap\""
    let map = JPEGBuilder.stream([
      JPEGBuilder.xmp("<d \(type)><HDRGainMap:HDRGainMapVersion>65536</HDRGainMap:HDRGainMapVersion></d>")
    ])
    #expect(try companions(JPEGBuilder.stream() + map).gainMap?.kind == .apple)
    let other = try companions(JPEGBuilder.stream() + JPEGBuilder.stream([JPEGBuilder.xmp("<d \(type)/>")]))
    #expect(other.gainMap == nil)
    #expect(other.auxiliaryKinds == ["urn:com:apple:photo:2020:aux:hdrgainmap"])
  }

  /// The index's own place in the file, from which its offsets count.
  private func indexed(_ pictures: [(attributes: Int, size: Int, start: Int)], padding: Int, _ rest: [UInt8])
    -> [UInt8]
  {
    let origin = 2 + 4 + 4
    let entries = pictures.map { (attributes: $0.attributes, size: $0.size, offset: $0.start - origin) }
    return JPEGBuilder.stream([JPEGBuilder.multiPicture(entries)]) + [UInt8](repeating: 0, count: padding)
      + rest
  }

  @Test func `a map behind padding is found by the index, whatever size that tells`() throws {
    let primaryCount = indexed([(0x30000, 0, 10), (0, 0, 10)], padding: 0, []).count
    let start = primaryCount + 50
    let bytes = indexed([(0x30000, 1, 10), (0, 7, start)], padding: 50, adobeMap)
    #expect(try companions(bytes).gainMap?.range == start..<bytes.count)
  }

  @Test func `previews of the index are not further pictures`() throws {
    let primaryCount = indexed([(0x30000, 0, 10), (0, 0, 10)], padding: 0, []).count
    let picture = JPEGBuilder.stream()
    for (type, expected) in [(0x01_0001, 0), (0x01_0002, 0), (0x02_0002, 1), (0, 1)] {
      let found = try companions(indexed([(0x30000, 0, 10), (type, 0, primaryCount)], padding: 0, picture))
      #expect(found.gainMap == nil)
      #expect(found.furtherImages.count == expected)
    }
  }

  @Test func `an index that points anywhere is not believed`() throws {
    for start in [0xFFFF_FFFF, 20, 1_000_000] {
      let found = try companions(indexed([(0x30000, 0, 10), (0, 0, start)], padding: 0, []))
      #expect(found == JPEGCompanions())
    }
  }

  @Test func `a Motion Photo's video is found by its boxes`() throws {
    let primary = JPEGBuilder.stream()
    let movie = JPEGBuilder.movie
    #expect(
      try companions(primary + movie).motionVideo?.range == primary.count..<(primary.count + movie.count)
    )
    let trailer = Array("SEFH".utf8) + [1, 2, 3]
    let samsung = primary + Array("MotionPhoto_Data".utf8) + movie + [0xFF, 0xFF, 0xFF, 0xFF] + trailer
    #expect(try companions(samsung).motionVideo?.range.count == movie.count)
    #expect(try companions(primary + adobeMap + movie).motionVideo?.range.count == movie.count)
    #expect(try companions(primary + JPEGBuilder.box("ftyp", [1, 2, 3, 4])).motionVideo == nil)
    #expect(try companions(primary + Array("ftyp".utf8)).motionVideo == nil)
  }

  @Test func `depth is told`() throws {
    let primary = JPEGBuilder.stream([JPEGBuilder.xmp("<d GDepth:Format=\"RangeInverse\"/>")])
    #expect(try companions(primary).auxiliaryKinds == ["depth"])
  }
}
