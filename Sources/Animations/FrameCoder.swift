internal import Pixels

/// Makes frames of a file out of pictures: what has changed, its colours, its codes.
final class FrameCoder {
  private let settings: GIFEncodingSettings
  private let size: PixelSize
  private var canvas: Canvas
  private var mask: [UInt8]
  private var indices: [UInt8] = []
  private let histogram = ColourHistogram()
  private let lzw = LZWEncoder()
  /// The colours of the first frame, which are those of the file.
  private(set) var commonPalette: [UInt32] = []

  init(size: PixelSize, settings: GIFEncodingSettings) {
    self.size = size
    self.settings = settings
    canvas = Canvas(width: size.width, height: size.height)
    mask = [UInt8](repeating: 0, count: size.width * size.height)
  }

  /// Codes a frame.
  /// - Parameter next: the one after it: where that shows nothing and this does, this one has to be taken away.
  /// - Returns: nil if nothing is to be painted or taken away.
  func code(_ frame: PackedFrame, before next: PackedFrame?) -> CodedFrame? {
    canvas.markChanges(in: frame.words, tolerance: 0, &mask)
    let cleared = next.map { boxToClear(frame, before: $0) } ?? .empty
    let isFirst = commonPalette.isEmpty
    let whole = FrameBox(left: 0, top: 0, right: size.width, bottom: size.height)
    let box =
      isFirst
      ? whole : FrameBox(of: mask, width: size.width, height: size.height).union(cleared)
    guard !box.isEmpty else { return nil }
    let palette = choosePalette(frame)
    if isFirst { commonPalette = palette }
    let transparent = palette.count
    map(frame, box, palette, transparent: transparent)
    let bits = CodedFrame.indexBits(colourCount: palette.count + 1)
    let codes = lzw.encode(indices, leastBits: max(2, bits))
    canvas.paint(
      indices,
      in: box,
      palette: palette,
      transparentIndex: transparent,
      source: frame.words
    )
    if !cleared.isEmpty { canvas.clear(box) }
    return CodedFrame(
      box: box,
      palette: isFirst ? nil : palette + [0],
      transparentIndex: transparent,
      disposal: cleared.isEmpty ? .keep : .clear,
      codes: codes
    )
  }

  /// Around the pixels that are shown now and will not be.
  private func boxToClear(_ frame: PackedFrame, before next: PackedFrame) -> FrameBox {
    guard next.hasClearPixels else { return .empty }
    let goes = zip(frame.words, next.words).map { now, then in UInt8(now != 0 && then == 0 ? 1 : 0) }
    return FrameBox(of: goes, width: size.width, height: size.height)
  }

  private func choosePalette(_ frame: PackedFrame) -> [UInt32] {
    let limit = max(1, settings.colourCount - 1)
    histogram.count(frame.words, where: mask, distinctLimit: limit)
    if !histogram.distinctColours.isEmpty { return histogram.distinctColours }
    let palette = PaletteMaker.palette(of: histogram.cells, limit: limit)
    return palette.isEmpty ? [PackedFrame.opaque] : palette
  }

  private func map(_ frame: PackedFrame, _ box: FrameBox, _ palette: [UInt32], transparent: Int) {
    let nearest = NearestColour(palette)
    indices.removeAll(keepingCapacity: true)
    for row in box.top..<box.bottom {
      for pixel in (row * size.width + box.left)..<(row * size.width + box.right) {
        indices.append(UInt8(mask[pixel] == 0 ? transparent : nearest.index(of: frame.words[pixel])))
      }
    }
  }
}
