/// What stands in a JPEG file beside its primary picture.
public struct JPEGCompanions: Hashable, Sendable {
  /// How a gain map says what it is.
  public enum GainMapKind: String, Hashable, Sendable {
    /// `hdrgm` XMP (Adobe, Ultra HDR).
    case adobe
    /// ISO 21496-1 metadata alone.
    case iso
    /// Apple's HDRGainMap XMP; the headroom may be in the maker note only.
    case apple
  }

  /// A second JPEG stream that brightens the primary picture.
  public struct GainMap: Hashable, Sendable {
    /// Which metadata describe it.
    public var kind: GainMapKind
    /// Its stream in the file.
    public var range: Range<Int>
    /// Its XMP packet.
    public var xmp: [UInt8]?
    /// Its ISO 21496-1 payload (GainMapMetadata, without the identifier).
    public var isoMetadata: [UInt8]?
    /// Whether the index of a multi-picture file (MPF) says where it begins.
    public var isIndexed = false
    /// Whether the directory of a photo container in XMP says where it begins.
    public var isListed = false
  }

  /// The gain map. A primary picture's claim to have one counts only if the map is there.
  public internal(set) var gainMap: GainMap?
  /// The streams of pictures other than gain map, depth and the small previews of DC-007; the last may be cut off.
  public internal(set) var furtherImages: [Range<Int>] = []
  /// "depth" and the like.
  public internal(set) var auxiliaryKinds: [String] = []
  /// The video of a Motion Photo, after the pictures.
  public internal(set) var motionVideo: MotionVideo?

  init() {}

  /// Finds the companions of the primary picture that `markers` describe.
  init(_ bytes: [UInt8], markers: JPEGMarkers, xmp: [XMPText]) {
    let items = xmp.flatMap(PhotoContainer.items(in:))
    // Where each further stream begins, and whether it is only a preview of the primary picture.
    let indexed = JPEGMultiPicture.pictures(bytes, markers: markers)
    let listed = PhotoContainer.gainMapStarts(items, primaryEnd: markers.end)
    let claimsMap = markers.segments.contains {
      $0.marker == 0xE2 && ByteCursor(bytes, in: $0.payload).stands(JPEGMetadata.gainMapIdentifier)
    }
    var pictures = indexed
    for start in listed + Self.streams(in: bytes, from: markers.end) where pictures[start] == nil {
      pictures[start] = false
    }
    // Where nobody wrote the truth, an index or a list leads out of the file.
    let inside = pictures.filter { bytes.indices.contains($0.key) }
    for (start, isPreview) in inside.sorted(by: { $0.key < $1.key }) {
      let isTold = listed.contains(start) || (claimsMap && indexed[start] != nil)
      classify(bytes, start: start, isPreview: isPreview, isToldMap: isTold)
    }
    if let start = gainMap?.range.lowerBound {
      gainMap?.isIndexed = indexed[start] != nil
      gainMap?.isListed = listed.contains(start)
    }
    motionVideo = MotionVideoSearch(jpeg: bytes, primaryEnd: markers.end, tags: MotionTags(xmp)).find()
    takeKinds(xmp, items)
  }

  /// The starts of streams that follow at once, listed or not; a file whose index is wrong is still read this way. One that
  /// is cut off is the last: it is damage that is to be said, not nothing.
  private static func streams(in bytes: [UInt8], from primaryEnd: Int) -> [Int] {
    var starts: [Int] = []
    var position = primaryEnd
    while starts.count < JPEGMultiPicture.maximumPictureCount,
      let markers = try? JPEGMarkers(bytes, at: position)
    {
      starts.append(position)
      position = markers.end
    }
    if (try? JPEGMarkers(bytes, at: position, headerOnly: true)) != nil { starts.append(position) }
    return starts
  }

  private mutating func classify(_ bytes: [UInt8], start: Int, isPreview: Bool, isToldMap: Bool) {
    guard let header = try? JPEGMarkers(bytes, at: start, headerOnly: true) else {
      // A map that is cut off or damaged is damage that is to be said, and no picture of standard range.
      if isToldMap, gainMap == nil, ByteCursor(bytes, in: start..<bytes.count).stands([0xFF, 0xD8]) {
        gainMap = GainMap(kind: .adobe, range: start..<bytes.count)
      }
      return
    }
    let metadata = JPEGMetadata(header, bytes)
    let xmp = metadata.blocks.xmp.map(XMPText.init)
    if let kind = Self.gainMapKind(metadata, xmp) {
      guard gainMap == nil else { return }
      let end = (try? JPEGMarkers(bytes, at: start).end) ?? bytes.count
      gainMap = GainMap(
        kind: kind,
        range: start..<end,
        xmp: metadata.blocks.xmp,
        isoMetadata: metadata.gainMapMetadata
      )
    } else if let type = xmp?.value(of: "apdi:AuxiliaryImageType") {
      auxiliaryKinds.append(Self.name(ofAuxiliaryType: type))
    } else if !isPreview {
      furtherImages.append(start..<((try? JPEGMarkers(bytes, at: start).end) ?? bytes.count))
    }
  }

  /// The shortest ISO 21496-1 metadata: versions, flags, a common denominator, two headrooms and one channel.
  private static let shortestGainMapMetadata = 37

  private static func gainMapKind(_ metadata: JPEGMetadata, _ xmp: XMPText?) -> GainMapKind? {
    if let xmp {
      if xmp.value(of: "hdrgm:GainMapMax") != nil || xmp.mentions("hdrgm:GainMapMax") { return .adobe }
      // Apple's maps name their type and a version; without the version it is no map that anyone can apply.
      if xmp.value(of: "HDRGainMap:HDRGainMapVersion") != nil { return .apple }
      if xmp.value(of: "hdrgm:Version") != nil { return .adobe }
    }
    return (metadata.gainMapMetadata?.count ?? 0) >= shortestGainMapMetadata ? .iso : nil
  }

  private static func name(ofAuxiliaryType type: String) -> String {
    let lowered = type.lowercased()
    if lowered.contains("depth") || lowered.contains("disparity") { return "depth" }
    return lowered.contains("matte") ? "matte" : type
  }

  /// Depth and the like that a container lists or XMP itself holds (Google's GDepth, Dynamic Depth).
  private mutating func takeKinds(_ xmp: [XMPText], _ items: [PhotoContainer.Item]) {
    let unlisted = ["Primary", "GainMap", "MotionPhoto"]
    auxiliaryKinds += items.map(\.semantic).filter { !unlisted.contains($0) }.map { $0.lowercased() }
    if xmp.contains(where: { $0.mentions("GDepth:Data") || $0.mentions("GDepth:Format") }) {
      auxiliaryKinds.append("depth")
    }
    var known = Set<String>()
    auxiliaryKinds = auxiliaryKinds.filter { known.insert($0).inserted }
  }
}
