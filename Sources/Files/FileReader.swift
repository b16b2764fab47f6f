internal import Glibc
internal import Messages

/// Reads sources: never opened for writing, never hanging on a FIFO, never half of a file that changes
/// meanwhile.
public enum FileReader {
  /// The whole file and its status, which was the same before and after.
  ///
  /// - Parameter maximumByteCount: checked before memory is taken.
  /// - Throws: `inputMissing`, `inputNotAFile`, `inputTooLarge`, `inputChanged`, `inputUnreadable`.
  public static func read(
    _ path: FilePath,
    maximumByteCount: Int = 4 << 30
  ) throws -> (bytes: [UInt8], status: FileStatus) {
    try translating(path) { () throws in
      let file = try OpenFile(reading: path)
      let status = try regular(file, path)
      try check(status.size, against: maximumByteCount, path)
      let size = Int(status.size)
      // One byte more than the size, to see that nothing was appended.
      let bytes = try [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
        count = try file.fill(UnsafeMutableRawBufferPointer(buffer))
      }
      guard bytes.count == size, try file.status == status else { throw changed(path) }
      return (bytes, status)
    }
  }

  /// The first `byteCount` bytes, fewer where the file is shorter, and the file's status.
  /// - Throws: `inputMissing`, `inputNotAFile`, `inputUnreadable`.
  public static func readHead(
    _ path: FilePath,
    byteCount: Int
  ) throws -> (bytes: [UInt8], status: FileStatus) {
    try translating(path) { () throws in
      let file = try OpenFile(reading: path)
      let status = try regular(file, path)
      let wanted = max(0, min(byteCount, Int(clamping: status.size)))
      let bytes = try [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        count = try file.fill(UnsafeMutableRawBufferPointer(buffer))
      }
      return (bytes, status)
    }
  }

  /// Standard input to its end.
  /// - Throws: `inputTooLarge` once more than `maximumByteCount` has come, `inputUnreadable`.
  public static func readStandardInput(maximumByteCount: Int = 4 << 30) throws -> [UInt8] {
    let path = FilePath("-")
    return try translating(path) { () throws in
      var bytes: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = try piece.withUnsafeMutableBytes { try readWaiting(STDIN_FILENO, into: $0) }
        if count == 0 { return bytes }
        try check(Int64(bytes.count + count), against: maximumByteCount, path)
        bytes += piece[..<count]
      }
    }
  }

  /// read(2) that waits where whoever shares the terminal or pipe made it non-blocking.
  private static func readWaiting(
    _ descriptor: Int32,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    while true {
      do throws(SystemError) { return try SystemCalls.read(descriptor, into: buffer) } catch {
        if error.code != EAGAIN { throw error }
        SystemCalls.waitForInput(descriptor)
      }
    }
  }

  /// Runs `body` with a system call's failure turned into a problem of reading `path`.
  static func translating<Result: ~Copyable>(
    _ path: FilePath,
    _ body: () throws -> Result
  ) throws -> Result {
    do { return try body() } catch let error as SystemError { throw error.whenReading(path) }
  }

  /// The status of an open file that must be a regular one.
  static func regular(_ file: borrowing OpenFile, _ path: FilePath) throws -> FileStatus {
    let status = try file.status
    guard status.kind == .regular else {
      throw Problem(.inputNotAFile, ["path": path.lossyString, "kind": status.kind.rawValue])
    }
    return status
  }

  static func changed(_ path: FilePath) -> Problem { Problem(.inputChanged, ["path": path.lossyString]) }

  private static func check(_ size: Int64, against limit: Int, _ path: FilePath) throws {
    if size > Int64(limit) || size < 0 || size == Int64.max {
      throw Problem(
        .inputTooLarge,
        ["path": path.lossyString, "found": String(size), "limit": String(limit)]
      )
    }
  }
}
