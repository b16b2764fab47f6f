import Containers
import Files
import Messages
import Movies
import Pixels
import TestSupport
import Testing

@Suite struct MovieReaderTests {
  private let folder = try? TemporaryFolder()

  private func movie(
    size: PixelSize = PixelSize(width: 96, height: 64),
    count: Int = 60,
    times: [Int64]? = nil
  ) throws -> (path: FilePath, bytes: [UInt8]) {
    let folder = try #require(folder)
    let path = try TestMovie.make(in: folder, size: size, count: count, times: times)
    return (path, try FileReader.read(path).bytes)
  }

  @Test func saysWhatAMovieIs() throws {
    let (path, _) = try movie()
    let information = try MovieReader(.file(path)).information
    #expect(information.container == .quickTime)
    #expect(information.brand == "qt  ")
    #expect(information.videoTrackCount == 1)
    #expect(information.sounds.isEmpty)
    let video = information.video
    #expect(video.codec == "h264")
    #expect(video.sampleEntry == "avc1")
    #expect(video.profile == "High")
    #expect(video.codedSize == PixelSize(width: 96, height: 64))
    #expect(video.displaySize == video.codedSize)
    #expect(video.colour == CodePoints(primaries: 1, transfer: 1, matrix: 1, isFullRange: false))
    #expect(!video.isColourGuessed)
    #expect(video.bitDepth == 8)
    #expect(video.dynamicRange == .standard)
    #expect(video.frameCount == 60)
    #expect(video.isVariableRate == false)
    #expect(video.timescale == 600)
    #expect(video.duration == MediaTime(value: 2, timescale: 1))
    #expect(abs((video.frameRate ?? 0) - 30) < 0.001)
    #expect(video.isPlayableByApple)
  }

  @Test func givesFramesAsTheyWere() throws {
    let (path, _) = try movie()
    let frames = try TestMovie.frames(.file(path))
    #expect(frames.count == 60)
    for (number, frame) in frames.enumerated() {
      #expect(frame.time == MediaTime(value: Int64(number) * 20, timescale: 600))
      #expect(frame.duration == MediaTime(value: 20, timescale: 600))
      let original = TestMovie.picture(number, PixelSize(width: 96, height: 64))
      let distance = try #require(PixelComparison.meanAbsoluteDifference(frame.picture, original))
      #expect(distance < 0.02, "frame \(number)")
    }
  }

  @Test func findsTheFrameThatIsShownAtAMoment() throws {
    // 2, 10 and 7 s: gaps, and moments in them.
    let times: [Int64] = [0, 20, 40, 1240, 1260, 5000, 5020, 5040]
    let (path, _) = try movie(times: times)
    let reader = try MovieReader(.file(path))
    #expect(reader.information.video.isVariableRate == true)
    for (moment, expected) in [
      (-5, 0), (0, 0), (19, 0), (20, 1), (1239, 2), (1240, 3), (4999, 4), (5000, 5), (5045, 7), (99_999, 7),
    ] as [(Int64, Int)] {
      let frame = try reader.frame(at: MediaTime(value: moment, timescale: 600))
      #expect(frame.time == MediaTime(value: times[expected], timescale: 600), "at \(moment)")
      let original = TestMovie.picture(expected, PixelSize(width: 96, height: 64))
      #expect(try #require(PixelComparison.meanAbsoluteDifference(frame.picture, original)) < 0.02)
    }
  }

  @Test func givesTheFramesOfAPart() throws {
    let (path, _) = try movie(count: 300)
    let frames = try TestMovie.frames(
      .file(path),
      from: MediaTime(value: 3005, timescale: 600),
      to: MediaTime(value: 3080, timescale: 600)
    )
    #expect(frames.map(\.time.value) == [3000, 3020, 3040, 3060])
  }

  @Test(arguments: Orientation.allCases) func turnsFrames(_ orientation: Orientation) throws {
    let (_, bytes) = try movie(count: 2)
    // Where the x and the y axis go.
    let matrix: (Int, Int, Int, Int) =
      switch orientation {
      case .up: (1, 0, 0, 1)
      case .upMirrored: (-1, 0, 0, 1)
      case .down: (-1, 0, 0, -1)
      case .downMirrored: (1, 0, 0, -1)
      case .leftMirrored: (0, 1, 1, 0)
      case .right: (0, 1, -1, 0)
      case .rightMirrored: (0, -1, -1, 0)
      case .left: (0, -1, 1, 0)
      }
    let turned = MovieSource.bytes(try TestMovie.turned(bytes, matrix))
    #expect(try MovieReader(turned).information.video.orientation == orientation)
    let (plain, upright) = (try TestMovie.frames(.bytes(bytes)), try TestMovie.frames(turned))
    #expect(upright[1].picture.bytes == plain[1].picture.oriented(orientation).bytes)
  }

  @Test func ignoresAMatrixThatMakesNoSense() throws {
    let (_, bytes) = try movie(count: 1)
    let source = MovieSource.bytes(try TestMovie.turned(bytes, (0, 0, 0, 0)))
    #expect(try MovieReader(source).information.video.orientation == .up)
  }

