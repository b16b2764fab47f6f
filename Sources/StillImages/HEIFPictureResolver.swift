internal import Containers
internal import Messages
internal import Pixels

/// Finds out how a picture of a HEIF file is made and checks all sizes, before any of it is decoded.
struct HEIFPictureResolver {
  /// The file.
  let items: HEIFItems
  /// What may be decoded.
  let limits: DecodingLimits
  /// Pixels that all coded pictures of the result hold together; bounds the time that a small file can cost.
  private var codedPixelCount = 0

  /// Looks into a file.
  init(items: HEIFItems, limits: DecodingLimits) {
    self.items = items
    self.limits = limits
  }

  /// Resolves a picture with its alpha channel. `inherited` is what its samples mean where it does not say so itself.
  mutating func picture(
    _ id: UInt32,
    depth: Int = 0,
    inheriting inherited: HEIFSampleMeaning? = nil
  ) throws -> HEIFPicture {
    guard depth < 4 else { throw Problem(.damaged, ["detail": "picture \(id) is made from itself"]) }
    let item = try items.item(id)
    if let property = item.unknownEssentialProperties.first {
      throw Problem(.codecUnsupported, ["codec": "HEIF", "detail": "essential property \(property)"])
    }
    var picture = try base(item, depth: depth, inheriting: inherited)
    let (steps, size) = try HEIFTransformation.steps(of: item, size: picture.size)
    picture.transformations = steps
    picture.transformedSize = size
    if let alpha = items.alphaItem(of: id), !picture.layout.hasAlpha {
      // Opacity uses the full range whatever the bit stream's defaults are (H.265, F.14.3.8: opaque is the largest
      // value), unless an nclx box of its own says otherwise. AV1 streams always state their range.
      let resolved = try self.picture(
        alpha.id,
        depth: depth + 2,
        inheriting: isAV1(alpha) ? nil : HEIFSampleMeaning(isFullRange: true)
      )
      picture.alpha = [resolved]
      picture.layout = picture.layout.isGrey ? .greyAlpha : .rgba
      picture.isPremultiplied = item.targets(of: "prem").contains(alpha.id)
    }
    return picture
  }

  private mutating func base(
    _ item: HEIFItem,
    depth: Int,
    inheriting inherited: HEIFSampleMeaning?
  ) throws -> HEIFPicture {
    if let extent = item.spatialExtent {
      _ = try checkedSize(width: extent.width, height: extent.height)
    }
    switch item.type {
    case "hvc1", "hev1", "av01":
      let coded = try codedPicture(item, inheriting: inherited)
      return picture(item, .coded(coded), coded.size, like: coded.coding)
    case "grid": return try grid(item, inheriting: inherited)
    case "iden": return try identity(item, depth: depth)
    case "iovl": return try overlay(item, depth: depth)
    default:
      guard item.isPicture else {
        throw Problem(.damaged, ["detail": "item \(item.id) of type \(item.type) is no picture"])
      }
      let codec = Self.codecs[item.type] ?? item.type.description
      throw Problem(.codecUnsupported, ["codec": codec, "detail": "item type \(item.type)"])
    }
  }

  private static let codecs: [BoxType: String] = [
    "avc1": "AVC", "vvc1": "VVC", "evc1": "EVC", "lhv1": "L-HEVC", "jpeg": "JPEG in HEIF",
    "j2k1": "JPEG 2000 in HEIF", "unci": "uncompressed HEIF",
  ]

  private func picture(
    _ item: HEIFItem,
    _ content: HEIFPicture.Content,
    _ size: PixelSize,
    like coding: HEIFCoding
  ) -> HEIFPicture {
    HEIFPicture(
      id: item.id,
      content: content,
      size: size,
      transformedSize: size,
      transformations: [],
      layout: coding.chromaFormat == 0 ? .grey : .rgb,
      bitDepth: coding.bitDepth
    )
  }

