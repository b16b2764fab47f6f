internal import Pixels

extension CollageSource {
  /// The sources, looked at where a layout cuts them and nothing is known of what they show: laid out once more, their cells
  /// show what there is to see. The same photos always give the same.
  ///
  /// Each photo that is looked at is decoded once, as small as its format allows.
  ///
  /// - Parameter threads: the most that a decoder may use, at least 1.
  public static func lookedAt(_ sources: [CollageSource], for layout: CollageLayout, threads: Int)
    -> [CollageSource]
  {
    var result = sources
    for cell in layout.cells where cell.crop > leastCrop && sources.indices.contains(cell.item) {
      result[cell.item] = sources[cell.item].lookedAt(threads: threads)
    }
    return result
  }

  /// What is cut off at least where a better place of the window can be seen.
  private static let leastCrop = 0.04

  private func lookedAt(threads: Int) -> CollageSource {
    guard problem == nil, item.focusRegions.isEmpty, item.focusPoint == nil, item.saliency == nil else {
      return self
    }
    let small = item.size.fitting(longEdge: SaliencyMap.longEdge)
    let pictures = CellPictures(profile: ICCProfile.sRGB(), isSRGB: true, threads: threads)
    // A photo that can't be decoded is told of when it is drawn.
    guard let picture = try? PixelBuffer(reading: pictures.rows(.whole(item: 0, small), of: self)) else {
      return self
    }
    var item = item
    item.saliency = SaliencyMap(picture).saliency
    return with(item)
  }
}

extension CollageCell {
  /// All of a source in a size.
  static func whole(item: Int, _ size: PixelSize) -> CollageCell {
    CollageCell(
      item: item,
      rectangle: CollageRectangle(x: 0, y: 0, width: size.width, height: size.height),
      window: .whole,
      radius: 0
    )
  }
}
