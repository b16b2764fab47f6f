internal import Pixels

/// How a picture is divided into equal tiles, of which those at its right and lower border reach beyond it.
///
/// Tiles are about as wide as those of phones, 512, but not as high: memory is taken for rows of them (x265 needs 5 MB for one of
/// 576 x 320, and 8 MB for one of 576 x 576). Of several sides one is taken with which little is coded that is no picture: with 1,080
/// columns, three tiles of 512 take 15 % more time than two of 576. All are multiples of 64, as MIAF recommends (ISO/IEC
/// 23000-22, 7.3.11.4.2).
struct HEIFTiling {
  /// The picture.
  let size: PixelSize
  /// A tile.
  let tile: PixelSize
  /// Tiles in a row.
  let columns: Int
  /// Rows of tiles.
  let rows: Int

  /// The largest side of a tile.
  static let largestSide = 640

  /// The most tiles: libheif takes files of up to 1,000 items (from 1.19 on, unless it is told otherwise).
  private static let mostTiles = 900

  /// Divides a picture.
  init(_ size: PixelSize) {
    self.size = size
    var tile = PixelSize(
      width: Self.side(for: size.width, of: [512, 576, Self.largestSide, 448, 384]),
      height: Self.side(for: size.height, of: [320, 384, 256])
    )
    if Self.count(of: tile.width, in: size.width) * Self.count(of: tile.height, in: size.height)
      > Self.mostTiles
    {
      tile = PixelSize(width: Self.largestSide, height: Self.largestSide)
    }
    self.tile = tile
    columns = Self.count(of: tile.width, in: size.width)
    rows = Self.count(of: tile.height, in: size.height)
  }

  /// The first of several sides with which hardly more is coded than with the best; what fits into the largest is one tile that
  /// hardly exceeds it.
  private static func side(for length: Int, of sides: [Int]) -> Int {
    if length <= sides.max() ?? 0 { return count(of: 64, in: length) * 64 }
    let coded = sides.map { count(of: $0, in: length) * $0 }
    let bound = (coded.min() ?? 0) * 21 / 20
    return zip(sides, coded).first { $0.1 <= bound }?.0 ?? largestSide
  }

  private static func count(of side: Int, in length: Int) -> Int { (max(length, 1) - 1) / side + 1 }
}
