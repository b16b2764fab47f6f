internal import Messages
public import Pixels

/// Lays out a TIFF file: Exif, the directory, the strips.
///
/// The file begins with the bytes of the Exif block, whose header becomes the file's: everything in it stays where it
/// was, and so MakerNotes, most of which count their offsets from the start of the block, stay right to the byte. Only a
/// new first directory is written, with the block's own tags and those of the picture.
public struct TIFFAssembler {
  /// How the strips are stored: deflated, with differences between neighbours (predictor 2).
  public struct Picture: Sendable {
    /// Columns and rows.
    public var size: PixelSize
    /// Channels; alpha is straight.
    public var layout: ChannelLayout
    /// Bits a sample.
    public var depth: SampleDepth
    /// Rows of all strips but the last.
    public var rowsPerStrip: Int

    /// Describes a picture.
    public init(size: PixelSize, layout: ChannelLayout, depth: SampleDepth, rowsPerStrip: Int) {
      self.size = size
      self.layout = layout
      self.depth = depth
      self.rowsPerStrip = rowsPerStrip
    }
  }

  /// The byte order of the file, and so of 16-bit samples.
  public let isLittleEndian: Bool
  private let blocks: MetadataBlocks
  private let iccProfile: [UInt8]?
  private let exif: TIFFFile?

  /// Takes what is written beside the pixels.
  /// - Throws: `metadataFailed` where the Exif block is none.
  public init(blocks: MetadataBlocks, iccProfile: [UInt8]?) throws {
    self.blocks = blocks
    self.iccProfile = iccProfile
    do { exif = try blocks.exif.map(TIFFFile.init) } catch {
      throw Problem(.metadataFailed, ["detail": "Exif without a TIFF header"])
    }
    isLittleEndian = exif?.isLittleEndian ?? true
  }

  /// The whole file.
  /// - Throws: `metadataFailed` where the Exif block is damaged or the file becomes larger than its offsets can say.
  public func file(_ picture: Picture, strips: [[UInt8]]) throws -> [UInt8] {
    var file = head
    let start = file.count
    var fields = try fields(of: picture, byteCounts: strips.map(\.count))
    // The directory's size is known before the offsets that stand in it.
    var offsets = fields
    offsets.add(TIFFTag.stripOffsets, longs: strips.map { _ in 0 })
    var next = start + offsets.byteCount()
    let total = strips.reduce(next) { $0 + $1.count + $1.count % 2 }
    try Self.check(total)
    var places: [Int] = []
    for strip in strips {
      places.append(next)
      next += strip.count + strip.count % 2
    }
    fields.add(TIFFTag.stripOffsets, longs: places)
    file.replaceSubrange(Self.directoryPlace, with: directoryOffset(start))
    file.reserveCapacity(total)
    file += fields.directory(at: start, next: 0)
    for strip in strips {
      file += strip
      if strip.count % 2 == 1 { file.append(0) }
    }
    return file
  }

  // MARK: - In pieces

