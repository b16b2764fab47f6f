public import Pixels

/// Reads the one tag that decides how a picture is turned, from Exif or, where Exif is silent, from XMP.
public enum ExifOrientation {
  /// The orientation of a file with these blocks: Exif IFD0 0x0112, else XMP tiff:Orientation, else nil. Values
  /// outside 1...8 count as absent.
  public static func read(_ blocks: MetadataBlocks) -> Orientation? {
    if let exif = blocks.exif, let found = read(exif: exif) { return found }
    return blocks.xmp.flatMap(read(xmp:))
  }

  /// Tag 0x0112 of IFD0 in a bare TIFF structure of either byte order.
  public static func read(exif: [UInt8]) -> Orientation? {
    guard let directory = try? TIFFDirectory(exif, at: nil) else { return nil }
    // SHORT by the standard; some writers use LONG or BYTE.
    return directory.entries.first { $0.tag == 0x0112 && $0.count == 1 }
      .flatMap { directory.number($0) }.flatMap(Orientation.init(rawValue:))
  }

  /// `tiff:Orientation` of an XMP packet.
  public static func read(xmp: [UInt8]) -> Orientation? {
    XMPText(xmp).value(of: "tiff:Orientation").flatMap { Int($0) }.flatMap(Orientation.init(rawValue:))
  }
}
