internal import Messages

/// Brings PQ and HLG pictures into standard dynamic range.
///
/// 1. Codes become light in cd/m2; HLG by its OOTF on luminance.
/// 2. The primaries are turned into those of the result. A colour outside of its gamut loses what is negative. That is
///    nearer to it than a mix with grey of the same luminance: over BT.2020's colours that sRGB lacks, at 10, 40 and
///    80 cd/m2, the worst CIEDE2000 is 13.0 instead of 16.5, the median 5.1 instead of 5.2, and red is not turned to pink.
/// 3. `HighlightRollOff` leads highlights to reference white, 203 cd/m2: half by the brightest channel, which
///    keeps the hue, half channel by channel, which lets bright colours fade to white as film and eyes do.
///    Greys are the same in both.
/// 4. Reference white is SDR white; the sRGB curve encodes.
public enum ToneMapping {
  /// Colour spaces of the result.
  public enum Target: Sendable {
    /// Display P3, and its profile is in the description.
    case displayP3
    /// sRGB, and its profile is in the description.
    case sRGB

    var primaries: Int { self == .displayP3 ? 12 : 1 }
    var profile: [UInt8] { self == .displayP3 ? ICCProfile.displayP3() : ICCProfile.sRGB() }
  }

  /// The picture in standard dynamic range, and its colour. Alpha is kept.
  ///
  /// - Parameters:
  ///   - picture: samples coded as `codePoints` say (16 bits; 8 are widened); grey is treated as RGB.
  ///   - codePoints: transfer 16 (PQ) or 18 (HLG); primaries of H.273, unknown ones are taken for BT.2020's.
  ///   - target: the colour space of the result.
  ///   - depth: the samples of the result.
  ///   - peak: the light that becomes white, cd/m2; nil: the brightest in the picture but for 1 pixel in
  ///     2,000, at least 203, at most 4,000 (PQ) or 1,000 (HLG). So a picture without highlights is not
  ///     darkened for their sake.
  /// - Throws: `internal` where the transfer is neither.
  public static func standardRange(
    of picture: PixelBuffer,
    codePoints: CodePoints,
    target: Target = .displayP3,
    depth: SampleDepth = .sixteen,
    peak: Double? = nil
  ) throws -> (PixelBuffer, ColourDescription) {
    let layout: ChannelLayout = picture.layout.hasAlpha ? .rgba : .rgb
    let source = picture.converted(to: .sixteen).converted(to: layout)
    let transfer = try transfer(of: codePoints)
    let mapper = try ToneMapper(codePoints, target: target, peak: peak ?? self.peak(of: source, transfer))
    return (mapper.map(source, depth: depth), ColourDescription(iccProfile: target.profile))
  }

  /// - Throws: `internal` where the transfer is neither PQ nor HLG.
  static func transfer(of codePoints: CodePoints) throws -> ToneMappingKernel.Transfer {
    guard let transfer = ToneMappingKernel.Transfer(rawValue: codePoints.transfer) else {
      throw Problem(.internalError, ["detail": "transfer \(codePoints.transfer)"])
    }
    return transfer
  }

  /// The brightest light of a picture, cd/m2, as `standardRange` finds it.
  static func peak(of picture: PixelBuffer, _ transfer: ToneMappingKernel.Transfer) -> Double {
    let code = brightestCode(picture)
    let light: Double
    let limit: Double
    switch transfer {
    case .perceptualQuantizer:
      light = LightCurves.luminance(perceptualQuantizer: code)
      limit = 4000
    case .hybridLogGamma:
      let scene = LightCurves.sceneLight(hybridLogGamma: code)
      light = scene * LightCurves.displayFactor(sceneLuminance: scene)
      limit = LightCurves.nominalPeak
    }
    return max(LightCurves.referenceWhite, min(limit, light))
  }

  /// The largest code 0...1 of any channel that all but 1 pixel in 2,000 stay below, to 1/1,024.
  private static func brightestCode(_ picture: PixelBuffer) -> Double {
    let channels = picture.layout.channelCount
    var histogram = [Int](repeating: 0, count: 1024)
    picture.withWords { words in
      histogram.withUnsafeMutableBufferPointer { bins in
        var index = 0
        while index &+ 2 < words.count {
          let code = max(words[index], words[index &+ 1], words[index &+ 2])
          bins[Int(code &>> 6)] &+= 1
          index &+= channels
        }
      }
    }
    var left = picture.bytes.count / picture.bytesPerPixel / 2000
    for bin in (0..<1024).reversed() {
      left -= histogram[bin]
      if left < 0 { return Double(bin + 1) / 1024 }
    }
    return 0
  }
}
