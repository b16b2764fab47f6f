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

  /// One coded picture, without what is done to it.
  func coded(_ picture: HEIFCodedPicture, threads: Int) throws -> PixelBuffer {
    let planes: HEIFPlanes
    switch picture.coding {
    case .hevc(let configuration):
      let decoder = try HEIFCodedPictureDecoder(threads: threads)
      planes = try decoder.decode(picture, configuration, of: bytes, limits: limits)
    case .av1:
      planes = try AV1PictureDecoder(threads: threads).decode(picture.extents.flatMap { bytes[$0] })
    }
    return try Self.pixels(of: planes, picture)
  }

  /// The part of decoded planes that is the picture, as pixels.
  static func pixels(of planes: HEIFPlanes, _ picture: HEIFCodedPicture) throws -> PixelBuffer {
    guard planes.size.width >= picture.size.width, planes.size.height >= picture.size.height,
      planes.bitDepth == picture.coding.bitDepth,
      (planes.chromaFormat == 0) == (picture.coding.chromaFormat == 0)
    else { throw picture.contradiction }
    return try HEIFColourConversion.convert(planes, size: picture.size, meaning: picture.meaning)
  }

  private func grid(_ picture: HEIFPicture, columns: Int, tiles: [HEIFCodedPicture]) throws -> PixelBuffer {
    let grid = HEIFGrid(size: picture.size, columns: columns, tiles: tiles, threads: threads)
    guard let pixels = try grid.decode({ [try coded($0, threads: 1)] })?.first else {
      throw Problem(.damaged, ["detail": "grid \(picture.id) of unlike tiles"])
    }
    return pixels
  }

  // MARK: - Planes

  /// The picture as luma and colour differences, or nil where it is not coded so.
  func decodePlanes(_ picture: HEIFPicture) throws -> ColourPlanes? {
    guard picture.alpha.isEmpty, picture.bitDepth == 8 else { return nil }
    var planes: ColourPlanes?
    switch picture.content {
    case .coded(let coded): planes = try codedPlanes(coded, threads: threads)
    case .grid(let columns, let tiles): planes = try gridPlanes(picture.size, columns: columns, tiles: tiles)
    case .identity(let source): planes = try decodePlanes(source)
    case .overlay: return nil
    }
    for step in picture.transformations { planes = planes.flatMap(step.apply) }
    return planes
  }

  private func codedPlanes(_ picture: HEIFCodedPicture, threads: Int) throws -> ColourPlanes? {
    switch picture.coding {
    case .hevc(let configuration):
      let decoder = try HEIFCodedPictureDecoder(threads: threads)
      return try decoder.decodeColourPlanes(picture, configuration, of: bytes, limits: limits)
    case .av1(let header):
      // Asked before anything is decoded in vain.
      let stream = HEIFSampleMeaning(
        matrix: header.codePoints.matrix == 2 ? nil : header.codePoints.matrix,
        isFullRange: header.codePoints.isFullRange
      )
      guard header.bitDepth == 8, picture.meaning.areColourPlanes(stream, chromaFormat: header.chromaFormat)
      else { return nil }
      return try AV1PictureDecoder(threads: threads)
        .decodeColourPlanes(picture, picture.extents.flatMap { bytes[$0] })
    }
  }

  private func gridPlanes(_ size: PixelSize, columns: Int, tiles: [HEIFCodedPicture]) throws -> ColourPlanes?
  {
    // Halved differences of a tile with odd sides would not meet those of its neighbour.
    guard let tile = tiles.first?.size, tile.width % 2 == 0, tile.height % 2 == 0 else { return nil }
    let grid = HEIFGrid(size: size, columns: columns, tiles: tiles, threads: threads)
    let sampling = Mutex<ColourPlanes.Sampling?>(nil)
    let canvases = try grid.decode { tile in
      let planes = try codedPlanes(tile, threads: 1)
      sampling.withLock { $0 = $0 ?? planes?.sampling }
      return planes?.planes
    }
    guard let canvases, let sampling = sampling.withLock({ $0 }) else { return nil }
    return ColourPlanes(sampling: sampling, planes: canvases)
  }
}
