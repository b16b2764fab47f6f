/// A palette with what is needed to use it.
final class FramePalette {
  /// The colours; the transparent index comes after them.
  let colours: [UInt32]
  let nearest: NearestColour
  let neighbours: PaletteNeighbours
  /// Whether the frame's pixels have no other colours.
  let isExact: Bool
  /// Mean distance of the pixels it was made for.
  let meanError: Double

  init(_ colours: [UInt32], isExact: Bool, cells: [ColourHistogram.Cell]) {
    self.colours = colours.isEmpty ? [PackedFrame.opaque] : colours
    self.isExact = isExact
    nearest = NearestColour(self.colours)
    neighbours = PaletteNeighbours(self.colours)
    meanError = nearest.meanError(of: cells)
  }
}

/// Finds the palette of each frame. A new one takes bytes and time, so that the last one, and above all that of the file,
/// which takes no bytes, stays as long as it is hardly worse.
final class PaletteChooser {
  /// How much worse than a new one a palette may be.
  private static let tolerance = 1.1
  /// Below this, about half a level, it does not matter.
  private static let leastError = 2.0

  /// From so many colours on a table of their own takes more bytes than is saved by shorter indices into it.
  private static let sharedCount = 16

  private let limit: Int
  private let histogram = ColourHistogram()
  /// The palette of the first frame, which is that of the file.
  private(set) var common: FramePalette?
  private var last: FramePalette?

  /// - Parameter limit: colours besides the transparent one.
  init(limit: Int) { self.limit = limit }

  /// The palette for what is to be painted of a frame.
  func palette(
    for words: UnsafeBufferPointer<UInt32>,
    where mask: UnsafeBufferPointer<UInt8>
  ) -> FramePalette {
    histogram.count(words, where: mask, distinctLimit: limit)
    let palette = choose()
    if common == nil { common = palette }
    last = palette
    return palette
  }

  private func choose() -> FramePalette {
    let cells = histogram.cells
    guard histogram.distinctColours.isEmpty else {
      if let common, histogram.distinctColours.count >= Self.sharedCount,
        common.nearest.hasAll(histogram.distinctColours)
      {
        return common
      }
      return FramePalette(histogram.distinctColours, isExact: true, cells: [])
    }
    let used = [common, last].compactMap { $0 }.filter { !$0.isExact }
    for palette in used where palette.nearest.meanError(of: cells) <= Self.allowed(palette.meanError) {
      return palette
    }
    let new = FramePalette(PaletteMaker.palette(of: cells, limit: limit), isExact: false, cells: cells)
    if let common, !common.isExact, common.nearest.meanError(of: cells) <= Self.allowed(new.meanError) {
      return common
    }
    return new
  }

  private static func allowed(_ error: Double) -> Double { max(error * tolerance, leastError) }
}

extension NearestColour {
  /// Whether the palette has these very colours.
  func hasAll(_ colours: [UInt32]) -> Bool { colours.allSatisfy { palette[index(of: $0)] == $0 } }

  /// How far the colours of cells lie from the nearest ones, on average over all pixels.
  func meanError(of cells: [ColourHistogram.Cell]) -> Double {
    var (sum, count) = (0.0, 0.0)
    for cell in cells {
      let word = UInt32(cell.red + 0.5) | UInt32(cell.green + 0.5) << 8 | UInt32(cell.blue + 0.5) << 16
      sum += Double(ColourDistance.between(word, palette[index(of: word)])) * Double(cell.count)
      count += Double(cell.count)
    }
    return count > 0 ? sum / count : 0
  }
}
