internal import Glibc
internal import Messages

/// The person's home folder: HOME, else what the password database says.
enum HomeFolder {
  /// - Throws: `UsageProblem.noHome`: a library at the root of the system would be nobody's wish.
  static func find(_ environment: [String: String], command: String) throws -> String {
    let named = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
    guard let home = named ?? ofUser(), home.hasPrefix("/") else {
      throw UsageProblem(.noHome(found: named), command: command)
    }
    return home
  }

  private static func ofUser() -> String? {
    var buffer = [CChar](repeating: 0, count: 1 << 16)
    return buffer.withUnsafeMutableBufferPointer { memory in
      var record = passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard let start = memory.baseAddress,
        getpwuid_r(getuid(), &record, start, memory.count, &found) == 0, found != nil,
        let folder = record.pw_dir
      else { return nil }
      return String(validatingCString: folder)
    }
  }
}
