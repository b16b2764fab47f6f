internal import CLibav
internal import Pixels

/// How a frame's samples lie in memory.
struct FrameFormat {
  /// libav's name.
  var name: String
  var isRGB: Bool
  var hasAlpha: Bool
  var isGrey: Bool
  var bits: Int
  var columnHalvings: Int
  var rowHalvings: Int
  /// The plane of each channel in the order of `PlanarPicture.Family`, alpha last; nil where channels share a plane, bytes are
  /// swapped or samples are not whole numbers at the lower end of their word.
  var planes: [Int]?

  /// The formats whose name alone says full range.
  static let fullRangeFormats: Set<Int32> = [
    AV_PIX_FMT_YUVJ420P.rawValue, AV_PIX_FMT_YUVJ422P.rawValue, AV_PIX_FMT_YUVJ444P.rawValue,
    AV_PIX_FMT_YUVJ440P.rawValue, AV_PIX_FMT_YUVJ411P.rawValue,
  ]

  /// Nil for formats that live outside of memory, and unknown ones.
  init?(_ format: AVPixelFormat) {
    guard let pointer = av_pix_fmt_desc_get(format) else { return nil }
    let description = pointer.pointee
    let flags = Int32(truncatingIfNeeded: description.flags)
    guard flags & AV_PIX_FMT_FLAG_HWACCEL == 0, description.nb_components >= 1 else { return nil }
    let components = [description.comp.0, description.comp.1, description.comp.2, description.comp.3]
      .prefix(Int(description.nb_components))
    name = Libav.text(description.name)
    isRGB = flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
    hasAlpha = flags & AV_PIX_FMT_FLAG_ALPHA != 0 && flags & AV_PIX_FMT_FLAG_PAL == 0
    isGrey = components.count <= 2 && !isRGB
    bits = Int(components.first?.depth ?? 8)
    columnHalvings = isRGB || isGrey ? 0 : Int(description.log2_chroma_w)
    rowHalvings = isRGB || isGrey ? 0 : Int(description.log2_chroma_h)
    let odd =
      AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_FLOAT
      | AV_PIX_FMT_FLAG_BAYER
    let isPlain =
      flags & odd == 0 && (8...16).contains(bits) && columnHalvings <= 2 && rowHalvings <= 2
      && components.allSatisfy {
        Int($0.depth) == bits && $0.shift == 0 && $0.offset == 0 && Int($0.step) == (bits > 8 ? 2 : 1)
      }
    let numbers = components.map { Int($0.plane) }
    planes = isPlain && Set(numbers).count == numbers.count ? numbers : nil
  }

  /// The nearest format whose channels have planes of their own.
  var planar: AVPixelFormat {
    let isDeep = bits > 8
    if isRGB {
      return hasAlpha
        ? (isDeep ? AV_PIX_FMT_GBRAP16LE : AV_PIX_FMT_GBRAP)
        : (isDeep ? AV_PIX_FMT_GBRP16LE : AV_PIX_FMT_GBRP)
    }
    if isGrey { return isDeep ? AV_PIX_FMT_GRAY16LE : AV_PIX_FMT_GRAY8 }
    if hasAlpha { return isDeep ? AV_PIX_FMT_YUVA444P16LE : AV_PIX_FMT_YUVA444P }
    return switch (columnHalvings, rowHalvings) {
    case (0, _): isDeep ? AV_PIX_FMT_YUV444P16LE : AV_PIX_FMT_YUV444P
    case (_, 0): isDeep ? AV_PIX_FMT_YUV422P16LE : AV_PIX_FMT_YUV422P
    default: isDeep ? AV_PIX_FMT_YUV420P16LE : AV_PIX_FMT_YUV420P
    }
  }

  /// What a frame of this format is to a conversion.
  func form(size: PixelSize, _ codePoints: CodePoints, _ location: AVChromaLocation) -> PlanarPicture.Form {
    PlanarPicture.Form(
      size: size,
      family: isRGB ? .colours : isGrey ? .grey : .colourDifferences,
      hasAlpha: hasAlpha,
      columnHalvings: columnHalvings,
      rowHalvings: rowHalvings,
      bits: bits,
      codePoints: codePoints,
      chromaLocation: location == AVCHROMA_LOC_CENTER
        ? .centre : location == AVCHROMA_LOC_TOPLEFT ? .topLeft : .left
    )
  }
}
