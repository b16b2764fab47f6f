import Containers
import Messages
import TestSupport
import Testing

@Suite struct BoxReaderTests {
  @Test func readsBigEndianNumbers() throws {
    var reader = BoxReader([1, 2, 3, 4, 5, 6, 7, 8, 9])
    #expect(try reader.readUInt8() == 1)
    #expect(try reader.readUInt16() == 0x0203)
    #expect(try reader.readUInt32() == 0x0405_0607)
    #expect(try reader.readNumber(ofByteCount: 0) == 0)
    #expect(reader.remaining == 2)
  }

  @Test func tellsTheEndOfTheFileFromTheEndOfABox() {
    var atEnd = BoxReader([1, 2, 3])
    #expect(throws: Problem.self) { try atEnd.readUInt32() }
    #expect(code { try atEnd.readUInt32() } == .truncated)
    var inBox = BoxReader([1, 2, 3, 4, 5], in: 0..<3)
    #expect(code { try inBox.readUInt32() } == .damaged)
  }

  @Test func cutsTheRangeToTheFile() {
    var reader = BoxReader([1, 2], in: 1..<1000)
    #expect(reader.remaining == 1)
    #expect(code { try reader.readUInt16() } == .truncated)
    #expect(BoxReader([1, 2], in: 50..<60).remaining == 0)
  }

  @Test func walksBoxesOfEveryKindOfSize() throws {
    let large = HEIFFileBuilder.number(1, 4) + Array("free".utf8) + HEIFFileBuilder.number(18, 8) + [7, 8]
    let user = HEIFFileBuilder.box("uuid", [UInt8](repeating: 5, count: 16) + [9])
    let rest = HEIFFileBuilder.number(0, 4) + Array("mdat".utf8) + [1, 2, 3]
    var reader = BoxReader(HEIFFileBuilder.box("abcd", []) + large + user + rest)
    let boxes = try reader.readBoxes()
    #expect(boxes.map(\.type) == ["abcd", "free", "uuid", "mdat"])
    #expect(boxes.map(\.content.count) == [0, 2, 1, 3])
  }

  @Test(arguments: [2, 7, 0x7FFF_FFFF, 0xFFFF_FFFF]) func refusesImpossibleSizes(size: Int) {
    var reader = BoxReader(HEIFFileBuilder.number(size, 4) + Array("abcd".utf8) + [0, 0])
    #expect(code { try reader.nextBox() } == (size < 8 ? .damaged : .truncated))
  }

  @Test func refusesALargeSizeThatIsNone() {
    for size in [3, Int.min, -1] {
      var reader = BoxReader(
        HEIFFileBuilder.number(1, 4) + Array("abcd".utf8) + HEIFFileBuilder.number(size, 8)
      )
      #expect(code { try reader.nextBox() } != nil)
    }
  }

  @Test func takesRubbishForDamageNotForTruncation() {
    var reader = BoxReader(HEIFFileBuilder.number(5000, 4) + [0, 1, 2, 3, 4])
    #expect(code { try reader.nextBox() } == .damaged)
  }

  @Test func readsTextWithAndWithoutEnd() {
    var reader = BoxReader(Array("ab\0cd".utf8))
    #expect(reader.readText() == "ab")
    #expect(reader.readText() == "cd")
    #expect(reader.readText().isEmpty)
  }

  private func code(_ body: () throws -> Any?) -> ProblemCode? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? Problem)?.code
    }
  }
}
