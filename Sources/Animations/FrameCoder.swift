internal import Pixels

/// Makes frames of a file out of pictures: what has changed, its colours, its codes.
final class FrameCoder {
  private let settings: GIFEncodingSettings
  private let size: PixelSize
  private let limits: LossLimits
  private let canvas: Canvas
  private let mask: WorkArea<UInt8>
  private let mapped: WorkArea<UInt8>
  private let activity: ActivityMap
  private let mapper: ColourMapper
  private let chooser: PaletteChooser
  private let choices: PixelChoices
  private let lzw: LZWEncoder
  private var isFirst = true
  /// Whether the frame before is taken away when its time is over: the next one is then seen even if it paints nothing.
  private var isTakenAway = false

  /// The colours of the first frame, which are those of the file.
  var commonPalette: [UInt32] { chooser.common?.colours ?? [] }

  init(size: PixelSize, settings: GIFEncodingSettings) {
    self.size = size
    self.settings = settings
    let count = size.width * size.height
    limits = LossLimits(quality: settings.quality)
    canvas = Canvas(width: size.width, height: size.height)
    mask = WorkArea(count: count, of: 0)
    mapped = WorkArea(count: count, of: 0)
    activity = ActivityMap(width: size.width, height: size.height)
    mapper = ColourMapper(width: size.width)
    chooser = PaletteChooser(limit: min(max(settings.colourCount, 2), 256) - 1)
    choices = PixelChoices(pixelCount: count)
    lzw = LZWEncoder(pixelCount: count)
  }

  /// Codes a frame.
  /// - Parameter next: the one after it: where that shows nothing and this does, this one has to be taken away.
  /// - Returns: nil if the frame looks like the one before and nothing is to be taken away.
  func code(_ frame: PackedFrame, before next: PackedFrame?) -> CodedFrame? {
    let cleared = next.map { boxToClear(frame, before: $0) } ?? .empty
    return frame.words.withUnsafeBufferPointer { words in
      let changed = canvas.markChanges(in: words, tolerance: limits.hold, mask.values)
      var box = isFirst ? whole : changed.union(cleared)
      if box.isEmpty, isTakenAway { box = FrameBox(left: 0, top: 0, right: 1, bottom: 1) }
      guard !box.isEmpty else { return nil }
      defer { isFirst = false }
      let palette = chooser.palette(for: words, where: mask.read)
      map(words, box, palette)
      let codes = choose(words, box, palette)
      isTakenAway = !cleared.isEmpty
      if isTakenAway { canvas.clear(box) }
      return CodedFrame(
        box: box,
        palette: palette === chooser.common ? nil : palette.colours + [0],
        transparentIndex: palette.colours.count,
        disposal: isTakenAway ? .clear : .keep,
        codes: codes
      )
    }
  }

  private var whole: FrameBox { FrameBox(left: 0, top: 0, right: size.width, bottom: size.height) }

  /// Around the pixels that are shown now and will not be.
  private func boxToClear(_ frame: PackedFrame, before next: PackedFrame) -> FrameBox {
    guard next.hasClearPixels else { return .empty }
    for (pixel, word) in frame.words.enumerated() {
      mask.values[pixel] = word != 0 && next.words[pixel] == 0 ? 1 : 0
    }
    return FrameBox(of: mask.read, width: size.width)
  }

  private func map(_ words: UnsafeBufferPointer<UInt32>, _ box: FrameBox, _ palette: FramePalette) {
    activity.measure(words)
    if palette.isExact || settings.dithering == .none {
      mapper.map(words, mask.read, in: box, to: palette.nearest, mapped.values)
    } else {
      mapper.mapDithering(
        words,
        mask.read,
        in: box,
        activity: activity.values,
        to: palette.nearest,
        mapped.values
      )
    }
  }

  private func choose(
    _ words: UnsafeBufferPointer<UInt32>,
    _ box: FrameBox,
    _ palette: FramePalette
  ) -> [UInt8] {
    let transparent = palette.colours.count
    choices.gather(
      PixelChoices.Sources(
        words: words,
        shown: canvas.shown,
        mask: mask.read,
        activity: activity.values,
        mapped: mapped.read,
        width: size.width
      ),
      in: box,
      neighbours: palette.neighbours,
      transparentIndex: transparent,
      slack: limits.slack(paletteError: palette.meanError)
    )
    let bits = CodedFrame.indexBits(colourCount: transparent + 1)
    let codes = lzw.encode(choices, count: box.width * box.height, leastBits: max(2, bits))
    canvas.paint(
      lzw.chosen.read,
      in: box,
      palette: palette.neighbours.palette,
      transparentIndex: transparent,
      source: words,
      mask: mask.read
    )
    return codes
  }
}
