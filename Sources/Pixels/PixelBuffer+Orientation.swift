extension PixelBuffer {
  /// The picture turned and mirrored so that it is upright: what `orientation` asks for, done to the pixels.
  public func oriented(_ orientation: Orientation) -> PixelBuffer {
    if orientation == .up { return self }
    let target = orientation.swapsSides ? size.transposed : size
    let walk = SourceWalk(orientation, size)
    let result = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
      bytes.withUnsafeBytes { source in
        guard let from = source.baseAddress, let start = buffer.baseAddress else { return }
        let to = UnsafeMutableRawPointer(start)
        // One loop a pixel size: a whole pixel is moved at once.
        switch bytesPerPixel {
        case 1: walk.copy(UInt8.self, from, to, target)
        case 2: walk.copy(UInt16.self, from, to, target)
        case 3: walk.copy(ThreeBytes.self, from, to, target)
        case 4: walk.copy(UInt32.self, from, to, target)
        case 6: walk.copy(ThreeWords.self, from, to, target)
        default: walk.copy(UInt64.self, from, to, target)
        }
      }
      count = bytes.count
    }
    return PixelBuffer(size: target, layout: layout, depth: depth, bytes: result)
  }
}

/// A pixel of three bytes.
private struct ThreeBytes: BitwiseCopyable {
  var red, green, blue: UInt8
}

/// A pixel of three 16-bit samples.
private struct ThreeWords: BitwiseCopyable {
  var red, green, blue: UInt16
}

/// Where in the source the pixels of the upright picture come from, in pixels: the first, and the steps to
/// the right and down.
private struct SourceWalk {
  var start: Int
  var rightStep: Int
  var downStep: Int

  /// The mapping of Exif 2.32, table "Orientation": value 6, for one, says that row 0 of the stored picture
  /// is the right side of the scene.
  init(_ orientation: Orientation, _ size: PixelSize) {
    let (width, height) = (size.width, size.height)
    let lastRow = (height - 1) * width
    (start, rightStep, downStep) =
      switch orientation {
      case .up: (0, 1, width)
      case .upMirrored: (width - 1, -1, width)
      case .down: (lastRow + width - 1, -1, -width)
      case .downMirrored: (lastRow, 1, -width)
      case .leftMirrored: (0, width, 1)
      case .right: (lastRow, -width, 1)
      case .rightMirrored: (lastRow + width - 1, -width, -1)
      case .left: (width - 1, width, -1)
      }
  }

  /// Pixels on a side of the squares that are done one after the other: their rows of both pictures stay in
  /// the cache, which makes turning a large picture several times faster.
  private static let square = 64

  /// Fills the target picture, whose rows are packed.
  @inline(__always)
  func copy<Pixel: BitwiseCopyable>(
    _ type: Pixel.Type,
    _ from: UnsafeRawPointer,
    _ to: UnsafeMutableRawPointer,
    _ target: PixelSize
  ) {
    let pixelBytes = MemoryLayout<Pixel>.size
    let step = rightStep &* pixelBytes
    // A mirrored row is read in order anyway.
    let square = abs(rightStep) == 1 ? max(target.width, 1) : Self.square
    var top = 0
    while top < target.height {
      let bottom = min(top &+ Self.square, target.height)
      var left = 0
      while left < target.width {
        let right = min(left &+ square, target.width)
        for y in top..<bottom {
          var read = from + (start &+ y &* downStep &+ left &* rightStep) &* pixelBytes
          var write = to + (y &* target.width &+ left) &* pixelBytes
          for _ in left..<right {
            write.storeBytes(of: read.loadUnaligned(as: type), as: type)
            write += pixelBytes
            read += step
          }
        }
        left = right
      }
      top = bottom
    }
  }
}
