import Containers
import Files
import Messages
import Movies
import Pixels
import TestSupport
import Testing

@Suite struct MoviePlaybackTests {
  private let size = PixelSize(width: 96, height: 64)

  /// What a canvas shows.
  private func shown(_ canvas: PlanarCanvas) throws -> PixelBuffer {
    let picture = try #require(canvas.picture)
    return try PlanarConversion(picture.form, to: canvas.size, depth: .eight).convert(picture)
  }

  private func distance(_ playback: MoviePlayback, _ expected: PixelBuffer) throws -> Double {
    let canvas = try PlanarCanvas(size: expected.size)
    try playback.paint(.whole, into: canvas)
    return try #require(PixelComparison.meanAbsoluteDifference(try shown(canvas), expected))
  }

  @Test func holdsEachFrameUntilTheNext() throws {
    let folder = try TemporaryFolder()
    let times: [Int64] = [0, 50, 70, 200]
    let path = try TestMovie.make(in: folder, times: times)
    let playback = try MoviePlayback(MovieReader(.file(path)))
    var numbers: [Int] = []
    for (time, expected) in [(0, 0), (49, 0), (50, 1), (69, 1), (199, 2), (200, 3), (5000, 3)]
      as [(Int64, Int)]
    {
      numbers.append(try playback.show(MediaTime(value: time, timescale: 600)))
      #expect(try distance(playback, TestMovie.picture(expected, size)) < 0.02, "\(time)")
    }
    #expect(numbers[0] == numbers[1] && numbers[2] == numbers[3] && numbers[5] == numbers[6])
    #expect(Set(numbers).count == 4)
    #expect(playback.notes.isEmpty)
    // A step back, after the end too.
    for (time, expected) in [(199, 2), (60, 1), (0, 0), (60, 1)] as [(Int64, Int)] {
      try playback.show(MediaTime(value: time, timescale: 600))
      #expect(try distance(playback, TestMovie.picture(expected, size)) < 0.02, "\(time)")
    }
  }

  @Test func beginsAnywhere() throws {
    let folder = try TemporaryFolder()
    let path = try TestMovie.make(in: folder, count: 150)
    let playback = try MoviePlayback(MovieReader(.file(path)))
    try playback.show(MediaTime(value: 100, timescale: 30))
    #expect(try distance(playback, TestMovie.picture(100, size)) < 0.02)
    try playback.show(MediaTime(value: 40, timescale: 30))
    #expect(try distance(playback, TestMovie.picture(40, size)) < 0.02)
  }

  @Test(arguments: [(0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0), (-1, 0, 0, 1), (0, 1, 1, 0)])
  func isUprightAndCut(_ matrix: (Int, Int, Int, Int)) throws {
    let folder = try TemporaryFolder()
    let plain = try TestMovie.make(in: folder, count: 5)
    let bytes = try RandomAccessFile(plain).read(0..<Int(try FileStatus.of(plain).size))
    let source = MovieSource.bytes(try TestMovie.turned(bytes, matrix))
    var options = MovieFrameOptions()
    options.colour = .sRGB
    let frame = try MovieReader(source).frame(at: .zero, options: options).picture
    let playback = try MoviePlayback(MovieReader(source))
    #expect(playback.displaySize == frame.size)
    try playback.show(.zero)
    #expect(try distance(playback, frame) < 0.012)
    // The lower right quarter.
    let half = PixelSize(width: frame.size.width / 2, height: frame.size.height / 2)
    let canvas = try PlanarCanvas(size: half)
    try playback.paint(MovieWindow(x: 0.5, y: 0.5, width: 0.5, height: 0.5), into: canvas)
    let part = frame.cropped(left: half.width, top: half.height, size: half)
    #expect(try #require(PixelComparison.meanAbsoluteDifference(try shown(canvas), part)) < 0.02)
  }

  @Test(arguments: [MovieEncodingSettings.Colour.hybridLogGamma, .perceptualQuantizer])
  func bringsHDRIntoStandardRange(_ colour: MovieEncodingSettings.Colour) throws {
    let folder = try TemporaryFolder()
    let path = try TestMovie.make(in: folder, count: 3, colour: colour)
    var options = MovieFrameOptions()
    options.colour = .sRGB
    let frame = try MovieReader(.file(path)).frame(at: .zero, options: options).picture
    let playback = try MoviePlayback(MovieReader(.file(path)))
    try playback.show(.zero)
    #expect(try distance(playback, frame) < 0.012)
  }

  @Test(arguments: [VideoColour.hybridLogGamma, .perceptualQuantizer])
  func keepsHDROnItsCanvas(_ colour: VideoColour) throws {
    let folder = try TemporaryFolder()
    let path = try TestMovie.make(in: folder, count: 3, colour: colour)
    let frame = try MovieReader(.file(path)).frame(at: .zero, options: MovieFrameOptions()).picture
    let playback = try MoviePlayback(MovieReader(.file(path)), colour: colour)
    try playback.show(.zero)
    let canvas = try PlanarCanvas(size: frame.size, colour: colour)
    try playback.paint(.whole, into: canvas)
    let planes = try #require(canvas.picture)
    #expect(planes.form.codePoints == colour.codePoints && planes.form.bits == 10)
    let shown = try PlanarConversion(planes.form, to: canvas.size, depth: .sixteen).convert(planes)
    #expect(try #require(PixelComparison.meanAbsoluteDifference(shown, frame)) < 0.0005)
    // On a canvas that means something else nothing is painted.
    #expect(throws: Problem.self) { try MoviePlayback(MovieReader(.file(path)), colour: other(colour)) }
    let standard = try PlanarCanvas(size: frame.size)
    #expect(throws: Problem.self) { try playback.paint(.whole, into: standard) }
  }

  private func other(_ colour: VideoColour) -> VideoColour {
    colour == .hybridLogGamma ? .perceptualQuantizer : .hybridLogGamma
  }

  @Test func readsSoundFromAMoment() throws {
    let folder = try TemporaryFolder()
    var settings = MovieEncodingSettings(size: size)
    settings.hasMadeSound = true
    let path = folder.path.appending("sound.mov")
    let encoder = try MovieEncoder(to: path, settings)
    for number in 0..<60 {
      try encoder.append(TestMovie.picture(number, size), at: MediaTime(value: Int64(number), timescale: 30))
    }
    // Silence, then from 1 s on a square wave.
    var sound = MovieSound(silence: 96_000)
    for index in 48_000..<96_000 {
      sound.left[index] = index / 100 % 2 == 0 ? 0.4 : -0.4
      sound.right[index] = -sound.left[index]
    }
    try encoder.append(sound)
    try encoder.finish(at: MediaTime(value: 2, timescale: 1))
    let information = try MovieReader(.file(path)).information
    #expect(information.sounds.map(\.codec) == ["aac"] && information.sounds[0].sampleRate == 48_000)
    func onset(_ start: Double) throws -> Double? {
      let reader = try MovieSoundReader(MovieReader(.file(path)), from: MediaTime(seconds: start))
      var samples: [Float] = []
      for _ in 0..<30 { samples += try reader.read(1601).left }
      return samples.firstIndex { abs($0) > 0.2 }.map { start + Double($0) / 48_000 }
    }
    for start in [0, 0.25, 0.7] { #expect(abs(try #require(try onset(start)) - 1) < 0.004, "\(start)") }
    // Behind the end there is silence.
    let late = try MovieSoundReader(MovieReader(.file(path)), from: MediaTime(seconds: 1.9)).read(20_000)
    #expect(late.left[0..<4000].contains { abs($0) > 0.3 } && late.left[6000...].allSatisfy { $0 == 0 })
  }
}
