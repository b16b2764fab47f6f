/// Puts an ICC profile together from its APP2 chunks, which are numbered from 1 and may come in any order (ICC.1,
/// annex B.4).
struct JPEGProfileChunks {
  private var declaredCount: Int?
  private var chunks: [Int: [UInt8]] = [:]
  private var defect: String?

  /// The largest profile part of one segment: 65,535 bytes less length, identifier, number and count.
  static let largestChunk = 65_519

  /// Takes one chunk, the cursor standing after the identifier.
  mutating func take(_ cursor: inout ByteCursor) {
    guard let number = try? Int(cursor.readByte()), let count = try? Int(cursor.readByte()),
      let data = try? cursor.read(cursor.remaining)
    else {
      defect = "a chunk without a number"
      return
    }
    if let declaredCount, declaredCount != count { defect = "chunks disagree on their count" }
    declaredCount = declaredCount ?? count
    if number < 1 || number > count {
      defect = "chunk \(number) of \(count)"
    } else if let known = chunks.updateValue(data, forKey: number), known != data {
      defect = "two different chunks \(number)"
    }
  }

  /// The profile, if every chunk came exactly once.
  var profile: JPEGSegments.Profile {
    if let defect { return .unusable(detail: defect) }
    guard let declaredCount else { return .absent }
    guard chunks.count == declaredCount else {
      return .unusable(detail: "\(chunks.count) of \(declaredCount) chunks")
    }
    return .whole(chunks.sorted { $0.key < $1.key }.flatMap(\.value))
  }
}
