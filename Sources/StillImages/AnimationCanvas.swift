internal import Pixels

/// What a viewer of an animation shows: each frame drawn over what the ones before it left.
///
/// The canvas is transparent at first, and where a frame is cleared away, whatever background colour the file names.
struct AnimationCanvas {
  /// What becomes of a frame when its time is over.
  enum Disposal: Sendable {
    /// It stays.
    case keep
    /// Its place becomes transparent.
    case clear
    /// What was there before it comes back.
    case restore
  }

  private struct Place {
    var columns: Range<Int>
    var rows: Range<Int>
  }

  private let size: PixelSize
  /// RGBA, straight.
  private var bytes: [UInt8]
  private var toClear: Place?
  private var toRestore: [UInt8]?

  /// A transparent canvas.
  init(size: PixelSize) {
    self.size = size
    bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
  }

  /// The canvas as it is now; without alpha where nothing of it is transparent.
  var shown: PixelBuffer {
    let picture = PixelBuffer(size: size, layout: .rgba, depth: .eight, bytes: bytes)
    return picture.isOpaque ? picture.converted(to: .rgb) : picture
  }

  /// Does away with the frame before, as it asked, and draws one; what lies outside the canvas is cut off.
  ///
  /// - Parameters:
  ///   - picture: 8-bit RGBA.
  ///   - blends: whether it is laid over what is there, or takes its place with all its transparency.
  ///   - disposal: what becomes of it before the next one.
  mutating func draw(_ picture: PixelBuffer, left: Int, top: Int, blends: Bool, disposal: Disposal) {
    if let place = toClear { clear(place) }
    if let before = toRestore { bytes = before }
    (toClear, toRestore) = (nil, nil)
    let columns = min(left, size.width)..<min(left + picture.size.width, size.width)
    let rows = min(top, size.height)..<min(top + picture.size.height, size.height)
    let place = Place(columns: columns, rows: rows)
    switch disposal {
    case .keep: break
    case .clear: toClear = place
    case .restore: toRestore = bytes
    }
    let width = size.width
    picture.bytes.withUnsafeBufferPointer { source in
      bytes.withUnsafeMutableBufferPointer { target in
        for row in place.rows {
          var from = (row &- top) &* picture.size.width &* 4
          var to = (row &* width &+ place.columns.lowerBound) &* 4
          for _ in place.columns {
            Self.lay(source, from, target, to, blends: blends)
            from &+= 4
            to &+= 4
          }
        }
      }
    }
  }

  /// One pixel over another, both with straight alpha.
  @inline(__always)
  private static func lay(
    _ source: UnsafeBufferPointer<UInt8>,
    _ from: Int,
    _ target: UnsafeMutableBufferPointer<UInt8>,
    _ to: Int,
    blends: Bool
  ) {
    let alpha = Int(source[from &+ 3])
    if blends && alpha == 0 { return }
    if !blends || alpha == 255 || target[to &+ 3] == 0 {
      for channel in 0..<4 { target[to &+ channel] = source[from &+ channel] }
      return
    }
    let below = Int(target[to &+ 3]) &* (255 &- alpha)
    let whole = alpha &* 255 &+ below
    for channel in 0..<3 {
      let sum =
        Int(source[from &+ channel]) &* alpha &* 255 &+ Int(target[to &+ channel]) &* below
      target[to &+ channel] = UInt8(truncatingIfNeeded: (sum &+ whole / 2) / whole)
    }
    target[to &+ 3] = UInt8(truncatingIfNeeded: (whole &+ 127) / 255)
  }

  private mutating func clear(_ place: Place) {
    for row in place.rows {
      let start = row * size.width * 4
      for index in (start + place.columns.lowerBound * 4)..<(start + place.columns.upperBound * 4) {
        bytes[index] = 0
      }
    }
  }
}
