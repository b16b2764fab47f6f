import Messages
import Pixels
import Testing

@testable import Containers

@Suite struct TIFFPagesTests {
  /// Directories one after the other, each pointing to the next, the last to `last`.
  private static func chain(_ kinds: [[Int: Int]], last: Int = 0) -> [UInt8] {
    var file: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]
    for (index, kind) in kinds.enumerated() {
      var fields = TIFFFields(isLittleEndian: true)
      for (tag, value) in kind { fields.add(tag, longs: [value]) }
      let isLast = index == kinds.count - 1
      file += fields.directory(at: file.count, next: isLast ? last : file.count + fields.byteCount())
    }
    return file
  }

  @Test func `pages are counted, reduced pictures and masks are none`() throws {
    let page = [254: 0], reduced = [254: 1], mask = [254: 4], old = [255: 2]
    #expect(try TIFFPages(Self.chain([page])).furtherPages.count == 0)
    #expect(try TIFFPages(Self.chain([page, page, page])).furtherPages.count == 2)
    #expect(try TIFFPages(Self.chain([page, reduced, mask, old, [256: 1]])).furtherPages.count == 1)
    let thumbnailFirst = try TIFFPages(Self.chain([reduced, page]))
    #expect(thumbnailFirst.furtherPages.count == 0)
    #expect(thumbnailFirst.offset == 26)
    #expect(try TIFFPages(Self.chain([reduced])).offset == 8)
  }

  @Test func `a circle of directories ends`() throws {
    #expect(try TIFFPages(Self.chain([[254: 0], [254: 0]], last: 8)).furtherPages.count == 1)
    // An Exif directory that is the first directory itself.
    #expect(try TIFFPages(Self.chain([[TIFFTag.exifDirectory: 8]])).blocks.exif == nil)
  }

  @Test func `overlapping values cost no more than the file's size allows`() throws {
    var fields = TIFFFields(isLittleEndian: true)
    for tag in 50_000..<50_700 { fields.addRaw(tag, 7, 1_000_000, [0, 0, 0, 0]) }
    var file: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + fields.directory(at: 8, next: 0)
    file += [UInt8](repeating: 1, count: 1_000_000)
    let block = try #require(try TIFFPages(file).blocks.exif)
    #expect(block.count <= 33 * 1024 * 1024 + 12 * 700)
  }

  @Test func `IPTC is found in all its forms`() throws {
    let records: [UInt8] = [0x1C, 2, 25, 0, 3, 65, 66, 67]
    let swapped = stride(from: 0, to: 8, by: 4).flatMap { records[$0..<($0 + 4)].reversed() }
    let resources = PhotoshopResources.wrapping(iptc: records)
    let forms: [(Int, Int, [UInt8])] = [
      (TIFFTag.iptc, 7, records), (TIFFTag.iptc, 1, records + [0, 0]), (TIFFTag.iptc, 4, records),
      (TIFFTag.iptc, 4, swapped), (TIFFTag.iptc, 7, Array("Photoshop 3.0\0".utf8) + resources),
      (TIFFTag.iptc, 1, resources), (TIFFTag.photoshop, 1, resources),
    ]
    for (tag, type, data) in forms {
      var fields = TIFFFields(isLittleEndian: true)
      fields.add(tag, type: type, count: data.count / (type == 4 ? 4 : 1), data)
      let file: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + fields.directory(at: 8, next: 0)
      #expect(try TIFFPages(file).blocks.iptc == records, "\(tag) of type \(type)")
    }
  }

  @Test func `Exif behind the pixels is built anew, bytes of the MakerNote equal`() throws {
    let note = Array("Maker\0\u{1}\u{2}\u{3}".utf8)
    for isLittleEndian in [true, false] {
      var exif = TIFFFields(isLittleEndian: isLittleEndian)
      exif.add(TIFFTag.makerNote, type: 7, count: 9, note)
      exif.add(36867, type: 2, count: 20, Array("2024:06:01 07:05:00\0".utf8))
      var gps = TIFFFields(isLittleEndian: isLittleEndian)
      gps.add(1, type: 2, count: 2, Array("N\0".utf8))
      var main = TIFFFields(isLittleEndian: isLittleEndian)
      main.add(TIFFTag.orientation, shorts: [3])
      main.add(TIFFTag.stripOffsets, longs: [8])
      main.add(TIFFTag.make, type: 2, count: 8, Array("Shiying\0".utf8))
      let start = 108
      let second = start + main.byteCount(withFurther: 2)
      main.add(TIFFTag.exifDirectory, longs: [second])
      main.add(TIFFTag.gpsDirectory, longs: [second + exif.byteCount()])
      var file: [UInt8] = isLittleEndian ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A]
      file += TIFFFields.number(start, size: 4, isLittleEndian) + [UInt8](repeating: 9, count: 100)
      file += main.directory(at: start, next: 0) + exif.directory(at: second, next: 0)
      file += gps.directory(at: file.count, next: 0)
      let blocks = try TIFFPages(file).blocks
      let block = try TIFFFile(try #require(blocks.exif))
      #expect(block.bytes.count < file.count)
      let directory = try block.directory(at: block.firstDirectory)
      #expect(ExifOrientation.read(blocks) == .down)
      #expect(directory.fields[TIFFTag.stripOffsets] == nil)
      #expect(block.content(directory.fields[TIFFTag.make]) == Array("Shiying\0".utf8))
      let found = try #require(block.directory(directory.fields[TIFFTag.exifDirectory]))
      #expect(block.content(found.fields[TIFFTag.makerNote]) == note)
      let place = try #require(block.directory(directory.fields[TIFFTag.gpsDirectory]))
      #expect(block.content(place.fields[1]) == Array("N\0".utf8))
    }
  }

  @Test func `a directory of BigTIFF may not claim any number of entries`() throws {
    let file: [UInt8] =
      [0x49, 0x49, 0x2B, 0, 8, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 255, count: 40)
    #expect(#expect(throws: Problem.self) { try TIFFPages(file) }?.code == .truncated)
  }
}
