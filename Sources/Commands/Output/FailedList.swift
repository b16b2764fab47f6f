internal import CSystem
internal import Files
internal import Glibc
internal import Messages

/// The file of `--failed-to`: one failed input a line (or NUL), ready for `--files-from`. Written as failures happen, so
/// that an interrupted run leaves it usable.
final class FailedList {
  private let path: FilePath
  private let descriptor: Int32
  private let terminator: UInt8
  private var failure: Int32 = 0

  /// - Throws: `write.failed` where the file can't be made.
  init(_ path: FilePath, isNullSeparated: Bool) throws {
    self.path = path
    terminator = isNullSeparated ? 0 : 0x0A
    descriptor = path.withCString { shiying_open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw Self.problem(path, errno) }
  }

  deinit { Glibc.close(descriptor) }

  func append(_ input: FilePath) {
    let bytes = input.bytes + [terminator]
    if write(descriptor, bytes, bytes.count) != bytes.count { failure = errno == 0 ? EIO : errno }
  }

  /// - Throws: `write.failed` where a failed input could not be written down.
  func close() throws {
    if failure != 0 { throw Self.problem(path, failure) }
  }

  private static func problem(_ path: FilePath, _ code: Int32) -> Problem {
    Problem(.cannotWrite, ["path": path.lossyString, "detail": String(cString: strerror(code))])
  }
}
