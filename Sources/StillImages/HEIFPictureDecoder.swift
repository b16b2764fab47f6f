internal import Dispatch
internal import Messages
internal import Pixels
internal import Synchronization

/// Decodes a resolved picture: tiles, alpha, overlays and transformations.
struct HEIFPictureDecoder {
  /// The file.
  let bytes: [UInt8]
  /// What may be decoded.
  let limits: DecodingLimits
  /// Threads that may be used.
  let threads: Int

  /// The picture as it is to be looked at.
  func decode(_ picture: HEIFPicture) throws -> PixelBuffer {
    var buffer = try base(picture)
    for step in picture.transformations { buffer = step.apply(to: buffer) }
    if let alpha = picture.alpha.first {
      buffer = try HEIFAlpha.join(buffer, alpha: try decode(alpha), isPremultiplied: picture.isPremultiplied)
    }
    return buffer
  }

  private func base(_ picture: HEIFPicture) throws -> PixelBuffer {
    switch picture.content {
    case .coded(let coded): return try self.coded(coded, threads: threads)
    case .grid(let columns, let tiles): return try grid(picture, columns: columns, tiles: tiles)
    case .identity(let source): return try decode(source)
    case .overlay(let background, let layers):
      var canvas = HEIFOverlay(size: picture.size, background: background)
      for layer in layers { canvas.lay(try decode(layer.picture), left: layer.left, top: layer.top) }
      return canvas.buffer(hasAlpha: picture.layout.hasAlpha)
    }
  }

  private func coded(_ picture: HEIFCodedPicture, threads: Int) throws -> PixelBuffer {
    let planes: HEIFPlanes
    switch picture.coding {
    case .hevc(let configuration):
      let decoder = try HEIFCodedPictureDecoder(threads: threads)
      planes = try decoder.decode(picture, configuration, of: bytes, limits: limits)
    case .av1:
      planes = try AV1PictureDecoder(threads: threads).decode(picture.extents.flatMap { bytes[$0] })
    }
    guard planes.size.width >= picture.size.width, planes.size.height >= picture.size.height,
      planes.bitDepth == picture.coding.bitDepth,
      (planes.chromaFormat == 0) == (picture.coding.chromaFormat == 0)
    else { throw Problem(.damaged, ["detail": "picture \(picture.id) is not what its configuration says"]) }
    return try HEIFColourConversion.convert(planes, size: picture.size, meaning: picture.meaning)
  }

  /// Tiles are decoded side by side, one thread each, and copied to their places one after another.
  private func grid(_ picture: HEIFPicture, columns: Int, tiles: [HEIFCodedPicture]) throws -> PixelBuffer {
    let layout: ChannelLayout = picture.layout.isGrey ? .grey : .rgb
    let depth: SampleDepth = picture.bitDepth == 8 ? .eight : .sixteen
    let count = picture.size.width * picture.size.height * layout.channelCount * depth.byteCount
    let state = Mutex(GridState(bytes: [UInt8](repeating: 0, count: count)))
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, tiles.count))) { _ in
      while let index = state.withLock({ $0.takeNext(of: tiles.count) }) {
        do {
          let tile = try coded(tiles[index], threads: 1)
          state.withLock { $0.paste(tile, index: index, columns: columns, into: picture.size) }
        } catch {
          let problem = error as? Problem ?? Problem(.internalError, ["detail": "\(error)"])
          state.withLock { $0.problem = $0.problem ?? problem }
        }
      }
    }
    let (bytes, problem) = state.withLock { state in
      defer { state.bytes = [] }
      return (state.bytes, state.problem)
    }
    if let problem { throw problem }
    return PixelBuffer(size: picture.size, layout: layout, depth: depth, bytes: bytes)
  }

  /// What the threads of a grid share.
  private struct GridState: Sendable {
    var bytes: [UInt8]
    var next = 0
    var problem: Problem?

    mutating func takeNext(of count: Int) -> Int? {
      guard problem == nil, next < count else { return nil }
      defer { next += 1 }
      return next
    }

    mutating func paste(_ tile: PixelBuffer, index: Int, columns: Int, into size: PixelSize) {
      let left = index % columns * tile.size.width
      let top = index / columns * tile.size.height
      let unit = tile.bytesPerPixel
      let width = min(tile.size.width, size.width - left) * unit
      for row in 0..<min(tile.size.height, size.height - top) {
        let target = ((top + row) * size.width + left) * unit
        let source = row * tile.bytesPerRow
        bytes.replaceSubrange(target..<(target + width), with: tile.bytes[source..<(source + width)])
      }
    }
  }
}
