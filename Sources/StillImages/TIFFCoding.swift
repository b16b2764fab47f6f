internal import CTIFF
internal import Messages
internal import Pixels

/// How the numbers of a TIFF picture are stored and what is made of them.
struct TIFFCoding {
  /// What a pixel's first samples are.
  enum Colour {
    /// One sample; inverted where 0 is white.
    case grey(isInverted: Bool)
    case rgb
    case palette
    case cmyk
    /// CIE L*a*b*, with a* and b* as signed numbers or with an offset (ICC).
    case lab(isSigned: Bool)
    /// What libtiff converts to RGB itself.
    case converted
  }

  /// What a sample is.
  enum Number {
    case integer
    /// IEEE numbers of which 0...1 are kept.
    case float
  }

  /// What the sample after the colours means.
  enum Alpha {
    case none
    case straight
    case premultiplied
  }

  let colour: Colour
  let number: Number
  let alpha: Alpha
  /// Bits of a sample in the file.
  let bits: Int
  /// Samples a pixel in the file, and of them those that are used.
  let sampleCount: Int
  let usedCount: Int
  /// Further samples that mean nothing to us.
  var droppedCount: Int { sampleCount - usedCount }

  init(_ shape: ctiff_shape) throws {
    bits = Int(shape.bits)
    sampleCount = Int(shape.samples)
    colour = try Self.colour(shape)
    let colourCount: Int
    switch colour {
    case .grey, .palette: colourCount = 1
    case .rgb, .lab: colourCount = 3
    case .cmyk: colourCount = 4
    case .converted:
      (number, alpha, usedCount) = (.integer, .none, Int(shape.samples))
      return
    }
    number = try Self.number(shape)
    guard sampleCount >= colourCount else {
      throw Problem(.damaged, ["detail": "TIFF: \(sampleCount) samples a pixel"])
    }
    alpha = Self.alpha(shape, colour, colourCount)
    usedCount = colourCount + (alpha == .none ? 0 : 1)
  }

  private static func unsupported(_ what: String) -> Problem {
    Problem(.formatUnsupported, ["format": "TIFF (\(what))"])
  }

  private static func colour(_ shape: ctiff_shape) throws -> Colour {
    switch shape.photometric {
    case 0: return .grey(isInverted: true)
    case 1: return .grey(isInverted: false)
    case 2: return .rgb
    case 3: return .palette
    case 5:
      // InkSet 1 is CMYK; 2 is any other inks.
      guard shape.ink_set <= 1 else { throw unsupported("inks other than CMYK") }
      return .cmyk
    case 6: return shape.is_subsampled == 0 ? .rgb : .converted
    case 8: return .lab(isSigned: true)
    case 9: return .lab(isSigned: false)
    case 32844, 32845: throw unsupported("LogLuv, high dynamic range")
    default: throw unsupported("photometric interpretation \(shape.photometric)")
    }
  }

  /// SampleFormat: 1 unsigned, 2 signed, 3 IEEE, 4 undefined (read as unsigned).
  private static func number(_ shape: ctiff_shape) throws -> Number {
    switch (shape.sample_format, shape.bits) {
    case (1, 1...16), (4, 1...16), (1, 32), (4, 32): return .integer
    case (3, 16), (3, 32), (3, 64): return .float
    // The three channels of CIE L*a*b* count as signed for some writers; their bits are the same.
    case (2, 8), (2, 16): if shape.photometric == 8 { return .integer }
    default: break
    }
    throw unsupported("\(shape.bits)-bit samples of format \(shape.sample_format)")
  }

  /// ExtraSamples: 0 unspecified, 1 premultiplied alpha, 2 straight alpha. Without the field a second sample of grey and
  /// a fourth of RGB are alpha, as whoever wrote them meant it.
  private static func alpha(_ shape: ctiff_shape, _ colour: Colour, _ colourCount: Int) -> Alpha {
    switch colour {
    case .grey, .rgb: break
    default: return .none
    }
    guard Int(shape.samples) > colourCount else { return .none }
    if shape.extra_count == 0 { return Int(shape.samples) == colourCount + 1 ? .straight : .none }
    switch shape.extras.0 {
    case 1: return .premultiplied
    case 2: return .straight
    default: return .none
    }
  }

  /// Channels of the decoded buffer.
  var layout: ChannelLayout {
    switch colour {
    case .grey: alpha == .none ? .grey : .greyAlpha
    case .rgb: alpha == .none ? .rgb : .rgba
    case .palette, .cmyk, .lab, .converted: .rgb
    }
  }

  /// Bits of the decoded buffer. CMYK is converted with 8.
  var depth: SampleDepth {
    switch colour {
    case .palette, .cmyk, .converted: .eight
    case .grey, .rgb, .lab: bits > 8 ? .sixteen : .eight
    }
  }

  /// Significant bits of a decoded sample.
  var significantBits: Int { depth == .eight ? 8 : min(bits, 16) }
}
