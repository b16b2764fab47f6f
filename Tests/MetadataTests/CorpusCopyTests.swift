internal import Containers
internal import Files
internal import Foundation
internal import Messages
internal import Pixels
internal import TestSupport
internal import Testing

@testable internal import Metadata

/// Blocks of real cameras' files, made into those of a copy, as exiftool and exiv2 see them.
@Suite(
  .enabled(if: Corpus.isPresent, "\(Corpus.absence)"),
  .enabled(
    if: Tool.isInstalled("exiftool") && Tool.isInstalled("exiv2"),
    "exiftool and exiv2 are not installed"
  )
)
struct CorpusCopyTests {
  /// Blocks of every file, taken out by exiftool.
  static let originals: [(name: String, blocks: MetadataBlocks)] = {
    let files = (Corpus.files(below: "still/jpeg") + Corpus.files(below: "still/heic")).compactMap(\.utf8)
    guard let scratch = try? Scratch(),
      let exif = try? Tool.blocks("Exif", of: files, in: scratch.folder),
      let xmp = try? Tool.blocks("XMP", of: files, in: scratch.folder),
      let iptc = try? Tool.blocks("IPTC", of: files, in: scratch.folder)
    else { return [] }
    return files.map { file in
      let name = URL(fileURLWithPath: file).lastPathComponent
      return (name, MetadataBlocks(exif: exif[name], xmp: xmp[name], iptc: iptc[name]))
    }
  }()

  /// Tags that are meant to change, as exiftool calls them.
  static let intended: Set<String> = [
    "IFD0:Orientation", "ExifIFD:ExifImageWidth", "ExifIFD:ExifImageHeight", "IFD0:ImageWidth",
    "IFD0:ImageHeight",
    "ExifIFD:ImageUniqueID", "ExifIFD:SubjectArea", "IFD0:XPTitle", "IFD0:XPKeywords", "Canon:ImageUniqueID",
    "Apple:BurstUUID", "Apple:MediaGroupUUID", "Apple:ContentIdentifier", "Apple:ImageUniqueID",
    "Apple:LivePhotoVideoIndex", "Apple:ImageCaptureReqestID", "Apple:PhotoIdentifier", "Apple:Apple_0x002b",
    // Where a date was missing, its sub-seconds mean nothing and follow the date.
    "ExifIFD:SubSecTimeDigitized",
  ]

  /// Tags that a copy may have and its original not.
  static let added: Set<String> = [
    "ExifIFD:OffsetTime", "ExifIFD:OffsetTimeOriginal", "ExifIFD:OffsetTimeDigitized", "ExifIFD:CreateDate",
    "ExifIFD:DateTimeOriginal", "ExifIFD:SubSecTimeOriginal", "IFD0:ImageDescription", "IFD0:RatingPercent",
    "IFD0:Rating",
  ]

  static func isComparable(_ tag: String) -> Bool {
    let groups = ["SourceFile", "System:", "File:", "Composite:", "IFD1:", "ExifTool:"]
    return !groups.contains { tag.hasPrefix($0) } && !intended.contains(tag)
  }

