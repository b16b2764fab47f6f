import Collages
import Files
import Movies
import Pixels
import TestSupport

/// Makes small videos for collages.
enum CollageTestMovie {
  static let size = PixelSize(width: 96, height: 72)

  /// The grey of frame `number`, 0..<70: three times the number above 40, so that a picture tells which frame it is.
  static func grey(_ number: Int) -> UInt8 { UInt8(40 + 3 * number % 210) }

  /// A grey picture with a white square in its upper left corner.
  static func picture(_ number: Int, _ size: PixelSize = size) -> PixelBuffer {
    var bytes = [UInt8](repeating: grey(number), count: size.width * size.height * 3)
    for y in 0..<size.height / 4 {
      for x in 0..<size.width / 4 {
        for channel in 0..<3 { bytes[(y * size.width + x) * 3 + channel] = 255 }
      }
    }
    return PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: bytes)
  }

  /// A video of `count` pictures, by default 30 a second, with a tone of so many Hz where that is given.
  ///
  /// - Parameter times: in 600ths.
  static func make(
    in folder: TemporaryFolder,
    _ name: String,
    size: PixelSize = size,
    count: Int = 30,
    times: [Int64]? = nil,
    tone: Double? = nil,
    loudness: Float = 0.5,
    colour: VideoColour = .standard
  ) throws -> CollageMotionSource {
    let times = times ?? (0..<Int64(count)).map { $0 * 20 }
    var settings = MovieEncodingSettings(size: size)
    settings.colour = colour
    settings.rateFactor = 4
    settings.hasMadeSound = tone != nil
    let path = folder.path.appending(name)
    let encoder = try MovieEncoder(to: path, settings)
    for (number, time) in times.enumerated() {
      try encoder.append(picture(number, size), at: MediaTime(value: time, timescale: 600))
    }
    let end = (times.last ?? 0) + 20
    if let tone { try encoder.append(sine(tone, samples: Int(end) * 80, loudness)) }
    try encoder.finish(at: MediaTime(value: end, timescale: 600))
    return try CollageMotionSource.probe(.file(path))
  }

  static func sine(_ frequency: Double, samples count: Int, _ loudness: Float) -> MovieSound {
    var sound = MovieSound(silence: count)
    // A rotation a sample; Foundation has the sine, but is not needed for this.
    let step = 2 * Double.pi * frequency / Double(MovieSound.sampleRate)
    let (cosine, sine) = (1 - step * step / 2 + step * step * step * step / 24, step - step * step * step / 6)
    let length = (cosine * cosine + sine * sine).squareRoot()
    var (x, y) = (1.0, 0.0)
    for index in 0..<count {
      (sound.left[index], sound.right[index]) = (Float(y) * loudness, Float(y) * loudness)
      (x, y) = ((x * cosine - y * sine) / length, (x * sine + y * cosine) / length)
    }
    return sound
  }

  /// A page of such videos' key photos, 192 pixels wide, without gaps unless asked.
  static func layout(
    _ count: Int,
    item: PixelSize = size,
    gap: Int = 0,
    radius: Int = 0,
    _ canvas: PixelSize = PixelSize(width: 192, height: 144)
  ) throws -> CollageLayout {
    try CollageLayoutEngine.layout(
      [CollageItem](repeating: CollageItem(size: item), count: count),
      CollageSettings(
        arrangement: .grid,
        canvas: .size(canvas),
        gap: gap,
        margin: gap,
        radius: radius,
        moves: true
      ),
      limit: CollageTestItems.noLimit
    )
  }

  /// A still that no frame looks like: red.
  static func still(_ page: CollagePage) -> PixelBuffer {
    var bytes: [UInt8] = []
    for _ in 0..<page.size.width * page.size.height { bytes += [200, 40, 40] }
    return PixelBuffer(size: page.size, layout: .rgb, depth: .eight, bytes: bytes)
  }

  /// The frames of a video in sRGB.
  static func frames(_ path: FilePath) throws -> [MovieFrame] {
    var options = MovieFrameOptions()
    options.colour = .sRGB
    let frames = try MovieReader(.file(path)).frames(options: options)
    var all: [MovieFrame] = []
    while let frame = try frames.next() { all.append(frame) }
    return all
  }
}

extension PixelBuffer {
  /// The colour of a pixel.
  func colour(_ x: Int, _ y: Int) -> [Int] {
    (0..<3).map { Int(bytes[(y * size.width + x) * 3 + $0]) }
  }
}
