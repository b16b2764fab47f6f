internal import CZLIB
internal import Messages

/// Decompresses zlib streams into memory that is bounded beforehand.
enum Inflate {
  /// The decompressed bytes; nil for a damaged or cut stream, or one that gives more than `limit` bytes.
  static func bytes(_ compressed: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
    var input = Array(compressed)
    var stream = z_stream()
    guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    guard let inputCount = UInt32(exactly: input.count) else { return nil }
    var output: [UInt8] = []
    var portion = [UInt8](repeating: 0, count: 64 * 1024)
    return input.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = inputCount
      while true {
        let status = portion.withUnsafeMutableBufferPointer { target in
          stream.next_out = target.baseAddress
          stream.avail_out = UInt32(target.count)
          return inflate(&stream, Z_NO_FLUSH)
        }
        let count = portion.count - Int(stream.avail_out)
        guard output.count + count <= limit else { return nil }
        output += portion[..<count]
        if status == Z_STREAM_END { return output }
        guard status == Z_OK, count > 0 || stream.avail_in > 0 else { return nil }
      }
    }
  }
}

/// Checksums of PNG chunks (ISO/IEC 15948, 5.3: CRC-32 as in zlib).
enum Checksum {
  /// CRC-32 of a range of bytes.
  static func crc32(_ bytes: [UInt8], in range: Range<Int>) -> Int {
    let range = range.clamped(to: bytes.indices)
    return bytes.withUnsafeBufferPointer { all in
      Int(crc32_z(0, UnsafeBufferPointer(rebasing: all[range]).baseAddress, range.count))
    }
  }
}
