internal import CSystem
internal import Glibc
internal import Messages

/// A point in time of a filesystem, since 1970-01-01 UTC.
public struct FileTime: Hashable, Sendable, Codable, Comparable {
  /// Whole seconds; negative before 1970.
  public var seconds: Int64
  /// Nanoseconds on top, 0..<1_000_000_000.
  public var nanoseconds: Int

  /// Makes a time.
  public init(seconds: Int64, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Now, by the system's clock.
  public static var now: FileTime { SystemCalls.now() }

  /// Earlier is less.
  public static func < (left: FileTime, right: FileTime) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

/// What a name in the filesystem stands for.
public enum FileKind: String, Sendable, Codable {
  /// An ordinary file.
  case regular
  /// A folder.
  case directory
  /// A symbolic link (only where links are not followed).
  case symlink
  /// A named pipe.
  case fifo
  /// A character or block device.
  case device
  /// A socket.
  case socket
}

/// What stat(2) says about a file.
public struct FileStatus: Hashable, Sendable, Codable {
  /// What it is.
  public var kind: FileKind
  /// Length in bytes.
  public var size: Int64
  /// When its content was last changed.
  public var modification: FileTime
  /// The filesystem that holds it.
  public var device: UInt64
  /// Its number there.
  public var inode: UInt64

  /// Makes a status; the system's own comes from `of(_:followLinks:)`.
  public init(kind: FileKind, size: Int64, modification: FileTime, device: UInt64, inode: UInt64) {
    self.kind = kind
    self.size = size
    self.modification = modification
    self.device = device
    self.inode = inode
  }

  /// Asks the system about a path.
  /// - Throws: `inputMissing`, `inputUnreadable`.
  public static func of(_ path: FilePath, followLinks: Bool = true) throws -> FileStatus {
    do throws(SystemError) { return try SystemCalls.status(of: path, followLinks: followLinks) } catch {
      throw error.whenReading(path)
    }
  }

  /// As `of`, but nil where nothing of that name exists.
  /// - Throws: `inputUnreadable`.
  public static func ifPresent(_ path: FilePath, followLinks: Bool = true) throws -> FileStatus? {
    do { return try of(path, followLinks: followLinks) } catch let problem as Problem
      where problem.code == .inputMissing
    { return nil }
  }

  /// Whether this process may change what is at a path; asked of the system, which knows owners, lists and read-only
  /// filesystems (access(2)).
  public static func isWritable(_ path: FilePath) -> Bool { path.withCString { access($0, W_OK) } == 0 }

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .symlink
    case S_IFIFO: kind = .fifo
    case S_IFSOCK: kind = .socket
    default: kind = .device
    }
    size = Int64(status.st_size)
    modification = FileTime(seconds: Int64(status.st_mtim.tv_sec), nanoseconds: status.st_mtim.tv_nsec)
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}
