internal import Messages

extension HEIFItems {
  /// The URNs that say "this auxiliary picture is the alpha channel".
  public static let alphaTypes: Set<String> = [
    "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
  ]

  /// The URNs that say "this auxiliary picture is a gain map" (Apple, Samsung, Adobe).
  public static let gainMapTypes: Set<String> = [
    "urn:com:apple:photo:2020:aux:hdrgainmap", "urn:com:samsung:photo:2024:aux:hdrgainmap",
    "urn:com:photo:aux:hdrgainmap",
  ]

  /// The auxiliary pictures of a picture, in the order of the file.
  public func auxiliaries(of id: UInt32) -> [HEIFItem] {
    order.compactMap { items[$0] }.filter { $0.targets(of: "auxl").contains(id) }
  }

  /// The picture that holds the alpha channel of a picture.
  public func alphaItem(of id: UInt32) -> HEIFItem? {
    auxiliaries(of: id).first { Self.alphaTypes.contains($0.auxiliaryType ?? "") }
  }

  /// Whether a gain map belongs to a picture: an auxiliary picture of a known kind, or a `tmap` item made from it
  /// (ISO 21496-1 in HEIF).
  public func hasGainMap(of id: UInt32) -> Bool { gainMapAuxiliary(of: id) != nil || toneMap(of: id) != nil }

  /// The auxiliary picture of a known kind that is a picture's gain map.
  public func gainMapAuxiliary(of id: UInt32) -> HEIFItem? {
    auxiliaries(of: id).first { Self.gainMapTypes.contains($0.auxiliaryType ?? "") }
  }

  /// A `tmap` item: how two pictures make one of high dynamic range.
  public struct ToneMap: Sendable {
    /// The item itself.
    public var item: HEIFItem
    /// The second picture that it is made from, the gain map; nil where there is none.
    public var map: HEIFItem?
  }

  /// The tone map item that is made from a picture.
  public func toneMap(of id: UInt32) -> ToneMap? {
    let found = order.compactMap { items[$0] }.first {
      $0.type == "tmap" && $0.targets(of: "dimg").contains(id)
    }
    guard let item = found else { return nil }
    let sources = item.targets(of: "dimg")
    // The base stands first; where it is the other one, nobody knows which is the map.
    return ToneMap(item: item, map: sources.first == id && sources.count == 2 ? items[sources[1]] : nil)
  }

