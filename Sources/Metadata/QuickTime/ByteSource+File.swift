public import Containers
public import Files

extension ByteSource {
  /// A file, or the part of it that is a file of its own (the video of a Motion Photo), for the readers of containers.
  public init(_ file: RandomAccessFile, range: Range<Int64>? = nil) {
    let start = min(file.byteCount, max(0, Int(clamping: range?.lowerBound ?? 0)))
    let end = min(file.byteCount, max(start, Int(clamping: range?.upperBound ?? Int64.max)))
    self.init(byteCount: end - start) { try file.read(($0.lowerBound + start)..<($0.upperBound + start)) }
  }
}
