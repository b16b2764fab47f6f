import Animations
import Messages
import Pixels
import Testing

@Suite struct GIFEncoderTests {
  private static let size = PixelSize(width: 24, height: 16)

  /// A field of one colour with a square of another at a column.
  private static func square(at column: Int) -> PixelBuffer {
    MadeFrames.picture(size) { x, y in
      (column..<(column + 4)).contains(x) && (5..<9).contains(y)
        ? MadeFrames.colour(250, 40, 10) : MadeFrames.colour(20, 60, 90)
    }
  }

  @Test func defaultsAreThoseOfTheManual() {
    let settings = GIFEncodingSettings()
    #expect(settings.colourCount == 256 && settings.looping == .forever && settings.quality == 80)
  }

  @Test func framesOfFewColoursAreExactAndCroppedToWhatMoves() throws {
    let pictures = (0..<6).map { Self.square(at: $0 * 3) }
    let frames = pictures.enumerated().map { ($1, Double($0 + 1) * 0.08) }
    let (bytes, summary) = try MadeFrames.coded(frames, settings: MadeFrames.settings(quality: 100))
    let decoded = try DecodedAnimation(bytes)
    #expect(decoded.frames.map(\.shown) == pictures.map(MadeFrames.words))
    #expect(decoded.frames.map(\.delay) == Array(repeating: 8, count: 6))
    #expect(decoded.frames.dropFirst().allSatisfy { $0.height == 4 && $0.width == 7 })
    #expect(decoded.loopCount == 0)
    #expect(summary.frameCount == 6 && summary.durationInCentiseconds == 48)
    #expect(summary.byteCount == bytes.count)
    #expect(bytes.last == 0x3B && bytes.starts(with: "GIF89a".utf8))
  }

  @Test(arguments: [1, 2, 3, 5, 7, 16, 17])
  func everySmallSizeIsExact(side: Int) throws {
    for (width, height) in [(side, 1), (1, side), (side, side)] {
      let size = PixelSize(width: width, height: height)
      var random = MadeFrames.Random(state: UInt64(side))
      let pictures = (0..<3).map { _ in
        MadeFrames.picture(size) { _, _ in MadeFrames.colour(random.next(4) * 80, random.next(4) * 80, 9) }
      }
      let frames = pictures.enumerated().map { ($1, Double($0 + 1)) }
      let (bytes, _) = try MadeFrames.coded(frames, settings: MadeFrames.settings(quality: 100))
      let decoded = try DecodedAnimation(bytes)
      for (number, picture) in pictures.enumerated() {
        #expect(decoded.shown(at: number * 100 + 50) == MadeFrames.words(picture))
      }
    }
  }

  @Test(arguments: [2, 3, 4, 5, 16, 17, 200, 255, 256])
  func upToAllColoursOfATableAreExact(count: Int) throws {
    let size = PixelSize(width: 64, height: 40)
    var random = MadeFrames.Random(state: 7)
    let used = min(count, 255)
    let picture = MadeFrames.picture(size) { _, _ in
      let number = random.next(used)
      return MadeFrames.colour(number, 255 - number, number * 7 & 255)
    }
    let (bytes, _) = try MadeFrames.coded(
      [(picture, 1)],
      settings: MadeFrames.settings(quality: 100, colours: used + 1)
    )
    #expect(try DecodedAnimation(bytes).frames.map(\.shown) == [MadeFrames.words(picture)])
  }

  @Test func longNoiseFillsAndEmptiesTheTableOfStrings() throws {
    let size = PixelSize(width: 300, height: 200)
    var random = MadeFrames.Random(state: 3)
    let picture = MadeFrames.picture(size) { x, y in
      y < 100 ? MadeFrames.colour(random.next(200), 0, 0) : MadeFrames.colour((x / 9 + y) % 50, 0, 0)
    }
    let (bytes, _) = try MadeFrames.coded([(picture, 1)], settings: MadeFrames.settings(quality: 100))
    #expect(try DecodedAnimation(bytes).frames.map(\.shown) == [MadeFrames.words(picture)])
  }

  @Test func aPictureAloneDoesNotLoop() throws {
    let (bytes, summary) = try MadeFrames.coded([(Self.square(at: 2), 0.5), (Self.square(at: 2), 1)])
    let decoded = try DecodedAnimation(bytes)
    #expect(decoded.loopCount == nil && decoded.frames.count == 1)
    #expect(decoded.frames.first?.delay == 100 && summary.frameCount == 1)
  }

