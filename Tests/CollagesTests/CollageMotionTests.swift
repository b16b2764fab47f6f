import Collages
import Movies
import Pixels
import Testing

/// Which moment of which clip every frame shows.
@Suite struct CollageMotionTests {
  private func seconds(_ value: Double) -> MediaTime { MediaTime(seconds: value) }

  private func clip(_ length: Double, still: Double? = nil, hasSound: Bool = true) -> CollageClip {
    CollageClip(duration: seconds(length), stillTime: still.map(seconds), hasSound: hasSound)
  }

  private func layout(_ count: Int, _ arrangement: CollageArrangement = .grid) throws -> CollageLayout {
    try CollageLayoutEngine.layout(
      [CollageItem](repeating: CollageItem(size: PixelSize(width: 1440, height: 1080)), count: count),
      CollageSettings(arrangement: arrangement, moves: true),
      limit: CollageTestItems.noLimit
    )
  }

  private func motion(_ clips: [CollageClip?], _ settings: CollageMotionSettings) throws -> CollageMotion {
    try #require(CollageMotion(layout(clips.count), clips: clips, settings))
  }

  private func videoTime(_ content: CollageCellContent) -> Double? {
    switch content {
    case .still: nil
    case .video(let time), .fading(let time, _): time.seconds
    }
  }

  @Test(arguments: CollageMotionKind.allCases)
  func firstAndLastFrameAreTheStill(kind: CollageMotionKind) throws {
    for lengths in [[3.0, 2, 1], [0.01, 0.01, 0.01], [0.5, 7, 0.033]] {
      let motion = try motion(lengths.map { clip($0) }, CollageMotionSettings(kind: kind))
      for index in [0, motion.frameCount - 1, -1, motion.frameCount, Int.max, Int.min] {
        let frame = motion.frame(index)
        #expect(frame.contents == [.still, .still, .still] && frame.enlarged == nil)
      }
      #expect(motion.frameCount >= 3)
      #expect((1..<motion.frameCount - 1).contains { motion.frame($0).contents.contains { $0 != .still } })
    }
  }

  @Test func togetherLastsAsLongAsTheLongest() throws {
    let motion = try motion([clip(3), clip(2), nil, clip(1)], CollageMotionSettings())
    #expect(motion.frameCount == 90 && motion.duration == seconds(3))
    #expect(motion.movingCells == [0, 1, 3])
    let frame = motion.frame(75)  // 2.5 s
    #expect(videoTime(frame.contents[0]) == 2.5)
    #expect(videoTime(frame.contents[1]) == 2)
    #expect(frame.contents[2] == .still)
    #expect(videoTime(frame.contents[3]) == 1)
  }

  @Test func clipsThatEndEarly() throws {
    func content(_ short: CollageShortClip, _ frame: Int) throws -> CollageCellContent {
      try motion([clip(10), clip(1)], CollageMotionSettings(short: short)).frame(frame).contents[1]
    }
    #expect(try content(.hold, 200) == .video(seconds(1)))
    #expect(try content(.loop, 30) == .video(.zero))
    #expect(try content(.loop, 75) == .video(seconds(0.5)))
    #expect(try content(.bounce, 45) == .video(seconds(0.5)))
    #expect(try content(.bounce, 60) == .video(.zero))
    #expect(try content(.bounce, 75) == .video(seconds(0.5)))
    #expect(try content(.key, 29) == .video(MediaTime(value: 29, timescale: 30)))
    #expect(try content(.key, 33) == .fading(seconds(1), still: 0.5))
    #expect(try content(.key, 36) == .still)
  }

  @Test func relayIsOneAfterTheOther() throws {
    let motion = try motion(
      [clip(1), nil, clip(2), clip(0.5, hasSound: false)],
      CollageMotionSettings(kind: .relay)
    )
    #expect(motion.frameCount == 105)
    for index in 1..<104 {
      let moving = motion.frame(index).contents.enumerated().filter { $0.element != .still }.map(\.offset)
      #expect(moving == [index < 30 ? 0 : index < 90 ? 2 : 3], "frame \(index)")
    }
    #expect(videoTime(motion.frame(45).contents[2]) == 0.5)
    #expect(motion.sounds.map(\.cell) == [0, 2])
    #expect(motion.sounds.map(\.start) == [.zero, seconds(1)])
    #expect(motion.sounds.map(\.duration) == [seconds(1), seconds(2)])
    #expect(motion.sounds.allSatisfy { $0.gain == 1 })
  }

  /// Turns are whole frames; sound never lasts longer than its turn, nor ends a frame before it.
  @Test func soundOfARelayFollowsItsPicture() throws {
    var random = CollageTestItems.Random(2)
    let clips = (0..<30).map { _ in clip(.random(in: 0.2...4, using: &random)) }
    let motion = try motion(clips, CollageMotionSettings(kind: .relay))
    for (index, sound) in motion.sounds.enumerated() {
      let next = index + 1 < motion.sounds.count ? motion.sounds[index + 1].start : motion.duration
      let end = sound.start + sound.duration
      #expect(end <= next && next < end + MediaTime(value: 1, timescale: 30))
    }
    let sum = clips.reduce(0) { $0 + $1.duration.seconds }
    #expect(abs(motion.duration.seconds - sum) < 30.0 / 60)
  }

