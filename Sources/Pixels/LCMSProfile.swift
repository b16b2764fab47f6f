internal import CLCMS

/// An lcms2 profile; closed with its owner ("cmsCloseProfile").
final class LCMSProfile {
  let handle: cmsHPROFILE
  let space: ProfileFacts.Space
  private let context: LCMSContext

  /// Opens a profile from memory (lcms2 copies the bytes) and tries whether it can be used: lcms2 opens a
  /// profile that is cut off and only misses its tables when it needs them.
  init?(_ bytes: [UInt8], _ context: LCMSContext) {
    guard bytes.count >= 128, let count = UInt32(exactly: bytes.count) else { return nil }
    let opened = bytes.withUnsafeBytes { cmsOpenProfileFromMemTHR(context.handle, $0.baseAddress, count) }
    guard let opened else { return nil }
    handle = opened
    self.context = context
    space =
      switch cmsGetColorSpace(opened) {
      case cmsSigRgbData: .rgb
      case cmsSigGrayData: .grey
      case cmsSigCmykData: .cmyk
      default: .other
      }
    guard isUsable else { return nil }
  }

  private init(_ opened: cmsHPROFILE, _ space: ProfileFacts.Space, _ context: LCMSContext) {
    handle = opened
    self.space = space
    self.context = context
  }

  /// CIE L*a*b* at D50.
  static func lab(_ context: LCMSContext) -> LCMSProfile? {
    cmsCreateLab4ProfileTHR(context.handle, nil).map { LCMSProfile($0, .other, context) }
  }

  deinit { cmsCloseProfile(handle) }

  /// Whether a conversion out of it can be set up. Device links, abstract profiles and colour names are none
  /// of a picture.
  private var isUsable: Bool {
    switch cmsGetDeviceClass(handle) {
    case cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass: break
    default: return false
    }
    if space == .other { return true }
    guard let target = cmsCreateXYZProfileTHR(context.handle) else { return false }
    defer { cmsCloseProfile(target) }
    let target16 = PixelFormat(space: PT_XYZ, channels: 3, bytes: 2).word
    let transform = cmsCreateTransformTHR(
      context.handle,
      handle,
      PixelFormat(space, .eight)?.word ?? 0,
      target,
      target16,
      UInt32(INTENT_RELATIVE_COLORIMETRIC),
      UInt32(cmsFLAGS_NOOPTIMIZE)
    )
    guard let transform else { return false }
    cmsDeleteTransform(transform)
    return true
  }

  func facts(of bytes: [UInt8]) -> ProfileFacts {
    let declared = ICCProfile.number(bytes, 0) ?? 0
    return ProfileFacts(
      space: space,
      description: description,
      declaredByteCount: declared,
      isLengthRight: declared == bytes.count,
      isDisplayP3: hasColorants(of: 12) && hasSRGBCurves,
      isSRGB: hasColorants(of: 1) && hasSRGBCurves
    )
  }

  private var description: String {
    var buffer = [CChar](repeating: 0, count: 256)
    cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", &buffer, UInt32(buffer.count))
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a matrix profile has the primaries of H.273's number, within the rounding that profiles show
  /// (0.001).
  private func hasColorants(of primaries: Int) -> Bool {
    guard space == .rgb, cmsIsMatrixShaper(handle) != 0, let wanted = Chromaticities(primaries)?.toD50 else {
      return false
    }
    let signatures = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag]
    return signatures.enumerated().allSatisfy { index, signature in
      guard let tag = cmsReadTag(handle, signature) else { return false }
      let found = tag.assumingMemoryBound(to: cmsCIEXYZ.self).pointee
      let distance = wanted.column(index) - [found.X, found.Y, found.Z]
      return (distance * distance).sum() < 1e-5
    }
  }

  /// Whether the three curves are sRGB's, within half a step of 8 bits at the steepest place.
  private var hasSRGBCurves: Bool {
    [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag].allSatisfy { signature in
      guard let tag = cmsReadTag(handle, signature) else { return false }
      return [0.02, 0.1, 0.25, 0.5, 0.75, 0.9].allSatisfy { code in
        let found = cmsEvalToneCurveFloat(OpaquePointer(tag), Float(code))
        return abs(Double(found) - TransferFunction.sRGB.decoded(code)) < 0.004
      }
    }
  }
}
