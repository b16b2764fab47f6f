internal import CSystem
internal import Glibc
internal import Messages

extension FileReader {
  /// A file, pipe or device to its end: for lists, which shells hand over as pipes (`<(find ...)`, /dev/stdin).
  /// - Throws: `inputMissing`, `inputUnreadable`, `inputTooLarge`.
  public static func readStream(_ path: FilePath, maximumByteCount: Int = 1 << 30) throws -> [UInt8] {
    let descriptor = path.withCString { shiying_open($0, O_RDONLY | O_CLOEXEC, 0) }
    guard descriptor >= 0 else { throw SystemError(code: errno, call: "open").whenReading(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw SystemError(code: errno, call: "read").whenReading(path) }
      if count == 0 { return bytes }
      bytes += piece[..<count]
      if bytes.count > maximumByteCount {
        throw Problem(.inputTooLarge, ["found": "\(bytes.count)", "limit": "\(maximumByteCount)"])
      }
    }
  }
}
