/// A text that a picture file holds outside of Exif, XMP and IPTC: a tEXt, zTXt or iTXt chunk of PNG, a comment of JPEG.
public struct EmbeddedText: Hashable, Sendable {
  /// PNG's keyword ("Title", "Author"...); "Comment" for JPEG's comments.
  public var keyword: String
  /// UTF-8 (iTXt), Latin-1 (the others, by the rule), or whatever the writer used.
  public var bytes: [UInt8]

  /// Makes a text.
  public init(keyword: String, bytes: [UInt8]) {
    self.keyword = keyword
    self.bytes = bytes
  }

  /// Texts of one file that are read.
  static let maximumCount = 64
  /// Bytes of all of them together.
  static let maximumByteCount = 1 << 20
}

/// The metadata of a picture file as raw blocks, freed from their container's wrapping.
public struct MetadataBlocks: Hashable, Sendable {
  /// A bare TIFF structure ("II*\0" or "MM\0*" first), without "Exif\0\0" and offset fields.
  public var exif: [UInt8]?
  /// An XMP packet as UTF-8 XML; extended XMP of a JPEG is `extendedXMP`.
  public var xmp: [UInt8]?
  /// The reassembled extended XMP of a JPEG (XMP specification part 3, 1.1.3.1).
  public var extendedXMP: [UInt8]?
  /// The XMP packet of a sidecar that lies beside the file, where one does: where both say something, it holds.
  public var sidecarXMP: [UInt8]?
  /// IPTC-IIM records (the content of Photoshop resource 0x0404).
  public var iptc: [UInt8]?
  /// Further texts, in the file's order; at most 64, of 1 MiB together.
  public var texts: [EmbeddedText] = []
  /// Keywords of texts beyond that, or that can't be read.
  public var unreadTexts: [String] = []

  /// Makes a set of blocks.
  public init(exif: [UInt8]? = nil, xmp: [UInt8]? = nil, extendedXMP: [UInt8]? = nil, iptc: [UInt8]? = nil) {
    self.exif = exif
    self.xmp = xmp
    self.extendedXMP = extendedXMP
    self.iptc = iptc
  }

  /// Takes what is missing here from the blocks of the file that this picture is one of.
  public mutating func fill(from file: MetadataBlocks) {
    exif = exif ?? file.exif
    if xmp == nil && extendedXMP == nil { (xmp, extendedXMP) = (file.xmp, file.extendedXMP) }
    iptc = iptc ?? file.iptc
    if texts.isEmpty && unreadTexts.isEmpty { (texts, unreadTexts) = (file.texts, file.unreadTexts) }
  }

  /// Takes a text in, as long as there is room; nil is one that can't be read.
  mutating func add(_ bytes: [UInt8]?, keyword: String) {
    let used = texts.reduce(0) { $0 + $1.bytes.count }
    guard let bytes, texts.count < EmbeddedText.maximumCount,
      used + bytes.count <= EmbeddedText.maximumByteCount
    else {
      if unreadTexts.count < EmbeddedText.maximumCount { unreadTexts.append(keyword) }
      return
    }
    texts.append(EmbeddedText(keyword: keyword, bytes: bytes))
  }
}
