/// A part of a file that is described before it is written, so that large parts are copied and never in memory.
public enum MoviePiece: Hashable, Sendable {
  /// Bytes of the source, as they are.
  case source(Range<Int>)
  /// New bytes.
  case bytes([UInt8])

  /// How many bytes it is.
  public var byteCount: Int {
    switch self {
    case .source(let range): range.count
    case .bytes(let bytes): bytes.count
    }
  }
}

extension [MoviePiece] {
  /// Appends a piece; ranges that follow each other become one.
  mutating func add(_ piece: MoviePiece) {
    if piece.byteCount == 0 { return }
    switch (last, piece) {
    case (.source(let before), .source(let range)) where before.upperBound == range.lowerBound:
      self[count - 1] = .source(before.lowerBound..<range.upperBound)
    case (.bytes(let before), .bytes(let bytes)): self[count - 1] = .bytes(before + bytes)
    default: append(piece)
    }
  }
}
