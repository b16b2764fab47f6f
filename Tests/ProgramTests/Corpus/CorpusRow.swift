import Metadata
import Pixels

/// A line of the table: a file, what it holds, what became of it in each format, and why where that is not a copy with all
/// that it should have.
struct CorpusRow: Equatable {
  /// The formats, in the order of the columns.
  static let formats = ["jpeg", "heic", "png", "webp", "tiff", "avif", "jxl"]

  /// The first lines of the table.
  static let head = """
    # The corpus, every file to every format, as the readers see originals and copies. SHIYING_RECORD=1 writes it anew, all
    # but the reasons. A cell says what became of the file: "delivered", with what differs from the original, or the error's
    # code; "unchanged" is in the format already, and nothing was asked of it. Compared: size, way up, colour, picture (the mean
    # difference in sRGB), transparency, date with offset, place, favourite, rating, tags, albums, title, description, maker note.
    # Whatever is not "delivered" or "unchanged" has its reason in the last column.

    """
    + (["file", "size", "date", "place", "marks", "maker note"] + formats + ["reason"]).joined(
      separator: "\t"
    ) + "\n"

  /// Path below the corpus' folder of still pictures.
  var file: String
  /// Size, date, place, marks and maker note of the original; "-" for what it has not.
  var facts: [String]
  /// What became of it, by `formats`.
  var cells: [String]
  /// Why not everything is delivered.
  var reason: String

  /// Whether a reason must be given.
  var needsReason: Bool { !cells.allSatisfy { $0 == "delivered" || $0 == "unchanged" } }

  /// The line.
  var text: String { ([file] + facts + cells + [reason]).joined(separator: "\t") }

  /// Makes a row.
  init(file: String, facts: PictureFacts?, cells: [String], reason: String) {
    self.file = file
    self.facts = facts.map(Self.words) ?? Array(repeating: "-", count: 5)
    self.cells = cells
    self.reason = reason
  }

  /// Reads a line; nil for one that is no row.
  init?(line: String) {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 7 + Self.formats.count, !line.hasPrefix("#"), parts[0] != "file" else { return nil }
    file = parts[0]
    facts = Array(parts[1..<6])
    cells = Array(parts[6..<6 + Self.formats.count])
    reason = parts.last ?? ""
  }

  private static func words(_ facts: PictureFacts) -> [String] {
    let metadata = facts.metadata
    let kind =
      (facts.isGrey ? " grey" : "") + (facts.isTransparent ? " alpha" : "") + (facts.isHDR ? " HDR" : "")
    let place = metadata.place.map { place in
      let numbers = [place.latitude, place.longitude].map { "\(($0 * 100_000).rounded() / 100_000)" }
      return numbers.joined(separator: " ") + (place.altitude.map { " \(($0 * 10).rounded() / 10) m" } ?? "")
    }
    let marks =
      (metadata.rating.map { ["\($0) stars"] } ?? []) + (metadata.favourite == true ? ["favourite"] : [])
      + metadata.tags.map { $0.levels.joined(separator: "/") }
    return [
      "\(facts.size.width)x\(facts.size.height)\(kind)", metadata.captureDate?.iso8601 ?? "-", place ?? "-",
      marks.isEmpty ? "-" : marks.joined(separator: ", "),
      facts.makerNote.map { "\($0.bytes.count) bytes" } ?? "-",
    ]
  }
}
