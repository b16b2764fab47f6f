internal import Messages
internal import Movies
internal import Pixels

/// The videos of a moving collage: opens each when its cell begins to move and closes it when the cell is still again.
struct CollageCast {
  private let page: CollagePage
  private let motion: CollageMotion
  private let sources: [CollageMotionSource?]
  private let threads: Int
  private var players: [Int: CollagePlayer] = [:]
  /// Cells whose video could not be opened after all.
  private var silent: Set<Int> = []
  private var found: [CollageMovieRenderer.SourceNote] = []

  /// Bytes that pictures may take which are shown backwards, of all cells together.
  private static let storeBytes = 48 << 20

  init(_ page: CollagePage, _ motion: CollageMotion, _ sources: [CollageMotionSource?], threads: Int) {
    self.page = page
    self.motion = motion
    self.sources = sources
    self.threads = threads
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
    guard let player = try player(cell), let size = stage.size(ofCell: cell) else {
      return stage.showStill(cell)
    }
    let window = MovieWindow(page.cells[cell].window)
    let fitted = player.fitted(window, to: page.cells[cell])
    let motion = motion
    let shown = try player.picture(at: time, fitted, size) {
      Self.timesBackwards(cell, from: index, most: $0, motion)
    }
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
    guard let time = content.time, let player = try player(enlarged.cell) else { return stage.showAllStill() }
    let view = enlarged.window
    let cell = page.cells[enlarged.cell]
    let window = MovieWindow(x: view.x, y: view.y, width: view.width, height: view.height)
    let rectangle = enlarged.rectangle
    let size = PixelSize(width: rectangle.width, height: rectangle.height)
    let shown = try player.picture(at: time, player.fitted(window, to: cell), size) { _ in [] }
    try stage.show(shown.canvas, number: shown.number, enlarged, stillShare: content.stillShare, cell)
  }

  /// The player of a cell; nil where its video can't be opened.
  private mutating func player(_ cell: Int) throws -> CollagePlayer? {
    if let player = players[cell] { return player }
    guard !silent.contains(cell), page.cells.indices.contains(cell) else { return nil }
    let item = page.cells[cell].item
    guard sources.indices.contains(item), let source = sources[item] else { return nil }
    var limits = source.limits
    // Each thread of a decoder takes memory of its own, and cells that move together keep all cores busy.
    limits.threads = motion.kind == .together && motion.movingCells.count > 1 ? 1 : threads
    do {
      let bytes = Self.storeBytes / max(1, motion.movingCells.count)
      let player = try CollagePlayer(source.source, limits, storeBytes: bytes)
      players[cell] = player
      return player
    } catch let problem as Problem where [.cancelled, .workerTimedOut].contains(problem.code) {
      throw problem
    } catch {
      silent.insert(cell)
      let expected = source.clip.duration
      add(.movieEndsEarly(found: .zero, expected: expected), item)
      return nil
    }
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
