/// What of metadata a format's files can hold.
public struct MetadataCapacity: Hashable, Sendable {
  /// Whether IPTC-IIM has a place.
  public var holdsIPTC: Bool
  /// Bytes of the largest Exif block, or nil where there is no limit.
  public var exifLimit: Int?
  /// The format's media type, for `dc:format`.
  public var mediaType: String

  /// Makes a capacity.
  public init(holdsIPTC: Bool, exifLimit: Int?, mediaType: String) {
    self.holdsIPTC = holdsIPTC
    self.exifLimit = exifLimit
    self.mediaType = mediaType
  }

  /// JPEG: a segment has 65,533 bytes behind its length, of which 6 say "Exif\0\0". XMP may be larger than a segment:
  /// whoever writes the file divides it.
  public static let jpeg = MetadataCapacity(holdsIPTC: true, exifLimit: 65_527, mediaType: "image/jpeg")
  /// HEIC: items of any size; none for IPTC.
  public static let heic = MetadataCapacity(holdsIPTC: false, exifLimit: nil, mediaType: "image/heic")
  /// AVIF: as HEIC.
  public static let avif = MetadataCapacity(holdsIPTC: false, exifLimit: nil, mediaType: "image/avif")
  /// JPEG XL: boxes of any size; none for IPTC.
  public static let jxl = MetadataCapacity(holdsIPTC: false, exifLimit: nil, mediaType: "image/jxl")
  /// PNG: chunks of up to 2 GiB; none for IPTC.
  public static let png = MetadataCapacity(holdsIPTC: false, exifLimit: nil, mediaType: "image/png")
  /// WebP: chunks of up to 4 GiB; none for IPTC.
  public static let webp = MetadataCapacity(holdsIPTC: false, exifLimit: nil, mediaType: "image/webp")
  /// TIFF: fields of any size, for all three.
  public static let tiff = MetadataCapacity(holdsIPTC: true, exifLimit: nil, mediaType: "image/tiff")
}
