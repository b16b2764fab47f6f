internal import CSystem
internal import Glibc
public import Messages

/// Finds the files below a folder, by their raw names.
public enum DirectoryWalk {
  /// What a walk found: files, what could not be looked into, and FIFOs, sockets and devices, which are not opened.
  public typealias Result = (
    files: [FilePath], unreadable: [(path: FilePath, problem: Problem)], others: [FilePath]
  )

  /// Every regular file below `folder`, sorted by bytes, and everything that could not be looked into.
  ///
  /// A symbolic link to a file counts as that file; one to a folder is not followed; one to nothing is
  /// reported. No folder is entered twice on one way down, so bind mounts can't make a loop. Folders named
  /// ".shiying" (a library's own) are left out.
  ///
  /// - Parameter skip: asked for every folder and file below `folder`; true leaves it out.
  /// - Throws: when `folder` itself can't be read: `inputMissing`, `inputUnreadable`, `inputNotAFile`.
  public static func files(
    below folder: FilePath,
    skip: (FilePath) -> Bool = { _ in false }
  ) throws -> Result {
    var walk = Walk()
    do throws(SystemError) { try walk.enter(folder, followLinks: true, parent: nil, skip: skip) } catch {
      if error.code == ENOTDIR, let status = try FileStatus.ifPresent(folder), status.kind != .directory {
        throw Problem(.inputNotAFile, ["path": folder.lossyString, "kind": status.kind.rawValue])
      }
      throw error.whenReading(folder)
    }
    while let next = walk.pending.popLast() {
      do throws(SystemError) {
        try walk.enter(next.path, followLinks: false, parent: next.parent, skip: skip)
      } catch {
        walk.unreadable.append((next.path, error.whenReading(next.path)))
      }
    }
    return (walk.files.sorted(), walk.unreadable.sorted { $0.path < $1.path }, walk.others.sorted())
  }

  /// The names in one folder, sorted by bytes, without "." and "..".
  /// - Throws: `inputMissing`, `inputUnreadable`.
  public static func names(in folder: FilePath) throws -> [[UInt8]] {
    do throws(SystemError) {
      let open = try OpenFile(folder: folder)
      return try SystemCalls.entries(of: open.release()).map(\.name).sorted().map(\.bytes)
    } catch { throw error.whenReading(folder) }
  }
}

/// A folder on the way down, and those above it.
private final class Ancestor {
  private let device, inode: UInt64
  private let parent: Ancestor?

  init(_ status: FileStatus, below parent: Ancestor?) {
    device = status.device
    inode = status.inode
    self.parent = parent
  }

  /// Whether this folder or one above it is that of `status`.
  func isOrDescends(from status: FileStatus) -> Bool {
    var next: Ancestor? = self
    while let folder = next {
      if folder.device == status.device, folder.inode == status.inode { return true }
      next = folder.parent
    }
    return false
  }
}

private struct Walk {
  var files: [FilePath] = []
  var unreadable: [(path: FilePath, problem: Problem)] = []
  /// What is neither a file nor a folder; through links too.
  var others: [FilePath] = []
  /// Folders still to be entered; a list instead of recursion, so that depth costs no stack.
  var pending: [(path: FilePath, parent: Ancestor?)] = []

  mutating func enter(
    _ folder: FilePath,
    followLinks: Bool,
    parent: Ancestor?,
    skip: (FilePath) -> Bool
  ) throws(SystemError) {
    let open = try OpenFile(folder: folder, followLinks: followLinks)
    let status = try open.status
    if parent?.isOrDescends(from: status) == true { return }
    let here = Ancestor(status, below: parent)
    for entry in try SystemCalls.entries(of: open.release()) {
      let path = folder.appending(entry.name)
      if skip(path) { continue }
      do throws(SystemError) {
        switch try kind(of: path, type: entry.type) {
        case .directory where entry.name.bytes != Array(".shiying".utf8): pending.append((path, here))
        case .regular: files.append(path)
        case .fifo, .socket, .device: others.append(path)
        case .directory, .symlink: break
        }
      } catch {
        unreadable.append((path, error.whenReading(path)))
      }
    }
  }

  /// What an entry is: d_type where the filesystem fills it in, else a stat. A link to a folder counts as a
  /// link.
  private func kind(of path: FilePath, type: Int32) throws(SystemError) -> FileKind {
    switch type {
    case Int32(DT_REG): return .regular
    case Int32(DT_DIR): return .directory
    case Int32(DT_LNK): break
    case Int32(DT_UNKNOWN):
      let kind = try SystemCalls.status(of: path, followLinks: false).kind
      if kind != .symlink { return kind }
    default: return .device
    }
    let target = try SystemCalls.status(of: path, followLinks: true).kind
    return target == .directory ? .symlink : target
  }
}
