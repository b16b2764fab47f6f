internal import CTIFF
internal import Containers
internal import Messages
internal import Pixels

/// Reads a page of a TIFF file through libtiff.
///
/// 1, 2 and 4 bits are widened to 8; 9 to 15 to 16. IEEE numbers of 16, 32 and 64 bits and whole numbers of 32 bits
/// become 16-bit samples: of IEEE numbers 0...1 is the full range and what lies outside is clipped, since the profile
/// (or sRGB) says what they mean in that range only.
struct TIFFReader: StillImageDecoding {
  private(set) var header: StillImageHeader
  let notes: [Note]
  private let bytes: [UInt8]
  private let limits: DecodingLimits
  private let offset: Int
  private let furtherPages: [Int]
  private let coding: TIFFCoding
  /// The profile of a CMYK picture, which is converted to sRGB while it is decoded.
  private let cmykProfile: [UInt8]?

  init(bytes: [UInt8], limits: DecodingLimits) throws {
    try self.init(bytes: bytes, limits: limits, pages: TIFFPages(bytes))
  }

  private init(bytes: [UInt8], limits: DecodingLimits, pages: TIFFPages) throws {
    if pages.isRaw { throw Problem(.formatUnsupported, ["format": "camera raw"]) }
    let shape = try TIFFLibrary.open(bytes, directory: pages.offset, limits: limits) { $0.shape }
    let size = PixelSize(width: Int(shape.width), height: Int(shape.height))
    try PictureChecks.check(size, limits)
    let coding = try TIFFCoding(shape)
    try Self.check(shape, coding, limits)

    var notes: [Note] = []
    var colour = ColourDescription()
    switch coding.colour {
    case .cmyk:
      guard let profile = pages.profile, ICCProfile.inspect(profile)?.space == .cmyk else {
        throw Problem(.cmykWithoutProfile)
      }
      cmykProfile = profile
      notes.append(Note(.cmykConverted))
    case .lab: cmykProfile = nil
    default:
      cmykProfile = nil
      colour = PictureChecks.colour(profile: pages.profile, for: coding.layout, notes: &notes)
    }
    if coding.number == .float {
      notes.append(Note(.bitDepthReduced, ["from": "\(coding.bits) (float)", "to": "16"]))
    } else if coding.bits > 16 {
      notes.append(Note(.bitDepthReduced, ["from": "\(coding.bits)", "to": "16"]))
    }
    var further = FurtherContent()
    further.furtherImageCount = pages.furtherPages.count
    if coding.droppedCount > 0 {
      further.auxiliaryKinds = [String](repeating: "extra channel", count: min(coding.droppedCount, 8))
    }
    header = StillImageHeader(
      format: .tiff,
      size: size,
      orientation: ExifOrientation.read(pages.blocks) ?? .up,
      layout: coding.layout,
      bitsPerSample: coding.significantBits,
      colour: colour,
      hdr: PictureChecks.dynamicRange(colour),
      blocks: pages.blocks,
      further: further
    )
    self.notes = notes
    self.bytes = bytes
    self.limits = limits
    self.coding = coding
    offset = pages.offset
    furtherPages = pages.furtherPages
  }

  func further(_ number: Int) throws -> any StillImageDecoding {
    let pages = try TIFFPages(bytes, at: furtherPages[number - 1])
    var page = try TIFFReader(bytes: bytes, limits: limits, pages: pages)
    if !pages.hasOwnExif { page.header.blocks.exif = nil }
    page.header.blocks.fill(from: header.blocks)
    return page
  }

  /// The picture strip by strip; nil where it has to be decoded whole.
  func rows() throws -> TIFFRows? {
    try TIFFRows(bytes, directory: offset, coding, limits: limits, header: header, notes: notes)
  }

