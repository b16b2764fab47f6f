internal import Files
internal import Messages

/// The end of a file that is being written from its beginning to its end.
final class RowOutput {
  private let writer: RandomAccessWriter
  /// Bytes so far.
  private(set) var byteCount: Int64 = 0

  /// Makes the file.
  init(_ path: FilePath) throws { writer = try RandomAccessWriter(creating: path) }

  /// Appends bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    try writer.write(bytes, at: byteCount)
    byteCount += Int64(bytes.count)
  }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0) } }

  /// Writes bytes anew that were written before.
  func replace(at offset: Int64, _ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try writer.write($0, at: offset) }
  }

  /// Closes the file, with errors seen that come only now.
  func close() throws { try writer.close() }
}
