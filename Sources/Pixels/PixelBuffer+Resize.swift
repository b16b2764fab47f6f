internal import Messages

extension PixelSize {
  /// The size with the longer side at most `limit`, in proportion, rounded, each side at least 1; never
  /// larger.
  public func fitting(longEdge limit: Int) -> PixelSize {
    guard limit >= 1, longEdge > limit else { return self }
    let scale = Double(limit) / Double(longEdge)
    return PixelSize(
      width: max(1, min(limit, Int((Double(width) * scale).rounded()))),
      height: max(1, min(limit, Int((Double(height) * scale).rounded())))
    )
  }
}

extension PixelBuffer {
  /// The picture in another size, by libzimg: a cubic filter (Mitchell and Netravali), which becomes an
  /// average over all pixels that fall into one where the picture gets smaller. Edges are mirrored. Colours
  /// count by their alpha, so that what lies behind transparency does not bleed.
  ///
  /// - Parameters:
  ///   - target: the new size, both sides at least 1.
  ///   - linearLight: whether to mix light instead of coded values, by sRGB's curve whatever the profile says
  ///     (other curves of standard range are near it): fine bright detail keeps its brightness. Coded values
  ///     are the better choice for PQ, which sRGB's curve is far from.
  /// - Throws: `internal` where libzimg fails or the size is not one.
  public func resized(to target: PixelSize, linearLight: Bool = true) throws -> PixelBuffer {
    if target == size { return self }
    guard target.width >= 1, target.height >= 1, size.width >= 1, size.height >= 1, target.pixelCount != nil
    else {
      throw Problem(.internalError, ["detail": "resize to \(target.width) x \(target.height)"])
    }
    let graph = try ZimgGraph(from: size, to: target, layout: layout)
    let work = ResizeWork(self, to: target, linearLight: linearLight, rows: try graph.bufferedRows())
    try graph.process(work)
    return PixelBuffer(size: target, layout: layout, depth: depth, bytes: work.result)
  }
}
