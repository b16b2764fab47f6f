internal import Files

/// A staged file that grows at its end: what an encoder gives piece by piece is written in larger ones.
final class GIFFileWriter {
  private let file: RandomAccessWriter
  private var waiting: [UInt8] = []
  /// Bytes that were given.
  private(set) var byteCount: Int64 = 0
  /// Bytes after which nothing is written any more, only counted; nil: none.
  private let limit: Int64?

  private static let pieceSize = 1 << 18

  init(creating path: FilePath, limit: Int?) throws {
    file = try RandomAccessWriter(creating: path)
    self.limit = limit.map(Int64.init)
    waiting.reserveCapacity(Self.pieceSize)
  }

  /// Whether more was given than may be.
  var isOverLimit: Bool { limit.map { byteCount > $0 } ?? false }

  func append(_ bytes: [UInt8]) throws {
    byteCount += Int64(bytes.count)
    if isOverLimit { return }
    waiting += bytes
    if waiting.count >= Self.pieceSize { try flush() }
  }

  private func flush() throws {
    let start = byteCount - Int64(waiting.count)
    try waiting.withUnsafeBytes { try file.write($0, at: start) }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Writes the rest, gives the file its time and waits for the disk.
  func finish(modification: FileTime?) throws {
    if !isOverLimit { try flush() }
    try file.close()
    if let modification {
      try DurableFile.setModification(modification, of: file.path)
    } else {
      try DurableFile.synchronize(file.path)
    }
  }
}
