internal import Containers
internal import Messages
internal import Metadata
public import Pixels

/// A gain map in the form in which a file of some format holds it, ready to be put behind or beside its picture.
///
/// The map is coded before the picture is: XMP in a JPEG tells how long its map is.
public struct CodedGainMap: Sendable {
  /// The format of the file that it is for.
  public let format: StillFormat
  /// What readers must find: samples as they went into the encoder, and what they mean.
  public let map: GainMap
  /// Where they must find it.
  public let carriers: [GainMapCarrier]
  /// How it is coded.
  let content: Content

  enum Content: Sendable {
    /// The stream that follows the picture.
    case jpeg([UInt8])
    /// Items beside the picture.
    case heif(HEIFGainMapItems)
  }

  /// Quality of maps. Their samples are logarithms of light, in which coarse steps are seen as bands.
  static let quality = 95

  /// Whether files of a format hold gain maps that other programs find.
  public static func isHeld(by format: StillFormat) -> Bool { [.jpeg, .heic, .avif].contains(format) }

  /// Codes an upright map.
  ///
  /// - Parameter base: the colours of the picture that it belongs to.
  /// - Throws: `encodeFailed`.
  public init(
    _ map: GainMap,
    base: ColourDescription,
    for format: StillFormat,
    options: EncodingOptions
  ) throws {
    guard Self.isHeld(by: format), let (picture, metadata) = map.isoForm else { throw Self.failure(format) }
    var coded = map
    coded.picture = picture
    coded.alternateColour = Self.alternateColour(of: map, base: base)
    let expanded = picture.layout == .grey ? metadata : metadata.expanded
    // Apple's reading stands beside ISO's only where it is right for the same samples.
    if case .apple(let headroom, .some) = map.encoding, format != .avif {
      coded.encoding = .apple(headroom: headroom, iso: expanded)
    } else {
      coded.encoding = .iso(expanded)
    }
    let hasApple: Bool
    switch format {
    case .jpeg:
      content = .jpeg(try Self.stream(coded, expanded))
      if case .apple = coded.encoding { hasApple = true } else { hasApple = false }
      carriers = [.hdrgm, .iso, .multiPicture, .container] + (hasApple ? [.apple] : [])
    default:
      if format == .heic { coded.picture = try coded.picture.withEvenSides() }
      let items = try Self.items(coded, expanded, apple: format == .heic ? map : nil, format, options)
      content = .heif(items)
      carriers = [.toneMap] + (items.apple != nil ? [.apple] : [])
    }
    self.format = format
    self.map = coded
  }

  /// Bytes that stand behind the picture in a JPEG file; nil in other formats.
  public var byteCountBehindPicture: Int? {
    if case .jpeg(let stream) = content { stream.count } else { nil }
  }

  private static func failure(_ format: StillFormat) -> Problem {
    Problem(.encodeFailed, ["format": format.rawValue, "detail": "gain map"])
  }

  /// What the original says, else the base picture's primaries with PQ, as Apple and libavif write it.
  private static func alternateColour(of map: GainMap, base: ColourDescription) -> ColourDescription {
    if let colour = map.alternateColour, colour != ColourDescription() { return colour }
    let primaries = base.primaries ?? (base == ColourDescription() ? 1 : 2)
    return ColourDescription(
      codePoints: CodePoints(primaries: primaries, transfer: 16, matrix: 6, isFullRange: true)
    )
  }

  // MARK: - JPEG

  private static func stream(_ map: GainMap, _ metadata: GainMapMetadata) throws -> [UInt8] {
    var headroom: Double?
    if case .apple(let own, _) = map.encoding { headroom = own }
    let stream = try JPEGLibrary.encode(
      map.picture,
      .init(quality: quality, isSubsampled: false, isProgressive: false)
    )
    var blocks = MetadataBlocks()
    blocks.xmp = GainMapXMP.packet(metadata, appleHeadroom: headroom)
    return try JPEGAssembler.assemble(
      stream: stream,
      blocks: blocks,
      iccProfile: metadata.usesBaseColourSpace ? nil : profile(map.alternateColour),
      gainMap: .metadata(GainMapPayload.bytes(metadata))
    )
  }

  /// A profile that names the primaries for which the gain is; its curve does not matter.
  private static func profile(_ colour: ColourDescription?) -> [UInt8]? {
    if let profile = colour?.iccProfile { return profile }
    return colour?.codePoints.flatMap {
      ICCProfile.profile(
        for: CodePoints(primaries: $0.primaries, transfer: 13, matrix: 0, isFullRange: true)
      )
    }
  }

  // MARK: - HEIC and AVIF

  private static func items(
    _ map: GainMap,
    _ metadata: GainMapMetadata,
    apple original: GainMap?,
    _ format: StillFormat,
    _ options: EncodingOptions
  ) throws -> HEIFGainMapItems {
    func coded(_ picture: PixelBuffer) throws -> HEIFPictureItem {
      let options = EncodingOptions(quality: quality, threads: options.threads)
      return try format == .heic
        ? HEIFWriter.mapPicture(picture, options: options) : AVIFWriter.mapPicture(picture, options: options)
    }
    var items = HEIFGainMapItems(
      map: try coded(map.picture),
      metadata: metadata,
      alternateColour: map.alternateColour ?? ColourDescription()
    )
    if case .apple(let headroom, _) = map.encoding {
      items.apple = (headroom, nil)
    } else if let form = original?.appleForm, form.picture.layout == .grey {
      items.apple = (form.headroom, try coded(form.picture.withEvenSides()))
    }
    return items
  }
}

extension PixelBuffer {
  /// HEVC codes even sides, and libheif pads those below 64. The map shows the same part of the scene whatever its size
  /// is, so it is scaled: but for tiny ones, by less than a sample.
  fileprivate func withEvenSides() throws -> PixelBuffer {
    func even(_ side: Int) -> Int { max(64, side + side % 2) }
    let target = PixelSize(width: even(size.width), height: even(size.height))
    return try resized(to: target, linearLight: false)
  }
}

extension ColourDescription {
  /// The primaries as a number of H.273, where they are told or a profile is that of well-known ones.
  fileprivate var primaries: Int? {
    if let primaries = codePoints?.primaries, primaries != 2 { return primaries }
    guard let iccProfile else { return nil }
    if ICCProfile.areAlike(iccProfile, ICCProfile.displayP3(), isGrey: false) { return 12 }
    return ICCProfile.areAlike(iccProfile, ICCProfile.sRGB(), isGrey: false) ? 1 : nil
  }
}
