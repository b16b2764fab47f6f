internal import Dispatch
internal import Messages
internal import Pixels
internal import Synchronization

/// Equal tiles that make a picture, row by row; what reaches over the right and lower border is cut off.
///
/// Tiles are decoded side by side, one thread each, and copied to their places one after another.
struct HEIFGrid {
  /// The whole picture.
  let size: PixelSize
  /// Tiles in a row.
  let columns: Int
  /// The tiles.
  let tiles: [HEIFCodedPicture]
  /// Threads that may be used.
  let threads: Int

  /// The whole, of tiles that are one picture each or several (planes, of which some may have half the columns or rows).
  /// nil where `decodeTile` gives nil for one, or tiles that are unlike.
  func decode(_ decodeTile: @Sendable (HEIFCodedPicture) throws -> [PixelBuffer]?) throws -> [PixelBuffer]? {
    let state = Mutex(State())
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, tiles.count))) { _ in
      while let index = state.withLock({ $0.takeNext(of: tiles.count) }) {
        do {
          let parts = try decodeTile(tiles[index])
          state.withLock { $0.paste(parts, index: index, in: self) }
        } catch {
          let problem = error as? Problem ?? Problem(.internalError, ["detail": "\(error)"])
          state.withLock { $0.problem = $0.problem ?? problem }
        }
      }
    }
    let result = state.withLock { state in
      defer { state.canvases = [] }
      return state
    }
    if let problem = result.problem { throw problem }
    if result.isUnlike || result.canvases.isEmpty { return nil }
    return result.canvases.map(\.pixels)
  }

  /// A picture that tiles are pasted into.
  private struct Canvas: Sendable {
    var pixels: PixelBuffer
    let tile: PixelSize

    init(for part: PixelBuffer, of tile: PixelSize, in whole: PixelSize) {
      self.tile = part.size
      let size = PixelSize(
        width: part.size.width == tile.width ? whole.width : (whole.width + 1) / 2,
        height: part.size.height == tile.height ? whole.height : (whole.height + 1) / 2
      )
      let count = size.width * size.height * part.bytesPerPixel
      let bytes = [UInt8](repeating: 0, count: count)
      pixels = PixelBuffer(size: size, layout: part.layout, depth: part.depth, bytes: bytes)
    }

    func takes(_ part: PixelBuffer) -> Bool {
      part.size == tile && part.layout == pixels.layout && part.depth == pixels.depth
    }

    mutating func paste(_ part: PixelBuffer, column: Int, row: Int) {
      let (left, top) = (column * tile.width, row * tile.height)
      let unit = part.bytesPerPixel
      let width = min(tile.width, pixels.size.width - left) * unit
      let stride = pixels.bytesPerRow
      for line in 0..<min(tile.height, pixels.size.height - top) {
        let target = (top + line) * stride + left * unit
        let source = line * part.bytesPerRow
        pixels.bytes.replaceSubrange(target..<(target + width), with: part.bytes[source..<(source + width)])
      }
    }
  }

  /// What the threads share.
  private struct State: Sendable {
    var canvases: [Canvas] = []
    var next = 0
    var isUnlike = false
    var problem: Problem?

    mutating func takeNext(of count: Int) -> Int? {
      guard problem == nil, !isUnlike, next < count else { return nil }
      defer { next += 1 }
      return next
    }

    mutating func paste(_ parts: [PixelBuffer]?, index: Int, in grid: HEIFGrid) {
      guard let parts, let first = parts.first else {
        isUnlike = true
        return
      }
      if canvases.isEmpty { canvases = parts.map { Canvas(for: $0, of: first.size, in: grid.size) } }
      guard canvases.count == parts.count, zip(canvases, parts).allSatisfy({ $0.takes($1) }) else {
        isUnlike = true
        return
      }
      for part in parts.indices {
        canvases[part].paste(parts[part], column: index % grid.columns, row: index / grid.columns)
      }
    }
  }
}
