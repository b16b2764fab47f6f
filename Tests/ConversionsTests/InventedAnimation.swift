@testable import Conversions
import Messages
import Pixels

/// A source whose frames are told apart by their shade, and which remembers what was asked of it.
final class InventedAnimation: AnimationSource {
  let size: PixelSize
  let times: [Range<Double>]
  var duration: Double? { times.last?.upperBound }
  var frameRate: Double? { duration.map { Double(times.count) / $0 } }
  var isVariable = false
  /// Frames of which pictures were made.
  private(set) var madeCount = 0
  private(set) var passCount = 0

  init(_ times: [Range<Double>], size: PixelSize = PixelSize(width: 4, height: 2)) {
    self.times = times
    self.size = size
  }

  /// Frames that begin at these times, the last one to `end`.
  convenience init(_ starts: [Double], end: Double, size: PixelSize = PixelSize(width: 4, height: 2)) {
    let ends = starts.dropFirst() + [end]
    self.init(zip(starts, ends).map { $0..<$1 }, size: size)
  }

  /// So many frames a second.
  convenience init(rate: Double, count: Int, size: PixelSize = PixelSize(width: 4, height: 2)) {
    self.init((0..<count).map { Double($0) / rate }, end: Double(count) / rate, size: size)
  }

  func frames(from start: Double, to end: Double?, size: PixelSize) throws -> any AnimationFrames {
    passCount += 1
    return Pass(self, from: start, to: end ?? .infinity, size)
  }

  private final class Pass: AnimationFrames {
    let source: InventedAnimation
    let end: Double
    let size: PixelSize
    var number: Int

    init(_ source: InventedAnimation, from start: Double, to end: Double, _ size: PixelSize) {
      self.source = source
      self.end = end
      self.size = size
      number = source.times.lastIndex { $0.lowerBound <= start + 1e-9 } ?? 0
    }

    func next(where isWanted: (Range<Double>) throws -> Bool) throws -> TimedPicture? {
      while number < source.times.count, source.times[number].lowerBound < end {
        let (shade, time) = (number, source.times[number])
        number += 1
        guard try isWanted(time) else { continue }
        source.madeCount += 1
        let bytes = [UInt8](repeating: UInt8(shade), count: size.width * size.height * 3)
        let picture = PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: bytes)
        return TimedPicture(picture: picture, time: time)
      }
      return nil
    }

    var notes: [Note] { [] }
  }
}

extension AnimationPass {
  /// All frames by the number that is their shade, with their ends in hundredths.
  func all() throws -> [(shade: Int, end: Int)] {
    var frames: [(shade: Int, end: Int)] = []
    _ = try run { picture, end in
      frames.append((Int(picture.bytes.first ?? 255), Int((end * 100).rounded())))
    }
    return frames
  }
}
