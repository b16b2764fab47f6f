/// Lengths of a collage in its own pixels.
struct CollageSpacing {
  /// Between cells; even, so that the edges of all cells are.
  let gap: Int
  /// Around all cells; even.
  let margin: Int
  /// Radius of the cells' corners.
  let radius: Int
}

extension CollageSettings {
  private var boundedScale: Int { min(max(scale, Self.scales.lowerBound), Self.scales.upperBound) }

  /// The lengths; negative ones and those beyond `lengths` are brought within.
  var spacing: CollageSpacing {
    let shortEdge = min(canvas.width, canvas.height ?? canvas.width)
    let gap = gap ?? Self.even((shortEdge + 99) / 100)
    return CollageSpacing(
      gap: Self.even(scaled(gap)),
      margin: Self.even(scaled(margin ?? gap)),
      radius: scaled(radius)
    )
  }

  private func scaled(_ length: Int) -> Int {
    min(max(length, Self.lengths.lowerBound), Self.lengths.upperBound) * boundedScale
  }

  /// The canvas's columns.
  var width: Int { side(canvas.width) }
  /// The canvas's rows; nil where the content decides.
  var height: Int? { canvas.height.map(side) }

  private func side(_ length: Int) -> Int {
    let bounded = min(max(length, CollageCanvas.sides.lowerBound), CollageCanvas.sides.upperBound)
    return moves ? Self.even(bounded * boundedScale) : bounded * boundedScale
  }

  /// The next even number upwards.
  static func even(_ number: Int) -> Int { number + number & 1 }
}
