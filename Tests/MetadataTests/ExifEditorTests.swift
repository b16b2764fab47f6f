internal import Testing

@testable internal import Metadata

@Suite struct ExifEditorTests {
  @Test(arguments: [ByteOrder.big, .little]) func changesInPlaceAndAppendsTheRest(_ order: ByteOrder) throws {
    let original = TIFFSample.phone(order).bytes
    var editor = try ExifEditor(original)
    editor.set(ExifTag.orientation, in: .main, to: .shorts([1], order))
    editor.set(ExifTag.dateTimeOriginal, in: .exif, to: .text("2022:01:01 00:00:00", order))
    editor.set(ExifTag.rating, in: .main, to: .shorts([5], order))
    editor.remove([ExifTag.imageUniqueID], from: .exif)
    try editor.commit()
    let changed = try ExifStructure(editor.bytes)
    #expect(changed.value(.main, ExifTag.orientation)?.integer() == 1)
    #expect(changed.value(.main, ExifTag.rating)?.integer() == 5)
    #expect(changed.value(.exif, ExifTag.dateTimeOriginal)?.text == "2022:01:01 00:00:00")
    #expect(changed.value(.exif, ExifTag.imageUniqueID) == nil)
    #expect(changed.value(.exif, ExifTag.makerNote) == TIFFSample.makerNote(order))
    #expect(
      changed.exif?[ExifTag.makerNote]?.valueOffset
        == (try ExifStructure(original)).exif?[ExifTag.makerNote]?.valueOffset
    )
    #expect(changed.thumbnail != nil)
    #expect(changed.main.entries.map(\.tag) == changed.main.entries.map(\.tag).sorted())
    #expect(editor.bytes.count > original.count)
  }

  @Test func changesNothingWhenNothingChanges() throws {
    let original = TIFFSample.phone(.big).bytes
    var editor = try ExifEditor(original)
    editor.set(ExifTag.orientation, in: .main, to: .shorts([6], .big))
    editor.set(ExifTag.subSecTimeOriginal, in: .exif, to: .text("123", .big))
    editor.remove([0x1234], from: .gps)
    try editor.commit()
    #expect(editor.bytes == original)
  }

  @Test(arguments: [ByteOrder.big, .little]) func makesDirectoriesThatAreMissing(_ order: ByteOrder) throws {
    var editor = try ExifEditor(TIFFSample(order: order, main: [0x010F: .text("Maker", order)]).bytes)
    editor.set(ExifTag.offsetTime, in: .exif, to: .text("+01:00", order))
    editor.set(ExifTag.gpsLatitudeRef, in: .gps, to: .text("S", order))
    try editor.commit()
    #expect(editor.structure.value(.main, 0x010F)?.text == "Maker")
    #expect(editor.structure.value(.exif, ExifTag.offsetTime)?.text == "+01:00")
    #expect(editor.structure.value(.gps, ExifTag.gpsLatitudeRef)?.text == "S")
  }

  @Test func takesAwayADirectoryThatBecomesEmpty() throws {
    var editor = try ExifEditor(TIFFSample.phone(.big).bytes)
    editor.remove(ExifGPS.positionTags, from: .gps)
    try editor.commit()
    #expect(editor.structure.main[ExifTag.gpsDirectory] == nil)
    #expect(editor.structure.gps == nil)
  }

  @Test(arguments: [ByteOrder.big, .little]) func makerNoteLosesIdentityAndNothingElse(_ order: ByteOrder)
    throws
  {
    let original = TIFFSample.phone(order).bytes
    var editor = try ExifEditor(original)
    try MakerNoteIdentity.remove(from: &editor)
    let note = try #require(editor.structure.value(.exif, ExifTag.makerNote)).bytes
    let before = TIFFSample.makerNote(order).bytes
    #expect(note.count == before.count && editor.bytes.count == original.count)
    #expect(note[14...15] == [0, 2])
    #expect(Array(note[16..<28]) == Array(before[16..<28]))
    #expect(Array(note[28..<40]) == Array(before[40..<52]))
    #expect(note[40..<56].allSatisfy { $0 == 0 })
    #expect(note[56..<93].allSatisfy { $0 == 0 })
    #expect(Array(note[94...]) == Array(before[94...]))
    let whole = String(decoding: editor.bytes, as: UTF8.self)
    #expect(!whole.contains(TIFFSample.identifier))
  }

  @Test func makerNoteThatIsNotUnderstoodStays() throws {
    for bytes in [
      Array("Apple iOS\0".utf8), Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D, 0xFF, 0xFF], [1, 2, 3, 4, 5],
    ] {
      var sample = TIFFSample.phone(.big)
      sample.exif[ExifTag.makerNote] = .bytes(bytes, type: 7, .big)
      var editor = try ExifEditor(sample.bytes)
      try MakerNoteIdentity.remove(from: &editor)
      #expect(editor.bytes == sample.bytes)
    }
  }

  @Test func thumbnailAtTheEndIsCutOff() throws {
    let original = TIFFSample.phone(.big)
    var bare = original
    bare.thumbnail = nil
    var editor = try ExifEditor(original.bytes)
    try ExifThumbnail.remove(from: &editor)
    #expect(editor.bytes == bare.bytes)
  }

  @Test func thumbnailBeforeOtherBytesIsUnlinkedOnly() throws {
    let original = TIFFSample.phone(.little).bytes + [9, 9, 9, 9, 9, 9]
    var editor = try ExifEditor(original)
    try ExifThumbnail.remove(from: &editor)
    #expect(editor.bytes.count == original.count)
    #expect(editor.structure.thumbnail == nil)
  }

  @Test(arguments: [ByteOrder.big, .little]) func compactsWithoutMakerNote(_ order: ByteOrder) throws {
    let original = TIFFSample.phone(order)
    let bytes = try ExifCompaction.compacted(ExifStructure(original.bytes))
    let compacted = try ExifStructure(bytes)
    #expect(compacted.value(.exif, ExifTag.makerNote) == nil)
    #expect(compacted.value(.exif, ExifTag.dateTimeOriginal) == original.exif[ExifTag.dateTimeOriginal])
    #expect(compacted.value(.gps, ExifTag.gpsLatitude) == original.gps[ExifTag.gpsLatitude])
    #expect(compacted.value(.main, 0x010F) == original.main[0x010F])
    #expect(bytes.count < original.bytes.count)
  }
}
