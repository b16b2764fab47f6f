internal import CSystem
internal import Glibc
internal import Messages

/// Writes to standard output, where only data goes.
public enum FileWriter {
  /// Writes all bytes.
  /// - Throws: `write.disk-full` or `write.failed`; a closed pipe ends the process by SIGPIPE, as shells expect.
  public static func writeToStandardOutput(_ bytes: [UInt8]) throws {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer -> Int in
        guard let base = buffer.baseAddress else { return 0 }
        return write(STDOUT_FILENO, base + done, bytes.count - done)
      }
      if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      if count <= 0 {
        throw SystemError(code: errno, call: "write").whenWriting(FilePath("/dev/stdout"))
      }
      done += count
    }
  }
}
