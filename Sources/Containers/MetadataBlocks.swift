/// The metadata of a picture file as raw blocks, freed from their container's wrapping.
public struct MetadataBlocks: Hashable, Sendable {
  /// A bare TIFF structure ("II*\0" or "MM\0*" first), without "Exif\0\0" and offset fields.
  public var exif: [UInt8]?
  /// An XMP packet as UTF-8 XML; extended XMP of a JPEG is `extendedXMP`.
  public var xmp: [UInt8]?
  /// The reassembled extended XMP of a JPEG (XMP specification part 3, 1.1.3.1).
  public var extendedXMP: [UInt8]?
  /// IPTC-IIM records (the content of Photoshop resource 0x0404).
  public var iptc: [UInt8]?

  /// Makes a set of blocks.
  public init(exif: [UInt8]? = nil, xmp: [UInt8]? = nil, extendedXMP: [UInt8]? = nil, iptc: [UInt8]? = nil) {
    self.exif = exif
    self.xmp = xmp
    self.extendedXMP = extendedXMP
    self.iptc = iptc
  }
}
