internal import Pixels

@testable internal import Containers
@testable internal import Metadata

extension FuzzTarget {
  static var metadata: [FuzzTarget] {
    [
      FuzzTarget("exif", exif), FuzzTarget("exif-edit", exifEdit), FuzzTarget("iptc", iptc),
      FuzzTarget("xmp-text", xmpText), FuzzTarget("xmp", xmp), FuzzTarget("copy", copy),
    ]
  }

  private static func exif(_ bytes: [UInt8]) throws {
    _ = ExifOrientation.read(exif: bytes)
    _ = EmbeddedMetadataReader.read(MetadataBlocks(exif: bytes))
    let structure = try ExifStructure(bytes)
    _ = structure.fields
    let compacted = try ExifCompaction.compacted(structure)
    expect((try? ExifStructure(compacted)) != nil, "compacted, but not readable any more")
  }

  /// Fields are changed and added; what stands in the MakerNote stays, byte for byte and in its place.
  private static func exifEdit(_ bytes: [UInt8]) throws {
    var editor = try ExifEditor(bytes)
    let before = editor.structure
    let note = before.exif?[ExifTag.makerNote].flatMap { entry in
      entry.byteCount.map { entry.valueOffset..<(entry.valueOffset + $0) }
    }
    editor.set(ExifTag.orientation, in: .main, to: .shorts([1], editor.order))
    editor.set(ExifTag.pixelXDimension, in: .exif, to: .long(7, editor.order))
    editor.set(0x0012, in: .gps, to: .bytes(Array("WGS-84\0".utf8), type: 2, editor.order))
    editor.remove([ExifTag.imageUniqueID], from: .exif)
    try editor.commit()
    guard let after = try? ExifStructure(editor.bytes) else {
      expect(false, "edited, but not readable any more")
      return
    }
    expect(after.value(.main, ExifTag.orientation)?.integer() == 1, "the orientation is not set")
    let directories = [before.main, before.exif, before.gps].compactMap(\.self)
      .map { $0.offset..<($0.offset + $0.byteCount) }
    if let note, note.lowerBound >= 8, note.count > 4, before.block.contains(note.lowerBound, note.count),
      !directories.contains(where: { $0.overlaps(note) })
    {
      expect(editor.bytes[note] == bytes[note], "MakerNote")
    }
    try MakerNoteIdentity.remove(from: &editor)
    expect((try? ExifStructure(editor.bytes)) != nil, "not readable without the identity")
  }

  private static func iptc(_ bytes: [UInt8]) throws {
    _ = EmbeddedMetadataReader.read(MetadataBlocks(iptc: bytes))
    var records = IPTCRecords(bytes)
    _ = (records.date(55, 60), records.texts(25))
    records.replace(120, with: ["Ärger", "塔"])
    let again = IPTCRecords(records.bytes)
    expect(again.datasets == records.datasets && !again.isDamaged, "written, but not readable any more")
  }

  private static func xmpText(_ bytes: [UInt8]) throws {
    let text = XMPText(bytes)
    for name in ["tiff:Orientation", "GCamera:MicroVideoOffset", "hdrgm:Version", "xmpNote:HasExtendedXMP"] {
      _ = text.values(of: name)
    }
    _ = ExifOrientation.read(xmp: bytes)
    let properties = XMPProperties(bytes)
    for property in properties?.all ?? [] { expect(property.range.upperBound <= bytes.count, "property") }
    _ = try? JPEGExtendedXMP.divide(bytes, extended: nil)
    _ = try XMPPacketCheck.checked(bytes)
  }

  private static func xmp(_ bytes: [UInt8]) throws {
    _ = try Sidecar.read(xmp: bytes)
    _ = EmbeddedMetadataReader.read(MetadataBlocks(xmp: bytes))
  }

  /// The metadata of a copy: blocks in, blocks out, and these must be readable.
  private static func copy(_ bytes: [UInt8]) throws {
    var parts = Parts(bytes)
    var original = MetadataBlocks(exif: parts.next(), xmp: parts.next(), extendedXMP: parts.next())
    original.iptc = parts.next()
    var carried = EmbeddedMetadataReader.read(original).0
    carried.place = Place(latitude: 35.6586, longitude: 139.7454, altitude: 42)
    carried.favourite = true
    let piece = PictureArea(x: 0.1, y: 0.2, width: 0.5, height: 0.5)
    for (target, part) in [(MetadataCapacity.jpeg, PictureArea.whole), (.heic, piece)] {
      let made = try CopyMetadata(
        original: original,
        carried: carried,
        size: PixelSize(width: 800, height: 600),
        target: target,
        identity: CopyIdentity(
          documentIdentifier: "00000000-0000-4000-8000-00000000000a",
          instanceIdentifier: "00000000-0000-4000-8000-00000000000b",
          program: "shiying",
          date: "2025-01-02T03:04:05Z"
        ),
        derivedFrom: "IMG_0001.HEIC",
        hdrRemoved: true,
        part: part
      ).blocks().0
      if let limit = target.exifLimit { expect((made.exif?.count ?? 0) <= limit, "Exif too large") }
      guard let exif = made.exif, (try? ExifStructure(exif)) != nil else {
        expect(false, "Exif can't be read again")
        return
      }
      guard let packet = made.xmp, (try? XMPDocument(packet: packet)) != nil else {
        expect(false, "XMP can't be read again")
        return
      }
      let found = EmbeddedMetadataReader.read(made).0
      expect(found.favourite == true, "the favourite is lost")
      expect(found.place != nil, "the place is lost")
    }
  }
}
