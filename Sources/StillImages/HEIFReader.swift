internal import Containers
internal import Messages
internal import Pixels

/// Reads HEIC and AVIF pictures: HEVC and AV1 in HEIF, single, in tiles, or derived; 8 to 12 bits, any chroma format, with alpha.
///
/// The directory is read by `HEIFItems` and pictures by libde265 and libaom, so the limits of the system's libheif (it refuses
/// every file from iOS 18 on, drops decoder warnings, and turns 4:2:2 wrongly) do not apply.
struct HEIFReader: StillImageDecoding {
  let header: StillImageHeader
  let notes: [Note]
  private let bytes: [UInt8]
  private let limits: DecodingLimits
  private let picture: HEIFPicture
  private let isWidened: Bool

  /// Reads the directory and checks that all data of the primary picture is there and within the limits.
  init(bytes: [UInt8], limits: DecodingLimits) throws {
    let items = try HEIFItems(bytes: bytes)
    let primary = try items.primaryItem()
    try items.checkNothingIsCutOff()
    var resolver = HEIFPictureResolver(items: items, limits: limits)
    let picture = try resolver.picture(primary.id)
    var (format, stream) = (StillFormat.heic, CodePoints?.none)
    if case .av1(let sequence)? = picture.firstCoded?.coding {
      (format, stream) = (.avif, sequence.codePoints)
    }
    let colour = HEIFColour(of: primary, in: items, layout: picture.layout, stream: stream)
    var notes = colour.notes

    var blocks = MetadataBlocks()
    blocks.exif = try items.exif(of: primary.id)
    let xmp = try items.xmp(of: primary.id)
    blocks.xmp = xmp.packet
    if xmp.isCompressed { notes.append(Note(.xmpDropped, ["detail": "compressed"])) }

    var further = FurtherContent()
    // The primary picture is one of a sequence's frames.
    further.furtherImageCount = max(
      items.topLevelPictures.count { $0 != primary.id },
      items.sequenceFrameCount - 1
    )
    further.auxiliaryKinds = items.auxiliaryKinds
    further.motionVideo = items.motionVideo(of: primary.id)

    isWidened = colour.needsColourChannels && picture.layout.isGrey
    let layout: ChannelLayout =
      isWidened ? (picture.layout.hasAlpha ? .rgba : .rgb) : picture.layout
    header = StillImageHeader(
      format: format,
      size: picture.transformedSize,
      orientation: .up,
      layout: layout,
      bitsPerSample: picture.bitDepth,
      colour: colour.description,
      hdr: colour.transferHDR ?? (items.hasGainMap(of: primary.id) ? .gainMap : .none),
      blocks: blocks,
      further: further
    )
    self.notes = notes
    self.bytes = bytes
    self.limits = limits
    self.picture = picture
  }

  func decodePlanes(threads: Int) throws -> ColourPlanes? {
    if isWidened { return nil }
    let decoder = HEIFPictureDecoder(bytes: bytes, limits: limits, threads: max(1, threads))
    return try decoder.decodePlanes(picture)
  }

  func decodePixels(threads: Int) throws -> PixelBuffer {
    let decoder = HEIFPictureDecoder(bytes: bytes, limits: limits, threads: max(1, threads))
    let buffer = try decoder.decode(picture)
    guard buffer.size == header.size else {
      throw Problem(
        .internalError,
        [
          "detail":
            "\(buffer.size.width)x\(buffer.size.height) instead of \(header.size.width)x\(header.size.height)"
        ]
      )
    }
    return isWidened ? buffer.converted(to: header.layout) : buffer
  }
}
