internal import Files
internal import Messages

/// The names of the library's own albums, and of their folders.
public struct AlbumNames: Hashable, Sendable, Codable {
  /// The album of every format copy.
  public var conversions: String
  /// The album of every collage.
  public var creations: String

  /// 拾映轉換 and 拾映成片.
  public static let standard = AlbumNames(conversions: "拾映轉換", creations: "拾映成片")

  /// Names to be used when a library is made.
  public init(conversions: String, creations: String) {
    self.conversions = conversions
    self.creations = creations
  }

  subscript(kind: AlbumKind) -> String {
    switch kind {
    case .conversions: conversions
    case .creations: creations
    }
  }

  /// Whether both can be folders side by side.
  public var areUsable: Bool { (try? validate()) != nil }

  /// - Throws: `badName` for names that can't be folders side by side.
  func validate() throws {
    for name in [conversions, creations] {
      let bytes = Array(name.utf8)
      let isUsable =
        !bytes.isEmpty && bytes.count <= CopyName.maximumByteCount && !bytes.contains(UInt8(ascii: "/"))
        && !bytes.contains(0) && ![".", "..", Library.innerFolderName].contains(name)
      if !isUsable { throw Problem(.badName, ["template": name, "detail": name]) }
    }
    if conversions == creations { throw Problem(.badName, ["template": creations, "detail": conversions]) }
  }
}
