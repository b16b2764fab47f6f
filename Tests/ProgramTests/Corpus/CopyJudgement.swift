import Metadata
import Pixels

/// What a copy has otherwise than its original.
struct CopyJudgement {
  /// Kinds of what differs, as the table names them.
  var kinds: [String] = []
  /// The same with figures, for whoever looks for the cause.
  var details: [String] = []

  /// The largest mean difference of 8-bit samples in sRGB, at most 1,024 pixels along the long edge. A wrong profile, range,
  /// matrix or way up is far above. Without loss only what is computed twice differs: rounding, and the order of shrinking.
  static func limit(_ format: String, isShrunk: Bool) -> Double {
    let limits = ["jpeg": 3.4, "heic": 5.0, "webp": 3.4, "avif": 3.0, "jxl": 4.6]
    return limits[format] ?? (isShrunk ? 1.2 : 0.5)
  }

  /// Compares.
  /// - Parameter longEdge: what the copy was limited to.
  init(of copy: PictureFacts, original: PictureFacts, format: String, longEdge: Int?) {
    let size = longEdge.map(original.size.fitting(longEdge:)) ?? original.size
    note("size", copy.size != size, "\(copy.size) instead of \(size)")
    note("way up", copy.orientation != .up, "\(copy.orientation)")
    let isHeld = format != "jpeg"
    note("transparency", copy.isTransparent != (original.isTransparent && isHeld), "\(copy.isTransparent)")
    note("HDR", copy.isHDR, "still there")
    noteColour(copy, original)
    let comparison = PixelComparison.meanAbsoluteDifference(copy.preview, original.preview).map { $0 * 255 }
    let limit = Self.limit(format, isShrunk: original.preview.size != original.size)
    note("picture", (comparison ?? 255) > limit, "\(comparison ?? 255), at most \(limit)")
    for difference in MetadataComparison.differences(expected: original.metadata, found: copy.metadata) {
      note(difference.what, true, "\(difference.found) instead of \(difference.expected)")
    }
    if let note = original.makerNote {
      self.note("maker note", !note.isKept(in: copy.makerNote), "\(copy.makerNote?.bytes.count ?? 0) bytes")
    }
  }

  /// Of a grey original in a format without grey, the picture tells whether its greys are right.
  private mutating func noteColour(_ copy: PictureFacts, _ original: PictureFacts) {
    guard copy.isGrey == original.isGrey else { return }
    let isSame = ICCProfile.areAlike(copy.profile, original.profile, isGrey: copy.isGrey)
    note("colour", !isSame, "another profile of \(copy.profile.count) bytes")
  }

  private mutating func note(_ kind: String, _ isWrong: Bool, _ detail: String) {
    guard isWrong else { return }
    kinds.append(kind)
    details.append("\(kind): \(detail)")
  }
}
