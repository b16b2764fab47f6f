extension HEIFAssembler {
  /// Adds Exif and XMP as items that describe the primary picture.
  ///
  /// - Parameter exifPrefix: what stands between the offset of Exif's TIFF header and the header itself: nothing, or
  ///   "Exif\0\0", as cameras write it in HEIC.
  public mutating func add(_ blocks: MetadataBlocks, exifPrefix: [UInt8] = []) {
    let describes = [HEIFItem.Reference(type: "cdsc", targets: [1])]
    if let exif = blocks.exif {
      let offset: [UInt8] = [0, 0, 0, UInt8(clamping: exifPrefix.count)]
      items.append(Item("Exif", data: offset + exifPrefix + exif, references: describes))
    }
    if let xmp = blocks.xmp {
      items.append(Item("mime", data: xmp, references: describes, contentType: "application/rdf+xml"))
    }
  }

  /// Adds a picture made of equal tiles (`ImageGrid`, ISO/IEC 23008-12, 6.6.2.3) and its tiles, which are hidden. What
  /// they have too much on the right and below is cut off.
  ///
  /// - Parameters:
  ///   - width: of the whole picture, as `height` at most 2^32 - 1.
  ///   - columns: tiles in a row, 1...256; as many rows at most.
  ///   - tiles: row by row, a multiple of `columns`.
  ///   - properties: of the whole picture, beside its size.
  public mutating func addGrid(
    width: Int,
    height: Int,
    columns: Int,
    tiles: [Item],
    properties: [Property]
  ) {
    let rows = tiles.count / max(columns, 1)
    // Sides of two bytes where that is enough.
    let byteCount = max(width, height) <= UInt16.max ? 2 : 4
    let shape = [byteCount == 2 ? 0 : 1, UInt8(clamping: rows - 1), UInt8(clamping: columns - 1)]
    let first = UInt32(items.count + 2)
    items.append(
      Item(
        "grid",
        data: [0] + shape + [width, height].flatMap { Self.number(UInt32(clamping: $0), byteCount) },
        properties: [.spatialExtent(width: width, height: height)] + properties,
        references: [
          HEIFItem.Reference(type: "dimg", targets: tiles.indices.map { first + UInt32($0) })
        ]
      )
    )
    items += tiles.map { tile in
      var tile = tile
      tile.isHidden = true
      return tile
    }
  }
}
