/// All that decides the geometry of a collage. Lengths are pixels of scale 1.
public struct CollageSettings: Hashable, Sendable {
  /// How cells are arranged.
  public var arrangement: CollageArrangement
  /// The canvas.
  public var canvas: CollageCanvas
  /// What all lengths are multiplied by, 1...3.
  public var scale: Int
  /// Between cells; nil: 1 % of the canvas's short edge. In the collage it is the next even number.
  public var gap: Int?
  /// Around all cells; nil: as the gap.
  public var margin: Int?
  /// Radius of the cells' corners; in a small cell, half of its short edge.
  public var radius: Int
  /// What lies around the cells.
  public var background: CollageBackground
  /// The order of the photos.
  public var order: CollageOrder
  /// The number of the hero among the photos as they were given, from 1; nil: the first in order.
  public var hero: Int?
  /// What should stand in the middle of every photo that does not say so itself.
  public var focusPoint: CollagePoint?
  /// Whether a video is made of the collage too: its canvas gets even sides, upwards.
  public var moves: Bool

  /// How many photos a collage has.
  public static let counts = 2...30
  /// What `scale` may be.
  public static let scales = 1...3
  /// What gap, margin and radius may be.
  public static let lengths = 0...100_000

  /// Makes settings.
  public init(
    arrangement: CollageArrangement = .mosaic,
    canvas: CollageCanvas = .shape(.portrait),
    scale: Int = 1,
    gap: Int? = nil,
    margin: Int? = nil,
    radius: Int = 0,
    background: CollageBackground = .white,
    order: CollageOrder = .given,
    hero: Int? = nil,
    focusPoint: CollagePoint? = nil,
    moves: Bool = false
  ) {
    self.arrangement = arrangement
    self.canvas = canvas
    self.scale = scale
    self.gap = gap
    self.margin = margin
    self.radius = radius
    self.background = background
    self.order = order
    self.hero = hero
    self.focusPoint = focusPoint
    self.moves = moves
  }

  /// The settings by name, as they stand in a recipe: equal settings, equal values.
  public var recipeValues: [String: String] {
    var values = [
      "layout": arrangement.rawValue, "canvas": canvas.text, "scale": "\(scale)", "gap": "\(spacing.gap)",
      "margin": "\(spacing.margin)", "radius": "\(spacing.radius)", "background": background.text,
      "order": order.rawValue,
    ]
    values["hero"] = hero.map(String.init)
    values["focusPoint"] = focusPoint.map { "\($0.x),\($0.y)" }
    values["moves"] = moves ? "true" : nil
    return values
  }
}
