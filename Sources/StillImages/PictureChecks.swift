internal import Containers
internal import Messages
internal import Pixels

/// What the readers of several formats check and decide alike.
enum PictureChecks {
  /// Refuses a picture over the limit before memory is taken for it.
  static func check(_ size: PixelSize, _ limits: DecodingLimits) throws {
    guard let count = size.pixelCount, count <= limits.maximumPixelCount else {
      throw Problem(
        .tooManyPixels,
        ["width": "\(size.width)", "height": "\(size.height)", "limit": "\(limits.maximumPixelCount)"]
      )
    }
  }

  /// What a profile says of pictures of this layout; a profile that can't say anything is left out with a note.
  static func colour(
    profile: [UInt8]?,
    for layout: ChannelLayout,
    notes: inout [Note]
  ) -> ColourDescription {
    guard let profile else { return ColourDescription() }
    guard let profile = ICCProfile.repaired(profile), let facts = ICCProfile.inspect(profile) else {
      notes.append(Note(.profileUnusable, ["detail": "\(profile.count) bytes that are no profile"]))
      return ColourDescription()
    }
    guard facts.fits(layout) else {
      notes.append(Note(.profileUnusable, ["detail": "\(facts.description) (\(facts.space.rawValue))"]))
      return ColourDescription()
    }
    return ColourDescription(iccProfile: profile, codePoints: ICCProfile.codePoints(in: profile))
  }

  /// The dynamic range of a picture whose numbers mean this: H.273, TransferCharacteristics 16 and 18.
  static func dynamicRange(_ colour: ColourDescription) -> HDRKind {
    switch colour.codePoints?.transfer {
    case 16: .perceptualQuantizer
    case 18: .hybridLogGamma
    default: .none
    }
  }

  /// The profile that goes into a file whose format has no code points: one is made of them. sRGB goes without, as that
  /// is what a picture without profile means.
  static func embeddableProfile(
    _ colour: ColourDescription,
    for layout: ChannelLayout,
    format: StillFormat
  ) throws -> [UInt8]? {
    if let profile = colour.iccProfile { return profile }
    guard let points = colour.codePoints, !points.isSRGB else { return nil }
    guard let profile = ICCProfile.profile(for: points, isGrey: layout.isGrey) else {
      let detail = "no profile for primaries \(points.primaries), transfer \(points.transfer)"
      throw Problem(.encodeFailed, ["format": format.rawValue, "detail": detail])
    }
    return profile
  }

  /// A note about Exif that is there but unreadable.
  static let unusableExif = Note(.exifDropped, ["detail": "no TIFF header"])
}
