internal import Containers
internal import Messages
internal import Metadata
internal import Pixels

/// Finds and reads the gain map of a HEIF picture: a tone map item (ISO 21496-1), or an auxiliary picture of Apple's, Samsung's
/// or Adobe's kind.
struct HEIFGainMap: Sendable {
  let facts: GainMapFacts
  private let map: HEIFPicture?
  private let steps: [HEIFTransformation]
  private let alternateColour: ColourDescription?

  /// Nil where the picture has none.
  ///
  /// - Parameters:
  ///   - base: the picture of the item, resolved.
  ///   - exif: the picture's Exif, in which Apple's first version keeps the headroom.
  init?(
    of item: HEIFItem,
    _ base: HEIFPicture,
    in items: HEIFItems,
    exif: [UInt8]?,
    limits: DecodingLimits
  ) {
    let toneMap = items.toneMap(of: item.id)
    let auxiliary = items.gainMapAuxiliary(of: item.id)
    guard toneMap != nil || auxiliary != nil else { return nil }
    let standard = toneMap.flatMap { Self.metadata(of: $0, in: items) }
    var carriers: [GainMapCarrier] = []
    if toneMap != nil { carriers.append(.toneMap) }
    var encoding = standard.map(GainMap.Encoding.iso)
    // A tone map counts first; what an auxiliary picture says counts too where it is the same one, or the only one.
    let mapItem = standard == nil ? auxiliary : toneMap?.map
    if let auxiliary {
      let carrier = Self.carrier(auxiliary)
      carriers.append(carrier)
      if mapItem?.id == auxiliary.id {
        let own = Self.encoding(of: auxiliary, carrier, standard, in: items, exif: exif)
        encoding = own ?? encoding
      }
    }
    let resolved = mapItem.flatMap { item -> HEIFPicture? in
      var resolver = HEIFPictureResolver(items: items, limits: limits)
      return try? resolver.picture(item.id)
    }
    map = resolved
    let own = resolved?.transformations ?? []
    steps = own.isEmpty ? Self.steps(of: base, scaledTo: resolved?.size) : []
    alternateColour = toneMap.map { HEIFColour(of: $0.item, in: items, layout: .rgb).description }
    facts = GainMapFacts(size: resolved?.transformedSize, encoding: encoding, carriers: carriers)
  }

  /// The map, turned and cropped as its picture is.
  func decode(_ decoder: HEIFPictureDecoder) throws -> GainMap {
    guard let map, let encoding = facts.encoding else { throw Problem(.damaged, ["detail": "gain map"]) }
    var picture = try decoder.decode(map).converted(to: .eight)
    if picture.layout.hasAlpha { picture = picture.converted(to: picture.layout.isGrey ? .grey : .rgb) }
    for step in steps { picture = step.apply(to: picture) }
    return GainMap(
      picture: picture.withoutEqualColours,
      encoding: encoding,
      alternateColour: alternateColour
    )
  }

  private static func carrier(_ auxiliary: HEIFItem) -> GainMapCarrier {
    let urn = auxiliary.auxiliaryType ?? ""
    return urn.hasPrefix("urn:com:apple:") ? .apple : urn.hasPrefix("urn:com:samsung:") ? .samsung : .hdrgm
  }

  /// The payload of a tone map item stands behind a version byte (ISO 21496-1 in HEIF; libavif).
  private static func metadata(of toneMap: HEIFItems.ToneMap, in items: HEIFItems) -> GainMapMetadata? {
    guard let data = try? items.data(of: toneMap.item), data.first == 0 else { return nil }
    return try? GainMapPayload.read(Array(data.dropFirst()))
  }

  private static func encoding(
    of auxiliary: HEIFItem,
    _ carrier: GainMapCarrier,
    _ standard: GainMapMetadata?,
    in items: HEIFItems,
    exif: [UInt8]?
  ) -> GainMap.Encoding? {
    let xmp = try? items.ownXMP(of: auxiliary.id)
    guard carrier == .apple else {
      return standard == nil ? xmp.flatMap(GainMapXMP.metadata).map(GainMap.Encoding.iso) : nil
    }
    let told = xmp.flatMap(GainMapXMP.appleHeadroom)
    let maker = exif.flatMap(AppleMakerNote.gainMapHeadroom)
    // A tone map that leads from standard range to nothing brighter is damaged.
    let usable = standard.flatMap { $0.isBaseStandard ? $0 : nil }
    guard let headroom = told ?? usable?.headroomFactor ?? maker else { return nil }
    return .apple(headroom: headroom, iso: usable)
  }

  /// What is done to a picture, as it has to be done to a map of another size that does not say so itself.
  private static func steps(of base: HEIFPicture, scaledTo size: PixelSize?) -> [HEIFTransformation] {
    guard let size else { return [] }
    var (from, to) = (base.size, size)
    return base.transformations.map { step in
      switch step {
      case .turn(let orientation):
        if orientation.swapsSides { (from, to) = (from.transposed, to.transposed) }
        return step
      case .crop(let left, let top, let part):
        let (x, width) = scaled(left, part.width, from.width, to.width)
        let (y, height) = scaled(top, part.height, from.height, to.height)
        (from, to) = (part, PixelSize(width: width, height: height))
        return .crop(left: x, top: y, size: to)
      }
    }
  }

  private static func scaled(_ start: Int, _ count: Int, _ from: Int, _ to: Int) -> (Int, Int) {
    let factor = Double(to) / Double(max(1, from))
    let first = min(max(0, Int((Double(start) * factor).rounded())), max(0, to - 1))
    return (first, max(1, min(to - first, Int((Double(count) * factor).rounded()))))
  }
}
