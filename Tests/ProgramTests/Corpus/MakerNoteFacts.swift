@testable import Metadata

/// A camera's own notes, and whether a copy has the same ones.
struct MakerNoteFacts: Sendable {
  private static let appleHeader = Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D]
  /// What names the very picture, its burst or its pair: a copy must not keep it.
  private static let appleIdentity: Set<Int> = [0x0B, 0x11, 0x15, 0x17, 0x20, 0x2B]

  /// The note as it stands in the Exif block.
  var bytes: [UInt8]
  /// Whether the block says that a Canon took the picture.
  var isCanon: Bool

  /// The note of an Exif block; nil where there is none.
  init?(in exif: [UInt8]?) {
    guard let exif, let structure = try? ExifStructure(exif),
      let note = structure.value(.exif, ExifTag.makerNote), !note.bytes.isEmpty
    else { return nil }
    bytes = note.bytes
    isCanon = structure.value(.main, 0x010F)?.text?.hasPrefix("Canon") ?? false
  }

  /// Whether a copy's note is this one: byte for byte, but for the tags that name the very picture.
  func isKept(in copy: MakerNoteFacts?) -> Bool {
    guard let copy else { return false }
    if bytes.starts(with: Self.appleHeader) {
      var (wanted, found) = (appleEntries, copy.appleEntries)
      if found.keys.contains(where: Self.appleIdentity.contains) { return false }
      for tag in Self.appleIdentity { wanted[tag] = nil }
      found = found.filter { wanted[$0.key] != nil || !Self.appleIdentity.contains($0.key) }
      return wanted == found
    }
    guard bytes.count == copy.bytes.count else { return false }
    let differing = zip(bytes, copy.bytes).enumerated().filter { $0.element.0 != $0.element.1 }
    // Canon's ImageUniqueID: 16 bytes that become zero.
    guard isCanon, let first = differing.first?.offset, let last = differing.last?.offset else {
      return differing.isEmpty
    }
    return last - first < 16 && differing.allSatisfy { $0.element.1 == 0 }
  }

  /// Tag and value of an Apple note's entries: a directory in big-endian order, offsets from the note's start.
  private var appleEntries: [Int: [UInt8]] {
    func number(_ offset: Int, _ count: Int) -> Int {
      bytes.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }
    let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 16: 8]
    var entries: [Int: [UInt8]] = [:]
    for index in 0..<min(number(14, 2), 200) {
      let entry = 16 + 12 * index
      let count = sizes[number(entry + 2, 2), default: 1] * min(number(entry + 4, 4), bytes.count)
      let start = count <= 4 ? entry + 8 : number(entry + 8, 4)
      entries[number(entry, 2)] = Array(bytes.dropFirst(start).prefix(count))
    }
    return entries
  }
}
