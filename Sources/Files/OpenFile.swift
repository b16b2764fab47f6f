internal import CSystem
internal import Glibc

/// Owner of one file descriptor: closed exactly once.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  init(adopting descriptor: Int32) { self.descriptor = descriptor }

  /// Opens for reading. O_NONBLOCK: opening a FIFO without a writer must not hang (it has no effect on
  /// regular files).
  init(reading path: FilePath) throws(SystemError) {
    descriptor = try SystemCalls.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
  }

  /// Makes a new file. O_EXCL: never an existing one; O_NOFOLLOW: never through a link someone planted.
  init(creating path: FilePath) throws(SystemError) {
    descriptor = try SystemCalls.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
  }

  /// Opens a folder, for reading its names or for fsync.
  init(folder path: FilePath, followLinks: Bool = true) throws(SystemError) {
    descriptor = try SystemCalls.open(path, O_RDONLY | O_DIRECTORY | (followLinks ? 0 : O_NOFOLLOW))
  }

  deinit { _ = Glibc.close(descriptor) }

  /// Closes with its error seen: on network filesystems a write may fail only here.
  consuming func close() throws(SystemError) {
    let descriptor = descriptor
    discard self
    try SystemCalls.close(descriptor)
  }

  /// Gives the descriptor away.
  consuming func release() -> Int32 {
    let descriptor = descriptor
    discard self
    return descriptor
  }

  var status: FileStatus { get throws(SystemError) { try SystemCalls.status(of: descriptor) } }

  /// Fills as much of `buffer` as there are bytes; less than its length means the end was met.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = try SystemCalls.read(descriptor, into: .init(rebasing: buffer[filled...]))
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// As above, from a position on; the position of other reads stays.
  func fill(_ buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try SystemCalls.read(descriptor, into: rest, at: position + Int64(filled))
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  func writeAll(_ buffer: UnsafeRawBufferPointer) throws(SystemError) {
    var written = 0
    while written < buffer.count {
      let count = try SystemCalls.write(descriptor, .init(rebasing: buffer[written...]))
      // POSIX lets write return 0 for a regular file only when asked for 0 bytes; never loop on it.
      if count == 0 { throw SystemError(code: EIO, call: "write") }
      written += count
    }
  }

  /// Lets the bytes begin to go to the disk, so that `synchronize` waits less. No error comes out here.
  func beginWritingOut() { shiying_begin_writing_out(descriptor) }

  /// fsync; a filesystem that has none (EINVAL, EOPNOTSUPP: some FUSE ones) is let through, EIO is not.
  func synchronize() throws(SystemError) {
    do throws(SystemError) { try SystemCalls.synchronize(descriptor) } catch {
      if error.code != EINVAL, error.code != EOPNOTSUPP { throw error }
    }
  }
}
