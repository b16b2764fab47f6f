internal import Glibc
internal import Messages

/// A part of a file that is to be written: bytes in memory, or a range of another file, which is copied in steps and never
/// held as a whole.
public enum FilePiece: Hashable, Sendable {
  /// Bytes as they are.
  case bytes([UInt8])
  /// Bytes of another file.
  case range(of: FilePath, Range<Int64>)

  /// How many bytes it has.
  public var byteCount: Int64 {
    switch self {
    case .bytes(let bytes): Int64(bytes.count)
    case .range(_, let range): Int64(range.count)
    }
  }
}

extension DurableFile {
  /// Writes pieces one after the other into a new file, as `write` does.
  ///
  /// - Throws: besides what `write` throws, what `FileReader` throws for a source, and `inputChanged` for one that ends before
  ///   its range does.
  @discardableResult
  public static func write(
    _ pieces: [FilePiece],
    to path: FilePath,
    modification: FileTime? = nil
  ) throws -> FileStatus {
    try create(path, modification: modification, permissions: nil) { target in
      for piece in pieces {
        switch piece {
        case .bytes(let bytes):
          try bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
            try target.writeAll(UnsafeRawBufferPointer(buffer))
          }
        case .range(let source, let range): try copy(range, of: source, to: target)
        }
      }
    }
  }

  private static func copy(_ range: Range<Int64>, of source: FilePath, to target: borrowing OpenFile) throws {
    let file = try FileReader.translating(source) { try OpenFile(reading: source) }
    let status = try FileReader.translating(source) { try FileReader.regular(file, source) }
    guard range.lowerBound >= 0, range.upperBound <= status.size else { throw FileReader.changed(source) }
    try FileReader.translating(source) { try SystemCalls.seek(file.descriptor, to: range.lowerBound) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { buffer.deallocate() }
    var left = range.upperBound - range.lowerBound
    while left > 0 {
      let step = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(min(left, Int64(buffer.count)))])
      let count = try FileReader.translating(source) { try file.fill(step) }
      guard count == step.count else { throw FileReader.changed(source) }
      try target.writeAll(UnsafeRawBufferPointer(step))
      left -= Int64(count)
    }
  }
}
