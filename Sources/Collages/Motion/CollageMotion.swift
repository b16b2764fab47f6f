public import Movies
public import Pixels

/// The time plan of a moving collage: for every frame of it, what every cell shows, and what is heard.
///
/// The first frame, which is the key photo too, and the last one are the still itself. Frames are 1/30 s long. A cell
/// without a clip, or whose clip can't be read, is still; where none moves there is no plan.
public struct CollageMotion: Sendable {
  /// Frames a second.
  public static let framesPerSecond: Int32 = 30

  /// The kind of motion.
  public let kind: CollageMotionKind
  /// Frames of the video, at least 3.
  public let frameCount: Int
  /// The main clip's cell, as a position in `CollageLayout.cells`: the one asked for if it moves, else the first that does.
  public let hero: Int
  /// What is heard.
  public let sounds: [CollageSound]
  private let cellCount: Int
  private let players: [Player]
  private let zoom: CollageZoom?

  /// The moment of the video that the key photo shows.
  public static let keyTime = MediaTime.zero
  /// The length of the video.
  public var duration: MediaTime { Self.time(ofFrame: frameCount) }
  /// Positions of the cells that move at some time.
  public var movingCells: [Int] { players.map(\.cell) }

  /// A cell that plays.
  private struct Player {
    let cell: Int
    let times: CollageTimes
    /// The moment of the clip with which it begins, in ticks.
    let start: Int64
    /// The frames in which it plays.
    let frames: Range<Int>
  }

  /// Plans the motion of a collage.
  ///
  /// - Parameters:
  ///   - layout: of one page; a collage of several does not move.
  ///   - clips: for each of the items as they were given; nil where one does not move or can't be read.
  /// - Returns: nil where nothing moves: the collage is a still.
  public init?(_ layout: CollageLayout, clips: [CollageClip?], _ settings: CollageMotionSettings) {
    guard layout.pages.count == 1, let page = layout.pages.first else { return nil }
    let moving = page.cells.enumerated().compactMap { position, cell -> Moving? in
      guard clips.indices.contains(cell.item), let clip = clips[cell.item], clip.boundedDuration != nil else {
        return nil
      }
      return Moving(cell: position, item: cell.item, clip: clip)
    }
    guard let first = moving.first else { return nil }
    let main = moving.first { $0.item == settings.hero } ?? first
    kind = settings.kind
    hero = main.cell
    cellCount = page.cells.count
    let taking = settings.kind == .focus ? [main] : moving
    players = Self.players(taking, settings)
    frameCount = max(Self.leastFrames(settings.kind), players.reduce(0) { max($0, $1.frames.upperBound) })
    sounds = Self.sounds(players, taking, settings, main: main)
    zoom =
      settings.kind == .focus
      ? CollageZoom(page.cells[main.cell], at: main.cell, width: page.size.width, height: page.size.height)
      : nil
  }

  private struct Moving {
    let cell, item: Int
    let clip: CollageClip
  }

  /// The still, a moment, the still; in `focus` there must be time to grow and to return.
  private static func leastFrames(_ kind: CollageMotionKind) -> Int { kind == .focus ? 30 : 3 }

  private static func players(_ moving: [Moving], _ settings: CollageMotionSettings) -> [Player] {
    var next = 0
    return moving.map { item in
      let part = item.clip.part(settings.kind == .relay ? settings.longestTurn : nil)
      let count = frames(part.duration)
      let first = settings.kind == .relay ? next : 0
      next += count
      // In its turn a clip never runs out: what rounding adds to it is its last frame.
      let times = CollageTimes(part.duration, settings.kind == .relay ? .hold : settings.short)
      return Player(
        cell: item.cell,
        times: times,
        start: CollageClip.ticks(part.start),
        frames: first..<first + count
      )
    }
  }

  /// How many frames are nearest to a duration, at least 1.
  private static func frames(_ duration: MediaTime) -> Int {
    max(1, Int(clamping: duration.converted(to: framesPerSecond).value))
  }

