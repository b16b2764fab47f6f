import Pixels
import Testing

@testable import Metadata

@Suite struct GainMapXMPTests {
  private func packet(_ attributes: String, _ elements: String = "") -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"
       xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/" \(attributes)>\(elements)</rdf:Description>
      </rdf:RDF></x:xmpmeta>
      """.utf8
    )
  }

  @Test func readsAttributesAndDefaults() throws {
    let found = try #require(
      GainMapXMP.metadata(
        in: packet("hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2.5\" hdrgm:HDRCapacityMax=\"3\"")
      )
    )
    #expect(found.channels.count == 1)
    #expect(found.channels[0].maximum.value == 2.5)
    #expect(found.channels[0].minimum.value == 0)
    #expect(found.channels[0].gamma.value == 1)
    #expect(found.channels[0].baseOffset == .init(1, 64))
    #expect(found.channels[0].alternateOffset == .init(1, 64))
    #expect(found.alternateHeadroom.value == 3)
  }

  @Test func readsLists() throws {
    let elements = """
      <hdrgm:GainMapMax><rdf:Seq><rdf:li>1</rdf:li><rdf:li>2</rdf:li><rdf:li>3</rdf:li></rdf:Seq></hdrgm:GainMapMax>
      <hdrgm:Gamma><rdf:Seq><rdf:li>0.5</rdf:li><rdf:li>0.6</rdf:li><rdf:li>0.7</rdf:li></rdf:Seq></hdrgm:Gamma>
      """
    let found = try #require(
      GainMapXMP.metadata(
        in: packet("hdrgm:Version=\"1.0\" hdrgm:GainMapMin=\"-0.5\" hdrgm:HDRCapacityMax=\"3\"", elements)
      )
    )
    #expect(found.channels.map(\.maximum.value) == [1, 2, 3])
    #expect(found.channels.map(\.gamma.value) == [0.5, 0.6, 0.7])
    #expect(found.channels.map(\.minimum.value) == [-0.5, -0.5, -0.5])
  }

  @Test(arguments: [
    "hdrgm:Version=\"1.0\"", "hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2\"",
    "hdrgm:GainMapMax=\"much\" hdrgm:HDRCapacityMax=\"3\"",
    "hdrgm:GainMapMax=\"nan\" hdrgm:HDRCapacityMax=\"3\"",
    "hdrgm:GainMapMax=\"2\" hdrgm:HDRCapacityMax=\"3\" hdrgm:Gamma=\"0\"",
    "hdrgm:GainMapMax=\"2\" hdrgm:HDRCapacityMax=\"1e99\"",
  ])
  func whatMakesNoSenseSaysNothing(attributes: String) {
    #expect(GainMapXMP.metadata(in: packet(attributes)) == nil)
  }

  @Test func baseHDRHasItsCapacitiesTheOtherWayRound() throws {
    let found = try #require(
      GainMapXMP.metadata(
        in: packet(
          "hdrgm:GainMapMax=\"2\" hdrgm:HDRCapacityMax=\"3\" hdrgm:BaseRenditionIsHDR=\"True\""
        )
      )
    )
    #expect(!found.isBaseStandard)
    #expect(found.baseHeadroom.value == 3)
  }

  @Test(arguments: [1, 3]) func writtenPacketsSayTheSame(count: Int) throws {
    let channels = (0..<count).map {
      GainMapMetadata.Channel(
        minimum: .init(-0.256907),
        maximum: .init(1.277177 + Double($0) / 10),
        gamma: .init(0.953784),
        baseOffset: .init(0, 1),
        alternateOffset: .init(10, 1_000_000)
      )
    }
    let metadata = try #require(
      GainMapMetadata(
        baseHeadroom: .init(0, 1),
        alternateHeadroom: .init(1.3),
        channels: channels,
        usesBaseColourSpace: true
      )
    )
    let packet = GainMapXMP.packet(metadata, appleHeadroom: 2.5)
    let found = try #require(GainMapXMP.metadata(in: packet))
    #expect(abs(found.alternateHeadroom.value - 1.3) < 1e-6)
    for (one, other) in zip(found.channels, channels) {
      #expect(abs(one.minimum.value - other.minimum.value) < 1e-6)
      #expect(abs(one.maximum.value - other.maximum.value) < 1e-6)
      #expect(abs(one.gamma.value - other.gamma.value) < 1e-6)
      #expect(one.baseOffset.value == 0)
      #expect(abs(one.alternateOffset.value - 1e-5) < 1e-9)
    }
    #expect(found.channels.count == count)
    #expect(GainMapXMP.isApple(packet))
    #expect(GainMapXMP.appleHeadroom(in: packet) == 2.5)
    let text = String(decoding: packet, as: UTF8.self)
    #expect(text.contains("hdrgm:OffsetSDR=\"0\""))
    #expect(text.contains("hdrgm:BaseRenditionIsHDR=\"False\""))
  }

  @Test func applesFirstVersionSaysNoHeadroom() {
    let first = packet("HDRGainMap:HDRGainMapVersion=\"65536\"")
    #expect(GainMapXMP.isApple(first))
    #expect(GainMapXMP.appleHeadroom(in: first) == nil)
    let impossible = packet("HDRGainMap:HDRGainMapVersion=\"131072\" HDRGainMap:HDRGainMapHeadroom=\"0.5\"")
    #expect(GainMapXMP.appleHeadroom(in: impossible) == nil)
  }

  @Test func makerNotesTellTheHeadroom() throws {
    func exif(_ entries: [(UInt16, Int, Int)]) -> [UInt8] {
      func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      var note = Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D] + number(entries.count, 2)
      let values = note.count + entries.count * 12 + 4
      for (index, entry) in entries.enumerated() {
        note += number(Int(entry.0), 2) + [0, 10] + number(1, 4) + number(values + index * 8, 4)
      }
      note += number(0, 4) + entries.flatMap { number($0.1, 4) + number($0.2, 4) }
      // IFD0 with the Exif directory at 26, which holds the note at 44.
      return [0x4D, 0x4D, 0, 42] + number(8, 4) + number(1, 2) + [0x87, 0x69, 0, 4] + number(1, 4)
        + number(26, 4)
        + number(0, 4) + number(1, 2) + [0x92, 0x7C, 0, 7] + number(note.count, 4) + number(44, 4)
        + number(0, 4)
        + note
    }
    let both = try #require(
      AppleMakerNote.gainMapHeadroom(exif: exif([(0x21, 1_010_000, 1_000_000), (0x30, 3041, 1_000_000)]))
    )
    #expect(abs(both - 6.9025) < 0.001)
    #expect(AppleMakerNote.gainMapHeadroom(exif: exif([(0x21, 1, 1)])) == 8)
    #expect(AppleMakerNote.gainMapHeadroom(exif: exif([(0x30, 1, 1)])) == nil)
    #expect(AppleMakerNote.gainMapHeadroom(exif: exif([(0x21, 1, 0)])) == nil)
    let whole = exif([(0x21, 1, 1)])
    for count in whole.indices.dropLast() {
      _ = AppleMakerNote.gainMapHeadroom(exif: Array(whole.prefix(count)))
    }
  }
}
