internal import Messages
internal import Movies
internal import Pixels

/// The videos of a moving collage: opens each when its cell begins to move and closes it when the cell is still again.
struct CollageCast {
  private let page: CollagePage
  private let motion: CollageMotion
  private let sources: [CollageMotionSource?]
  private let colour: VideoColour
  private var players: [Int: CollagePlayer] = [:]
  /// Cells whose video could not be opened after all.
  private var silent: Set<Int> = []
  private var found: [CollageMovieRenderer.SourceNote] = []

  /// Bytes that pictures may take which are shown backwards, of all cells together.
  private static let storeBytes = 48 << 20

  init(
    _ page: CollagePage,
    _ motion: CollageMotion,
    _ sources: [CollageMotionSource?],
    _ colour: VideoColour
  ) {
    self.page = page
    self.motion = motion
    self.sources = sources
    self.colour = colour
  }

  /// Draws what a frame of the plan shows.
  mutating func play(_ index: Int, on stage: CollageStage) throws {
    let frame = motion.frame(index)
    if let enlarged = frame.enlarged {
      return try enlarge(enlarged, frame.contents[enlarged.cell], on: stage)
    }
    for (cell, content) in frame.contents.enumerated() {
      switch content {
      case .still:
        close(cell)
        stage.showStill(cell)
      case .video(let time): try show(cell, time, 0, index, on: stage)
      case .fading(let time, let share): try show(cell, time, share, index, on: stage)
      }
    }
  }

  private mutating func show(
    _ cell: Int,
    _ time: MediaTime,
    _ stillShare: Double,
    _ index: Int,
    on stage: CollageStage
  ) throws {
    let motion = motion
    guard let size = stage.size(ofCell: cell),
      let shown = try picture(
        cell,
        time,
        MovieWindow(page.cells[cell].window),
        size,
        { Self.timesBackwards(cell, from: index, most: $0, motion) }
      )
    else { return stage.showStill(cell) }
    stage.show(shown.canvas, number: shown.number, cell, stillShare: stillShare)
  }

  /// The moments that a cell shows from a frame on, as long as each is before the one before it.
  private static func timesBackwards(
    _ cell: Int,
    from index: Int,
    most: Int,
    _ motion: CollageMotion
  ) -> [MediaTime] {
    var times: [MediaTime] = []
    for next in index..<max(index, min(motion.frameCount, index + most)) {
      let contents = motion.frame(next).contents
      guard contents.indices.contains(cell), let time = contents[cell].time else { break }
      if let last = times.last, time >= last { break }
      times.append(time)
    }
    return times
  }

  private mutating func enlarge(
    _ enlarged: CollageEnlargement,
    _ content: CollageCellContent,
    on stage: CollageStage
  ) throws {
    guard let time = content.time else { return stage.showAllStill() }
    let view = enlarged.window
    let cell = page.cells[enlarged.cell]
    let window = MovieWindow(x: view.x, y: view.y, width: view.width, height: view.height)
    let rectangle = enlarged.rectangle
    let size = PixelSize(width: rectangle.width, height: rectangle.height)
    guard let shown = try picture(enlarged.cell, time, window, size, { _ in [] }) else {
      return stage.showAllStill()
    }
    try stage.show(shown.canvas, number: shown.number, enlarged, stillShare: content.stillShare, cell)
  }

  /// What a cell's video shows; nil where it can't be read after all, for which there is a note.
  private mutating func picture(
    _ cell: Int,
    _ time: MediaTime,
    _ window: MovieWindow,
    _ size: PixelSize,
    _ backwards: (Int) -> [MediaTime]
  ) throws -> CollagePlayer.Picture? {
    guard !silent.contains(cell), page.cells.indices.contains(cell) else { return nil }
    let item = page.cells[cell].item
    guard sources.indices.contains(item), let source = sources[item] else { return nil }
    do {
      let player = try players[cell] ?? player(source)
      players[cell] = player
      return try player.picture(
        at: time,
        player.fitted(window, to: page.cells[cell]),
        size,
        backwards: backwards
      )
    } catch let problem as Problem where [.cancelled, .workerTimedOut].contains(problem.code) {
      throw problem
    } catch {
      silent.insert(cell)
      players[cell] = nil
      add(.movieEndsEarly(found: .zero, expected: source.clip.duration), item)
      return nil
    }
  }

  private func player(_ source: CollageMotionSource) throws -> CollagePlayer {
    // Each thread of a decoder takes frames of its own, and the encoder works beside it anyway.
    let bytes = Self.storeBytes / max(1, motion.movingCells.count)
    return try CollagePlayer(source.reader(threads: 1), colour: colour, storeBytes: bytes)
  }

  private mutating func close(_ cell: Int) {
    guard let player = players.removeValue(forKey: cell) else { return }
    for note in player.notes { add(note, page.cells[cell].item) }
  }

  private mutating func add(_ note: Note, _ item: Int) {
    let fresh = CollageMovieRenderer.SourceNote(item: item, note: note)
    if !found.contains(where: { $0.item == item && $0.note.code == note.code }) { found.append(fresh) }
  }

  /// What there is to say of all videos, in the order of the cells.
  var notes: [CollageMovieRenderer.SourceNote] {
    var all = self
    for cell in players.keys.sorted() { all.close(cell) }
    let order = page.cells.map(\.item)
    return all.found.sorted {
      (order.firstIndex(of: $0.item) ?? 0) < (order.firstIndex(of: $1.item) ?? 0)
    }
  }
}

extension CollageCellContent {
  /// The moment of the clip; nil for the key photo.
  var time: MediaTime? {
    switch self {
    case .still: nil
    case .video(let time), .fading(let time, _): time
    }
  }

  /// How much of the key photo lies over the clip, 0...1.
  var stillShare: Double {
    switch self {
    case .still: 1
    case .video: 0
    case .fading(_, let share): share
    }
  }
}

extension MovieWindow {
  /// A layout's window.
  init(_ window: CollageWindow) {
    self.init(
      x: window.x.value,
      y: window.y.value,
      width: window.width.value,
      height: window.height.value
    )
  }
}
