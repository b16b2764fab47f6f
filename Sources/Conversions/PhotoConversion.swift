public import ConversionSink
internal import Containers
internal import Files
internal import Messages
internal import Library
internal import Metadata
internal import Pixels
public import StillImages

/// Turns one photo into a photo of another format: decode, upright, resize, lay on a background, encode.
public struct PhotoConversion {
  private let settings: PhotoSettings
  private let reader: StillImageReader
  private let threads: Int

  /// Opens the original's bytes.
  ///
  /// - Parameters:
  ///   - threads: how many threads the codecs may use.
  /// - Throws: `Problem`: `format.*`, `decode.*`, and `hdr.undecided` where HDR would be lost and nobody decided.
  public init(bytes: [UInt8], settings: PhotoSettings, threads: Int) throws {
    var limits = DecodingLimits()
    limits.maximumPixelCount = settings.maximumPixelCount
    reader = try StillImageReader(bytes: bytes, limits: limits)
    self.settings = settings
    self.threads = threads
    if header.hdr != .none && settings.hdr == .ask {
      throw Problem(.hdrUndecided, ["kind": header.hdr.rawValue, "format": settings.format.rawValue])
    }
    let size = targetSize
    let limit = StillImageEncoder.maximumSide(of: settings.format)
    if size.longEdge > limit {
      throw Problem(
        .sizeNotPossible,
        [
          "format": settings.format.rawValue, "width": "\(size.width)", "height": "\(size.height)",
          "limit": "\(limit)",
        ]
      )
    }
  }

  /// What the original says of itself.
  public var header: StillImageHeader { reader.header }

  /// Whether the copy would be anything else than the source: another format, or something that is asked of it besides
  /// and that it does not fulfil already.
  public var isNeeded: Bool {
    if header.format != settings.format || settings.quality != nil || settings.isLossless { return true }
    if let longEdge = settings.longEdge, header.size.longEdge > longEdge { return true }
    if settings.background != nil && header.layout.hasAlpha { return true }
    return settings.hdr == .sdr && header.hdr != .none
  }

  /// Size of the copy, upright.
  private var targetSize: PixelSize {
    let upright = header.orientation.swapsSides ? header.size.transposed : header.size
    return settings.longEdge.map(upright.fitting(longEdge:)) ?? upright
  }

  /// Makes the copy's file in the staging area.
  public func produce(_ carried: CarriedOver, in staging: StagingArea) throws -> Production {
    var notes = reader.notes + notesOnFurtherContent()
    let (pixels, colour, bits) = try picture(notes: &notes)
    let metadata = CopyMetadata(
      original: carried.blocks,
      carried: carried.metadata,
      size: pixels.size,
      target: capacity,
      identity: carried.identity,
      derivedFrom: carried.sourceName,
      hdrRemoved: header.hdr != .none
    )
    let (blocks, metadataNotes) = try metadata.blocks()
    notes += metadataNotes
    let options = EncodingOptions(
      quality: settings.quality ?? PhotoSettings.defaultQuality,
      isLossless: settings.isLossless,
      threads: threads
    )
    let bytes = try StillImageEncoder.encode(
      pixels,
      significantBits: bits,
      colour: colour,
      blocks: blocks,
      format: settings.format,
      options: options
    )
    let path = staging.freshPath(fileExtension: settings.format.fileExtension)
    try DurableFile.write(bytes, to: path, modification: carried.modification)
    let expectation = PhotoExpectation(
      format: settings.format,
      size: pixels.size,
      hasAlpha: pixels.layout.hasAlpha,
      bitsPerSample: bits,
      iccProfile: colour.iccProfile,
      hdr: .none,
      pixels: pixels,
      isLossless: settings.isLossless || settings.format == .png
    )
    let file = StagedFile(
      role: .photo,
      path: path,
      fileExtension: settings.format.fileExtension,
      expectation: expectation
    )
    return Production(kind: .photo, files: [file], size: pixels.size, notes: notes, metadata: metadata)
  }

  /// The upright picture in the depth and channels that the target holds, and its significant bits.
  private func picture(notes: inout [Note]) throws -> (PixelBuffer, ColourDescription, Int) {
    var pixels = try reader.decodePixels(threads: threads)
    var colour = header.colour
    if let profile = colour.iccProfile, ICCProfile.inspect(profile)?.fits(pixels.layout) != true {
      notes.append(Note(.profileUnusable, ["detail": "\(profile.count) bytes"]))
      colour.iccProfile = nil
    }
    var bits = header.bitsPerSample
    if header.hdr == .perceptualQuantizer || header.hdr == .hybridLogGamma {
      let points = colour.codePoints ?? CodePoints(primaries: 9, transfer: 16, matrix: 9, isFullRange: true)
      (pixels, colour) = try ToneMapping.standardRange(of: pixels.converted(to: .sixteen), codePoints: points)
      bits = min(bits, pixels.depth.rawValue)
    }
    if header.hdr != .none { notes.append(Note(.hdrDropped, ["kind": header.hdr.rawValue])) }
    if let longEdge = settings.longEdge, header.size.longEdge > longEdge {
      let target = header.orientation.swapsSides ? targetSize.transposed : targetSize
      pixels = try pixels.resized(to: target)
    }
    pixels = pixels.oriented(header.orientation)
    if pixels.layout.hasAlpha
      && (settings.background != nil || !StillImageEncoder.holdsAlpha(settings.format))
    {
      pixels = try flattened(pixels, colour, notes: &notes)
    }
    let depths = StillImageEncoder.bitDepths(of: settings.format)
    let kept = depths.filter { $0 >= bits }.min() ?? depths.max() ?? 8
    if kept < bits { notes.append(Note(.bitDepthReduced, ["from": "\(bits)", "to": "\(kept)"])) }
    bits = min(bits, kept)
    pixels = pixels.converted(to: bits > 8 ? .sixteen : .eight)
    // Without loss in the depth that the format has.
    if settings.isLossless { pixels = pixels.rounded(toBits: kept) }
    return (pixels, colour, bits)
  }

  /// Lays the picture on the background; said only where something was transparent.
  private func flattened(
    _ pixels: PixelBuffer,
    _ colour: ColourDescription,
    notes: inout [Note]
  ) throws -> PixelBuffer {
    let name = settings.background ?? "white"
    guard let background = RGBColour(text: name) else {
      throw Problem(.internalError, ["detail": "background \(name)"])
    }
    if !pixels.isOpaque { notes.append(Note(.alphaFlattened, ["background": name])) }
    return pixels.flattened(onto: background, profile: colour.iccProfile)
  }

  private func notesOnFurtherContent() -> [Note] {
    var notes: [Note] = []
    if header.further.furtherImageCount > 0 {
      notes.append(Note(.furtherImages, ["count": "\(header.further.furtherImageCount)"]))
    }
    for kind in header.further.auxiliaryKinds { notes.append(Note(.auxiliaryDropped, ["kind": kind])) }
    if header.further.hasMotionVideo { notes.append(Note(.motionDropped)) }
    return notes
  }

  private var capacity: MetadataCapacity {
    switch settings.format {
    case .jpeg: .jpeg
    case .heic: .heic
    case .png: .png
    case .avif: .avif
    case .jxl: .jxl
    }
  }
}

extension StillFormat {
  /// The extension of a delivered file.
  public var fileExtension: String {
    switch self {
    case .heic: "heic"
    case .jpeg: "jpg"
    case .png: "png"
    case .avif: "avif"
    case .jxl: "jxl"
    }
  }
}
