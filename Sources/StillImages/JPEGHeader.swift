internal import Containers
internal import Messages
internal import Pixels

/// What a JPEG file says of itself, whichever way its pixels are read.
struct JPEGHeader {
  /// For the front.
  let header: StillImageHeader
  /// What is worth saying.
  let notes: [Note]
  /// The profile of a CMYK picture, which is converted to sRGB while it is decoded.
  let cmykProfile: [UInt8]?

  /// Checks the file's form and limits.
  /// - Parameter shape: size and channels as libjpeg reads them; asked once the limits hold.
  init(
    _ segments: JPEGSegments,
    _ limits: DecodingLimits,
    shape readShape: () throws -> (size: PixelSize, channelCount: Int)
  ) throws {
    try Self.check(segments.frame)
    try PictureChecks.check(segments.frame.size, limits)
    let shape = try readShape()
    guard shape.size == segments.frame.size else {
      throw Problem(.damaged, ["detail": "JPEG with two sizes"])
    }

    var notes: [Note] = segments.exifIsUnusable ? [PictureChecks.unusableExif] : []
    let profile = Self.profile(segments.profile, &notes)
    if shape.channelCount == 4 {
      guard let profile, ICCProfile.inspect(profile)?.space == .cmyk else {
        throw Problem(.cmykWithoutProfile)
      }
      cmykProfile = profile
      notes.append(Note(.cmykConverted))
    } else {
      cmykProfile = nil
    }
    let layout: ChannelLayout = shape.channelCount == 1 ? .grey : .rgb
    let colour = PictureChecks.colour(profile: cmykProfile == nil ? profile : nil, for: layout, notes: &notes)
    let hasGainMap = segments.companions.gainMap != nil
    header = StillImageHeader(
      format: .jpeg,
      size: shape.size,
      orientation: ExifOrientation.read(segments.blocks) ?? .up,
      layout: layout,
      bitsPerSample: 8,
      colour: colour,
      hdr: hasGainMap ? .gainMap : PictureChecks.dynamicRange(colour),
      blocks: segments.blocks,
      further: Self.further(segments.companions)
    )
    self.notes = notes
  }

  /// Refuses what libjpeg would read as something else or not at all.
  private static func check(_ frame: JPEGSegments.Frame) throws {
    let codec: String? =
      if frame.isLossless { "lossless JPEG" } else if frame.precision != 8 {
        "\(frame.precision)-bit JPEG"
      } else { nil }
    if let codec { throw Problem(.codecUnsupported, ["codec": codec, "detail": ""]) }
  }

  private static func profile(_ profile: JPEGSegments.Profile, _ notes: inout [Note]) -> [UInt8]? {
    switch profile {
    case .absent: return nil
    case .whole(let bytes): return bytes
    case .unusable(let detail):
      notes.append(Note(.profileUnusable, ["detail": detail]))
      return nil
    }
  }

  private static func further(_ companions: JPEGCompanions) -> FurtherContent {
    var further = FurtherContent()
    further.furtherImageCount = companions.furtherImages.count
    further.auxiliaryKinds = companions.auxiliaryKinds
    further.motionVideo = companions.motionVideo
    return further
  }
}
