/// How busy a frame is around each pixel: 0 where it is smooth, 255 at most. What is put there wrong is seen the less, the
/// busier it is.
final class ActivityMap {
  private let width: Int
  private let height: Int
  private let area: WorkArea<UInt8>
  private let brightness: WorkArea<Int16>
  private let bends: WorkArea<Int16>
  private let columns: WorkArea<Int16>
  /// Row by row from the top.
  var values: UnsafeBufferPointer<UInt8> { area.read }

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    area = WorkArea(count: width * height, of: 0)
    brightness = WorkArea(count: width * height, of: 0)
    bends = WorkArea(count: width * height, of: 0)
    columns = WorkArea(count: width, of: 0)
  }

  /// Sums the second differences of brightness along rows and columns, and takes the mean over 3 x 3 pixels.
  func measure(_ words: UnsafeBufferPointer<UInt32>) {
    let brightness = brightness.values
    for pixel in 0..<words.count {
      let word = words[pixel]
      let sum = (word & 0xFF) &+ 2 &* (word >> 8 & 0xFF) &+ (word >> 16 & 0xFF)
      brightness[pixel] = Int16(truncatingIfNeeded: sum >> 2)
    }
    bend(UnsafeBufferPointer(brightness), bends.values)
    average(bends.read, columns.values, area.values)
  }

  private func bend(_ source: UnsafeBufferPointer<Int16>, _ target: UnsafeMutableBufferPointer<Int16>) {
    for row in 0..<height {
      let line = row &* width
      let above = max(row &- 1, 0) &* width
      let below = min(row &+ 1, height &- 1) &* width
      for column in 0..<width {
        let twice = 2 &* source[line &+ column]
        let left = source[line &+ max(column &- 1, 0)]
        let right = source[line &+ min(column &+ 1, width &- 1)]
        let across = twice &- left &- right
        let down = twice &- source[above &+ column] &- source[below &+ column]
        target[line &+ column] = Self.magnitude(across) &+ Self.magnitude(down)
      }
    }
  }

  private func average(
    _ source: UnsafeBufferPointer<Int16>,
    _ columns: UnsafeMutableBufferPointer<Int16>,
    _ target: UnsafeMutableBufferPointer<UInt8>
  ) {
    for row in 0..<height {
      let line = row &* width
      let above = max(row &- 1, 0) &* width
      let below = min(row &+ 1, height &- 1) &* width
      for column in 0..<width {
        columns[column] =
          source[above &+ column] &+ source[line &+ column] &+ source[below &+ column]
      }
      for column in 0..<width {
        let left = columns[max(column &- 1, 0)]
        let right = columns[min(column &+ 1, width &- 1)]
        let sum = Int32(left) &+ Int32(columns[column]) &+ Int32(right)
        // A ninth, near enough.
        target[line &+ column] = UInt8(truncatingIfNeeded: min((sum &* 57) >> 9, 255))
      }
    }
  }

  @inline(__always)
  private static func magnitude(_ value: Int16) -> Int16 { value < 0 ? 0 &- value : value }
}
