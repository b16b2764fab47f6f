import Collages
import Containers
import Files
import Foundation
import Pixels
import StillImages
import TestSupport
import Testing

/// Collages of made photos, beside pictures that were looked at: all layouts, small.
@Suite struct GoldenPictureTests {
  private func sources(_ workshop: CollageWorkshop) throws -> [CollageSource] {
    let pictures: [(Int, Int)] = [(400, 300), (300, 400), (300, 300), (480, 270), (400, 300), (270, 480)]
    var sources = try pictures.enumerated().map { index, size in
      let picture =
        index == 2
        ? CollageWorkshop.quarters(size.0, size.1) : CollageWorkshop.landscape(index, size.0, size.1)
      let turns: [Orientation] = [.up, .right, .up, .down, .upMirrored, .left]
      let orientation = turns[index]
      let back: Orientation = orientation == .right ? .left : orientation == .left ? .right : orientation
      return CollageWorkshop.open(
        try workshop.photo("\(index).jpg", picture.oriented(back), format: .jpeg, orientation: orientation)
      )
    }
    sources.append(CollageWorkshop.open(workshop.folder.path.appending("missing.jpg")))
    return sources
  }

  @Test(arguments: CollageArrangement.allCases) func layouts(_ arrangement: CollageArrangement) throws {
    let workshop = try CollageWorkshop()
    let settings = CollageSettings(
      arrangement: arrangement,
      canvas: arrangement == .strip ? .width(96) : .size(PixelSize(width: 180, height: 240)),
      gap: 4,
      radius: arrangement == .mosaic ? 8 : 0,
      background: arrangement == .grid ? .blur : .white
    )
    let (picture, _, painter) = try CollageWorkshop.paint(try sources(workshop), settings)
    #expect(painter.failures.isEmpty)
    try GoldenPicture.expect(picture, "\(arrangement.rawValue).png")
  }
}
