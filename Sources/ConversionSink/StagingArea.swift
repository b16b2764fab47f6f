public import Files
internal import Glibc
internal import FoundationEssentials
internal import Library
internal import Messages

/// A folder for files that are finished but not delivered, on the filesystem that they are delivered to.
public final class StagingArea {
  /// The run's name, in the catalogue's intents.
  public let run: String
  /// The folder.
  public let folder: FilePath
  private let libraryRun: LibraryRun?
  private var nextNumber = 0

  private init(run: String, folder: FilePath, libraryRun: LibraryRun?) {
    self.run = run
    self.folder = folder
    self.libraryRun = libraryRun
  }

  /// This process's run inside a library; others see by its kernel lock that it lives.
  convenience init(_ run: LibraryRun) {
    self.init(run: run.id, folder: run.stagingFolder, libraryRun: run)
    OpenStaging.remember(folder)
  }

  /// A hidden folder beside a destination on another filesystem than the library, or without one. Its name holds the
  /// process number, so that a later run in the same folder can remove what a killed one left.
  ///
  /// - Parameters:
  ///   - run: the run in whose name an intent is written, where there is one.
  ///   - isPrivate: nobody else can look into it: for folders that everybody shares.
  static func beside(_ destination: FilePath, run: String = "", isPrivate: Bool = false) throws -> StagingArea
  {
    removeLeftovers(in: destination.parent, undoingDeliveries: !isPrivate)
    let name = "\(prefix)\(getpid())-\(UUID().uuidString.lowercased().prefix(8))"
    let folder = destination.parent.appending(name)
    do { try OpenStaging.make(folder, isPrivate: isPrivate) } catch var problem as Problem {
      // The destination is what can't be written; the hidden name would say nothing to anybody.
      problem.values["path"] = destination.parent.lossyString
      throw problem
    }
    return StagingArea(run: run, folder: folder, libraryRun: nil)
  }

  private static let prefix = ".shiying-"

  /// Removes the folders that killed processes left beside destinations, and takes back what they brought out by halves.
  ///
  /// - Parameter undoingDeliveries: not in folders that everybody shares, where anybody can write what looks like a record.
  static func removeLeftovers(in folder: FilePath, undoingDeliveries: Bool = true) {
    guard let names = try? DirectoryWalk.names(in: folder) else { return }
    for name in names where name.starts(with: Array(prefix.utf8)) {
      let digits = name.dropFirst(prefix.utf8.count).prefix { $0 >= 0x30 && $0 <= 0x39 }
      guard let text = String(validating: digits, as: UTF8.self), let process = Int32(text), process > 0,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      if undoingDeliveries { UnfinishedDelivery.undo(in: folder.appending(name)) }
      try? DurableFile.removeTree(folder.appending(name))
    }
  }

  /// A path in the folder that nothing has used yet.
  public func freshPath(fileExtension: String) -> FilePath {
    nextNumber += 1
    return folder.appending("\(nextNumber).\(fileExtension)")
  }

  /// Removes the files of a finished or failed job.
  func empty() {
    for name in (try? DirectoryWalk.names(in: folder)) ?? [] {
      try? DurableFile.removeTree(folder.appending(name))
    }
  }

  /// Removes the folder with all that is in it, before the area itself goes.
  func remove() {
    // A library's run removes its folder itself, with its lock.
    if libraryRun != nil { return OpenStaging.forget(folder) }
    try? DurableFile.removeTree(folder)
    OpenStaging.forget(folder)
  }

  deinit { remove() }
}
