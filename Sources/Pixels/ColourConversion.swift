internal import Messages

/// Conversions between profiles, by lcms2.
public enum ColourConversion {
  /// CMYK samples as an 8-bit sRGB picture, through the profile: relative colorimetric with black point
  /// compensation.
  /// - Parameters:
  ///   - samples: 4 bytes a pixel, 0 no ink, 255 full ink (not inverted as Adobe's JPEG files have them),
  ///     packed rows.
  ///   - bytes: the file's profile.
  /// - Throws: `cmykWithoutProfile` where the profile is not a usable CMYK profile, `internal` where the
  ///   samples do not have the size.
  public static func cmykToSRGB(
    samples: [UInt8],
    size: PixelSize,
    profile bytes: [UInt8]
  ) throws -> PixelBuffer {
    let context = try context()
    guard let source = LCMSProfile(bytes, context), source.space == .cmyk else {
      throw Problem(.cmykWithoutProfile)
    }
    guard let pixelCount = size.pixelCount, samples.count / 4 == pixelCount, samples.count % 4 == 0 else {
      throw Problem(.internalError, ["detail": "\(samples.count) CMYK samples"])
    }
    let target = try sRGB(context)
    let transform = try LCMSTransform(
      from: source,
      .cmyk8,
      to: target,
      .rgb8,
      in: context
    )
    let result = converted(samples, by: transform, size: size, count: pixelCount * 3)
    return PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: result)
  }

  /// CIE L*a*b* (D50) as a 16-bit sRGB picture, relative colorimetric with black point compensation.
  /// - Parameter words: 3 a pixel in ICC's 16-bit coding (ICC.1:2010, 6.3.4.2), packed rows.
  /// - Throws: `internal` where the words do not have the size.
  public static func labToSRGB(words: [UInt16], size: PixelSize) throws -> PixelBuffer {
    let context = try context()
    guard let source = LCMSProfile.lab(context) else { throw context.failure("Lab") }
    guard let pixelCount = size.pixelCount, words.count / 3 == pixelCount, words.count % 3 == 0 else {
      throw Problem(.internalError, ["detail": "\(words.count) Lab samples"])
    }
    let transform = try LCMSTransform(
      from: source,
      .lab16,
      to: try sRGB(context),
      .rgb16,
      in: context
    )
    let samples = words.withUnsafeBytes { Array($0) }
    let result = converted(samples, by: transform, size: size, count: samples.count)
    return PixelBuffer(size: size, layout: .rgb, depth: .sixteen, bytes: result)
  }

  /// The picture's numbers in another profile; alpha is kept. Colours that the target lacks are clipped.
  /// - Parameters:
  ///   - from: the picture's profile.
  ///   - to: the wanted profile, of the same colour space.
  /// - Throws: `internal` where a profile is not usable or does not fit the picture.
  public static func convert(_ picture: PixelBuffer, from: [UInt8], to: [UInt8]) throws -> PixelBuffer {
    let context = try context()
    guard let source = LCMSProfile(from, context), let target = LCMSProfile(to, context) else {
      throw context.failure("profile")
    }
    let space: ProfileFacts.Space = picture.layout.isGrey ? .grey : .rgb
    guard source.space == space, target.space == space,
      let format = PixelFormat(space, picture.depth, hasAlpha: picture.layout.hasAlpha)
    else { throw Problem(.internalError, ["detail": "profile of \(source.space) to \(target.space)"]) }
    let transform = try LCMSTransform(from: source, format, to: target, format, in: context)
    let result = converted(picture.bytes, by: transform, size: picture.size, count: picture.bytes.count)
    return PixelBuffer(size: picture.size, layout: picture.layout, depth: picture.depth, bytes: result)
  }

  /// The numbers that show an sRGB colour in a picture of this profile: grey three times where it is a grey
  /// profile.
  /// - Throws: `internal` where the profile is not usable or is neither RGB nor grey.
  public static func colour(_ colour: RGBColour, in profile: [UInt8]) throws -> RGBColour {
    let context = try context()
    guard let target = LCMSProfile(profile, context), target.space == .rgb || target.space == .grey,
      let format = PixelFormat(target.space, .eight)
    else { throw context.failure("profile") }
    let transform = try LCMSTransform(
      from: try sRGB(context),
      .rgb8,
      to: target,
      format,
      in: context
    )
    let isGrey = target.space == .grey
    let one = PixelSize(width: 1, height: 1)
    let samples = converted(
      [colour.red, colour.green, colour.blue],
      by: transform,
      size: one,
      count: isGrey ? 1 : 3
    )
    return RGBColour(red: samples[0], green: samples[isGrey ? 0 : 1], blue: samples[isGrey ? 0 : 2])
  }

  private static func context() throws -> LCMSContext {
    guard let context = LCMSContext() else { throw Problem(.internalError, ["detail": "lcms2: no context"]) }
    return context
  }

  private static func sRGB(_ context: LCMSContext) throws -> LCMSProfile {
    guard let profile = LCMSProfile(ICCProfile.sRGB(), context) else { throw context.failure("sRGB") }
    return profile
  }

  private static func converted(
    _ samples: [UInt8],
    by transform: borrowing LCMSTransform,
    size: PixelSize,
    count: Int
  ) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    samples.withUnsafeBytes { from in
      result.withUnsafeMutableBytes { to in transform.run(from, to, size: size) }
    }
    return result
  }
}
