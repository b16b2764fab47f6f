internal import Pixels

/// A cell that is being drawn.
final class OpenCell {
  let cell: CollageCell
  private let rows: any PictureRows
  private let corners: RoundedCorners
  private let mixing = LightMixing()
  private var buffer: [UInt8]

  init(_ cell: CollageCell, _ rows: any PictureRows) {
    self.cell = cell
    self.rows = rows
    corners = RoundedCorners(radius: cell.radius, height: cell.rectangle.height)
    buffer = [UInt8](repeating: 0, count: rows.size.width * rows.layout.channelCount)
  }

  /// Draws the next row of the cell into a row of the page, over what stands there.
  /// - Parameters:
  ///   - y: which row of the page it is.
  ///   - layout: of the page: `.rgb`, or `.rgba` where nothing stands there.
  /// - Throws: where the source has no further row.
  func draw(_ y: Int, into page: UnsafeMutableRawBufferPointer, layout: ChannelLayout) throws {
    let frame = cell.rectangle
    let channels = layout.channelCount
    let target = UnsafeMutableRawBufferPointer(
      rebasing: page[(frame.x * channels)..<(frame.right * channels)]
    )
    let coverage = corners.coverage(ofRow: y - frame.y)
    let (rows, mixing) = (rows, mixing)
    try buffer.withUnsafeMutableBytes { bytes in
      try rows.readRow(into: bytes)
      let row = CellRow(
        source: UnsafeRawBufferPointer(bytes),
        sourceChannels: rows.layout.channelCount,
        target: target,
        targetChannels: channels,
        count: frame.width
      )
      row.draw(corners: coverage, mixing)
    }
  }
}

/// A row of a cell on its way into a row of the page.
private struct CellRow {
  let source: UnsafeRawBufferPointer
  let sourceChannels: Int
  let target: UnsafeMutableRawBufferPointer
  let targetChannels: Int
  /// Pixels.
  let count: Int

  /// - Parameter corners: how much of the first pixels is covered, from the left, and of the last, from the right.
  func draw(corners: [Float], _ mixing: LightMixing) {
    for (index, share) in corners.enumerated() {
      drawEdge(index, share, mixing)
      if count - 1 - index > index { drawEdge(count - 1 - index, share, mixing) }
    }
    let inner = corners.count..<max(corners.count, count - corners.count)
    if sourceChannels == 3, targetChannels == 3 {
      let bytes = (inner.lowerBound * 3)..<(inner.upperBound * 3)
      UnsafeMutableRawBufferPointer(rebasing: target[bytes])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[bytes]))
    } else {
      for index in inner { drawPixel(index) }
    }
  }

  /// What is transparent in the source shows the page, mixed on coded values as viewers do.
  @inline(__always)
  private func drawPixel(_ index: Int) {
    let (from, to) = (index &* sourceChannels, index &* targetChannels)
    let alpha = sourceChannels == 4 ? UInt32(source[from &+ 3]) : 255
    if targetChannels == 4 {
      for channel in 0..<3 { target[to &+ channel] = source[from &+ channel] }
      target[to &+ 3] = UInt8(truncatingIfNeeded: alpha)
    } else {
      for channel in 0..<3 {
        let over = UInt32(source[from &+ channel]) &* alpha
        let under = UInt32(target[to &+ channel]) &* (255 &- alpha)
        target[to &+ channel] = UInt8(truncatingIfNeeded: (over &+ under &+ 127) / 255)
      }
    }
  }

  private func drawEdge(_ index: Int, _ share: Float, _ mixing: LightMixing) {
    let to = index * targetChannels
    if targetChannels == 4 {
      drawPixel(index)
      target[to + 3] = UInt8(Float(target[to + 3]) * share + 0.5)
    } else {
      let under = (target[to], target[to + 1], target[to + 2])
      drawPixel(index)
      target[to] = mixing.mixed(target[to], under.0, share: share)
      target[to + 1] = mixing.mixed(target[to + 1], under.1, share: share)
      target[to + 2] = mixing.mixed(target[to + 2], under.2, share: share)
    }
  }
}
