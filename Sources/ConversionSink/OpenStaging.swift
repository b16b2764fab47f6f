internal import Files
internal import Messages
internal import Synchronization

/// The staging folders of this process: what has to go when a signal ends it.
public enum OpenStaging {
  private struct State {
    var folders: Set<FilePath> = []
    var isClosing = false
  }

  private static let state = Mutex(State())

  /// Makes a folder and remembers it, in one step as the signal's thread sees it.
  static func make(_ folder: FilePath, isPrivate: Bool) throws {
    try state.withLock { state in
      if state.isClosing { throw Problem(.cancelled) }
      if isPrivate {
        try DurableFile.makePrivateDirectory(folder)
      } else {
        try DurableFile.makeDirectories(folder)
      }
      state.folders.insert(folder)
    }
  }

  /// Does what must not be left half done when a signal ends the process.
  static func undisturbed<Result: Sendable>(_ body: () throws -> Result) throws -> Result {
    try state.withLock { state in
      if state.isClosing { throw Problem(.cancelled) }
      return try body()
    }
  }

  /// Remembers a folder that is there.
  static func remember(_ folder: FilePath) { state.withLock { _ = $0.folders.insert(folder) } }

  static func forget(_ folder: FilePath) { state.withLock { _ = $0.folders.remove(folder) } }

  /// Removes them all; nothing can be staged beside a destination any more.
  public static func removeAll() {
    state.withLock { state in
      state.isClosing = true
      for folder in state.folders { try? DurableFile.removeTree(folder) }
    }
  }
}
