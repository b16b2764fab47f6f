internal import Containers
internal import Messages
internal import Pixels

/// Reads HEIC and AVIF pictures: HEVC and AV1 in HEIF, single, in tiles, or derived; 8 to 12 bits, any chroma format, with alpha.
///
/// The directory is read by `HEIFItems` and pictures by libde265 and libaom, so the limits of the system's libheif (it refuses
/// every file from iOS 18 on, drops decoder warnings, and turns 4:2:2 wrongly) do not apply.
struct HEIFReader: StillImageDecoding {
  private(set) var header: StillImageHeader
  let notes: [Note]
  private let bytes: [UInt8]
  private let limits: DecodingLimits
  private let picture: HEIFPicture
  private let isWidened: Bool
  private var gainMap: HEIFGainMap?
  private var others: HEIFFurtherPictures?
  private var sequence: Result<HEIFSequenceForm, any Error>?
  private var frames: FrameSequence?

  /// Reads the directory and checks that all data of the primary picture is there and within the limits.
  init(bytes: [UInt8], limits: DecodingLimits) throws {
    let items = try HEIFItems(bytes: bytes)
    let primary = try items.primaryItem()
    try items.checkNothingIsCutOff()
    try self.init(items, primary, limits: limits)
    let others = HEIFFurtherPictures(of: items, primary: primary)
    self.others = others
    header.further.furtherImageCount = others.count
    header.further.auxiliaryKinds = items.auxiliaryKinds
    header.further.motionVideo = items.motionVideo(of: primary.id)
    guard others.count > 0, items.sequenceFrameCount > 0 else { return }
    let picture = picture
    let form: Result<HEIFSequenceForm, any Error> = Result {
      try HEIFSequenceForm(of: items, like: picture, limits: limits)
    }
    sequence = form
    frames = FrameSequence { HEIFSequenceFrames(items.bytes, try form.get(), limits: limits, threads: $0) }
  }

  /// Reads one picture of a file.
  private init(_ items: HEIFItems, _ item: HEIFItem, limits: DecodingLimits) throws {
    var resolver = HEIFPictureResolver(items: items, limits: limits)
    let picture = try resolver.picture(item.id)
    var (format, stream) = (StillFormat.heic, CodePoints?.none)
    if case .av1(let sequence)? = picture.firstCoded?.coding {
      (format, stream) = (.avif, sequence.codePoints)
    }
    let colour = HEIFColour(of: item, in: items, layout: picture.layout, stream: stream)
    var notes = colour.notes

    var blocks = MetadataBlocks()
    blocks.exif = try items.exif(of: item.id)
    let xmp = try items.xmp(of: item.id)
    blocks.xmp = xmp.packet
    if xmp.isCompressed { notes.append(Note(.xmpDropped, ["detail": "compressed"])) }

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
      hdr: colour.transferHDR ?? (items.hasGainMap(of: item.id) ? .gainMap : .none),
      blocks: blocks,
      further: FurtherContent()
    )
    self.notes = notes
    bytes = items.bytes
    self.limits = limits
    self.picture = picture
    let map = HEIFGainMap(of: item, picture, in: items, exif: header.blocks.exif, limits: limits)
    header.gainMap = map?.facts
    gainMap = map
  }

  func further(_ number: Int) throws -> any StillImageDecoding {
    guard let others else { throw Problem(.internalError, ["detail": "picture \(number)"]) }
    guard let item = try others.item(number) else {
      guard let frames, let form = try sequence?.get() else {
        throw Problem(.damaged, ["detail": "sequence"])
      }
      var header = header
      header.size = form.picture.transformedSize
      header.layout = form.picture.layout
      header.bitsPerSample = form.picture.bitDepth
      return AnimationFrame(of: header, frames, number: others.frame(number))
    }
    var picture = try HEIFReader(others.items, item, limits: limits)
    picture.header.blocks.fill(from: header.blocks)
    return picture
  }

  func auxiliaries() -> HEIFAuxiliaries? {
    guard header.format == .heic, let items = try? HEIFItems(bytes: bytes) else { return nil }
    return HEIFAuxiliaries(of: picture.id, in: items)
  }

  func decodeGainMap(threads: Int) throws -> GainMap {
    guard let gainMap else { throw Problem(.internalError, ["detail": "gain map"]) }
    return try gainMap.decode(HEIFPictureDecoder(bytes: bytes, limits: limits, threads: max(1, threads)))
  }

  var animation: PictureAnimation? {
    guard let frames, let form = try? sequence?.get() else { return nil }
    let count = form.sequence.pictures.samples.count
    let told = form.sequence.pictures.durations
    return PictureAnimation(
      size: form.picture.transformedSize,
      durations: (0..<count).map { PictureAnimation.shown(told.indices.contains($0) ? told[$0] : 0) },
      playCount: nil,
      frames
    )
  }

  /// The picture row of tiles by row of tiles; nil where it has to be decoded whole.
  func gridRows() -> HEIFGridRows? {
    if isWidened { return nil }
    let decoder = HEIFPictureDecoder(bytes: bytes, limits: limits, threads: 1)
    return HEIFGridRows(picture, decoder, header: header, notes: notes)
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
