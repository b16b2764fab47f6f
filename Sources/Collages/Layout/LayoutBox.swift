internal import Pixels

/// The room that an arrangement fills, in real numbers.
struct LayoutBox {
  /// Columns inside the margins.
  let width: Double
  /// Rows inside the margins; nil: as many as the content takes.
  let height: Double?
  /// Between cells.
  let gap: Double

  /// The height, or how high a free box had best be if nothing else decided.
  let preferredHeight: Double

  /// Makes a box; a free one is best as the default canvas is, 3:4.
  init(width: Double, height: Double?, gap: Double, preferredHeight: Double? = nil) {
    self.width = width
    self.height = height
    self.gap = gap
    self.preferredHeight = height ?? preferredHeight ?? width * 4 / 3
  }

  /// How far a height is from the preferred one: the squared logarithm of their ratio.
  func distance(_ height: Double) -> Double {
    let logarithm = (height / preferredHeight).logarithm()
    return logarithm * logarithm
  }
}

/// What an arrangement found.
struct Arranged {
  /// The cuts.
  var tree: SlicingTree
  /// The height that fits them.
  var height: Double
  /// How good it is beside others of the same kind: the least is the best.
  var cost: Double
}
