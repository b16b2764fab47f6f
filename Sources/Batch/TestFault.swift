internal import CSystem
internal import Glibc
internal import Files

/// Faults that tests provoke in a worker of a debug build: SHIYING_TEST_FAULT=crash|hang|memory:NAME strikes when the
/// file of that name is reached. Release builds have none of this.
enum TestFault {
  static func strike(_ path: FilePath) {
    #if DEBUG
      guard let value = getenv("SHIYING_TEST_FAULT"), let text = String(validatingCString: value) else {
        return
      }
      let parts = text.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, path.lastComponentText == parts[1] else { return }
      switch parts[0] {
      case "crash": abort()
      case "hang": while true { sleep(1) }
      case "memory":
        var hoard: [[UInt8]] = []
        while true { hoard.append([UInt8](repeating: 1, count: 16 << 20)) }
      default: break
      }
    #endif
  }
}
