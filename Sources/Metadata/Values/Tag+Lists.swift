extension Tag {
  /// Makes a tag from levels as they were read: trimmed, NFC, without empty ones; nil where nothing is left.
  init?(readLevels: some Sequence<some StringProtocol>) {
    let levels = readLevels.compactMap { String($0).carriedName }
    if levels.isEmpty { return nil }
    self.init(levels: levels)
  }

  /// The last level, the only one that flat keyword lists show.
  public var leaf: String { levels.last ?? "" }

  /// The tag as copies hold it. "/" and "|" separate levels in the lists that photo programs read and can't be escaped
  /// there (Immich turns one into the other), so they are replaced by "∕" (U+2215) and "-".
  public var writable: Tag {
    Tag(
      levels: levels.map { level in
        String(String.UnicodeScalarView(level.composed.unicodeScalars.map(Self.writableScalar)))
      }
    )
  }

  private static func writableScalar(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "/": "\u{2215}"
    case "|": "-"
    default: scalar
    }
  }

  /// Appends tags that are not there yet.
  static func join(_ lists: [[Tag]]) -> [Tag] {
    var seen: Set<Tag> = []
    return lists.joined().filter { seen.insert($0).inserted }
  }
}
