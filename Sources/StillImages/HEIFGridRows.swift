internal import Messages
internal import Pixels

/// A HEIC or AVIF picture of tiles, of which one row is in memory at a time, made smaller while it is laid down.
///
/// Rows come as they are stored; what the file's rotation and mirroring ask for is told as `header.orientation`.
final class HEIFGridRows: StillImageRowDecoding {
  let header: StillImageHeader
  let notes: [Note]
  private(set) var size: PixelSize
  private let decoder: HEIFPictureDecoder
  private let tiles: [HEIFCodedPicture]
  private let columns: Int
  private let tile: PixelSize
  /// How many of the picture's rows and columns make one of the rows given.
  private var factor = 1
  /// The rows made of the last row of tiles.
  private var band: [UInt8] = []
  private var bandRows = 0..<0
  private var nextBand = 0
  private var nextRow = 0

  /// nil where the rows have to be made of the whole picture: other pictures than grids, transparency, parts that are cut out.
  init?(_ picture: HEIFPicture, _ decoder: HEIFPictureDecoder, header: StillImageHeader, notes: [Note]) {
    guard case .grid(let columns, let tiles) = picture.content, picture.alpha.isEmpty, columns > 0,
      let tile = tiles.first?.size, tile.width > 0, tile.height > 0
    else { return nil }
    var orientation = header.orientation
    for step in picture.transformations {
      guard case .turn(let next) = step else { return nil }
      orientation = orientation.followed(by: next)
    }
    var stored = header
    stored.size = picture.size
    stored.orientation = orientation
    stored.layout = picture.layout
    self.header = stored
    self.notes = notes
    size = picture.size
    self.decoder = decoder
    self.tiles = tiles
    self.columns = columns
    self.tile = tile
  }

  func start(atLeast least: PixelSize) throws {
    let whole = header.size
    factor =
      [8, 4, 2].first { factor in
        tile.width % factor == 0 && tile.height % factor == 0
          && Self.reduced(whole.width, factor) >= min(least.width, whole.width)
          && Self.reduced(whole.height, factor) >= min(least.height, whole.height)
      } ?? 1
    size = PixelSize(
      width: Self.reduced(whole.width, factor),
      height: Self.reduced(whole.height, factor)
    )
  }

  /// As many rows, the last of which may stand for fewer.
  private static func reduced(_ side: Int, _ factor: Int) -> Int { (side - 1) / factor + 1 }

  func readRow(into row: UnsafeMutableRawBufferPointer) throws {
    if !bandRows.contains(nextRow) { try decodeBand() }
    guard bandRows.contains(nextRow) else { throw Problem(.internalError, ["detail": "row \(nextRow)"]) }
    let start = (nextRow - bandRows.lowerBound) * row.count
    band.withUnsafeBytes {
      row.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + row.count)]))
    }
    nextRow += 1
  }

  /// Decodes the next row of tiles.
  private func decodeBand() throws {
    let rows = min(tile.height, header.size.height - nextBand * tile.height)
    let count = Self.reduced(rows, factor)
    let rowBytes = size.width * header.layout.channelCount
    if band.count != count * rowBytes { band = [UInt8](repeating: 0, count: count * rowBytes) }
    for column in 0..<columns {
      let left = column * tile.width
      let part = PixelSize(width: min(tile.width, header.size.width - left), height: rows)
      let pixels = try decoder.coded(tiles[nextBand * columns + column], threads: 1).converted(to: .eight)
      guard pixels.layout == header.layout, pixels.size == tile else {
        throw Problem(.damaged, ["detail": "a grid of unlike tiles"])
      }
      lay(pixels, part, at: left / factor * header.layout.channelCount, rowBytes: rowBytes)
    }
    bandRows = bandRows.upperBound..<(bandRows.upperBound + count)
    nextBand += 1
  }

  /// Lays a tile's part into the band, each of its squares as the mean.
  private func lay(_ pixels: PixelBuffer, _ part: PixelSize, at offset: Int, rowBytes: Int) {
    let channels = header.layout.channelCount
    let (factor, stride) = (factor, pixels.bytesPerRow)
    pixels.bytes.withUnsafeBufferPointer { source in
      band.withUnsafeMutableBufferPointer { target in
        for y in 0..<Self.reduced(part.height, factor) {
          let rows = (y &* factor)..<min((y &+ 1) &* factor, part.height)
          var write = y &* rowBytes &+ offset
          for x in 0..<Self.reduced(part.width, factor) {
            let columns = (x &* factor)..<min((x &+ 1) &* factor, part.width)
            let count = rows.count &* columns.count
            for channel in 0..<channels {
              var sum = count / 2
              for row in rows {
                var read = row &* stride &+ columns.lowerBound &* channels &+ channel
                for _ in columns {
                  sum &+= Int(source[read])
                  read &+= channels
                }
              }
              target[write] = UInt8(truncatingIfNeeded: sum / count)
              write &+= 1
            }
          }
        }
      }
    }
  }
}
