import Collages
import Pixels
import Testing

/// The canvas of a video that phones could not play: smaller, and in its place to the pixel.
@Suite struct VideoSizeTests {
  private func layout(_ canvas: CollageCanvas, _ arrangement: CollageArrangement, _ count: Int) throws
    -> CollageLayout
  {
    var random = CollageTestItems.Random(count)
    var settings = CollageSettings(arrangement: arrangement, canvas: canvas, radius: 40)
    settings.moves = true
    return try CollageLayoutEngine.layout(
      CollageTestItems.photos(count, &random),
      settings,
      limit: CollageTestItems.noLimit
    )
  }

  private func macroblocks(_ size: PixelSize) -> Int { (size.width + 15) / 16 * ((size.height + 15) / 16) }

  @Test(
    arguments: [
      CollageCanvas.width(480), .width(7000), .size(PixelSize(width: 4098, height: 100)),
      .size(PixelSize(width: 5001, height: 3999)), .size(PixelSize(width: 2746, height: 3434)),
      .size(PixelSize(width: 3073, height: 3073)), .size(PixelSize(width: 90, height: 9000)),
    ],
    [CollageArrangement.strip, .mosaic, .grid]
  )
  func `large canvases are scaled`(canvas: CollageCanvas, arrangement: CollageArrangement) throws {
    let isFree = if case .width = canvas { true } else { false }
    if arrangement == .strip, !isFree { return }
    let layout = try layout(canvas, arrangement, isFree ? 20 : 6)
    let (page, video) = (try #require(layout.pages.first), try #require(layout.forVideo.pages.first))
    #expect(layout.forVideo.pages.count == 1 && video.cells.map(\.item) == page.cells.map(\.item))
    #expect(video.size.longEdge <= 4096 && macroblocks(video.size) <= 36_864, "\(video.size)")
    #expect(video.size.width.isMultiple(of: 2) && video.size.height.isMultiple(of: 2))
    if video == page { return }
    // No smaller than it has to be: 0.3 % more would be too much.
    let across = Double(video.size.width) / Double(page.size.width)
    let down = Double(video.size.height) / Double(page.size.height)
    let isInShape =
      (Double(page.size.height) * across - Double(video.size.height)).magnitude <= 2
      || (Double(page.size.width) * down - Double(video.size.width)).magnitude <= 2
    #expect(isInShape, "\(page.size) \(video.size)")
    let larger = PixelSize(
      width: Int(Double(video.size.width) * 1.003) + 2,
      height: Int(Double(video.size.height) * 1.003) + 2
    )
    #expect(larger.longEdge > 4096 || macroblocks(larger) > 36_864, "\(video.size)")
    for (cell, scaled) in zip(page.cells, video.cells) {
      let (still, frame) = (cell.rectangle, scaled.rectangle)
      #expect(scaled.window == cell.window)
      for (edge, position, scale) in [
        (frame.x, still.x, across), (frame.right, still.right, across), (frame.y, still.y, down),
        (frame.bottom, still.bottom, down),
      ] {
        #expect(edge.isMultiple(of: 2))
        #expect((Double(edge) - Double(position) * scale).magnitude <= 1 + 1e-6, "\(edge), \(position)")
      }
      #expect(frame.right <= video.size.width && frame.bottom <= video.size.height)
      #expect(scaled.radius <= min(frame.width, frame.height) / 2)
    }
    for (index, cell) in video.cells.enumerated() {
      for other in video.cells[..<index] {
        let (one, two) = (cell.rectangle, other.rectangle)
        let isApart =
          one.x >= two.right || two.x >= one.right || one.y >= two.bottom || two.y >= one.bottom
        #expect(isApart, "\(one) \(two)")
      }
    }
  }

  @Test func `a canvas that can be played stays as it is`() throws {
    for canvas in [
      CollageCanvas.shape(.portrait), .size(PixelSize(width: 4096, height: 2304)),
      .size(PixelSize(width: 3072, height: 3072)),
    ] {
      let layout = try layout(canvas, .mosaic, 5)
      #expect(layout.forVideo == layout)
    }
  }
}
