internal import Files
internal import Messages

/// The bytes of a source, read here and there.
final class MovieBytes {
  /// How many there are.
  let size: Int64
  private let offset: Int64
  private let file: RandomAccessFile?
  private let memory: [UInt8]

  /// Opens a source.
  /// - Throws: `inputMissing`, `inputNotAFile`, `inputUnreadable`, `inputEmpty`; `truncated` where a part lies outside of its
  ///   file.
  init(_ source: MovieSource) throws {
    switch source {
    case .file(let path):
      let file = try RandomAccessFile(path)
      (self.file, memory, offset, size) = (file, [], 0, file.status.size)
    case .part(let path, let offset, let length):
      let file = try RandomAccessFile(path)
      guard offset >= 0, length >= 0, offset <= file.status.size, length <= file.status.size - offset else {
        throw Problem(.truncated, ["detail": "\(length) bytes at \(offset) of \(file.status.size)"])
      }
      (self.file, memory, self.offset, size) = (file, [], offset, length)
    case .bytes(let bytes):
      (file, memory, offset, size) = (nil, bytes, 0, Int64(bytes.count))
    }
    if size == 0 { throw Problem(.inputEmpty) }
  }

  /// Fills `buffer` from `position` on as far as there are bytes; gives their number, 0 at the end.
  func read(at position: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard position >= 0, position < size else { return 0 }
    let count = Int(min(Int64(buffer.count), size - position))
    let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    if let file { return try file.read(at: offset + position, into: part) }
    let start = Int(position)
    memory[start..<(start + count)].withUnsafeBytes { part.copyMemory(from: $0) }
    return count
  }

  /// So many bytes from `position` on; fewer at the end.
  func bytes(at position: Int64, count: Int) throws -> [UInt8] {
    let available = Int(clamping: max(0, min(Int64(count), size - max(0, position))))
    return try [UInt8](unsafeUninitializedCapacity: available) { buffer, filled in
      filled = try read(at: position, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}
