internal import CSystem
internal import Glibc

/// What this machine has.
public enum Machine {
  /// Cores that this process may use, at least 1.
  public static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Bytes of memory that a process holds, or nil once it is gone. The second number of /proc/PID/statm is
  /// "resident: resident set size" in pages (proc(5)).
  static func residentBytes(of process: Int32) -> Int? {
    let descriptor = shiying_open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0, let text = String(validating: buffer.prefix(count), as: UTF8.self) else { return nil }
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages &* sysconf(Int32(_SC_PAGESIZE))
  }

  /// Seconds of a clock that only goes forward.
  static var monotonicSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
