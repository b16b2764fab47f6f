internal import Movies
internal import Pixels

/// A collage's plan for machines, `shiying collage --plan`: one object, to which fields may be added later.
///
/// - `v`: 1; `type`: "plan"
/// - `layout`: "mosaic", "grid", "rows", "hero" or "strip"; `gap`, `margin`: pixels; `background`: as `--background` takes it
/// - `mean_crop`, `worst_crop`: the share of the photos that is cut off, 0...1
/// - `pages`: from the first to the last, each with `width` and `height` in pixels and `cells` in the order of the photos:
///   - `source`: as in items of shiying-events(5); `number`: which of the photos as they were given, from 1
///   - `x`, `y`, `width`, `height`: pixels of the page; `radius`: of the corners
///   - `crop`: the part of the upright photo that is seen: `x`, `y`, `width`, `height` in fractions of its sides, to six
///     decimals
/// - `motion` where the collage moves: `kind`: "together", "relay" or "focus"; `frames`, `frames_per_second`, `seconds`;
///   `bit_rate`; `hero` and `moving`: numbers of photos
public struct CollagePlan<Source: Encodable>: Encodable {
  let v = 1
  let type = "plan"
  let layout: CollageArrangement
  let gap, margin: Int
  let background: String
  let mean_crop, worst_crop: Double
  let pages: [Page]
  let motion: Motion?

  struct Page: Encodable {
    let width, height: Int
    let cells: [Cell]
  }

  struct Cell: Encodable {
    let source: Source
    let number: Int
    let x, y, width, height, radius: Int
    let crop: Crop
  }

  struct Crop: Encodable {
    let x, y, width, height: Double
  }

  struct Motion: Encodable {
    let kind: CollageMotionKind
    let frames: Int
    let frames_per_second: Int32
    let seconds: Double
    let bit_rate: Int
    let hero: Int
    let moving: [Int]
  }

  /// The plan of a layout, and of its motion where it has one.
  ///
  /// - Parameter source: how an item, by its index as given, stands in the plan.
  public init(_ layout: CollageLayout, motion: CollageMotion?, source: (Int) -> Source) {
    self.layout = layout.arrangement
    (gap, margin) = (layout.gap, layout.margin)
    background = layout.background.text
    (mean_crop, worst_crop) = (Self.rounded(layout.meanCrop), Self.rounded(layout.worstCrop))
    pages = layout.pages.map { page in
      let cells = page.cells.map { Self.cell($0, source($0.item)) }
      return Page(width: page.size.width, height: page.size.height, cells: cells)
    }
    let cells = layout.cells
    self.motion = motion.flatMap { motion in
      layout.pages.first.map { page in
        Motion(
          kind: motion.kind,
          frames: motion.frameCount,
          frames_per_second: CollageMotion.framesPerSecond,
          seconds: Self.rounded(motion.duration.seconds),
          bit_rate: CollageMotion.bitRate(for: page.size),
          hero: cells[motion.hero].item + 1,
          moving: motion.movingCells.map { cells[$0].item + 1 }
        )
      }
    }
  }

  private static func cell(_ cell: CollageCell, _ source: Source) -> Cell {
    let (frame, window) = (cell.rectangle, cell.window)
    return Cell(
      source: source,
      number: cell.item + 1,
      x: frame.x,
      y: frame.y,
      width: frame.width,
      height: frame.height,
      radius: cell.radius,
      crop: Crop(
        x: rounded(window.x.value),
        y: rounded(window.y.value),
        width: rounded(window.width.value),
        height: rounded(window.height.value)
      )
    )
  }

  /// Six decimals: finer than any picture has columns.
  private static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
}
