internal import Messages
internal import Pixels
internal import StillImages

/// A picture that is ready for its encoder.
struct PreparedPicture {
  /// Upright, in the depth and channels that the target holds.
  var picture: DecodedPicture
  /// What its numbers mean.
  var colour: ColourDescription
  /// Significant bits of a sample.
  var bits: Int
  /// What was lost on the way.
  var notes: [Note]
  /// Its gain map, where the copy has one, coded for the target.
  var gainMap: CodedGainMap?
}

/// Brings a photo's picture into the form that a target holds: decoded, upright, in its size, laid on a background.
struct PicturePreparation {
  let reader: StillImageReader
  let settings: PhotoSettings
  let format: StillFormat
  let options: EncodingOptions
  /// How the copy stays HDR.
  let keeping: HDRKeeping

  private var header: StillImageHeader { reader.header }

  /// Size of the copy, upright, with sides of at most `longEdge` pixels.
  func targetSize(longEdge: Int?) -> PixelSize {
    let upright = header.orientation.swapsSides ? header.size.transposed : header.size
    return longEdge.map(upright.fitting(longEdge:)) ?? upright
  }

  /// Prepares the picture and the gain map that it takes along.
  func prepare(longEdge: Int?) throws -> PreparedPicture {
    var prepared = try picture(longEdge: longEdge)
    if keeping == .gainMap { prepared.gainMap = try gainMap(for: prepared) }
    return prepared
  }

  private func picture(longEdge: Int?) throws -> PreparedPicture {
    var notes: [Note] = []
    var colour = header.colour
    if let profile = colour.iccProfile, ICCProfile.inspect(profile)?.fits(header.layout) != true {
      notes.append(Note(.profileUnusable, ["detail": "\(profile.count) bytes"]))
      colour.iccProfile = nil
    }
    if header.hdr != .none && keeping == .none {
      notes.append(Note(.hdrDropped, ["kind": header.hdr.rawValue]))
    }
    let target = targetSize(longEdge: longEdge)
    if let planes = try straightPlanes(colour, target) {
      return PreparedPicture(picture: .planes(planes), colour: colour, bits: 8, notes: notes)
    }
    if keeping == .computedMap { return try withComputedMap(colour, target, notes) }
    let (pixels, newColour, bits) = try pixels(colour, target, notes: &notes)
    return PreparedPicture(picture: .pixels(pixels), colour: newColour, bits: bits, notes: notes)
  }

  /// The upright gain map for a copy of this size, coded for its format.
  /// - Throws: `hdr.undecided` where the map is damaged: a copy without it is nothing that anybody asked for.
  private func gainMap(for prepared: PreparedPicture) throws -> CodedGainMap {
    let map: GainMap
    do { map = try reader.decodeGainMap(threads: options.threads) } catch let problem as Problem {
      throw Problem(
        .hdrUndecided,
        [
          "kind": header.hdr.rawValue, "format": format.rawValue,
          "detail": problem.values["detail"] ?? problem.code.rawValue,
        ]
      )
    }
    let scaled = try map.oriented(header.orientation).scaled(
      from: targetSize(longEdge: nil),
      to: prepared.picture.size
    )
    return try CodedGainMap(scaled, base: prepared.colour, for: format, options: options)
  }

  /// The picture as it is coded, upright, where the target codes it so and nothing is asked that needs pixels.
  private func straightPlanes(_ colour: ColourDescription, _ target: PixelSize) throws -> ColourPlanes? {
    guard header.bitsPerSample == 8, !header.layout.hasAlpha, header.hdr == .none || header.hdr == .gainMap,
      target.longEdge == header.size.longEdge
    else { return nil }
    let samplings: [ColourPlanes.Sampling] = [.grey, .halved, .halvedColumns, .full]
    func takes(_ sampling: ColourPlanes.Sampling) -> Bool {
      StillImageEncoder.takesPlanes(sampling, colour: colour, format: format, options: options)
    }
    // Asked before anything is decoded in vain.
    guard samplings.contains(where: takes), let planes = try reader.decodePlanes(threads: options.threads),
      takes(planes.sampling)
    else { return nil }
    return planes.oriented(header.orientation)
  }

