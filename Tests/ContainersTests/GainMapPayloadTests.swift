import Messages
import Pixels
import Testing

@testable import Containers

@Suite struct GainMapPayloadTests {
  /// The payload of an iPhone 15 Plus with iOS 18.2.
  private let apple: [UInt8] = [
    0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0x0F, 0x42, 0x40, 0, 0x2A, 0x87, 0x25, 0, 0x0F, 0x42, 0x40,
    0, 0, 0, 0, 0, 0x0F, 0x42, 0x40, 0, 0x2A, 0x87, 0x25, 0, 0x0F, 0x42, 0x40,
    0, 0x0D, 0xAF, 0xCD, 0, 0x0F, 0x42, 0x40, 0, 0, 0, 10, 0, 0x0F, 0x42, 0x40, 0, 0, 0, 10, 0, 0x0F, 0x42,
    0x40,
  ]

  @Test func readsApplesNumbersExactly() throws {
    let found = try GainMapPayload.read(apple)
    #expect(found.alternateHeadroom == .init(2_787_109, 1_000_000))
    #expect(found.channels.count == 1)
    #expect(found.channels[0].gamma == .init(896_973, 1_000_000))
    #expect(found.channels[0].alternateOffset == .init(10, 1_000_000))
    #expect(found.usesBaseColourSpace)
    #expect(GainMapPayload.bytes(found) == apple)
  }

  @Test func threeChannelsComeBackAsTheyWere() throws {
    let one = try GainMapPayload.read(apple)
    var channels = [one.channels[0], one.channels[0], one.channels[0]]
    channels[1].minimum = .init(-256_907, 1_000_000)
    let three = try #require(
      GainMapMetadata(
        baseHeadroom: one.baseHeadroom,
        alternateHeadroom: one.alternateHeadroom,
        channels: channels,
        usesBaseColourSpace: false
      )
    )
    let bytes = GainMapPayload.bytes(three)
    #expect(bytes.count == 141)
    #expect(try GainMapPayload.read(bytes) == three)
  }

  /// libultrahdr's short form: one denominator for all.
  @Test func readsACommonDenominator() throws {
    let numbers = [1000, 0, 2500, 0, 2500, 1000, 15, 15].flatMap { BigEndian.bytes($0, count: 4) }
    let found = try GainMapPayload.read([0, 0, 0, 0, 0x48] + numbers)
    #expect(found.alternateHeadroom.value == 2.5)
    #expect(found.channels[0].gamma.value == 1)
  }

  @Test func laterWritersMayAddBytes() throws {
    var bytes = apple
    bytes[3] = 7
    #expect(try GainMapPayload.read(bytes + [1, 2, 3]) == GainMapPayload.read(apple))
  }

  @Test(arguments: [1, 4]) func whatCannotBeInterpretedIsRefused(position: Int) {
    var bytes = apple
    bytes[position] = position == 1 ? 1 : 0x44
    #expect(throws: Problem.self) { try GainMapPayload.read(bytes) }
  }

  @Test func everyTruncationIsRefused() {
    for count in apple.indices {
      #expect(throws: Problem.self) { try GainMapPayload.read(Array(apple.prefix(count))) }
    }
    #expect(throws: Problem.self) { try GainMapPayload.read([0, 0, 0, 0, 0x80] + apple.dropFirst(5)) }
  }

  @Test func aDenominatorOfZeroIsRefused() {
    var bytes = apple
    for index in 9..<13 { bytes[index] = 0 }
    #expect(throws: Problem.self) { try GainMapPayload.read(bytes) }
  }
}

@Suite struct JPEGWithGainMapTests {
  private let map = JPEGBuilder.stream([
    JPEGBuilder.xmp("<x hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2\" hdrgm:HDRCapacityMax=\"2\"/>")
  ])

  @Test func theIndexPointsAtTheMap() throws {
    let file = try JPEGAssembler.assemble(
      stream: JPEGBuilder.stream(),
      blocks: MetadataBlocks(),
      gainMap: .picture(map: map)
    )
    let markers = try JPEGMarkers(file)
    #expect(Array(file[markers.end...]) == map)
    let found = try #require(try JPEGSegments(file).companions.gainMap)
    #expect(found.range == markers.end..<file.count)
    #expect(found.isIndexed)
    #expect(!found.isListed)
    // The sizes in the index are true, which those of many cameras are not.
    let segment = try #require(
      markers.segments.last {
        $0.marker == 0xE2 && ByteCursor(file, in: $0.payload).stands(Array("MPF\0".utf8))
      }
    )
    var cursor = ByteCursor(file, in: segment.payload)
    try cursor.move(to: segment.payload.lowerBound + 4 + 50 + 4)
    #expect(try cursor.readNumber(4) == markers.end)
  }

  @Test func anIndexThatPointsNowhereIsNoIndex() throws {
    var file = try JPEGAssembler.assemble(
      stream: JPEGBuilder.stream(),
      blocks: MetadataBlocks(),
      gainMap: .picture(map: map)
    )
    let place = try #require(ByteSearch.firstIndex(of: Array("MPF\0".utf8), in: file, range: file.indices))
    file[place + 4 + 50 + 16 + 8 + 3] &+= 1
    let found = try #require(try JPEGSegments(file).companions.gainMap)
    #expect(!found.isIndexed)
  }
}
