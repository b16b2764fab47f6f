internal import Pixels

/// The tiles of one row of a grid, filled with rows of a picture.
///
/// What lies beyond the picture repeats its last column and row: it costs hardly a bit, and the picture's border is coded as if
/// the picture went on.
struct HEIFTileRow {
  /// RGB, 8 bits.
  private(set) var tiles: [PixelBuffer]
  private let tiling: HEIFTiling
  private var row: [UInt8]

  /// Takes memory for a row of tiles.
  init(_ tiling: HEIFTiling) {
    self.tiling = tiling
    row = [UInt8](repeating: 0, count: tiling.columns * tiling.tile.width * Self.channels)
    let count = tiling.tile.width * tiling.tile.height * Self.channels
    let tile = PixelBuffer(
      size: tiling.tile,
      layout: .rgb,
      depth: .eight,
      bytes: [UInt8](repeating: 0, count: count)
    )
    tiles = [PixelBuffer](repeating: tile, count: tiling.columns)
  }

  private static let channels = ChannelLayout.rgb.channelCount

  /// Reads the next rows of the picture, as many as tiles have or less at the end.
  mutating func read(_ count: Int, of rows: any PictureRows) throws {
    for y in 0..<tiling.tile.height {
      if y < count { try readRow(of: rows) }
      lay(at: y)
    }
  }

  private mutating func readRow(of rows: any PictureRows) throws {
    let count = tiling.size.width * Self.channels
    try row.withUnsafeMutableBytes { row in
      try rows.readRow(into: UnsafeMutableRawBufferPointer(rebasing: row[..<count]))
      for index in count..<row.count { row[index] = row[index - Self.channels] }
    }
  }

  /// Lays the row into the tiles.
  private mutating func lay(at y: Int) {
    let count = tiling.tile.width * Self.channels
    let row = row
    row.withUnsafeBytes { row in
      for column in tiles.indices {
        let part = row[(column * count)..<((column + 1) * count)]
        tiles[column].bytes.withUnsafeMutableBytes { tile in
          UnsafeMutableRawBufferPointer(rebasing: tile[(y * count)..<((y + 1) * count)]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: part)
          )
        }
      }
    }
  }
}
