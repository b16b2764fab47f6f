internal import Containers
internal import Messages
internal import Pixels

/// Writes HEIC row by row, as cameras do: a grid of HEVC pictures, of which one row is in memory at a time, beside the coded
/// bytes of those before.
enum HEIFRowWriter {
  /// Tiles that are coded at once at most: each costs some 6 MB while it is.
  private static let mostAtOnce = 4

  /// Whether a picture is written so: one of colours alone and larger than a tile, with losses.
  static func takes(_ rows: any PictureRows, options: EncodingOptions) -> Bool {
    rows.layout == .rgb && !options.isLossless && rows.size.longEdge > HEIFTiling.largestSide
  }

  /// Reads all rows and writes the file; settings and colours are `HEIFWriter`'s. The bytes do not depend on `options.threads`.
  static func write(
    _ rows: any PictureRows,
    to output: RowOutput,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    options: EncodingOptions
  ) throws {
    let tiling = HEIFTiling(rows.size)
    let coded = try tiles(of: rows, tiling, colour: colour, options: options)
    // The same brands as libheif's files have.
    var file = HEIFAssembler(brands: ["heic", "mif1"])
    file.addGrid(
      width: tiling.size.width,
      height: tiling.size.height,
      columns: tiling.columns,
      tiles: coded.map { HEIFAssembler.Item($0.type, data: $0.data, properties: $0.properties) },
      properties: (coded.first?.properties ?? []).filter { ["colr", "pixi"].contains($0.type) }
    )
    file.add(blocks, exifPrefix: Array("Exif\0\0".utf8))
    try file.write(output.write)
  }

  /// All tiles, coded.
  private static func tiles(
    of rows: any PictureRows,
    _ tiling: HEIFTiling,
    colour: ColourDescription,
    options: EncodingOptions
  ) throws -> [HEIFPictureItem] {
    var coded: [HEIFPictureItem] = []
    var row = HEIFTileRow(tiling)
    for number in 0..<tiling.rows {
      try row.read(min(tiling.tile.height, tiling.size.height - number * tiling.tile.height), of: rows)
      let tiles = row.tiles
      coded += try SideBySide.map(tiles.count, threads: min(options.threads, mostAtOnce)) { column in
        try HEIFWriter.item(tiles[column], colour: colour, options: options, isTile: true)
      }
      // All have the same properties, and their memory only once.
      for index in (coded.count - tiles.count)..<coded.count
      where coded[index].properties == coded[0].properties {
        coded[index].properties = coded[0].properties
      }
    }
    return coded
  }
}
