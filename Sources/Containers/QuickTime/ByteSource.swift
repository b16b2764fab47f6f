/// Bytes of a file that is too large to be read whole: given out by ranges.
///
/// This room opens no file; whoever does hands over how it is read.
public struct ByteSource {
  /// Length of the file.
  public let byteCount: Int
  private let read: (Range<Int>) throws -> [UInt8]

  /// Makes a source of a length and a way to read.
  ///
  /// - Parameter read: gives exactly the bytes of a range that lies within the file, or throws.
  public init(byteCount: Int, read: @escaping (Range<Int>) throws -> [UInt8]) {
    self.byteCount = max(0, byteCount)
    self.read = read
  }

  /// A source of bytes that are in memory.
  public init(_ bytes: [UInt8]) {
    byteCount = bytes.count
    read = { Array(bytes[$0.clamped(to: 0..<bytes.count)]) }
  }

  /// The bytes of a range; what lies outside of the file is cut off.
  public func bytes(in range: Range<Int>) throws -> [UInt8] {
    try read(range.clamped(to: 0..<byteCount))
  }
}
