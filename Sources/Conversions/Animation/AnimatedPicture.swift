internal import Messages
internal import Pixels
internal import StillImages

/// An animated picture (GIF, WebP, PNG, AVIF, HEIC, JPEG XL) as the source of an animation.
struct AnimatedPicture: AnimationSource {
  private let animation: PictureAnimation
  private let header: StillImageHeader
  private let threads: Int
  /// When each frame begins, and the end, seconds.
  private let times: [Double]

  init(_ animation: PictureAnimation, _ header: StillImageHeader, threads: Int) {
    self.animation = animation
    self.header = header
    self.threads = threads
    times = animation.durations.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
  }

  var size: PixelSize {
    let size = animation.size
    return header.orientation.swapsSides ? size.transposed : size
  }

  var isGIF: Bool { header.format == .gif }

  var playCount: Int? { animation.playCount }

  var duration: Double? { times.last }

  /// By the shortest frame: where that fits, every frame may keep its time.
  var frameRate: Double? {
    guard let shortest = animation.durations.dropLast().min() ?? times.last, shortest > 0 else { return nil }
    return 1 / shortest
  }

  var isVariable: Bool { false }

  func frames(from start: Double, to end: Double?, size: PixelSize) throws -> any AnimationFrames {
    Pass(self, from: start, to: end ?? .infinity, size: size)
  }

  private final class Pass: AnimationFrames {
    private let source: AnimatedPicture
    private let converter: FramePreparation
    private let end: Double
    private var next: Int
    private var hasPartialTransparency = false

    init(_ source: AnimatedPicture, from start: Double, to end: Double, size: PixelSize) {
      self.source = source
      self.end = end
      // The frame that is shown then; of several that begin then the last.
      next = max(0, (source.times.dropLast().lastIndex { $0 <= start + 1e-9 } ?? 0))
      converter = FramePreparation(source.header, size: size)
    }

    func next(where isWanted: (Range<Double>) throws -> Bool) throws -> TimedPicture? {
      while next + 1 < source.times.count, source.times[next] < end {
        let number = next
        let time = source.times[number]..<max(source.times[number], source.times[number + 1])
        next += 1
        guard try isWanted(time) else { continue }
        let picture = try source.animation.frame(number, threads: source.threads)
        if !hasPartialTransparency { hasPartialTransparency = picture.hasPartialTransparency }
        return TimedPicture(picture: try converter.prepare(picture), time: time)
      }
      return nil
    }

    var notes: [Note] { hasPartialTransparency ? [Note(.alphaReduced, ["format": "gif"])] : [] }
  }
}

/// Brings decoded frames into the form that encoders of animations take: sized, sRGB of 8 bits, upright.
struct FramePreparation {
  private let header: StillImageHeader
  private let size: PixelSize
  /// The profile to convert from; nil for sRGB.
  private let profile: [UInt8]?

  init(_ header: StillImageHeader, size: PixelSize) {
    self.header = header
    self.size = size
    let own = header.colour.iccProfile ?? header.colour.codePoints.flatMap { ICCProfile.profile(for: $0) }
    profile = own.flatMap { ICCProfile.areAlike($0, ICCProfile.sRGB(), isGrey: false) ? nil : $0 }
  }

  func prepare(_ frame: PixelBuffer) throws -> PixelBuffer {
    let stored = header.orientation.swapsSides ? size.transposed : size
    var picture = frame
    if picture.layout.isGrey { picture = picture.converted(to: picture.layout.hasAlpha ? .rgba : .rgb) }
    if header.hdr == .perceptualQuantizer || header.hdr == .hybridLogGamma {
      picture = try picture.resized(to: stored, linearLight: false)
      let points =
        header.colour.codePoints ?? CodePoints(primaries: 9, transfer: 16, matrix: 9, isFullRange: true)
      // All frames alike: by the peak of each they would flicker.
      picture = try ToneMapping.standardRange(
        of: picture,
        codePoints: points,
        target: .sRGB,
        depth: .eight,
        peak: 1000
      )
      .0
    } else {
      picture = try picture.resized(to: stored)
      if !frame.layout.isGrey, let profile {
        picture = try ColourConversion.convert(picture, from: profile, to: ICCProfile.sRGB())
      }
    }
    return picture.converted(to: .eight).oriented(header.orientation)
  }
}
