public import Files
internal import Messages

/// XMP files beside pictures.
public enum Sidecar {
  /// A file that may be the sidecar of a picture.
  public struct Candidate: Hashable, Sendable {
    /// Where it would be.
    public let path: FilePath
    /// Whether other files could own it as well: then it must say that it is for ours.
    public let isShared: Bool
    fileprivate let fileExtension: [UInt8]

    /// Reads its content.
    /// - Returns: what it says, or nil if it belongs to another file.
    /// - Throws: `decode.damaged`.
    public func read(_ xmp: [UInt8]) throws -> SourceMetadata? {
      let document = try XMPDocument(packet: xmp)
      let named = document.text(XMPNamespace.photoshop, "SidecarForExtension")?.trimmedText.lowercased()
      if isShared, named != String(decoding: fileExtension, as: UTF8.self).lowercased() { return nil }
      return metadata(document)
    }
  }

  /// Extensions of files that lie beside pictures and own no sidecar.
  private static let companions: Set<String> = ["xmp", "aae", "json", "yml", "yaml", "xml", "txt", "thm"]

  /// Whether a file's name says that it only goes with a picture.
  public static func isCompanion(_ path: FilePath) -> Bool { companions.contains(path.lowercaseExtension) }

  /// Where the sidecar of a file may be, best first: `NAME.EXT.xmp`, then `NAME.xmp`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - siblings: gives the names of all files in its folder; `NAME.xmp` is shared if another `NAME.*` is among them.
  public static func candidates(for path: FilePath, siblings: () -> [[UInt8]]) -> [Candidate] {
    let (name, stem, fileExtension) = (path.lastComponent, path.stem, path.pathExtension)
    func candidate(_ start: [UInt8], _ ending: String, isShared: Bool) -> Candidate {
      Candidate(
        path: path.parent.appending(start + Array(ending.utf8)),
        isShared: isShared,
        fileExtension: fileExtension
      )
    }
    let own = [".xmp", ".XMP"].map { candidate(name, $0, isShared: false) }
    if fileExtension.isEmpty { return own }
    let isShared = siblings().contains { sibling in
      let other = FilePath(bytes: sibling)
      return sibling != name && other.stem == stem && !other.pathExtension.isEmpty
        && !isCompanion(other)
    }
    return own + [".xmp", ".XMP"].map { candidate(stem, $0, isShared: isShared) }
  }

  /// What a sidecar says.
  /// - Throws: `decode.damaged`.
  public static func read(xmp: [UInt8]) throws -> SourceMetadata { metadata(try XMPDocument(packet: xmp)) }

  private static func metadata(_ document: XMPDocument) -> SourceMetadata {
    let reading = XMPReading(document)
    var result = SourceMetadata()
    result.captureDate = reading.original ?? reading.created
    result.place = reading.place
    result.favourite = reading.favourite
    result.rating = reading.rating
    result.tags = reading.tags
    result.albums = reading.albums
    result.title = reading.title
    result.description = reading.description
    return result
  }
}
