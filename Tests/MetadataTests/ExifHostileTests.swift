internal import Containers
internal import Messages
internal import Pixels
internal import Testing

@testable internal import Metadata

/// Blocks that lie. Whatever they say, reading and editing end, and nothing traps.
@Suite struct ExifHostileTests {
  private func exercise(_ bytes: [UInt8]) {
    let (found, _) = EmbeddedMetadataReader.read(MetadataBlocks(exif: bytes))
    let copy = CopyExif(
      carried: found.filling(from: Sample.everything),
      size: PixelSize(width: 800, height: 600),
      limit: 65_527
    )
    do {
      let made = try copy.block(from: bytes).0
      #expect(made.map { (try? ExifStructure($0)) != nil } ?? false)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test(arguments: [ByteOrder.big, .little]) func everyPrefix(_ order: ByteOrder) {
    let whole = TIFFSample.phone(order).bytes
    for length in 0...whole.count { exercise(Array(whole.prefix(length))) }
  }

  @Test(arguments: [ByteOrder.big, .little]) func everyByteWrong(_ order: ByteOrder) {
    let whole = TIFFSample.phone(order).bytes
    for index in whole.indices {
      for value in [0, 0xFF] as [UInt8] where whole[index] != value {
        var bytes = whole
        bytes[index] = value
        exercise(bytes)
      }
    }
  }

  @Test func directoriesInACircle() throws {
    var sample = TIFFSample.phone(.big)
    sample.thumbnail = nil
    var bytes = sample.bytes
    let structure = try ExifStructure(bytes)
    let pointers = structure.main.entries.filter { $0.tag >= 0x8769 }.map { $0.position + 8 }
    for pointer in pointers + [structure.main.nextPointer] {
      bytes.replaceSubrange(pointer..<(pointer + 4), with: [0, 0, 0, 8])
    }
    let circle = try ExifStructure(bytes)
    #expect(circle.exif == nil && circle.gps == nil && circle.thumbnail == nil)
    #expect(circle.damaged == [.exif, .gps])
    let (made, notes) = try Sample.copy(MetadataBlocks(exif: bytes), Sample.everything).blocks()
    #expect(notes.map(\.code) == [.exifDropped, .exifDropped])
    let found = EmbeddedMetadataReader.read(MetadataBlocks(exif: made.exif)).0
    #expect(found.captureDate == Sample.everything.captureDate)
  }

  @Test func countsThatOverflow() throws {
    var sample = TIFFSample.phone(.big)
    for (tag, type) in [(ExifTag.dateTimeOriginal, 2), (ExifTag.makerNote, 7), (ExifTag.subjectArea, 3)]
      as [(UInt16, UInt16)]
    {
      sample.exif[tag] = ExifValue(type: type, count: 0xFFFF_FFFF, bytes: [0, 0, 0, 0, 0, 0], order: .big)
    }
    exercise(sample.bytes)
    let structure = try ExifStructure(sample.bytes)
    #expect(structure.value(.exif, ExifTag.dateTimeOriginal) == nil)
  }

  @Test func valuesOnTopOfEachOtherCostNoMemory() throws {
    // 5,000 entries that each claim the same 60,000 bytes.
    var bytes: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + ByteOrder.big.bytes(UInt16(5000))
    for tag in 0..<5000 {
      bytes += ByteOrder.big.bytes(UInt16(tag)) + [0, 7, 0, 0, 0xEA, 0x60, 0, 0, 0, 8]
    }
    bytes += [0, 0, 0, 0]
    let structure = try ExifStructure(bytes)
    #expect(structure.claimedByteCount > 299_000_000)
    #expect(try ExifFields.read(bytes).isEmpty == false)
    #expect(try ExifCompaction.compacted(structure).count < 4 * bytes.count)
  }
}
