internal import Containers
internal import Files
internal import Glibc
internal import Pixels
internal import StillImages

extension FuzzTarget {
  static var whole: [FuzzTarget] { [FuzzTarget("picture", picture), FuzzTarget("rows", rows)] }

  /// Header and pixels, as a conversion reads them.
  private static func picture(_ bytes: [UInt8]) throws {
    let reader = try StillImageReader(bytes: bytes, limits: limits)
    let size = reader.header.size
    expect(size.width > 0 && size.height > 0, "\(size)")
    let pixels = try reader.decodePixels(threads: 1)
    expect(pixels.size == size, "\(pixels.size) instead of \(size)")
    expect(pixels.layout == reader.header.layout, "layout")
    _ = try? reader.decodePlanes(threads: 1)
    _ = try? reader.decodePixels(threads: 1, atLeast: PixelSize(width: 16, height: 16))
    for number in 0..<min(4, reader.header.further.furtherImageCount) {
      guard let further = try? reader.further(number + 1), let pixels = try? further.decodePixels(threads: 1)
      else { continue }
      expect(pixels.size == further.header.size, "picture \(number + 2): \(pixels.size)")
    }
  }

  /// Rows are the picture, and where one can't be had, so can't the other.
  private static func rows(_ bytes: [UInt8]) throws {
    let path = FilePath("/dev/shm/shiying-fuzz-rows-\(getpid())")
    defer { unlink(path.lossyString) }
    guard let file = fopen(path.lossyString, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    let reader = try? StillImageReader(bytes: bytes, limits: limits)
    let whole = try? reader?.decodePixels(threads: 1).converted(to: .eight)
    guard let rows = try? StillImageRows(path, limits: limits) else {
      expect(whole == nil, "a picture, but no rows")
      return
    }
    let found = try? PixelBuffer(reading: rows)
    try? reduced(path)
    // In damaged data libde265 reads on behind the end, so that it does not always find the same there.
    if rows.header.format == .heic { return }
    expect((found == nil) == (whole == nil), "rows \(found != nil), picture \(whole != nil)")
    guard let found, let whole, let reader else { return }
    let isTurned = reader.header.orientation != rows.header.orientation
    let turned = isTurned ? found.oriented(rows.header.orientation) : found
    expect(turned.size == whole.size && turned.bytes == whole.bytes, "other pixels")
  }

  private static func reduced(_ path: FilePath) throws {
    let rows = try StillImageRows(path, limits: limits)
    try rows.start(atLeast: PixelSize(width: 9, height: 9))
    _ = try PixelBuffer(reading: RowResampler(rows, to: PixelSize(width: 7, height: 5)))
  }
}