  private static func time(ofFrame index: Int) -> MediaTime {
    MediaTime(value: Int64(clamping: index), timescale: framesPerSecond)
  }

  // MARK: Sound

  private static func sounds(
    _ players: [Player],
    _ moving: [Moving],
    _ settings: CollageMotionSettings,
    main: Moving
  ) -> [CollageSound] {
    // Where nobody named the main clip, a silent one does not silence the others.
    let isNamed = main.item == settings.hero || settings.kind == .focus
    let voice = isNamed ? main : moving.first(where: \.clip.hasSound) ?? main
    let audible = zip(players, moving).filter { player, item in
      guard item.clip.hasSound else { return false }
      return switch settings.audio {
      case .none: false
      case .mix: true
      case .main: settings.kind == .relay || player.cell == voice.cell
      }
    }
    // Twice as many voices are 3 dB less each.
    let voices = settings.kind == .relay ? 1 : max(1, audible.count)
    return audible.map { player, _ in
      let turn = time(ofFrame: player.frames.count)
      let clip = MediaTime(value: player.times.duration, timescale: CollageClip.timescale)
      return CollageSound(
        cell: player.cell,
        start: time(ofFrame: player.frames.lowerBound),
        sourceStart: MediaTime(value: player.start, timescale: CollageClip.timescale),
        duration: settings.kind == .relay ? min(turn, clip) : clip,
        gain: 1 / Double(voices).squareRoot()
      )
    }
  }

  // MARK: Frames

  /// What a frame shows; the still for indices outside the video.
  public func frame(_ index: Int) -> CollageFrame {
    var contents = [CollageCellContent](repeating: .still, count: cellCount)
    guard index > 0, index < frameCount - 1 else { return CollageFrame(contents: contents, enlarged: nil) }
    for player in players where kind != .relay || player.frames.contains(index) {
      contents[player.cell] = content(player, index)
    }
    guard let zoom else { return CollageFrame(contents: contents, enlarged: nil) }
    let progress = progress(index)
    contents[hero] = contents[hero].covered(by: 1 - progress)
    return CollageFrame(contents: contents, enlarged: zoom.enlargement(progress))
  }

  private func content(_ player: Player, _ index: Int) -> CollageCellContent {
    let frame = Int64(index - player.frames.lowerBound)
    let moment = frame * Int64(CollageClip.timescale / Self.framesPerSecond)
    return player.times.content(at: moment).later(by: player.start)
  }

  /// How far the hero has grown: 0.4 s in and out, 0.35 s in short videos.
  private func progress(_ index: Int) -> Double {
    let seconds = duration.seconds < 1.2 ? 0.35 : 0.4
    let nearestEnd = Double(min(index, frameCount - 1 - index)) / Double(Self.framesPerSecond)
    return CollageZoom.progress(nearestEnd / seconds)
  }

  // MARK: Coding

  /// Bits a second for a video of this size: 12 Mbit/s at 1080 x 1440, in proportion to the pixels, 12...64 Mbit/s.
  public static func bitRate(for size: PixelSize) -> Int {
    let pixels = Double(max(size.width, 0)) * Double(max(size.height, 0))
    return Int(min(max(12e6 * pixels / (1080 * 1440), 12e6), 64e6))
  }
}

extension CollageCellContent {
  /// The same with every moment of the clip later by so many ticks.
  fileprivate func later(by ticks: Int64) -> CollageCellContent {
    func moved(_ time: MediaTime) -> MediaTime {
      ticks == 0 ? time : time + MediaTime(value: ticks, timescale: CollageClip.timescale)
    }
    return switch self {
    case .still: .still
    case .video(let time): .video(moved(time))
    case .fading(let time, let still): .fading(moved(time), still: still)
    }
  }

  /// The same under so much of the key photo.
  fileprivate func covered(by still: Double) -> CollageCellContent {
    guard still > 0 else { return self }
    return switch self {
    case .still: .still
    case .video(let time): .fading(time, still: still)
    case .fading(let time, let other): .fading(time, still: max(still, other))
    }
  }
}
