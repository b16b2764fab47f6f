public import Pixels

/// A place in which a file says that it has a gain map, or what it means.
public enum GainMapCarrier: String, Sendable, Codable, CaseIterable {
  /// Apple's auxiliary picture or XMP.
  case apple
  /// Samsung's auxiliary picture.
  case samsung
  /// `hdrgm` XMP (Adobe, Ultra HDR), or Adobe's auxiliary picture.
  case hdrgm
  /// ISO 21496-1 metadata in a JPEG segment.
  case iso
  /// An ISO 21496-1 tone map item of HEIF.
  case toneMap = "tmap"
  /// The index of a multi-picture JPEG.
  case multiPicture = "mpf"
  /// The directory of a Google photo container.
  case container
}

/// What a file says of its gain map before that is decoded.
public struct GainMapFacts: Hashable, Sendable {
  /// Its size, before `orientation`; nil where the map can't be decoded at all.
  public var size: PixelSize?
  /// What its samples mean; nil where nothing in the file says so (or nothing that can be).
  public var encoding: GainMap.Encoding?
  /// Where the file speaks of it.
  public var carriers: [GainMapCarrier]

  /// Whether there is all that a copy needs: a map, its meaning, and a base picture of standard range.
  public var isComplete: Bool { size != nil && encoding?.isBaseStandard == true }
}
