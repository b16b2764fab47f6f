internal import Containers
internal import Messages
internal import Pixels

/// One step from the decoded picture to the upright one (ISO/IEC 23008-12, 6.5.9, 6.5.10, 6.5.12).
enum HEIFTransformation: Hashable, Sendable {
  /// Keeps a part.
  case crop(left: Int, top: Int, size: PixelSize)
  /// Turns or mirrors.
  case turn(Orientation)

  /// The steps that an item's properties ask for, in their order, and the size after them.
  static func steps(of item: HEIFItem, size: PixelSize) throws -> (
    steps: [HEIFTransformation], size: PixelSize
  ) {
    var steps: [HEIFTransformation] = []
    var size = size
    for property in item.properties {
      switch property {
      case .rotation(let quarterTurns):
        let orientation = [Orientation.up, .left, .down, .right][quarterTurns & 3]
        if orientation != .up { steps.append(.turn(orientation)) }
        if orientation.swapsSides { size = size.transposed }
      case .mirror(let axis):
        steps.append(.turn(axis == 0 ? .downMirrored : .upMirrored))
      case .cleanAperture(let aperture):
        let step = try crop(aperture, of: size)
        if case .crop(_, _, let smaller) = step, smaller != size {
          steps.append(step)
          size = smaller
        }
      case .malformed(let type) where ["clap", "irot", "imir"].contains(type):
        throw Problem(.damaged, ["detail": "property \(type)"])
      default: break
      }
    }
    return (steps, size)
  }

  /// The whole pixels of a clean aperture; it reaches no further than the picture.
  ///
  /// The middle of what is kept lies `offset` from the picture's middle, so the first column is
  /// `offset + (size - 1) / 2 - (kept - 1) / 2`, rounded down, as in ISO/IEC 14496-12, 12.1.4.
  private static func crop(_ aperture: HEIFCleanAperture, of size: PixelSize) throws -> HEIFTransformation {
    let (left, width) = try span(kept: aperture.width, offset: aperture.horizontalOffset, of: size.width)
    let (top, height) = try span(kept: aperture.height, offset: aperture.verticalOffset, of: size.height)
    return .crop(left: left, top: top, size: PixelSize(width: width, height: height))
  }

  private static func span(
    kept: HEIFCleanAperture.Fraction,
    offset: HEIFCleanAperture.Fraction,
    of side: Int
  ) throws -> (first: Int, count: Int) {
    guard kept.denominator > 0, offset.denominator > 0 else {
      throw Problem(.damaged, ["detail": "clap with a denominator of 0"])
    }
    // Exact in Double: all numbers have at most 32 bits.
    let keptCount = Double(kept.numerator) / Double(kept.denominator)
    let middle = Double(offset.numerator) / Double(offset.denominator) + Double(side - 1) / 2
    let first = (middle - (keptCount - 1) / 2).rounded(.down)
    let last = (first + keptCount - 1).rounded()
    let clampedFirst = max(0, first)
    let clampedLast = min(Double(side - 1), last)
    guard clampedFirst <= clampedLast else { throw Problem(.damaged, ["detail": "clap keeps nothing"]) }
    return (Int(clampedFirst), Int(clampedLast - clampedFirst) + 1)
  }

  /// Does the step to planes; nil where they can't follow it.
  func apply(to planes: ColourPlanes) -> ColourPlanes? {
    switch self {
    case .crop(let left, let top, let size):
      guard planes.sampling == .grey || planes.sampling == .full || (left % 2 == 0 && top % 2 == 0) else {
        return nil
      }
      let chroma = ColourPlanes.chromaSize(of: size, planes.sampling)
      let cropped = planes.planes.enumerated().map { index, plane in
        let isWhole = index == 0 || planes.sampling == .full
        return plane.cropped(
          left: isWhole ? left : left / 2,
          top: isWhole || planes.sampling == .halvedColumns ? top : top / 2,
          to: index == 0 ? size : chroma
        )
      }
      return ColourPlanes(sampling: planes.sampling, planes: cropped)
    case .turn(let orientation): return planes.oriented(orientation)
    }
  }

  /// Does the step.
  func apply(to buffer: PixelBuffer) -> PixelBuffer {
    switch self {
    case .crop(let left, let top, let size): buffer.cropped(left: left, top: top, to: size)
    case .turn(let orientation): buffer.oriented(orientation)
    }
  }
}

extension PixelBuffer {
  /// The part whose upper left pixel is at (`left`, `top`); it must lie inside of the picture.
  func cropped(left: Int, top: Int, to size: PixelSize) -> PixelBuffer {
    precondition(left >= 0 && top >= 0 && left + size.width <= self.size.width)
    precondition(top + size.height <= self.size.height)
    var cropped: [UInt8] = []
    cropped.reserveCapacity(size.width * size.height * bytesPerPixel)
    for row in top..<(top + size.height) {
      let start = row * bytesPerRow + left * bytesPerPixel
      cropped.append(contentsOf: bytes[start..<(start + size.width * bytesPerPixel)])
    }
    return PixelBuffer(size: size, layout: layout, depth: depth, bytes: cropped)
  }
}