  /// A size that a picture may have.
  private func checkedSize(width: Int, height: Int) throws -> PixelSize {
    let size = PixelSize(width: width, height: height)
    guard width > 0, height > 0 else { throw Problem(.damaged, ["detail": "picture of \(width)x\(height)"]) }
    guard let count = size.pixelCount, count <= limits.maximumPixelCount else {
      throw Problem(
        .tooManyPixels,
        ["width": "\(width)", "height": "\(height)", "limit": "\(limits.maximumPixelCount)"]
      )
    }
    return size
  }

  private mutating func codedPicture(
    _ item: HEIFItem,
    inheriting inherited: HEIFSampleMeaning?
  ) throws -> HEIFCodedPicture {
    let coding = try coding(of: item)
    let coded = try checkedSize(width: coding.size.width, height: coding.size.height)
    var size = coded
    if let extent = item.spatialExtent {
      size = try checkedSize(width: extent.width, height: extent.height)
      guard size.width <= coded.width, size.height <= coded.height else {
        throw Problem(
          .damaged,
          ["detail": "item \(item.id) is \(coded.width)x\(coded.height), not \(size.width)x\(size.height)"]
        )
      }
    }
    codedPixelCount += coded.width * coded.height
    // Twice for alpha, and as much again for overlays and the border of grids.
    guard codedPixelCount / 4 <= limits.maximumPixelCount else {
      throw Problem(
        .tooManyPixels,
        ["width": "\(coded.width)", "height": "\(coded.height)", "limit": "\(limits.maximumPixelCount)"]
      )
    }
    let own = Self.meaning(of: item)
    return HEIFCodedPicture(
      id: item.id,
      extents: try items.checkedExtents(of: item),
      coding: coding,
      size: size,
      meaning: own ?? inherited ?? HEIFSampleMeaning()
    )
  }

  private func coding(of item: HEIFItem) throws -> HEIFCoding {
    // Everything an av1C box says stands in the data too, and the data is what is decoded.
    if item.type == "av01" { return .av1(try AV1SequenceHeader.only(in: items.data(of: item)[...])) }
    var record: Range<Int>?
    for case .hevcConfiguration(let range) in item.properties where record == nil { record = range }
    guard let record else { throw Problem(.damaged, ["detail": "item \(item.id) has no hvcC"]) }
    return .hevc(try HEIFCodecConfiguration(items.bytes, in: record))
  }

  private func isAV1(_ item: HEIFItem) -> Bool {
    let part = item.type == "grid" ? item.targets(of: "dimg").first.flatMap { items.items[$0] } : item
    return part?.type == "av01"
  }

  /// What an item's own nclx box says of its samples.
  private static func meaning(of item: HEIFItem) -> HEIFSampleMeaning? {
    for case .codePoints(let primaries, _, let matrix, let isFullRange) in item.properties {
      return HEIFSampleMeaning(
        matrix: matrix == 2 ? nil : matrix,
        primaries: primaries == 2 ? nil : primaries,
        isFullRange: isFullRange
      )
    }
    return nil
  }