  private static let loops: [(AnimationLooping, Int?)] = [
    (.forever, 0), (.once, nil), (.times(1), nil), (.times(3), 2), (.times(65_536), 65_535),
    (.times(1_000_000), 65_535), (.times(0), nil), (.times(-4), nil),
  ]

  @Test(arguments: loops)
  func loopsAreSaidAsTheFormatHasThem(looping: AnimationLooping, count: Int?) throws {
    var settings = GIFEncodingSettings()
    settings.looping = looping
    let (bytes, _) = try MadeFrames.coded(
      [(Self.square(at: 2), 0.5), (Self.square(at: 9), 1)],
      settings: settings
    )
    #expect(try DecodedAnimation(bytes).loopCount == count)
  }

  @Test func coloursAreAsManyAsAllowed() throws {
    let photo = MadeFrames.photo(PixelSize(width: 60, height: 50), shift: 0)
    for count in [2, 4, 16, 77, 256] {
      let (bytes, _) = try MadeFrames.coded([(photo, 1)], settings: MadeFrames.settings(colours: count))
      let found = Set(try DecodedAnimation(bytes).frames.flatMap(\.shown)).count
      #expect(found < count && found > (count - 1) / 2)
    }
  }

  @Test func settingsOutOfRangeAreTakenAsTheNearestInRange() throws {
    let photo = MadeFrames.photo(PixelSize(width: 20, height: 20), shift: 0)
    for (quality, colours) in [(0, 0), (-5, 1), (1000, 100_000), (Int.min, Int.min), (Int.max, Int.max)] {
      let settings = MadeFrames.settings(quality: quality, colours: colours)
      let (bytes, _) = try MadeFrames.coded([(photo, 1)], settings: settings)
      #expect(try DecodedAnimation(bytes).frames.count == 1)
    }
  }

  @Test(arguments: [(0, 4), (4, 0), (-1, 4), (65_536, 4), (4, 65_536)])
  func sizesThatTheFormatCannotSayAreRefused(width: Int, height: Int) {
    let problem = #expect(throws: Problem.self) {
      _ = try GIFEncoder(size: PixelSize(width: width, height: height), output: { _ in })
    }
    #expect(problem?.code == .sizeNotPossible)
  }

  @Test func framesOfAnotherSizeOrDepthAreRefused() throws {
    let encoder = try GIFEncoder(size: Self.size, output: { _ in })
    let wide = MadeFrames.photo(PixelSize(width: 25, height: 16), shift: 0)
    let deep = PixelBuffer(
      size: Self.size,
      layout: .rgb,
      depth: .sixteen,
      bytes: [UInt8](repeating: 0, count: 24 * 16 * 6)
    )
    for picture in [wide, deep] {
      let problem = #expect(throws: Problem.self) { try encoder.add(picture, untilSeconds: 1) }
      #expect(problem?.code == .encodeFailed)
    }
    let problem = #expect(throws: Problem.self) { try encoder.finish() }
    #expect(problem?.code == .encodeFailed)
  }

  @Test func whatTheOutputThrowsIsThrown() throws {
    struct Full: Error {}
    let size = PixelSize(width: 300, height: 300)
    let encoder = try GIFEncoder(size: size, output: { _ in throw Full() })
    #expect(throws: Full.self) {
      for number in 0..<20 {
        try encoder.add(MadeFrames.photo(size, shift: number), untilSeconds: Double(number + 1))
      }
      _ = try encoder.finish()
    }
  }

  @Test func greyPicturesAreTaken() throws {
    let grey = MadeFrames.picture(Self.size, layout: .grey) { x, y in UInt32(x * 10) }
    let clear = MadeFrames.picture(Self.size, layout: .greyAlpha) { x, y in
      UInt32(x * 10) | UInt32(y * 17) << 8
    }
    let (bytes, _) = try MadeFrames.coded(
      [(grey, 1), (clear, 2)],
      settings: MadeFrames.settings(quality: 100)
    )
    #expect(try DecodedAnimation(bytes).frames.map(\.shown) == [grey, clear].map(MadeFrames.words))
  }
}
