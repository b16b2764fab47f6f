internal import Containers
internal import Messages
internal import Pixels

/// Reads JPEG through libjpeg-turbo.
struct JPEGReader: StillImageDecoding {
  private(set) var header: StillImageHeader
  let notes: [Note]
  private let bytes: [UInt8]
  private let limits: DecodingLimits
  private let companions: JPEGCompanions
  /// The profile of a CMYK picture, which is converted to sRGB while it is decoded.
  private let cmykProfile: [UInt8]?

  init(bytes: [UInt8], limits: DecodingLimits) throws {
    let segments = try JPEGSegments(bytes)
    let facts = try JPEGHeader(segments, limits) { try JPEGLibrary.shape(of: bytes, denominator: 1) }
    header = facts.header
    notes = facts.notes
    cmykProfile = facts.cmykProfile
    self.bytes = bytes
    self.limits = limits
    companions = segments.companions
    header.gainMap = companions.gainMap.map {
      JPEGGainMap.facts($0, of: bytes, primary: segments.blocks, limits)
    }
  }

  /// The streams of a multi-picture file are whole files but for where they stand.
  func further(_ number: Int) throws -> any StillImageDecoding {
    let stream = Array(bytes[companions.furtherImages[number - 1]])
    var picture = try JPEGReader(bytes: stream, limits: limits)
    picture.header.further = FurtherContent()
    picture.header.blocks.fill(from: header.blocks)
    return picture
  }

  func decodePixels(threads: Int) throws -> PixelBuffer { try decodePixels(denominator: 1) }

  func decodeGainMap(threads: Int) throws -> GainMap {
    guard let facts = header.gainMap, let map = companions.gainMap else {
      throw Problem(.internalError, ["detail": "gain map"])
    }
    return try JPEGGainMap.decode(map, facts, of: bytes)
  }

  func decodePlanes(threads: Int) throws -> ColourPlanes? {
    guard cmykProfile == nil, let sampling = try JPEGLibrary.sampling(of: bytes) else { return nil }
    return try JPEGLibrary.decodePlanes(bytes, size: header.size, sampling: sampling)
  }

  func decodePixels(threads: Int, atLeast least: PixelSize) throws -> PixelBuffer {
    // libjpeg rounds reduced sides up (jdmaster.c).
    let denominator = [8, 4, 2].first { denominator in
      (header.size.width + denominator - 1) / denominator >= least.width
        && (header.size.height + denominator - 1) / denominator >= least.height
    }
    return try decodePixels(denominator: denominator ?? 1)
  }

  /// The picture at 1/denominator (1, 2, 4, 8), which costs less than decoding the whole and shrinking it.
  private func decodePixels(denominator: Int) throws -> PixelBuffer {
    let (size, samples) = try JPEGLibrary.decode(bytes, denominator: denominator)
    guard let cmykProfile else {
      return PixelBuffer(size: size, layout: header.layout, depth: .eight, bytes: samples)
    }
    return try ColourConversion.cmykToSRGB(samples: samples, size: size, profile: cmykProfile)
  }
}
