internal import Messages
internal import Pixels

/// Takes out of a copy's XMP what was true of the original's file alone.
struct XMPStaleness {
  let size: PixelSize
  /// Whether the copy shows the original's stored pixels as they lay.
  let isGeometryUnchanged: Bool
  /// How the original's stored pixels were turned.
  let orientation: Orientation
  /// The part of the upright original that the copy shows.
  let part: PictureArea

  /// Namespaces that describe gain maps, containers and editing data of the original's file.
  private static let staleNamespaces = [
    XMPNamespace.gainMap, XMPNamespace.appleGainMap, XMPNamespace.applePixelData,
    XMPNamespace.googleContainer,
    XMPNamespace.googleContainerItem,
  ]

  /// Namespaces that describe pixels of the original point by point.
  private static let depthNamespaces = [
    XMPNamespace.googleDepth, XMPNamespace.googleImage, XMPNamespace.dynamicDepth,
  ]

  /// Single properties: identity, thumbnails, digests.
  private static let stale: [(String, String)] = [
    (XMPNamespace.xmpMM, "DocumentID"), (XMPNamespace.xmpMM, "InstanceID"),
    (XMPNamespace.xmpMM, "OriginalDocumentID"),
    (XMPNamespace.xmpMM, "DerivedFrom"), (XMPNamespace.exif, "ImageUniqueID"),
    (XMPNamespace.digiKam, "ImageUniqueID"),
    (XMPNamespace.iptcExtension, "DigImageGUID"), (XMPNamespace.note, "HasExtendedXMP"),
    (XMPNamespace.xmp, "Thumbnails"),
    (XMPNamespace.photoshop, "LegacyIPTCDigest"), (XMPNamespace.photoshop, "SidecarForExtension"),
    (XMPNamespace.tiff, "Orientation"), (XMPNamespace.tiff, "NativeDigest"),
    (XMPNamespace.exif, "NativeDigest"),
  ]

  /// Beginnings of names in camera makers' namespaces that speak of a video or a burst.
  private static let motionPrefixes = [
    "MotionPhoto", "MicroVideo", "BurstID", "BurstPrimary", "CameraBurstID", "VideoLength", "OLivePhoto",
  ]

  /// Cleans the document.
  /// - Returns: what people may miss.
  func remove(from document: XMPDocument) throws -> [Note] {
    for namespace in Self.staleNamespaces { document.deleteAll(of: namespace) }
    for (namespace, name) in Self.stale { document.delete(namespace, name) }
    for namespace in [XMPNamespace.googleCamera, XMPNamespace.oplusCamera] {
      document.delete(
        document.properties(of: namespace).filter { property in
          let name = property.name.split(separator: ":").last ?? ""
          return Self.motionPrefixes.contains { name.hasPrefix($0) }
        }
      )
    }
    let sides: [(String, String, Int)] = [
      (XMPNamespace.tiff, "ImageWidth", size.width), (XMPNamespace.tiff, "ImageLength", size.height),
      (XMPNamespace.exif, "PixelXDimension", size.width), (XMPNamespace.exif, "PixelYDimension", size.height),
    ]
    for (namespace, name, side) in sides where document.contains(namespace, name) {
      try document.set(namespace, name, to: String(side))
    }
    var notes: [Note] = []
    let lost = try XMPRegions(orientation: orientation, part: part, size: size).edit(document)
    if lost > 0 { notes.append(Note(.staleXMPDropped, ["what": "regions", "count": "\(lost)"])) }
    if try XMPPanorama(orientation: orientation, part: part, size: size).edit(document) {
      notes.append(Note(.staleXMPDropped, ["what": "panorama"]))
    }
    return notes + (isGeometryUnchanged ? [] : removePictures(from: document))
  }

  /// Depth maps fit the original's pixels alone. The picture of GImage is the one to which the depth map belongs, or the
  /// other eye's: it shows what the copy shows no longer.
  private func removePictures(from document: XMPDocument) -> [Note] {
    let pictures = Self.depthNamespaces.flatMap(document.properties(of:))
    document.delete(pictures)
    let isImage = { (property: XMPDocument.Property) in property.namespace == XMPNamespace.googleImage }
    var notes: [Note] = []
    if pictures.contains(where: { !isImage($0) }) { notes.append(Note(.auxiliaryDropped, ["kind": "depth"])) }
    if pictures.contains(where: isImage) { notes.append(Note(.auxiliaryDropped, ["kind": "GImage"])) }
    return notes
  }
}
