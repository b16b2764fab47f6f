public import Containers
public import Messages
public import Pixels

/// The metadata of a copy: the original's own, edited where the copy differs from it, and everything that is carried
/// over in each form that some photo program reads.
///
/// `carried` is the whole truth about the fields it has: what it does not name (a place, say) is not in the copy.
public struct CopyMetadata: Sendable {
  private let original: MetadataBlocks
  private let carried: SourceMetadata
  private let size: PixelSize
  private let target: MetadataCapacity
  private let identity: CopyIdentity
  private let derivedFrom: String
  private let hdrRemoved: Bool
  private let part: PictureArea
  private let contents: PhotoContents

  /// Describes a copy.
  ///
  /// - Parameters:
  ///   - original: the original's blocks, byte for byte.
  ///   - carried: date, place, favourite... as they were gathered from catalogue, sidecars and file.
  ///   - size: size of the upright copy; its orientation is 1.
  ///   - target: what the copy's format holds.
  ///   - identity: the copy's new identity.
  ///   - derivedFrom: the original's file name; empty: it has none, as a collage, which has several.
  ///   - hdrRemoved: whether a gain map or an HDR transfer was given up. Marks of the original's gain map are removed in
  ///     any case: a copy that has one gets marks of its own from its writer.
  ///   - part: the part of the upright original that the copy shows.
  ///   - contents: what the copy's file holds behind its picture. A sidecar says nothing of it.
  public init(
    original: MetadataBlocks,
    carried: SourceMetadata,
    size: PixelSize,
    target: MetadataCapacity,
    identity: CopyIdentity,
    derivedFrom: String,
    hdrRemoved: Bool,
    part: PictureArea = .whole,
    contents: PhotoContents = PhotoContents()
  ) {
    self.original = original
    self.carried = carried
    self.size = size
    self.target = target
    self.identity = identity
    self.derivedFrom = derivedFrom
    self.hdrRemoved = hdrRemoved
    self.part = part
    self.contents = contents
  }

  /// The blocks to embed, and what could not be kept as it was.
  /// - Throws: `metadata.failed`.
  public func blocks() throws -> (MetadataBlocks, [Note]) {
    var blocks = MetadataBlocks()
    let (exif, exifNotes) = try CopyExif(
      carried: carried,
      size: size,
      limit: target.exifLimit,
      pairingIdentifier: identity.pairingIdentifier
    ).block(from: original.exif)
    blocks.exif = exif
    var notes = exifNotes
    var hasLostIPTC = false
    if let iptc = original.iptc, !iptc.isEmpty {
      if target.holdsIPTC { blocks.iptc = CopyIPTC(carried: carried).block(from: iptc) }
      hasLostIPTC = blocks.iptc == nil
    }
    if hasLostIPTC {
      let lost = original.iptc.map { IPTCToXMP.withoutPlace(IPTCRecords($0)) } ?? []
      notes.append(Note(.iptcMovedToXMP, lost.isEmpty ? [:] : ["except": lost.joined(separator: ", ")]))
    }
    let (document, xmpNotes) = try xmp(takesIPTC: hasLostIPTC)
    notes += xmpNotes
    let lost = TextsToXMP(original: original, description: carried.description).lost
    if !lost.isEmpty { notes.append(Note(.textDropped, ["keywords": lost.joined(separator: ", ")])) }
    let statement = XMPContents(contents: contents, mediaType: target.mediaType)
    try statement.write(to: document)
    blocks.xmp = try XMPPacket.bytes(document, statement.inReadersForm)
    for tag in carried.tags where tag.writable.levels != tag.levels.map(\.composed) {
      notes.append(Note(.tagRenamed, ["tag": tag.levels.joined(separator: " > ")]))
    }
    return (blocks, notes)
  }

  /// The sidecar `NAME.EXT.xmp` of the copy, for programs that read no metadata in such files.
  ///
  /// - Parameter fileExtension: the extension of the file beside which it will lie, without the dot.
  /// - Throws: `metadata.failed`.
  public func sidecar(forExtension fileExtension: String) throws -> [UInt8] {
    let (document, _) = try xmp(takesIPTC: original.iptc != nil)
    try document.set(XMPNamespace.photoshop, "SidecarForExtension", to: fileExtension)
    return try XMPPacket.bytes(document)
  }

  private func xmp(takesIPTC: Bool) throws -> (XMPDocument, [Note]) {
    try CopyXMP(
      original: original,
      carried: carried,
      size: size,
      mediaType: target.mediaType,
      identity: identity,
      derivedFrom: derivedFrom,
      hdrRemoved: hdrRemoved,
      part: part,
      takesIPTC: takesIPTC
    ).document()
  }
}
