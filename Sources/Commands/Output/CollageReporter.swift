internal import Collages
internal import Messages

/// Shows on a terminal how far a collage is, in one line that is gone when something else is said.
final class CollageReporter {
  private let console: Console
  private let isShown: Bool
  private var current: CollageProgressLine?
  private var meter = ProgressMeter()
  private var isDrawn = false
  private var lastDrawing = 0.0

  /// - Parameter isShown: whether anybody wants to see it; where lines can't be redrawn nothing is shown all the same.
  init(_ console: Console, isShown: Bool) {
    self.console = console
    self.isShown = isShown && Terminal.canRedraw(.errors, environment: console.environment)
  }

  /// Draws how far it is, a few times a second.
  func report(_ stage: CollageProgress) {
    guard isShown else { return }
    var line = CollageProgressLine(stage: stage)
    let now = ProgressMeter.now
    let isNew = current?.isSameStage(as: line) != true
    if isNew { meter = ProgressMeter() }
    if let count = line.count { meter.note(done: count.done, at: now) }
    line.rate = meter.rate
    current = line
    guard isNew || now - lastDrawing > 0.1 else { return }
    lastDrawing = now
    let columns = Terminal.columns(.errors, environment: console.environment)
    console.raw("\r" + line.line(columns: columns, language: console.language) + "\u{1B}[K")
    isDrawn = true
  }

  /// Takes the line away.
  func clear() {
    guard isDrawn else { return }
    console.raw("\r\u{1B}[K")
    isDrawn = false
  }
}
