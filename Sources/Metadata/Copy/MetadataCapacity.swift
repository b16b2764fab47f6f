/// What of metadata a format's files can hold.
public struct MetadataCapacity: Hashable, Sendable {
  /// Whether IPTC-IIM has a place.
  public var holdsIPTC: Bool
  /// Bytes of the largest Exif block, or nil where there is no limit.
  public var exifLimit: Int?
  /// Bytes of the largest XMP packet; what is beyond goes into extended XMP. nil: no limit.
  public var xmpLimit: Int?
  /// The format's media type, for `dc:format`.
  public var mediaType: String

  /// Makes a capacity.
  public init(holdsIPTC: Bool, exifLimit: Int?, xmpLimit: Int?, mediaType: String) {
    self.holdsIPTC = holdsIPTC
    self.exifLimit = exifLimit
    self.xmpLimit = xmpLimit
    self.mediaType = mediaType
  }

  /// JPEG: a segment has 65,533 bytes behind its length; 6 of them say "Exif\0\0" and 29 name XMP's namespace, of which
  /// the specification (part 3, 1.1.3) leaves 65,502.
  public static let jpeg = MetadataCapacity(
    holdsIPTC: true,
    exifLimit: 65_527,
    xmpLimit: 65_502,
    mediaType: "image/jpeg"
  )
  /// HEIC: items of any size; none for IPTC.
  public static let heic = MetadataCapacity(
    holdsIPTC: false,
    exifLimit: nil,
    xmpLimit: nil,
    mediaType: "image/heic"
  )
  /// PNG: chunks of up to 2 GiB; none for IPTC.
  public static let png = MetadataCapacity(
    holdsIPTC: false,
    exifLimit: nil,
    xmpLimit: nil,
    mediaType: "image/png"
  )
}
