internal import Messages
internal import Movies

/// The sound of a moving collage, from its beginning on: what the plan says, each piece with its gain and short fades at both
/// ends, silence between, kept below full scale.
final class CollageSoundMix {
  private let voices: [Voice]
  private var position = 0
  private var ahead: MovieSound?
  private var limiter = SoundLimiter()

  /// The samples of a fade: 15 ms.
  private static let fade = 720

  /// One clip's sound.
  private final class Voice {
    let source: CollageMotionSource?
    let sourceStart: MediaTime
    /// The samples of the collage in which it is heard.
    let range: Range<Int>
    let gain: Float
    var reader: MovieSoundReader?
    var isHeard = false
    var isOver = false

    init(_ sound: CollageSound, _ source: CollageMotionSource?) {
      self.source = source
      sourceStart = sound.sourceStart
      gain = Float(sound.gain)
      let first = Self.samples(sound.start)
      range = first..<first + max(0, Self.samples(sound.duration))
    }

    private static func samples(_ time: MediaTime) -> Int {
      max(0, Int(clamping: time.converted(to: MovieSound.sampleRate).value))
    }
  }

  /// - Parameter source: the video of a cell.
  init(_ sounds: [CollageSound], source: (_ cell: Int) -> CollageMotionSource?) {
    voices = sounds.map { Voice($0, source($0.cell)) }
  }

  /// Whether any of it could be read so far.
  var isHeard: Bool { voices.contains(where: \.isHeard) }

  /// The next samples.
  /// - Throws: `cancelled`, `workerTimedOut`; what can't be read otherwise is silence.
  func next(_ count: Int) throws -> MovieSound {
    var now = try ahead ?? mix(count)
    let then = try mix(count)
    limiter.limit(&now, before: then)
    ahead = then
    return now
  }

  private func mix(_ count: Int) throws -> MovieSound {
    var result = MovieSound(silence: count)
    let piece = position..<position + count
    for voice in voices {
      let part = voice.range.clamped(to: piece)
      if !part.isEmpty { try add(voice, part, to: &result, at: part.lowerBound - position) }
      // One after the other, only one is open.
      if voice.range.upperBound <= piece.upperBound { voice.reader = nil }
    }
    position += count
    return result
  }

  private func add(_ voice: Voice, _ part: Range<Int>, to result: inout MovieSound, at place: Int) throws {
    guard let samples = try read(voice, part.count) else { return }
    let length = voice.range.count
    let fade = Float(max(1, min(Self.fade, length / 2)))
    let first = part.lowerBound - voice.range.lowerBound
    for index in 0..<min(samples.count, result.count - place) {
      let number = first + index
      let nearest = Float(min(number, length - 1 - number)) + 0.5
      let gain = voice.gain * min(1, nearest / fade)
      result.left[place + index] += samples.left[index] * gain
      result.right[place + index] += samples.right[index] * gain
    }
  }

  private func read(_ voice: Voice, _ count: Int) throws -> MovieSound? {
    guard !voice.isOver, let source = voice.source else { return nil }
    do {
      let reader = try voice.reader ?? MovieSoundReader(source.reader(), from: voice.sourceStart)
      voice.reader = reader
      voice.isHeard = true
      return try reader.read(count)
    } catch let problem as Problem where [.cancelled, .workerTimedOut].contains(problem.code) {
      throw problem
    } catch {
      voice.isOver = true
      return nil
    }
  }
}
