internal import Containers
internal import Metadata
internal import Pixels

/// What a photo's metadata say of where to look.
struct CollageFocus {
  /// Faces, the largest first.
  let regions: [CollageRegion]
  /// Where the camera focused; nil where faces tell more, or nothing is said.
  let point: CollagePoint?

  /// How much of its sides is added around a face, whose box ends at chin and forehead.
  private static let surrounding = 0.2
  /// A focus nearer to the middle than this says only that nobody chose one.
  private static let middle = 0.04

  /// - Parameter size: of the upright picture.
  init(_ blocks: MetadataBlocks, size: PixelSize) {
    let found = PictureRegionReader.read(blocks, size: size)
    let faces = found.filter { $0.kind == .face || $0.kind == .pet }.sorted {
      $0.area.width * $0.area.height > $1.area.width * $1.area.height
    }
    regions = faces.map { Self.region($0.area) }
    let focus = found.first { $0.kind == .focus }.map { region in
      CollagePoint(x: region.area.x + region.area.width / 2, y: region.area.y + region.area.height / 2)
    }
    let isChosen = focus.map { max(abs($0.x - 0.5), abs($0.y - 0.5)) > Self.middle } ?? false
    point = faces.isEmpty && isChosen ? focus : nil
  }

  private static func region(_ area: PictureArea) -> CollageRegion {
    let (aside, above) = (area.width * surrounding, area.height * surrounding)
    return CollageRegion(
      CollagePoint(x: area.x - aside, y: area.y - above),
      CollagePoint(x: area.x + area.width + aside, y: area.y + area.height + above)
    )
  }
}