  @Test func turnsOfLimitedLengthLieAroundTheStill() throws {
    let settings = CollageMotionSettings(kind: .relay, longestTurn: seconds(1.5))
    let motion = try motion([clip(3, still: 2), clip(3, still: 2.9), clip(1)], settings)
    #expect(motion.frameCount == 45 + 45 + 30)
    #expect(motion.sounds.map(\.sourceStart) == [seconds(1.25), seconds(1.5), .zero])
    #expect(videoTime(motion.frame(15).contents[0]) == 1.75)
  }

  @Test func focusGrowsAndReturns() throws {
    let layout = try layout(5, .mosaic)
    let clips = [CollageClip?](repeating: clip(3), count: 5)
    let motion = try #require(
      CollageMotion(layout, clips: clips, CollageMotionSettings(kind: .focus, hero: 3))
    )
    #expect(motion.frameCount == 90 && motion.hero == 3 && motion.movingCells == [3])
    let size = layout.pages[0].size
    let cell = layout.cells[3]
    var last = cell.rectangle.width
    for index in 1..<89 {
      let frame = motion.frame(index)
      let grown = try #require(frame.enlarged)
      let (box, view) = (grown.rectangle, grown.window)
      #expect(frame.contents.enumerated().allSatisfy { $0.offset == 3 || $0.element == .still })
      #expect(box.x >= 0 && box.y >= 0 && box.right <= size.width && box.bottom <= size.height)
      #expect([box.x, box.y, box.width, box.height].allSatisfy { $0.isMultiple(of: 2) })
      #expect(
        view.x >= 0 && view.y >= 0 && view.x + view.width <= 1.000_001 && view.y + view.height <= 1.000_001
      )
      // Nothing is distorted by more than a rounded pixel.
      let shape = view.width * 1440 / (view.height * 1080)
      #expect(abs(shape * Double(box.height) / Double(box.width) - 1) < 0.001, "frame \(index)")
      if index <= 12 {
        #expect(box.width >= last)
        last = box.width
      }
      if index >= 12 && index <= 77 { #expect(grown.progress == 1 && frame.contents[3] != .still) }
      #expect(grown.progress == motion.frame(89 - index).enlarged?.progress)
    }
    let whole = try #require(motion.frame(40).enlarged)
    #expect(whole.window.width > 0.995 && whole.window.height > 0.995)
    // 4 % of 1080 are free at both sides.
    #expect(whole.rectangle.x == 44 && whole.rectangle.right == 1036)
    // It starts where the cell is.
    let first = try #require(motion.frame(1).enlarged)
    #expect(abs(first.rectangle.x - cell.rectangle.x) < 30 && first.progress < 0.05)
  }

  @Test func shortHeroesHaveTimeToGrow() throws {
    let motion = try motion([nil, clip(0.2)], CollageMotionSettings(kind: .focus))
    #expect(motion.frameCount == 30 && motion.hero == 1)
    #expect(motion.frame(15).enlarged?.progress == 1)
  }

  @Test func whoseSoundIsHeard() throws {
    let clips = [clip(1, hasSound: false), clip(2), clip(3), clip(1), clip(1)]
    #expect(try motion(clips, CollageMotionSettings(audio: .main, hero: 2)).sounds.map(\.cell) == [2])
    #expect(try motion(clips, CollageMotionSettings(audio: .main, hero: 0)).sounds.isEmpty)
    #expect(try motion(clips, CollageMotionSettings(audio: .main)).sounds.map(\.cell) == [1])
    #expect(try motion(clips, CollageMotionSettings(audio: .none)).sounds.isEmpty)
    let mix = try motion(clips, CollageMotionSettings(audio: .mix)).sounds
    #expect(mix.map(\.cell) == [1, 2, 3, 4] && mix.allSatisfy { $0.gain == 0.5 })
  }

  @Test func nothingMoves() throws {
    let layout = try layout(3)
    for kind in CollageMotionKind.allCases {
      let settings = CollageMotionSettings(kind: kind)
      #expect(CollageMotion(layout, clips: [nil, nil, nil], settings) == nil)
      #expect(CollageMotion(layout, clips: [], settings) == nil)
      #expect(CollageMotion(layout, clips: [clip(0), clip(-3), nil], settings) == nil)
    }
  }

  @Test func anyTimesWhatever() throws {
    let times = [
      MediaTime(value: .max, timescale: 1), MediaTime(value: .min, timescale: 1),
      MediaTime(value: 1, timescale: .max),
      MediaTime(value: .max, timescale: .max), seconds(2),
    ]
    let clips = times.map { CollageClip(duration: $0, stillTime: times.last, hasSound: true) }
    for kind in CollageMotionKind.allCases {
      for short in CollageShortClip.allCases {
        for turn in times {
          let settings = CollageMotionSettings(kind: kind, short: short, audio: .mix, longestTurn: turn)
          let motion = try motion(clips, settings)
          for index in [1, 2, motion.frameCount / 2, motion.frameCount - 2] {
            #expect(motion.frame(index).contents.count == 5)
          }
        }
      }
    }
  }

  @Test func bitRates() {
    func rate(_ width: Int, _ height: Int) -> Int {
      CollageMotion.bitRate(for: PixelSize(width: width, height: height))
    }
    #expect(rate(1080, 1440) == 12_000_000)
    #expect(rate(720, 720) == 12_000_000)
    #expect(rate(2160, 1440) == 24_000_000)
    #expect(rate(3240, 4320) == 64_000_000)
    #expect(rate(-1, .max) == 12_000_000 && rate(.max, .max) == 64_000_000)
  }
}
