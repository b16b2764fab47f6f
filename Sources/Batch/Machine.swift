internal import CSystem
internal import Glibc

/// What this machine has.
public enum Machine {
  /// Cores that this process may use, at least 1.
  public static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Bytes of memory that a process holds, or nil once it is gone.
  static func residentBytes(of process: Int32) -> Int? { memory(of: process)?.resident }

  /// Bytes of a process's address space, and those of them that it holds in memory. The first two numbers of
  /// /proc/PID/statm are "size: total program size" and "resident: resident set size", in pages (proc(5)).
  static func memory(of process: Int32) -> (reserved: Int, resident: Int)? {
    let descriptor = shiying_open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0, let text = String(validating: buffer.prefix(count), as: UTF8.self) else { return nil }
    let fields = text.split(separator: " ")
    guard fields.count > 1, let reserved = Int(fields[0]), let resident = Int(fields[1]) else { return nil }
    let pageSize = sysconf(Int32(_SC_PAGESIZE))
    return (reserved &* pageSize, resident &* pageSize)
  }

  /// Gives memory back to the system as soon as it is free, instead of keeping it for what may come: for work that takes pieces
  /// of many sizes one after the other. Pages of code that only the start needed go too. mallopt(3): setting a threshold also ends its growing by itself.
  static func returnMemoryEarly() {
    mallopt(M_MMAP_THRESHOLD, 1 << 15)
    mallopt(M_TRIM_THRESHOLD, 1 << 14)
    mallopt(M_TOP_PAD, 0)
    // One pool for all threads: what one frees, another takes.
    mallopt(M_ARENA_MAX, 1)
    shiying_release_code()
  }

  /// Seconds of a clock that only goes forward.
  static var monotonicSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