  /// The file's first bytes, of an even number: header and Exif block. Where the directory stands is to be written over
  /// `directoryPlace` once it is known.
  public var head: [UInt8] {
    var head =
      blocks.exif ?? (isLittleEndian ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A]) + [0, 0, 0, 0]
    if head.count % 2 == 1 { head.append(0) }
    return head
  }

  /// Where in the head the directory's place is told.
  public static let directoryPlace = 4..<8

  /// The directory's place as it is told there.
  public func directoryOffset(_ offset: Int) -> [UInt8] {
    TIFFFields.number(offset, size: 4, isLittleEndian)
  }

  /// The directory, to stand at `offset`, behind strips that are written already.
  /// - Parameter strips: where each is; all offsets must be even.
  /// - Throws: as `file`.
  public func directory(of picture: Picture, strips: [Range<Int>], at offset: Int) throws -> [UInt8] {
    var fields = try fields(of: picture, byteCounts: strips.map(\.count))
    fields.add(TIFFTag.stripOffsets, longs: strips.map(\.lowerBound))
    try Self.check(offset + fields.byteCount())
    return fields.directory(at: offset, next: 0)
  }

  private static func check(_ total: Int) throws {
    guard total <= Int(UInt32.max) else {
      throw Problem(.metadataFailed, ["detail": "TIFF of \(total) bytes"])
    }
  }

  private func fields(of picture: Picture, byteCounts: [Int]) throws -> TIFFFields {
    var fields = try exifFields()
    addMetadata(to: &fields)
    add(picture, to: &fields)
    fields.add(TIFFTag.stripByteCounts, longs: byteCounts)
    return fields
  }

  /// The block's own first directory, without what speaks of another file's pixels. Its thumbnail is left behind: a second
  /// directory would be a second page.
  private func exifFields() throws -> TIFFFields {
    var fields = TIFFFields(isLittleEndian: isLittleEndian)
    guard let exif else { return fields }
    guard !exif.isBig, let main = try? exif.directory(at: exif.firstDirectory) else {
      throw Problem(.metadataFailed, ["detail": "Exif without a directory"])
    }
    for field in main.fields.values where !TIFFTag.isStructural(field.tag) {
      let raw =
        field.isInline
        ? Array(exif.bytes[field.data]) + [UInt8](repeating: 0, count: max(0, 4 - field.data.count))
        : TIFFFields.number(field.data.lowerBound, size: 4, isLittleEndian)
      fields.addRaw(field.tag, field.type, field.count, raw)
    }
    return fields
  }

  private func addMetadata(to fields: inout TIFFFields) {
    if let xmp = blocks.xmp { fields.add(TIFFTag.xmp, type: 1, count: xmp.count, xmp) }
    if let iptc = blocks.iptc { fields.add(TIFFTag.iptc, type: 7, count: iptc.count, iptc) }
    if let iccProfile { fields.add(TIFFTag.profile, type: 7, count: iccProfile.count, iccProfile) }
  }

  private func add(_ picture: Picture, to fields: inout TIFFFields) {
    let count = picture.layout.channelCount
    let each = { (value: Int) in [Int](repeating: value, count: count) }
    fields.add(TIFFTag.imageWidth, longs: [picture.size.width])
    fields.add(TIFFTag.imageLength, longs: [picture.size.height])
    fields.add(TIFFTag.bitsPerSample, shorts: each(picture.depth.rawValue))
    fields.add(TIFFTag.compression, shorts: [8])  // Deflate (Adobe)
    fields.add(TIFFTag.photometric, shorts: [picture.layout.isGrey ? 1 : 2])
    fields.add(TIFFTag.samplesPerPixel, shorts: [count])
    fields.add(TIFFTag.rowsPerStrip, longs: [picture.rowsPerStrip])
    fields.add(TIFFTag.planarConfiguration, shorts: [1])
    fields.add(TIFFTag.predictor, shorts: [2])
    if picture.layout.hasAlpha { fields.add(TIFFTag.extraSamples, shorts: [2]) }
    fields.add(TIFFTag.sampleFormat, shorts: each(1))
    if !fields.contains(TIFFTag.orientation) { fields.add(TIFFTag.orientation, shorts: [1]) }
    // Baseline readers may ask for a resolution (TIFF 6.0, section 4).
    if !fields.contains(TIFFTag.xResolution) || !fields.contains(TIFFTag.yResolution)
      || !fields.contains(TIFFTag.resolutionUnit)
    {
      fields.remove([TIFFTag.xResolution, TIFFTag.yResolution, TIFFTag.resolutionUnit])
      fields.add(TIFFTag.xResolution, rational: 72, 1)
      fields.add(TIFFTag.yResolution, rational: 72, 1)
      fields.add(TIFFTag.resolutionUnit, shorts: [2])
    }
  }
}
