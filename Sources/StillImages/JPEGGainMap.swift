internal import Containers
internal import Messages
internal import Metadata
internal import Pixels

/// Reads the gain map that stands as a second stream in a JPEG file.
enum JPEGGainMap {
  /// What the file says of it. What several places say of its numbers is taken from the most exact: ISO 21496-1, then
  /// `hdrgm`, then Apple's XMP, then the MakerNote of the primary picture.
  static func facts(
    _ map: JPEGCompanions.GainMap,
    of bytes: [UInt8],
    primary: MetadataBlocks,
    _ limits: DecodingLimits
  ) -> GainMapFacts {
    let stream = Array(bytes[map.range])
    let shape = try? JPEGLibrary.shape(of: stream, denominator: 1)
    // Counted as pictures are; four channels are no gain map.
    let size = shape.flatMap { shape in
      (try? PictureChecks.check(shape.size, limits)) != nil && [1, 3].contains(shape.channelCount)
        ? shape.size : nil
    }
    let adobe = map.xmp.flatMap(GainMapXMP.metadata)
    let standard = map.isoMetadata.flatMap { try? GainMapPayload.read($0) }
    let saysApple = map.xmp.map(GainMapXMP.isApple) ?? false
    var encoding = (standard ?? adobe).map(GainMap.Encoding.iso)
    if saysApple, let xmp = map.xmp {
      let maker = primary.exif.flatMap(AppleMakerNote.gainMapHeadroom)
      if let headroom = GainMapXMP.appleHeadroom(in: xmp) ?? maker {
        encoding = .apple(headroom: headroom, iso: standard ?? adobe)
      }
    }
    var carriers: [GainMapCarrier] = []
    if saysApple { carriers.append(.apple) }
    if adobe != nil { carriers.append(.hdrgm) }
    if map.isoMetadata != nil { carriers.append(.iso) }
    if map.isIndexed { carriers.append(.multiPicture) }
    if map.isListed { carriers.append(.container) }
    return GainMapFacts(size: size, encoding: encoding, carriers: carriers)
  }

  /// The map. A stream that is damaged or cut off throws, as a primary picture does.
  static func decode(
    _ map: JPEGCompanions.GainMap,
    _ facts: GainMapFacts,
    of bytes: [UInt8]
  ) throws -> GainMap {
    let stream = Array(bytes[map.range])
    let (shape, _) = try JPEGLibrary.shape(of: stream, denominator: 1)
    guard let encoding = facts.encoding, shape == facts.size else {
      throw Problem(.damaged, ["detail": "gain map"])
    }
    let (size, samples) = try JPEGLibrary.decode(stream, denominator: 1)
    let layout: ChannelLayout = samples.count == size.width * size.height ? .grey : .rgb
    let picture = PixelBuffer(size: size, layout: layout, depth: .eight, bytes: samples)
    // Where the gain is not for the base picture's primaries, the map's profile names those that it is for.
    let segments = try? JPEGSegments(stream)
    var colour: ColourDescription?
    if case .whole(let profile)? = segments?.profile { colour = ColourDescription(iccProfile: profile) }
    return GainMap(picture: picture.withoutEqualColours, encoding: encoding, alternateColour: colour)
  }
}

extension PixelBuffer {
  /// A grey picture where all colours of an 8-bit RGB picture are the same; else the picture.
  var withoutEqualColours: PixelBuffer {
    guard layout == .rgb, depth == .eight else { return self }
    var grey = [UInt8]()
    grey.reserveCapacity(bytes.count / 3)
    for index in stride(from: 0, to: bytes.count - 2, by: 3) {
      guard bytes[index] == bytes[index + 1], bytes[index] == bytes[index + 2] else { return self }
      grey.append(bytes[index])
    }
    return PixelBuffer(size: size, layout: .grey, depth: .eight, bytes: grey)
  }
}
