internal import Containers
internal import ConversionSink
internal import Files
internal import Library
internal import Messages
internal import Metadata
internal import Movies
internal import Pixels
internal import StillImages

/// The still half of a Live Photo or Motion Photo that is made from a video: a frame of it as a photo.
struct LivePhotoStill {
  let frame: MovieFrame
  let format: StillFormat
  let quality: Int?
  let hdr: HDRKind
  let threads: Int
  /// The video that goes into the still's file; nil: none.
  var motion: MotionPhotoVideo?

  /// Writes the still into the staging area.
  func write(
    _ carried: CarriedOver,
    in staging: StagingArea
  ) throws -> (file: StagedFile, metadata: CopyMetadata, notes: [Note]) {
    let picture = prepared
    let metadata = CopyMetadata(
      original: carried.blocks,
      carried: carried.metadata,
      size: picture.pixels.size,
      target: format == .jpeg ? .jpeg : .heic,
      identity: carried.identity,
      derivedFrom: carried.sourceName,
      hdrRemoved: false,
      contents: motion?.contents ?? PhotoContents()
    )
    let (blocks, notes) = try metadata.blocks()
    let bytes = try StillImageEncoder.encode(
      picture.pixels,
      significantBits: picture.bits,
      colour: picture.colour,
      blocks: blocks,
      format: format,
      options: EncodingOptions(quality: quality ?? PhotoSettings.defaultQuality, threads: threads)
    )
    let expectation = PhotoExpectation(
      format: format,
      size: picture.pixels.size,
      hasAlpha: false,
      bitsPerSample: picture.bits,
      iccProfile: picture.colour.iccProfile,
      hdr: hdr,
      picture: .pixels(picture.pixels),
      isLossless: false
    )
    if let motion {
      return (try motion.stage(behind: bytes, expectation, carried, in: staging), metadata, notes)
    }
    let path = staging.freshPath(fileExtension: format.fileExtension)
    try DurableFile.begin(bytes, at: path, modification: carried.modification)
    let file = StagedFile(
      role: .still,
      path: path,
      fileExtension: format.fileExtension,
      expectation: .photo(expectation)
    )
    return (file, metadata, notes)
  }

  /// Opaque, in the depth of the format, and described so that viewers of photos show what players of videos do.
  private var prepared: (pixels: PixelBuffer, colour: ColourDescription, bits: Int) {
    var pixels = frame.picture
    if pixels.layout.hasAlpha { pixels = pixels.converted(to: pixels.layout.isGrey ? .grey : .rgb) }
    let isDeep = pixels.depth == .sixteen && format == .heic
    pixels = pixels.converted(to: isDeep ? .sixteen : .eight)
    var colour = frame.colour
    if colour.codePoints?.transfer == 1 {
      // Players show BT.709 as they show sRGB; in a photo the same numbers have to say so.
      colour.codePoints?.transfer = 13
    }
    if colour.codePoints?.primaries == 1, colour.codePoints?.transfer == 13, !isDeep {
      colour = ColourDescription()
    }
    return (pixels, colour, isDeep ? 10 : 8)
  }
}
