internal import CSystem
internal import Glibc

/// Every system call of this room, so that EINTR is retried in one place and tests can force any errno.
///
/// Names are the C functions' own; see their section 2 manual pages for parameters and errors.
enum SystemCalls {
  #if DEBUG
    /// Tests: given a call's name, the errno to fail it with instead of making it, or nil.
    @TaskLocal static var fault: (@Sendable (String) -> Int32?)?
  #endif

  static func open(_ path: FilePath, _ flags: Int32, mode: mode_t = 0o666) throws(SystemError) -> Int32 {
    try valid(path, "open")
    return try retried("open") { path.withCString { shiying_open($0, flags | O_CLOEXEC, mode) } }
  }

  static func openAt(_ folder: Int32, _ path: FilePath, _ flags: Int32) throws(SystemError) -> Int32 {
    try valid(path, "openat")
    return try retried("openat") { path.withCString { shiying_open_at(folder, $0, flags | O_CLOEXEC, 0) } }
  }

  /// Never retried: on Linux the descriptor is gone even when close(2) says EINTR.
  static func close(_ descriptor: Int32) throws(SystemError) {
    if Glibc.close(descriptor) != 0, errno != EINTR { throw SystemError(code: errno, call: "close") }
    try forced("close")
  }

  static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
  {
    try retried("read") { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
  }

  static func read(
    _ descriptor: Int32,
    into buffer: UnsafeMutableRawBufferPointer,
    at position: Int64
  ) throws(SystemError) -> Int {
    try retried("pread") { Glibc.pread(descriptor, buffer.baseAddress, buffer.count, Int(position)) }
  }

  static func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    try retried("write") { Glibc.write(descriptor, buffer.baseAddress, buffer.count) }
  }

  static func seek(_ descriptor: Int32, to offset: Int64) throws(SystemError) {
    _ = try retried("lseek") { lseek(descriptor, off_t(offset), SEEK_SET) }
  }

  static func status(of path: FilePath, followLinks: Bool) throws(SystemError) -> FileStatus {
    try valid(path, "stat")
    var status = Glibc.stat()
    _ = try retried("stat") { path.withCString { followLinks ? stat($0, &status) : lstat($0, &status) } }
    return FileStatus(status)
  }

  static func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
    var status = Glibc.stat()
    _ = try retried("fstat") { fstat(descriptor, &status) }
    return FileStatus(status)
  }

  static func setModification(_ time: FileTime, of descriptor: Int32) throws(SystemError) {
    let value = timespec(tv_sec: Int(time.seconds), tv_nsec: time.nanoseconds)
    _ = try retried("futimens") { futimens(descriptor, [value, value]) }
  }

  static func setPermissions(_ mode: UInt32, of descriptor: Int32) throws(SystemError) {
    _ = try retried("fchmod") { fchmod(descriptor, mode) }
  }

  static func synchronize(_ descriptor: Int32) throws(SystemError) {
    _ = try retried("fsync") { fsync(descriptor) }
  }

  static func renameWithoutReplacing(_ from: FilePath, _ to: FilePath) throws(SystemError) {
    try valid(from, "renameat2")
    try valid(to, "renameat2")
    _ = try retried("renameat2") {
      from.withCString { from in to.withCString { to in shiying_rename_noreplace(from, to) } }
    }
  }

  static func link(_ from: FilePath, _ to: FilePath) throws(SystemError) {
    try valid(from, "linkat")
    try valid(to, "linkat")
    _ = try retried("linkat") {
      from.withCString { from in to.withCString { to in linkat(AT_FDCWD, from, AT_FDCWD, to, 0) } }
    }
  }

  static func unlink(_ path: FilePath) throws(SystemError) {
    try valid(path, "unlink")
    _ = try retried("unlink") { path.withCString { Glibc.unlink($0) } }
  }

  static func removeDirectory(_ path: FilePath) throws(SystemError) {
    try valid(path, "rmdir")
    _ = try retried("rmdir") { path.withCString { rmdir($0) } }
  }

  static func makeDirectory(_ path: FilePath, mode: mode_t = 0o777) throws(SystemError) {
    try valid(path, "mkdir")
    _ = try retried("mkdir") { path.withCString { mkdir($0, mode) } }
  }

  static func lock(_ descriptor: Int32, type: Int32, at offset: Int64, waiting: Bool) throws(SystemError) {
    _ = try retried("fcntl") { shiying_lock_range(descriptor, Int16(type), offset, 1, waiting ? 1 : 0) }
  }

  static func now() -> FileTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(seconds: Int64(time.tv_sec), nanoseconds: time.tv_nsec)
  }

  /// poll(2) until there is something to read; a failure shows at the next read.
  static func waitForInput(_ descriptor: Int32) {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&wait, 1, -1)
  }

  static func currentDirectory() throws(SystemError) -> FilePath {
    guard let text = getcwd(nil, 0) else { throw SystemError(code: errno, call: "getcwd") }
    defer { free(text) }
    return FilePath(
      bytes: UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
    )
  }

  static func realPath(_ path: FilePath) throws(SystemError) -> FilePath {
    try valid(path, "realpath")
    guard let text = path.withCString({ realpath($0, nil) }) else {
      throw SystemError(code: errno, call: "realpath")
    }
    defer { free(text) }
    return FilePath(
      bytes: UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
    )
  }

  static func mountIdentity(of path: FilePath) throws(SystemError) -> UInt64 {
    try valid(path, "statx")
    var identity: UInt64 = 0
    _ = try retried("statx") { path.withCString { shiying_mount_identity($0, &identity) } }
    return identity
  }

  static func filesystemMagic(of path: FilePath) throws(SystemError) -> UInt32 {
    try valid(path, "statfs")
    var magic: UInt32 = 0
    _ = try retried("statfs") { path.withCString { shiying_filesystem_magic($0, &magic) } }
    return magic
  }

  /// The names in an open folder with their d_type, "." and ".." left out. Takes over the descriptor.
  static func entries(of descriptor: Int32) throws(SystemError) -> [(name: FilePath, type: Int32)] {
    guard let folder = fdopendir(descriptor) else {
      let code = errno
      _ = Glibc.close(descriptor)
      throw SystemError(code: code, call: "fdopendir")
    }
    defer { closedir(folder) }
    var entries: [(name: FilePath, type: Int32)] = []
    while true {
      try forced("readdir")
      var name: UnsafePointer<CChar>?
      var type: UInt8 = 0
      let result = shiying_next_entry(folder, &name, &type)
      if result < 0 { throw SystemError(code: errno, call: "readdir") }
      guard result > 0, let name else { return entries }
      let bytes = UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) }
      if bytes == [UInt8(ascii: ".")] || bytes == [UInt8(ascii: "."), UInt8(ascii: ".")] { continue }
      entries.append((FilePath(bytes: bytes), Int32(type)))
    }
  }

  /// Makes a call until it is not interrupted by a signal.
  private static func retried<Value: BinaryInteger>(
    _ call: String,
    _ body: () -> Value
  ) throws(SystemError) -> Value {
    try forced(call)
    while true {
      let result = body()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SystemError(code: code, call: call) }
    }
  }

  /// A NUL inside a path would silently name another file.
  private static func valid(_ path: FilePath, _ call: String) throws(SystemError) {
    if path.bytes.contains(0) { throw SystemError(code: EINVAL, call: call) }
  }

  private static func forced(_ call: String) throws(SystemError) {
    #if DEBUG
      if let code = fault?(call) { throw SystemError(code: code, call: call) }
    #endif
  }
}
