internal import Pixels

/// The room that an arrangement fills, in real numbers.
struct LayoutBox {
  /// Columns inside the margins.
  let width: Double
  /// Rows inside the margins; nil: as many as the content takes.
  let height: Double?
  /// Between cells.
  let gap: Double

  /// How high a free canvas had best be for its width, were all layouts alike: the 3:4 of the default canvas.
  var preferredHeight: Double { height ?? width * 4 / 3 }

  /// How far a height is from the preferred one: the squared logarithm of their ratio.
  func distance(_ height: Double) -> Double {
    let logarithm = (height / preferredHeight).logarithm()
    return logarithm * logarithm
  }
}

/// What an arrangement found: the cuts, and the height that fits them where that is free.
struct Arranged {
  var tree: SlicingTree
  var height: Double
}
