internal import CSystem
internal import Glibc
internal import Messages

/// The errno of one failed system call.
struct SystemError: Error, Hashable {
  /// The errno value.
  var code: Int32
  /// The system call's name.
  var call: String

  /// What strerror(3) says, in the C locale, copied at once.
  var text: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let base = buffer.baseAddress, let text = shiying_error_text(code, base, buffer.count) else {
        return "errno \(code)"
      }
      return String(cString: text)
    }
  }

  /// The problem of a path that could not be read.
  func whenReading(_ path: FilePath) -> Problem {
    switch code {
    case ENOENT, ENOTDIR: Problem(.inputMissing, ["path": path.lossyString])
    default: Problem(.inputUnreadable, ["path": path.lossyString, "detail": text])
    }
  }

  /// The problem of a path that could not be written.
  func whenWriting(_ path: FilePath) -> Problem {
    switch code {
    case ENOSPC, EDQUOT: Problem(.diskFull, ["path": path.lossyString])
    case EEXIST: Problem(.destinationExists, ["path": path.lossyString])
    default: Problem(.cannotWrite, ["path": path.lossyString, "detail": text])
    }
  }
}