  /// `ImageGrid` (ISO/IEC 23008-12, 6.6.2.3).
  private mutating func grid(
    _ item: HEIFItem,
    inheriting inherited: HEIFSampleMeaning?
  ) throws -> HEIFPicture {
    var reader = BoxReader(try items.data(of: item))
    guard try reader.readUInt8() == 0 else { throw Problem(.damaged, ["detail": "grid version"]) }
    let sideSize = try reader.readUInt8() & 1 == 0 ? 2 : 4
    let rows = Int(try reader.readUInt8()) + 1
    let columns = Int(try reader.readUInt8()) + 1
    let size = try checkedSize(
      width: Int(try reader.readNumber(ofByteCount: sideSize)),
      height: Int(try reader.readNumber(ofByteCount: sideSize))
    )
    let ids = item.targets(of: "dimg")
    guard ids.count == rows * columns else {
      throw Problem(.damaged, ["detail": "grid of \(rows * columns) tiles has \(ids.count)"])
    }
    let meaning = Self.meaning(of: item) ?? inherited
    var tiles: [HEIFCodedPicture] = []
    // The same tile may stand in many places.
    for id in ids {
      let tile = try items.item(id)
      guard ["hvc1", "hev1", "av01"].contains(tile.type) else {
        let codec = Self.codecs[tile.type] ?? tile.type.description
        throw Problem(.codecUnsupported, ["codec": codec, "detail": "tile of type \(tile.type)"])
      }
      tiles.append(try codedPicture(tile, inheriting: meaning))
    }
    guard let first = tiles.first else { throw Problem(.damaged, ["detail": "grid without tiles"]) }
    let (tileWidth, tileHeight) = (first.size.width, first.size.height)
    let areAlike = tiles.allSatisfy {
      $0.size == first.size && $0.coding.bitDepth == first.coding.bitDepth
        && ($0.coding.chromaFormat == 0) == (first.coding.chromaFormat == 0)
    }
    guard areAlike else { throw Problem(.damaged, ["detail": "tiles of different kinds"]) }
    guard tileWidth * columns >= size.width, tileWidth * (columns - 1) < size.width,
      tileHeight * rows >= size.height, tileHeight * (rows - 1) < size.height
    else {
      throw Problem(
        .damaged,
        ["detail": "\(columns)x\(rows) tiles of \(tileWidth)x\(tileHeight) for \(size.width)x\(size.height)"]
      )
    }
    return picture(item, .grid(columns: columns, tiles: tiles), size, like: first.coding)
  }

  private mutating func identity(_ item: HEIFItem, depth: Int) throws -> HEIFPicture {
    guard let id = item.targets(of: "dimg").first else {
      throw Problem(.damaged, ["detail": "item \(item.id) is made from nothing"])
    }
    let source = try picture(id, depth: depth + 1)
    return HEIFPicture(
      id: item.id,
      content: .identity(source),
      size: source.transformedSize,
      transformedSize: source.transformedSize,
      transformations: [],
      layout: source.layout,
      bitDepth: source.bitDepth
    )
  }

  /// `ImageOverlay` (ISO/IEC 23008-12, 6.6.2.2).
  private mutating func overlay(_ item: HEIFItem, depth: Int) throws -> HEIFPicture {
    var reader = BoxReader(try items.data(of: item))
    guard try reader.readUInt8() == 0 else { throw Problem(.damaged, ["detail": "overlay version"]) }
    let sideSize = try reader.readUInt8() & 1 == 0 ? 2 : 4
    var background: [Int] = []
    for _ in 0..<4 { background.append(Int(try reader.readUInt16())) }
    let size = try checkedSize(
      width: Int(try reader.readNumber(ofByteCount: sideSize)),
      height: Int(try reader.readNumber(ofByteCount: sideSize))
    )
    var layers: [HEIFLayer] = []
    for id in item.targets(of: "dimg") {
      let left = Self.signed(try reader.readNumber(ofByteCount: sideSize), byteCount: sideSize)
      let top = Self.signed(try reader.readNumber(ofByteCount: sideSize), byteCount: sideSize)
      let layer = HEIFLayer(picture: try picture(id, depth: depth + 1), left: left, top: top)
      guard layer.picture.bitDepth == 8 else {
        throw Problem(.codecUnsupported, ["codec": "HEIF", "detail": "overlay of more than 8 bits"])
      }
      layers.append(layer)
    }
    return HEIFPicture(
      id: item.id,
      content: .overlay(background: background, layers: layers),
      size: size,
      transformedSize: size,
      transformations: [],
      layout: background[3] == 65_535 ? .rgb : .rgba,
      bitDepth: 8
    )
  }

  private static func signed(_ value: UInt64, byteCount: Int) -> Int {
    byteCount == 2
      ? Int(Int16(truncatingIfNeeded: value)) : Int(Int32(truncatingIfNeeded: value))
  }
}
