internal import CSystem
internal import Glibc
internal import FoundationEssentials
internal import Messages

/// Splits what arrives on a pipe into lines.
struct LineBuffer {
  private var pending: [UInt8] = []

  /// Appends bytes and returns the lines that they complete.
  mutating func append(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      lines.append(pending + bytes[start..<end])
      pending.removeAll(keepingCapacity: true)
      start = bytes.index(after: end)
    }
    pending += bytes[start...]
    return lines
  }
}

/// JSON lines between a batch and its workers.
enum WorkerMessage {
  static func line(_ value: some Encodable) throws -> [UInt8] {
    Array(try JSONEncoder().encode(value)) + [0x0A]
  }

  static func value<Value: Decodable>(_ type: Value.Type, from line: [UInt8]) throws -> Value {
    try JSONDecoder().decode(type, from: Data(line))
  }

  /// Writes all bytes. To a worker with `isSocket`: one that is gone is then an error and not the SIGPIPE that would end
  /// the whole batch (send(2): MSG_NOSIGNAL).
  static func write(_ bytes: [UInt8], to descriptor: Int32, isSocket: Bool = false) throws {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer -> Int in
        guard let base = buffer.baseAddress else { return 0 }
        let rest = bytes.count - done
        return isSocket
          ? shiying_send(descriptor, base + done, rest) : CSystem.write(descriptor, base + done, rest)
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 {
        throw Problem(.internalError, ["detail": "worker pipe: \(String(cString: strerror(errno)))"])
      }
      done += count
    }
  }
}
