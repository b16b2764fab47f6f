internal import Glibc

/// Finds bytes by libc's vectorised search, which keeps walks over megabytes fast in unoptimised builds too.
enum ByteSearch {
  /// Where `byte` first stands in `range` of `bytes`.
  static func firstIndex(of byte: UInt8, in bytes: [UInt8], range: Range<Int>) -> Int? {
    let range = range.clamped(to: bytes.indices)
    guard !range.isEmpty else { return nil }
    return bytes.withUnsafeBytes { all in
      guard let base = all.baseAddress,
        let found = memchr(base + range.lowerBound, Int32(byte), range.count)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Where `pattern` first begins in `range` of `bytes`, lying wholly in it.
  static func firstIndex(of pattern: [UInt8], in bytes: [UInt8], range: Range<Int>) -> Int? {
    let range = range.clamped(to: bytes.indices)
    guard let first = pattern.first else { return nil }
    var from = range.lowerBound
    while let found = firstIndex(of: first, in: bytes, range: from..<range.upperBound),
      range.upperBound - found >= pattern.count
    {
      if bytes[found..<(found + pattern.count)].elementsEqual(pattern) { return found }
      from = found + 1
    }
    return nil
  }
}
