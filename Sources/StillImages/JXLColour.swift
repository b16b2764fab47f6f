internal import CJXL
internal import Messages
internal import Pixels

/// What the samples of a JPEG XL picture mean, and what is asked of the decoder so that they mean it.
///
/// Lossy pictures are coded in XYB, a space of their own, and can be decoded into any; the file names the space of the
/// original, which is taken where it can be. libjxl 0.7 decodes only into spaces of known numbers, and for an original
/// with an ICC profile it gives linear sRGB: 8 bits of that have bands, and other colours than sRGB's are lost. So these are
/// decoded into a wide space and brought from there into the profile.
struct JXLColour {
  /// The meaning of the finished samples.
  private(set) var description = ColourDescription()
  /// What the decoder is asked for, where that is not its own choice.
  private(set) var requested: JxlColorEncoding?
  /// The profiles from and to which decoded samples are brought.
  private(set) var conversion: (from: [UInt8], to: [UInt8])?
  /// What was left out.
  private(set) var notes: [Note] = []

  /// sRGB.
  init() {}

  /// Reads the colours when the decoder knows them.
  init(of decoder: JXLDecoder, _ info: JxlBasicInfo) throws {
    let isGrey = info.num_color_channels == 1
    let isXYB = info.uses_original_profile == 0
    var encoding = JxlColorEncoding()
    let isKnown = JxlDecoderGetColorAsEncodedProfile(
      decoder.handle,
      nil,
      JXL_COLOR_PROFILE_TARGET_ORIGINAL,
      &encoding
    )
    if isKnown == JXL_DEC_SUCCESS {
      if isXYB { chooseTransfer(&encoding, info) }
      description = try Self.description(encoding, decoder)
      return
    }
    let profile = try Self.profile(of: decoder, JXL_COLOR_PROFILE_TARGET_ORIGINAL)
    description = PictureChecks.colour(profile: profile, for: isGrey ? .grey : .rgb, notes: &notes)
    if isXYB { chooseSpace(isGrey: isGrey) }
  }

  /// Linear light needs more bits than pictures have: it is asked for with a curve, with that of PQ where it is more light
  /// than a display's white.
  private mutating func chooseTransfer(_ encoding: inout JxlColorEncoding, _ info: JxlBasicInfo) {
    guard encoding.transfer_function == JXL_TRANSFER_FUNCTION_LINEAR else { return }
    if info.intensity_target > 255 {
      encoding.transfer_function = JXL_TRANSFER_FUNCTION_PQ
      if encoding.color_space == JXL_COLOR_SPACE_RGB {
        encoding.white_point = JXL_WHITE_POINT_D65
        encoding.primaries = JXL_PRIMARIES_2100
      }
    } else {
      encoding.transfer_function = JXL_TRANSFER_FUNCTION_SRGB
    }
    requested = encoding
  }

  /// A space that holds what the original's profile may hold, and the way from there.
  private mutating func chooseSpace(isGrey: Bool) {
    var encoding = JxlColorEncoding()
    JxlColorEncodingSetToSRGB(&encoding, isGrey ? 1 : 0)
    if !isGrey { encoding.primaries = JXL_PRIMARIES_2100 }
    let transfer = description.codePoints?.transfer
    let isHDR = transfer == 16 || transfer == 18
    if isHDR {
      encoding.transfer_function = transfer == 16 ? JXL_TRANSFER_FUNCTION_PQ : JXL_TRANSFER_FUNCTION_HLG
    }
    requested = encoding
    let points = CodePoints(
      primaries: isGrey ? 1 : 9,
      transfer: isHDR ? transfer ?? 2 : 13,
      matrix: 0,
      isFullRange: true
    )
    if !isHDR, let profile = description.iccProfile, Self.survivesXYB(profile, isGrey: isGrey),
      let from = ICCProfile.profile(for: points, isGrey: isGrey)
    {
      conversion = (from, profile)
    } else {
      description = ColourDescription(codePoints: points)
    }
  }

  /// Whether a picture of a profile may be coded in XYB: its samples come back by way of the wide space.
  static func survivesXYB(_ profile: [UInt8], isGrey: Bool) -> Bool {
    let wide = CodePoints(primaries: isGrey ? 1 : 9, transfer: 13, matrix: 0, isFullRange: true)
    guard let through = ICCProfile.profile(for: wide, isGrey: isGrey) else { return false }
    return ICCProfile.survives(profile, through: through, isGrey: isGrey)
  }

  /// Code points where the numbers are those of H.273, else a profile.
  private static func description(_ encoding: JxlColorEncoding, _ decoder: JXLDecoder) throws
    -> ColourDescription
  {
    guard let primaries = primaries(encoding),
      [JXL_TRANSFER_FUNCTION_GAMMA, JXL_TRANSFER_FUNCTION_UNKNOWN].allSatisfy({
        $0 != encoding.transfer_function
      })
    else {
      return ColourDescription(iccProfile: try profile(of: decoder, JXL_COLOR_PROFILE_TARGET_DATA))
    }
    let transfer = Int(encoding.transfer_function.rawValue)
    if primaries == 1 && transfer == 13 { return ColourDescription() }
    return ColourDescription(
      codePoints: CodePoints(primaries: primaries, transfer: transfer, matrix: 0, isFullRange: true)
    )
  }

  /// The number of primaries and white point together in H.273; grey has BT.709's.
  private static func primaries(_ encoding: JxlColorEncoding) -> Int? {
    let isD65 = encoding.white_point == JXL_WHITE_POINT_D65
    if encoding.color_space == JXL_COLOR_SPACE_GRAY { return isD65 ? 1 : nil }
    guard encoding.color_space == JXL_COLOR_SPACE_RGB else { return nil }
    switch encoding.primaries {
    case JXL_PRIMARIES_SRGB where isD65: return 1
    case JXL_PRIMARIES_2100 where isD65: return 9
    case JXL_PRIMARIES_P3 where isD65: return 12
    case JXL_PRIMARIES_P3 where encoding.white_point == JXL_WHITE_POINT_DCI: return 11
    default: return nil
    }
  }

  private static func profile(of decoder: JXLDecoder, _ target: JxlColorProfileTarget) throws -> [UInt8] {
    var count = 0
    try decoder.check(JxlDecoderGetICCProfileSize(decoder.handle, nil, target, &count))
    guard count <= 1 << 26 else { throw Problem(.damaged, ["detail": "profile of \(count) bytes"]) }
    var profile = [UInt8](repeating: 0, count: count)
    try decoder.check(JxlDecoderGetColorAsICCProfile(decoder.handle, nil, target, &profile, count))
    return profile
  }
}
