internal import Messages
internal import Pixels

/// What Apple's MakerNote says of a picture's gain map.
public enum AppleMakerNote {
  /// HDRHeadroom and HDRGain (names as in exiftool), signed rationals.
  private static let headroomTag: UInt16 = 0x0021
  private static let gainTag: UInt16 = 0x0030

  /// The headroom of the gain map beside a picture with this Exif, a factor of at least 1; nil where the MakerNote says none.
  public static func gainMapHeadroom(exif: [UInt8]) -> Double? {
    guard let structure = try? ExifStructure(exif), let entry = structure.exif?[ExifTag.makerNote],
      let length = entry.byteCount, let note = try? structure.block.slice(entry.valueOffset, length),
      note.starts(with: MakerNoteIdentity.appleHeader),
      // A block of its own: offsets count from the note's start.
      let block = try? TIFFBlock([0x4D, 0x4D, 0, 42] + note),
      let directory = try? block.directory(at: 4 + MakerNoteIdentity.appleHeader.count, base: 4)
    else { return nil }
    func number(_ tag: UInt16) -> Double? {
      directory[tag].flatMap(block.value)?.fraction(at: 0)
    }
    guard let headroom = number(headroomTag) else { return nil }
    return GainMap.appleHeadroom(makerHeadroom: headroom, makerGain: number(gainTag) ?? 0)
  }
}