  /// Strips and tiles may be far larger than the picture.
  private static func check(_ shape: ctiff_shape, _ coding: TIFFCoding, _ limits: DecodingLimits) throws {
    let block = PixelSize(width: Int(shape.block_width), height: Int(shape.block_height))
    try PictureChecks.check(block, limits)
    if case .converted = coding.colour { return }
    let perPixel = shape.planes == 1 ? coding.sampleCount : 1
    let (bits, isTooLarge) = block.width.multipliedReportingOverflow(by: perPixel * coding.bits)
    guard !isTooLarge, shape.block_row_bytes >= (bits + 7) / 8, shape.block_bytes > 0,
      shape.block_bytes / shape.block_row_bytes >= min(block.height, Int(shape.height))
    else { throw Problem(.damaged, ["detail": "TIFF: size of a strip or tile"]) }
  }

  func decodePixels(threads: Int) throws -> PixelBuffer {
    try TIFFLibrary.open(bytes, directory: offset, limits: limits, picture)
  }

  private func picture(from library: borrowing TIFFLibrary) throws -> PixelBuffer {
    let decoding = TIFFDecoding(coding: coding, shape: library.shape)
    let size = header.size
    switch coding.colour {
    case .converted: return PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: try library.readRGB())
    case .palette:
      return Self.coloured(try decoding.samples(UInt8.self, from: library), try library.palette(), size)
    case .cmyk:
      let samples: [UInt8] =
        coding.bits > 8
        ? try decoding.samples(UInt16.self, from: library)
          .map { UInt8(truncatingIfNeeded: (UInt32($0) * 255 + 32895) >> 16) }
        : try decoding.samples(UInt8.self, from: library)
      return try ColourConversion.cmykToSRGB(samples: samples, size: size, profile: cmykProfile ?? [])
    case .lab(let isSigned):
      let words = try decoding.labWords(isSigned: isSigned, from: library)
      return try ColourConversion.labToSRGB(words: words, size: size).converted(to: coding.depth)
    case .grey, .rgb:
      if coding.depth == .eight {
        var samples = try decoding.samples(UInt8.self, from: library)
        decoding.normalise(&samples)
        return PixelBuffer(size: size, layout: coding.layout, depth: .eight, bytes: samples)
      }
      var samples = try decoding.samples(UInt16.self, from: library)
      decoding.normalise(&samples)
      return PixelBuffer(size: size, layout: coding.layout, words: samples)
    }
  }

  /// Colours of a palette have 16 bits; writers that put 8-bit numbers there are told by their all being small.
  private static func coloured(
    _ indices: [UInt8],
    _ palette: [(red: UInt16, green: UInt16, blue: UInt16)],
    _ size: PixelSize
  ) -> PixelBuffer {
    let isSmall = palette.allSatisfy { $0.red < 256 && $0.green < 256 && $0.blue < 256 }
    let colours = palette.map { colour in
      [colour.red, colour.green, colour.blue].map { UInt8(truncatingIfNeeded: isSmall ? $0 : $0 >> 8) }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(indices.count * 3)
    for index in indices {
      // An index has no more bits than the palette has entries for.
      bytes += colours.indices.contains(Int(index)) ? colours[Int(index)] : [0, 0, 0]
    }
    return PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: bytes)
  }
}

extension TIFFDecoding {
  /// L*a*b* as ICC codes it with 16 bits (ICC.1:2010, 6.3.4.2): L* 100 is 65535, a* and b* are offset by 128 and have 257
  /// steps a unit.
  func labWords(isSigned: Bool, from library: borrowing TIFFLibrary) throws -> [UInt16] {
    if coding.bits == 8 {
      return try samples(UInt8.self, from: library).enumerated().map { index, value in
        UInt16(index % 3 != 0 && isSigned ? value ^ 0x80 : value) * 257
      }
    }
    return try samples(UInt16.self, from: library).enumerated().map { index, value in
      if isSigned {
        // a* and b* have 256 steps a unit here.
        return index % 3 == 0
          ? value : UInt16(clamping: (Int(Int16(bitPattern: value)) * 257 + 128) / 256 + 32896)
      }
      // ICC's older coding: L* 100 is 0xFF00, an offset of 0x8000 and 256 steps a unit.
      return UInt16(clamping: (Int(value) * 257 + 128) / 256)
    }
  }
}