  /// The upright picture as pixels.
  private func pixels(
    _ description: ColourDescription,
    _ target: PixelSize,
    notes: inout [Note]
  ) throws -> (PixelBuffer, ColourDescription, Int) {
    var colour = description
    var pixels = try decodedPixels(target)
    var bits = header.bitsPerSample
    let isTransferKept = keeping == .transfer
    if isTransferKept && format == .png {
      // Code points say all, and win over a profile.
      colour.iccProfile = nil
    }
    if header.hdr == .perceptualQuantizer || header.hdr == .hybridLogGamma, !isTransferKept {
      let points = colour.codePoints ?? CodePoints(primaries: 9, transfer: 16, matrix: 9, isFullRange: true)
      (pixels, colour) = try ToneMapping.standardRange(of: pixels.converted(to: .sixteen), codePoints: points)
      bits = min(bits, pixels.depth.rawValue)
    }
    if target.longEdge < header.size.longEdge {
      pixels = try pixels.resized(
        to: header.orientation.swapsSides ? target.transposed : target,
        linearLight: !isTransferKept
      )
    }
    pixels = pixels.oriented(header.orientation)
    if pixels.layout.hasAlpha && (settings.background != nil || !StillImageEncoder.holdsAlpha(format)) {
      pixels = try flattened(pixels, colour, notes: &notes)
    }
    if pixels.layout.isGrey && !StillImageEncoder.holdsGrey(format) {
      // A grey profile can't stand beside RGB samples: the same greys with the curve that RGB has without a profile.
      if let profile = colour.iccProfile {
        pixels = try ColourConversion.convert(pixels, from: profile, to: ICCProfile.grey())
        colour = ColourDescription()
      }
      pixels = pixels.converted(to: pixels.layout.hasAlpha ? .rgba : .rgb)
    }
    let depths = StillImageEncoder.bitDepths(of: format)
    let kept = depths.filter { $0 >= bits }.min() ?? depths.max() ?? 8
    if kept < bits { notes.append(Note(.bitDepthReduced, ["from": "\(bits)", "to": "\(kept)"])) }
    bits = min(bits, kept)
    pixels = pixels.converted(to: bits > 8 ? .sixteen : .eight)
    // Without loss in the depth that the format has.
    if settings.isLossless { pixels = pixels.rounded(toBits: kept) }
    return (pixels, colour, bits)
  }

  /// The upright picture in standard range with the gain map that leads back.
  private func withComputedMap(
    _ colour: ColourDescription,
    _ target: PixelSize,
    _ notes: [Note]
  ) throws -> PreparedPicture {
    guard let points = colour.codePoints else { throw Problem(.internalError, ["detail": "code points"]) }
    var pixels = try decodedPixels(target)
    if target.longEdge < header.size.longEdge {
      pixels = try pixels.resized(
        to: header.orientation.swapsSides ? target.transposed : target,
        linearLight: false
      )
    }
    let made = try ToneMapping.withGainMap(pixels.oriented(header.orientation), codePoints: points)
    return try PreparedPicture(
      picture: .pixels(made.picture),
      colour: made.colour,
      bits: 8,
      notes: notes,
      gainMap: CodedGainMap(made.map, base: made.colour, for: format, options: options)
    )
  }

  /// Where the picture is shrunk anyway, the decoder may do its part, down to twice the size that is wanted: the rest is
  /// left to the better filter.
  private func decodedPixels(_ target: PixelSize) throws -> PixelBuffer {
    guard target.longEdge < header.size.longEdge else {
      return try reader.decodePixels(threads: options.threads)
    }
    let stored = header.orientation.swapsSides ? target.transposed : target
    let least = PixelSize(width: stored.width * 2, height: stored.height * 2)
    return try reader.decodePixels(threads: options.threads, atLeast: least)
  }

  /// Lays the picture on the background; said only where something was transparent.
  private func flattened(
    _ pixels: PixelBuffer,
    _ colour: ColourDescription,
    notes: inout [Note]
  ) throws -> PixelBuffer {
    let name = settings.background ?? "white"
    guard let background = RGBColour(text: name) else {
      throw Problem(.internalError, ["detail": "background \(name)"])
    }
    if !pixels.isOpaque { notes.append(Note(.alphaFlattened, ["background": name])) }
    return pixels.flattened(onto: background, profile: colour.iccProfile)
  }
}
