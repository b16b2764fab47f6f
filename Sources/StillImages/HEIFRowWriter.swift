internal import Containers
internal import Messages
internal import Pixels

/// Writes HEIC row by row, as cameras do: a grid of HEVC pictures, of which one row is in memory at a time, beside the coded
/// bytes of those before.
enum HEIFRowWriter {
  /// Tiles that are coded at once at most: each costs some 6 MB while it is.
  private static let mostAtOnce = 4

  /// Whether a picture is written so: one of colours alone and larger than a tile, with losses. Of 4:2:0, MIAF wants the sides of
  /// a grid even (ISO/IEC 23000-22, 7.3.11.4.2), and some readers refuse others.
  static func takes(_ rows: any PictureRows, options: EncodingOptions) -> Bool {
    let size = rows.size
    return rows.layout == .rgb && !options.isLossless && size.longEdge > HEIFTiling.largestSide
      && size.width % 2 == 0 && size.height % 2 == 0
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
      // The first alone: with its first encoder, x265 fills tables that all of them use, without a lock.
      let alone = number == 0 ? 1 : 0
      for tile in tiles.prefix(alone) {
        coded.append(try HEIFWriter.item(tile, colour: colour, options: options, isTile: true))
      }
      coded += try SideBySide.map(tiles.count - alone, threads: min(options.threads, mostAtOnce)) { column in
        try HEIFWriter.item(tiles[column + alone], colour: colour, options: options, isTile: true)
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
