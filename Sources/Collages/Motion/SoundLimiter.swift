internal import Movies

/// Keeps sound below full scale: it becomes softer within 3 ms before a peak, and loud again within a fifth of a second.
struct SoundLimiter {
  /// Samples over which the gain goes in a straight line.
  private static let block = 160
  /// The highest sample that comes out.
  private static let ceiling: Float = 0.97
  /// How much the gain rises in a block at most.
  private static let rise: Float = 1.0 / 60
  private var gain: Float = 1

  /// Limits a piece of whole blocks.
  /// - Parameter next: the piece that follows it.
  mutating func limit(_ sound: inout MovieSound, before next: MovieSound) {
    let count = sound.count / Self.block
    var allowed = (0..<count).map { Self.allowed(sound, $0) }
    allowed.append(Self.allowed(next, 0))
    for number in 0..<count {
      let first = min(gain, allowed[number])
      let last = min(first + Self.rise, allowed[number], allowed[number + 1], 1)
      gain = last
      if first >= 1, last >= 1 { continue }
      for index in 0..<Self.block {
        let share = Float(index) / Float(Self.block)
        let factor = first + (last - first) * share
        sound.left[number * Self.block + index] *= factor
        sound.right[number * Self.block + index] *= factor
      }
    }
  }

  /// The most that a block may be multiplied by.
  private static func allowed(_ sound: MovieSound, _ number: Int) -> Float {
    let range = (number * block)..<min(number * block + block, sound.count)
    guard range.lowerBound < range.upperBound else { return 1 }
    var peak: Float = 0
    for index in range { peak = max(peak, abs(sound.left[index]), abs(sound.right[index])) }
    return peak > ceiling ? ceiling / peak : 1
  }
}
