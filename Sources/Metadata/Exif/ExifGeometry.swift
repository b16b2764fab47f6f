internal import Pixels

/// How the pixels of the original lay, as far as its Exif says.
struct ExifGeometry {
  /// Orientation of the main picture; `.up` where nothing is said.
  var orientation: Orientation
  /// Orientation of the thumbnail; `.up` where nothing is said.
  var thumbnailOrientation: Orientation
  /// Size before turning, where it is said.
  var size: PixelSize?

  init(_ structure: ExifStructure) {
    orientation = Self.orientation(structure.value(.main, ExifTag.orientation))
    thumbnailOrientation = Self.orientation(
      structure.thumbnail?[ExifTag.orientation].flatMap(structure.block.value)
    )
    size =
      Self.size(
        structure.value(.exif, ExifTag.pixelXDimension),
        structure.value(.exif, ExifTag.pixelYDimension)
      )
      ?? Self.size(structure.value(.main, ExifTag.imageWidth), structure.value(.main, ExifTag.imageLength))
  }

  private static func orientation(_ value: ExifValue?) -> Orientation {
    value?.integer().flatMap(Orientation.init(rawValue:)) ?? .up
  }

  private static func size(_ width: ExifValue?, _ height: ExifValue?) -> PixelSize? {
    guard let width = width?.integer(), let height = height?.integer(), width > 0, height > 0 else {
      return nil
    }
    return PixelSize(width: width, height: height)
  }

  /// Whether a copy of this size shows the stored pixels as they lay, so that what was computed from them (thumbnail,
  /// depth) still fits. Where the original does not say its size it can't be known: then no.
  func isUnchanged(in copy: PixelSize) -> Bool { orientation == .up && size == copy }

  /// Values of SubjectArea (2: a point, 3: a circle, 4: a rectangle given by its centre) for the upright copy; nil where
  /// they can't be told: the original's size is unknown, or its container turned it otherwise than Exif says.
  func subjectArea(_ values: [Int], in copy: PixelSize) -> [Int]? {
    guard let size, (2...4).contains(values.count) else { return nil }
    let upright = orientation.swapsSides ? size.transposed : size
    // Rounding of a resize moves a side by less than a pixel.
    let skew = upright.width * copy.height - upright.height * copy.width
    guard abs(skew) <= upright.longEdge * 2, upright.longEdge < 1 << 24, copy.longEdge < 1 << 24 else {
      return nil
    }
    let scale = Double(copy.width) / Double(upright.width)
    let (x, y) = orientation.turned(x: values[0], y: values[1], width: size.width, height: size.height)
    let sides = values.dropFirst(2)
    let result = [x, y] + (orientation.swapsSides ? sides.reversed() : Array(sides))
    return result.map { Int((Double($0) * scale).rounded()) }
  }
}
