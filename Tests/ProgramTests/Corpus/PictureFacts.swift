import Containers
import Files
import Pixels
import StillImages

@testable import Metadata

/// What a picture file holds, as the readers see it: that of which a copy must have the same.
struct PictureFacts: Sendable {
  /// Size, upright.
  var size: PixelSize
  /// What is still to be turned; `.up` in every copy.
  var orientation: Orientation
  /// Whether anything shines through.
  var isTransparent: Bool
  /// Whether the colour is one grey channel.
  var isGrey: Bool
  /// What the numbers mean: the file's profile, or one for what it says by code points, or that of a file that says nothing.
  var profile: [UInt8]
  /// Whether it has more light than standard dynamic range, by PQ or HLG.
  var isHDR: Bool
  /// Date, place, marks.
  var metadata: SourceMetadata
  /// The camera's own notes.
  var makerNote: MakerNoteFacts?
  /// The picture, upright, on white, 8-bit sRGB, at most `previewEdge` pixels along its long edge.
  var preview: PixelBuffer

  /// Beyond it pictures are compared smaller: the colours and the way up show as well, and it takes an eighth of the time.
  static let previewEdge = 1024

  /// Reads a file.
  /// - Parameter previewSize: the preview's size; nil for its own.
  init(of path: FilePath, previewSize: PixelSize? = nil) throws {
    let bytes = try FileReader.read(path, maximumByteCount: 1 << 30).bytes
    let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
    let header = reader.header
    orientation = header.orientation
    size = header.orientation.swapsSides ? header.size.transposed : header.size
    isHDR = header.hdr == .perceptualQuantizer || header.hdr == .hybridLogGamma
    metadata = EmbeddedMetadataReader.read(header.blocks).0
    makerNote = MakerNoteFacts(in: header.blocks.exif)
    var pixels = try reader.decodePixels(threads: 1)
    var colour = header.colour
    if isHDR {
      let points = colour.codePoints ?? CodePoints(primaries: 9, transfer: 16, matrix: 9, isFullRange: true)
      (pixels, colour) = try ToneMapping.standardRange(
        of: pixels,
        codePoints: points,
        depth: .eight
      )
    }
    isTransparent = pixels.layout.hasAlpha && !pixels.isOpaque
    isGrey = pixels.layout.isGrey
    profile = Self.profile(colour, pixels.layout)
    preview = try Self.preview(
      pixels,
      header.orientation,
      profile,
      previewSize ?? size.fitting(longEdge: Self.previewEdge)
    )
  }

  private static func profile(_ colour: ColourDescription, _ layout: ChannelLayout) -> [UInt8] {
    if let profile = colour.iccProfile, ICCProfile.inspect(profile)?.fits(layout) == true { return profile }
    let silent = layout.isGrey ? ICCProfile.grey() : ICCProfile.sRGB()
    return colour.codePoints.flatMap { ICCProfile.profile(for: $0, isGrey: layout.isGrey) } ?? silent
  }

  private static func preview(
    _ picture: PixelBuffer,
    _ orientation: Orientation,
    _ profile: [UInt8],
    _ size: PixelSize
  ) throws -> PixelBuffer {
    var pixels = picture.oriented(orientation)
    if pixels.layout.hasAlpha {
      pixels = pixels.flattened(onto: RGBColour(red: 255, green: 255, blue: 255), profile: profile)
    }
    if pixels.size != size { pixels = try pixels.resized(to: size) }
    let target = pixels.layout.isGrey ? ICCProfile.grey() : ICCProfile.sRGB()
    pixels = try ColourConversion.convert(pixels, from: profile, to: target)
    return pixels.converted(to: SampleDepth.eight).converted(to: ChannelLayout.rgb)
  }
}
