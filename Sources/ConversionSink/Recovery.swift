internal import Files
internal import Library
internal import Messages

/// Finishes or undoes what dead runs left behind: their intents, then their staging folders.
struct Recovery {
  let library: Library
  let locks: SinkLocks

  func run() throws {
    try locks.whileHoldingRuns {
      let dead = try library.deadRuns()
      let intents = try library.catalogue.intents()
      var runs = Set(dead)
      for run in Set(intents.map(\.run)) where try !library.isAlive(run: run) { runs.insert(run) }
      // One run whose work can't be settled now (the disk is full) must not keep the remains of the others there.
      var failure: (any Error)?
      for run in runs.sorted() {
        do { try recover(run, intents.filter { $0.run == run }) } catch { failure = failure ?? error }
      }
      if let failure { throw failure }
    }
  }

  private func recover(_ run: String, _ intents: [Intent]) throws {
    if !intents.isEmpty {
      try locks.whileHoldingCommit {
        for intent in intents { try settle(intent) }
      }
    }
    try library.removeRemains(ofRun: run)
  }

  /// Forward if every file is either delivered or still staged as it was verified; else back, all of it. Where none is staged any
  /// more, all were delivered, and since then they belong to whoever uses them: none is removed, though one was edited.
  private func settle(_ intent: Intent) throws {
    let states = intent.moves.map { move -> MoveState in
      if isWhole(move.destination, move), !exists(move.staged) { return .delivered }
      return isWhole(move.staged, move) ? .staged : .lost
    }
    if states.contains(.lost), !intent.moves.contains(where: { exists($0.staged) }) {
      return try library.catalogue.cancel(intent: intent.id)
    }
    guard !states.contains(.lost), forward(intent, states) else {
      for (move, state) in zip(intent.moves, states) where state == .delivered || isWholeAfterMove(move) {
        try DurableFile.remove(move.destination)
      }
      try synchronizeFolders(intent)
      try library.catalogue.cancel(intent: intent.id)
      return
    }
    try synchronizeFolders(intent)
    try library.catalogue.finish(intent: intent.id)
  }

  private enum MoveState { case delivered, staged, lost }

  private func forward(_ intent: Intent, _ states: [MoveState]) -> Bool {
    for (move, state) in zip(intent.moves, states) where state == .staged {
      do { try DurableFile.renameWithoutReplacing(move.staged, to: move.destination) } catch { return false }
    }
    return true
  }

  private func isWholeAfterMove(_ move: Intent.Move) -> Bool {
    !exists(move.staged) && isWhole(move.destination, move)
  }

  private func synchronizeFolders(_ intent: Intent) throws {
    for folder in Set(intent.moves.map(\.destination.parent)) where exists(folder) {
      try DurableFile.synchronizeDirectory(folder)
    }
  }

  private func exists(_ path: FilePath) -> Bool { (try? FileStatus.of(path, followLinks: false)) != nil }

  private func isWhole(_ path: FilePath, _ move: Intent.Move) -> Bool {
    guard let status = try? FileStatus.of(path, followLinks: false), status.kind == .regular,
      status.size == move.byteCount, let hash = try? ContentHash.ofFile(path)
    else { return false }
    return hash == move.contentHash
  }
}