  /// What the auxiliary pictures of this file are, without alpha and gain maps, each kind once: "depth", names of
  /// mattes, or the URN itself.
  public var auxiliaryKinds: [String] {
    var kinds: [String] = []
    for item in order.compactMap({ items[$0] }) where !item.targets(of: "auxl").isEmpty {
      guard let urn = item.auxiliaryType, !Self.alphaTypes.contains(urn), !Self.gainMapTypes.contains(urn)
      else { continue }
      let kind = Self.auxiliaryNames[urn] ?? urn
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds
  }

  /// The kind of an auxiliary picture that stays true of another picture of the same scene: depth and mattes. What editing
  /// programs keep of their work is not.
  public func carriedKind(_ item: HEIFItem) -> String? {
    guard let kind = item.auxiliaryType.flatMap({ Self.auxiliaryNames[$0] }) else { return nil }
    return kind == "depth" || kind.hasSuffix(" matte") ? kind : nil
  }

  private static let auxiliaryNames: [String: String] = [
    "urn:mpeg:hevc:2015:auxid:2": "depth",
    "urn:mpeg:mpegB:cicp:systems:auxiliary:depth": "depth",
    "urn:com:apple:photo:2018:aux:portraiteffectsmatte": "portrait matte",
    "urn:com:apple:photo:2019:aux:semanticskinmatte": "skin matte",
    "urn:com:apple:photo:2019:aux:semantichairmatte": "hair matte",
    "urn:com:apple:photo:2019:aux:semanticteethmatte": "teeth matte",
    "urn:com:apple:photo:2020:aux:semanticglassesmatte": "glasses matte",
    "urn:com:apple:photo:2020:aux:semanticskymatte": "sky matte",
    "tag:apple.com,2023:photo:aux:linearthumbnail": "linear thumbnail",
    "tag:apple.com,2023:photo:aux:styledeltamap": "style delta map",
  ]

  /// Pictures to be shown by themselves: neither hidden nor a thumbnail, an auxiliary picture or part of another.
  public var topLevelPictures: [UInt32] {
    var parts: Set<UInt32> = []
    // What a `tmap` is made from keeps its own standing.
    for item in items.values where item.isPicture { parts.formUnion(item.targets(of: "dimg")) }
    return order.filter { id in
      guard let item = items[id], item.isPicture, !item.isHidden, !parts.contains(id) else { return false }
      return item.targets(of: "thmb").isEmpty && item.targets(of: "auxl").isEmpty
    }
  }

  /// The Exif of a picture as a bare TIFF structure.
  ///
  /// The item begins with a 32-bit offset of the TIFF header (ISO/IEC 23008-12, A.2.1). Cameras write 6 with
  /// "Exif\0\0" before it, 0 with nothing, or 10 with a whole APP1 header; some offsets are wrong, so the header is
  /// also looked for in the first bytes.
  public func exif(of id: UInt32) throws -> [UInt8]? {
    for item in describing(id) where item.type == "Exif" {
      let data = try self.data(of: item)
      var reader = BoxReader(data)
      guard let offset = try? Int(reader.readUInt32()) else { continue }
      let candidates = [4 + offset, 4 + offset + 6, 4, 10, 14, 0]
      if let start = candidates.first(where: { Self.isTIFFHeader(data, at: $0) }) {
        return Array(data[start...])
      }
    }
    return nil
  }

  private static func isTIFFHeader(_ data: [UInt8], at start: Int) -> Bool {
    guard start >= 0, start <= data.count - 8 else { return false }
    let head = Array(data[start..<(start + 4)])
    return head == [0x49, 0x49, 0x2A, 0] || head == [0x4D, 0x4D, 0, 0x2A]
  }

  /// The XMP packet of a picture, and whether one is there that can't be read because it is compressed.
  public func xmp(of id: UInt32) throws -> (packet: [UInt8]?, isCompressed: Bool) {
    try xmp(in: describing(id))
  }

  /// The XMP packet that says it is this picture's own.
  public func ownXMP(of id: UInt32) throws -> [UInt8]? {
    try xmp(in: describing(id).filter { $0.targets(of: "cdsc").contains(id) }).packet
  }

  private func xmp(in metadata: [HEIFItem]) throws -> (packet: [UInt8]?, isCompressed: Bool) {
    var isCompressed = false
    for item in metadata where item.type == "mime" && item.contentType == "application/rdf+xml" {
      guard item.contentEncoding.isEmpty else {
        isCompressed = true
        continue
      }
      var packet = try data(of: item)
      // Some writers end the packet with a NUL, which is no XML.
      while packet.last == 0 { packet.removeLast() }
      return (packet, false)
    }
    return (nil, isCompressed)
  }

  /// Metadata items that describe a picture; after them those that say of nothing what they describe.
  private func describing(_ id: UInt32) -> [HEIFItem] {
    let metadata = order.compactMap { items[$0] }.filter { !$0.isPicture }
    return metadata.filter { $0.targets(of: "cdsc").contains(id) }
      + metadata.filter { $0.targets(of: "cdsc").isEmpty }
  }

  /// The video of a Motion Photo, in Google's `mpvd` box or where Samsung's `sefd` box or XMP tell; nil where none is whole.
  public func motionVideo(of id: UInt32) -> MotionVideo? {
    var blocks = MetadataBlocks()
    blocks.xmp = try? xmp(of: id).packet
    return MotionVideoSearch(self, tags: MotionTags(blocks)).find()
  }
}
