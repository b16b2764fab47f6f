internal import Containers
internal import Messages
internal import Pixels

/// Makes the XMP model of a copy out of the original's.
struct CopyXMP {
  let original: MetadataBlocks
  let carried: SourceMetadata
  let size: PixelSize
  let mediaType: String
  let identity: CopyIdentity
  let derivedFrom: String
  let hdrRemoved: Bool
  /// The part of the upright original that the copy shows.
  let part: PictureArea
  /// Whether fields of the original's IPTC are to be in XMP.
  let takesIPTC: Bool

  /// The model, and what had to be left out.
  func document() throws -> (XMPDocument, [Note]) {
    var notes: [Note] = []
    let source = withSidecar(readOriginal(&notes))
    if let source {
      do {
        let stale = try edit(source)
        return (source, notes + stale)
      } catch let problem as Problem {
        notes.append(Note(.xmpDropped, ["detail": problem.values["detail"] ?? problem.code.rawValue]))
      }
    }
    let fresh = try XMPDocument()
    _ = try edit(fresh)
    return (fresh, notes)
  }

  /// The embedded model with what a sidecar says of the picture.
  private func withSidecar(_ embedded: XMPDocument?) -> XMPDocument? {
    // It was read before; damage was noted then.
    guard let packet = original.sidecarXMP, let sidecar = try? XMPDocument(packet: packet) else {
      return embedded
    }
    sidecar.keepWhatSidecarsSay()
    guard let embedded else { return sidecar }
    return (try? XMPDocument.joined(sidecar, embedded)) ?? embedded
  }

  private func readOriginal(_ notes: inout [Note]) -> XMPDocument? {
    guard let packet = original.xmp, !packet.isEmpty else { return nil }
    func drop(_ error: any Error) {
      let detail = (error as? Problem)?.values["detail"] ?? ""
      notes.append(Note(.xmpDropped, ["detail": detail]))
    }
    if let extended = original.extendedXMP, !extended.isEmpty {
      do { return try XMPDocument.merged(packet, extended: extended) } catch { drop(error) }
      return try? XMPDocument(packet: packet)
    }
    do { return try XMPDocument(packet: packet) } catch { drop(error) }
    return nil
  }

  /// - Returns: what was true of the original alone, and may be missed.
  private func edit(_ document: XMPDocument) throws -> [Note] {
    let parent = [
      ("stRef:documentID", document.text(XMPNamespace.xmpMM, "DocumentID")),
      ("stRef:instanceID", document.text(XMPNamespace.xmpMM, "InstanceID")),
      ("stRef:filePath", derivedFrom.carriedName),
    ]
    let geometry = original.exif.flatMap { try? ExifStructure($0) }.map(ExifGeometry.init)
    let staleness = XMPStaleness(
      size: size,
      isGeometryUnchanged: part == .whole && geometry?.isUnchanged(in: size) ?? false,
      orientation: geometry?.orientation ?? .up,
      part: part
    )
    let notes = try staleness.remove(from: document)
    if takesIPTC, let iptc = original.iptc { try IPTCToXMP.move(IPTCRecords(iptc), into: document) }
    try TextsToXMP(original: original, description: carried.description).move(into: document)
    try XMPWriter(document: document, carried: carried).write()
    try writeIdentity(document, parent: parent.compactMap { name, value in value.map { (name, $0) } })
    return notes
  }

  private func writeIdentity(_ document: XMPDocument, parent: [(String, String)]) throws {
    let media = XMPNamespace.xmpMM
    let instance = "xmp.iid:\(identity.instanceIdentifier)"
    if document.contains(XMPNamespace.dc, "format") {
      try document.set(XMPNamespace.dc, "format", to: mediaType)
    }
    try document.set(XMPNamespace.xmp, "MetadataDate", to: identity.date)
    try document.set(media, "DocumentID", to: "xmp.did:\(identity.documentIdentifier)")
    try document.set(media, "InstanceID", to: instance)
    if !parent.isEmpty { try document.set(media, "DerivedFrom", fields: parent) }
    // A collage is derived from several, or from something that has no name: it begins here.
    let action = parent.isEmpty ? "created" : "converted"
    var parameters = ["to \(mediaType)"]
    if hdrRemoved { parameters.append("to standard dynamic range") }
    if carried.rating == nil, carried.writtenRating != nil { parameters.append(XMPFavouriteRating.remark) }
    try document.append(
      media,
      "History",
      as: .sequence,
      fields: [
        ("stEvt:action", action), ("stEvt:parameters", parameters.joined(separator: "; ")),
        ("stEvt:instanceID", instance), ("stEvt:when", identity.date),
        ("stEvt:softwareAgent", identity.program),
      ]
    )
  }
}