  @Test func cutsToTheCleanAperture() throws {
    let (_, bytes) = try movie(count: 1)
    // 80 x 40, its middle 3 columns right of and 2 rows above the frame's.
    let aperture = HEIFFileBuilder.aperture([80, 1, 40, 1, 3, 1, -2, 1])
    let reader = try MovieReader(.bytes(try TestMovie.adding(aperture, to: bytes)))
    #expect(reader.information.video.displaySize == PixelSize(width: 80, height: 40))
    let cut = try reader.frame(at: .zero).picture
    let whole = try TestMovie.frames(.bytes(bytes))[0].picture
    // (96 - 80) / 2 + 3 and (64 - 40) / 2 - 2.
    let (left, top) = (11, 10)
    var wanted: [UInt8] = []
    for row in 0..<40 {
      let start = ((row + top) * 96 + left) * 3
      wanted += whole.bytes[start..<(start + 240)]
    }
    let expected = PixelBuffer(size: cut.size, layout: .rgb, depth: .eight, bytes: wanted)
    #expect(try #require(PixelComparison.meanAbsoluteDifference(cut, expected)) < 0.004)
  }

  @Test func readsAPartOfAFile() throws {
    let (_, bytes) = try movie(count: 3)
    let folder = try #require(folder)
    let before = [UInt8](repeating: 0x55, count: 1001)
    let path = try folder.write(before + bytes + [1, 2, 3], to: "photo.jpg")
    let source = MovieSource.part(of: path, offset: 1001, length: Int64(bytes.count))
    #expect(try TestMovie.frames(source).count == 3)
    #expect(throws: Problem.self) {
      try MovieReader(.part(of: path, offset: 1001, length: Int64(bytes.count) + 100))
    }
  }

  @Test func refusesWhatIsNoMovie() throws {
    func code(_ bytes: [UInt8]) -> ProblemCode? {
      do {
        _ = try MovieReader(.bytes(bytes))
        return nil
      } catch { return (error as? Problem)?.code }
    }
    #expect(code([]) == .inputEmpty)
    #expect(code(Array("#EXTM3U\n#EXTINF:1,\n/etc/passwd\n".utf8)) == .formatUnknown)
    #expect(code([UInt8](repeating: 0, count: 5000)) == .formatUnknown)
    let (_, bytes) = try movie(count: 3)
    let index = try #require(try TestMovie.find(["moov"], in: bytes))
    #expect(code(Array(bytes[..<index.range.lowerBound])) == .movieIncomplete)
    #expect(code(Array(bytes[..<(index.range.upperBound - 100)])) == .movieIncomplete)
    // Media of 0 ticks a second, of which libavformat makes 1.
    let clock = try #require(try TestMovie.find(["moov", "trak", "mdia", "mdhd"], in: bytes)).content
      .lowerBound
    #expect(bytes[clock] == 0)
    let still = Array(bytes[..<(clock + 12)]) + [0, 0, 0, 0] + Array(bytes[(clock + 16)...])
    #expect(code(still) == .damaged)
  }

  @Test func obeysLimits() throws {
    let (path, _) = try movie(count: 3)
    var limits = MovieLimits()
    limits.maximumPixelCount = 96 * 64 - 1
    #expect { try MovieReader(.file(path), limits: limits) } throws: {
      ($0 as? Problem)?.code == .tooManyPixels
    }
    limits = MovieLimits()
    limits.isStopped = { true }
    #expect { try MovieReader(.file(path), limits: limits) } throws: { ($0 as? Problem)?.code == .cancelled }
    limits = MovieLimits()
    limits.seconds = 0
    #expect { try MovieReader(.file(path), limits: limits) } throws: {
      ($0 as? Problem)?.code == .workerTimedOut
    }
  }

  @Test func saysWhatDamageItMet() throws {
    let (_, bytes) = try movie(count: 120)
    // The index first, and then only half of the media: offsets are moved along.
    let media = try #require(try TestMovie.find(["mdat"], in: bytes))
    var cut = bytes
    let middle = media.content.lowerBound + media.content.count / 2
    for place in middle..<media.content.upperBound { cut[place] = 0 }
    let frames = try MovieReader(.bytes(cut)).frames()
    var count = 0
    while try frames.next() != nil { count += 1 }
    #expect(count > 10 && count < 120)
    #expect(frames.notes.contains { $0.code == .movieFramesSkipped || $0.code == .movieEndsEarly })
  }

  @Test func survivesDamage() throws {
    let (_, bytes) = try movie(count: 8)
    var generator = SeededGenerator(seed: 20_261_130)
    let index = try #require(try TestMovie.find(["moov"], in: bytes)).range
    for round in 0..<300 {
      var damaged = bytes
      for _ in 0..<(1 + round % 3) {
        let place =
          round % 2 == 0
          ? Int.random(in: index, using: &generator) : bytes.indices.randomElement(using: &generator) ?? 0
        damaged[place] = UInt8.random(in: 0...255, using: &generator)
      }
      if round % 10 == 0 {
        damaged = Array(damaged.prefix(Int.random(in: 0...damaged.count, using: &generator)))
      }
      var limits = MovieLimits()
      limits.maximumPixelCount = 1 << 20
      limits.seconds = 20
      do {
        let frames = try MovieReader(.bytes(damaged), limits: limits).frames()
        var count = 0
        while try frames.next() != nil { count += 1 }
      } catch { #expect(error is Problem) }
    }
  }
}

/// The same numbers on every run (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
