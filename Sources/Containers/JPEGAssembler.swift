internal import Messages

/// Puts metadata into an encoded JPEG stream, in the order that readers expect: JFIF, Exif, XMP, extended XMP, ICC
/// profile, IPTC, then the stream's own tables.
public enum JPEGAssembler {
  /// The most bytes of a TIFF structure that one APP1 holds beside its length and "Exif\0\0". Exif knows no second
  /// segment (Exif 2.32, 4.7.2).
  public static let exifLimit = 65_527

  /// What a stream has to do with a gain map.
  public enum GainMapPart: Sendable {
    /// It is the picture; the map's stream is to follow it.
    case picture(map: [UInt8])
    /// It is the map; its ISO 21496-1 payload.
    case metadata([UInt8])
  }

  /// The stream with the blocks and the profile in it.
  ///
  /// - Parameter stream: a JPEG stream as an encoder leaves it: SOI, perhaps JFIF's APP0, tables.
  /// - Throws: `metadataFailed` for Exif over `exifLimit`, XMP that can't be divided, a profile of more than 255
  ///   chunks; `damaged` for a stream that does not begin like JPEG.
  public static func assemble(
    stream: [UInt8],
    blocks: MetadataBlocks,
    iccProfile: [UInt8]? = nil,
    gainMap: GainMapPart? = nil
  ) throws -> [UInt8] {
    let head = try headEnd(stream)
    var output: [UInt8] = []
    output.reserveCapacity(
      stream.count
        + [blocks.exif, blocks.xmp, blocks.extendedXMP, blocks.iptc, iccProfile]
        .reduce(1024) { $0 + ($1?.count ?? 0) }
    )
    output += stream[..<head]
    if let exif = blocks.exif { try appendExif(exif, to: &output) }
    try appendXMP(blocks, to: &output)
    if let iccProfile { try appendProfile(iccProfile, to: &output) }
    if let iptc = blocks.iptc { try appendIPTC(iptc, to: &output) }
    let rest = stream[head...]
    switch gainMap {
    case .picture(let map):
      try append(0xE2, JPEGMetadata.gainMapIdentifier + [0, 0, 0, 0], to: &output)
      try appendIndex(of: map, rest: rest.count, to: &output)
      return output + rest + map
    case .metadata(let payload):
      try append(0xE2, JPEGMetadata.gainMapIdentifier + payload, to: &output)
    case nil: break
    }
    output += rest
    return output
  }

  /// One past SOI and the APP0 segments that follow it at once.
  private static func headEnd(_ stream: [UInt8]) throws -> Int {
    var cursor = ByteCursor(stream)
    guard try cursor.read(2) == [0xFF, 0xD8] else { throw Problem(.damaged, ["detail": "no SOI"]) }
    while cursor.stands([0xFF, 0xE0]) {
      _ = try cursor.take(2)
      let length = try cursor.readNumber(2)
      _ = try cursor.take(length - 2)
    }
    return cursor.position
  }

  /// The index of two pictures, the last segment before the stream's own tables: it tells how long everything is.
  private static func appendIndex(of map: [UInt8], rest: Int, to output: inout [UInt8]) throws {
    let segmentHead = 4
    let payload = JPEGMultiPicture.payload(
      primaryByteCount: output.count + segmentHead + JPEGMultiPicture.payloadByteCount + rest,
      start: output.count + segmentHead + JPEGMultiPicture.identifier.count,
      byteCount: map.count
    )
    try append(0xE2, payload, to: &output)
  }

  private static func append(_ marker: UInt8, _ payload: [UInt8], to output: inout [UInt8]) throws {
    guard payload.count <= 65_533 else {
      throw Problem(.metadataFailed, ["detail": "a JPEG segment of \(payload.count) bytes"])
    }
    output += [0xFF, marker] + BigEndian.bytes(payload.count + 2, count: 2) + payload
  }

  private static func appendExif(_ exif: [UInt8], to output: inout [UInt8]) throws {
    guard exif.count <= exifLimit else {
      throw Problem(.metadataFailed, ["detail": "Exif of \(exif.count) bytes, limit \(exifLimit)"])
    }
    try append(0xE1, JPEGMetadata.exifIdentifier + [0] + exif, to: &output)
  }

  private static func appendXMP(_ blocks: MetadataBlocks, to output: inout [UInt8]) throws {
    guard let whole = blocks.xmp else { return }
    let (packet, extended) = try JPEGExtendedXMP.divide(whole, extended: blocks.extendedXMP)
    try append(0xE1, JPEGMetadata.xmpIdentifier + packet, to: &output)
    guard let extended else { return }
    for portion in JPEGExtendedXMP.portions(of: extended, identifier: MD5.hexadecimal(of: extended)) {
      try append(0xE1, portion, to: &output)
    }
  }

  private static func appendProfile(_ profile: [UInt8], to output: inout [UInt8]) throws {
    let size = JPEGProfileChunks.largestChunk
    let count = (profile.count + size - 1) / size
    guard (1...255).contains(count) else {
      throw Problem(.metadataFailed, ["detail": "ICC profile of \(profile.count) bytes"])
    }
    for number in 1...count {
      let chunk = profile[((number - 1) * size)..<min(number * size, profile.count)]
      let head = JPEGMetadata.profileIdentifier + [UInt8(number), UInt8(count)]
      try append(0xE2, head + chunk, to: &output)
    }
  }

  /// Resources too long for one APP13 go on in the next, which repeats the identifier.
  private static func appendIPTC(_ iptc: [UInt8], to output: inout [UInt8]) throws {
    let resources = PhotoshopResources.wrapping(iptc: iptc)
    let size = 65_533 - JPEGMetadata.photoshopIdentifier.count
    for start in stride(from: 0, to: resources.count, by: size) {
      let part = resources[start..<min(start + size, resources.count)]
      try append(0xED, JPEGMetadata.photoshopIdentifier + part, to: &output)
    }
  }
}