  @Test func keepsEveryOtherExifTag() throws {
    let scratch = try Scratch()
    var names: [String] = []
    for (name, blocks) in Self.originals {
      guard let exif = blocks.exif else { continue }
      let original = MetadataBlocks(exif: exif)
      let (carried, _) = EmbeddedMetadataReader.read(original)
      let (copy, notes) = try Sample.copy(original, carried, target: .heic).blocks()
      #expect(notes == [], "\(name)")
      _ = try scratch.write("\(name).before.tif", exif)
      _ = try scratch.write("\(name).after.tif", try #require(copy.exif))
      names.append(name)
    }
    #expect(names.count > 25)
    let files = try Tool.exiftool(folder: scratch.folder)
    for name in names {
      let before = try #require(files["\(name).before.tif"])
      let after = try #require(files["\(name).after.tif"])
      for (tag, value) in before where Self.isComparable(tag) {
        #expect(after[tag] == value, "\(name) \(tag)")
      }
      let new = after.keys.filter { before[$0] == nil && Self.isComparable($0) }
      #expect(Set(new).subtracting(Self.added) == [], "\(name)")
      for tag in ["IFD0:Orientation"] where before[tag] != nil { #expect(after[tag] == "1", "\(name)") }
      for tag in [
        "ExifIFD:ImageUniqueID", "Apple:MediaGroupUUID", "Apple:ImageUniqueID", "Canon:ImageUniqueID",
      ] {
        #expect(after[tag] == nil, "\(name) \(tag)")
      }
    }
  }

  @Test func keepsMakerNotesByteForByteAndInPlace() throws {
    var makers: Set<String> = []
    for (name, blocks) in Self.originals {
      guard let exif = blocks.exif, let before = try? ExifStructure(exif),
        let entry = before.exif?[ExifTag.makerNote], let note = before.block.value(of: entry)
      else { continue }
      let (carried, _) = EmbeddedMetadataReader.read(blocks)
      let copy = try Sample.copy(blocks, carried, target: .heic).blocks().0
      let after = try ExifStructure(try #require(copy.exif))
      let moved = try #require(after.exif?[ExifTag.makerNote])
      #expect(moved.valueOffset == entry.valueOffset && moved.count == entry.count, "\(name)")
      let found = try #require(after.block.value(of: moved))
      makers.insert(before.value(.main, 0x010F)?.text ?? "?")
      let isApple = note.bytes.starts(with: "Apple iOS".utf8)
      let isCanonWithIdentity = name.hasPrefix("canonR5")
      if !isApple && !isCanonWithIdentity { #expect(found == note, "\(name)") }
      if isCanonWithIdentity { #expect(zip(found.bytes, note.bytes).count { $0 != $1 } <= 16) }
    }
    #expect(makers.count >= 5)
  }

  @Test(arguments: [MetadataCapacity.jpeg, .heic, .png]) func readsBackWhatWasCarried(
    target: MetadataCapacity
  ) throws {
    for (name, original) in Self.originals {
      var (carried, _) = EmbeddedMetadataReader.read(original)
      carried.favourite = true
      carried.tags.append(Tag(levels: ["Places", "Tokyo"]))
      carried.albums = [AlbumReference(name: "夏 2021", identifier: "1b4e28ba-2fa1-11d2-883f-0016d3cca427")]
      let copy = Sample.copy(original, carried, target: target)
      let (blocks, _) = try copy.blocks()
      let (found, notes) = EmbeddedMetadataReader.read(blocks)
      #expect(notes == [], "\(name)")
      #expect(MetadataComparison.differences(expected: carried, found: found) == [], "\(name)")
      #expect(blocks.exif.map { $0.count <= target.exifLimit ?? .max } ?? true)
      let sidecar = try Sidecar.read(xmp: try copy.sidecar(forExtension: "jpg"))
      #expect(MetadataComparison.differences(expected: carried, found: sidecar) == [], "\(name)")
    }
  }

  /// The third Exif reader: exiv2 is what Linux' photo programs read with.
  @Test func exiv2ReadsDatePlaceTagsAndRating() throws {
    let scratch = try Scratch()
    for (name, original) in Self.originals where !name.hasPrefix("landscape") {
      var carried = EmbeddedMetadataReader.read(original).0.filling(from: Sample.everything)
      carried.favourite = true
      carried.rating = 4
      let (blocks, _) = try Sample.copy(original, carried, target: .jpeg).blocks()
      let file = try scratch.write(
        "\(name).jpg",
        TinyJPEG.file(exif: blocks.exif, xmp: blocks.xmp, iptc: blocks.iptc)
      )
      let found = try Tool.exiv2(file)
      #expect(found["Exif.Photo.DateTimeOriginal"] == carried.captureDate?.exifDate, "\(name)")
      #expect(found["Exif.Photo.OffsetTimeOriginal"] == carried.captureDate?.exifOffset, "\(name)")
      #expect(found["Exif.Image.0x4746"] ?? found["Exif.Image.Rating"] == "4", "\(name)")
      #expect(found["Exif.GPSInfo.GPSLatitude"] != nil, "\(name)")
      #expect(found["Xmp.xmp.Rating"] == "4", "\(name)")
      #expect(found["Xmp.exif.DateTimeOriginal"] == carried.captureDate?.iso8601, "\(name)")
      #expect(found["Xmp.fstop.favorite"] == "1", "\(name)")
      let tags = carried.tags.map { $0.writable.levels.joined(separator: "/") }.joined(separator: ", ")
      #expect(found["Xmp.digiKam.TagsList"] == tags, "\(name)")
    }
  }
}
