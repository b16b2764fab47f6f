internal import CDeflate
internal import Messages

/// Compresses into zlib streams through libdeflate, which takes a third of zlib's time for the same size.
enum Deflate {
  /// A zlib stream of bytes. Level 6 is libdeflate's default.
  static func bytes(_ source: [UInt8]) throws -> [UInt8] {
    guard let compressor = libdeflate_alloc_compressor(6) else {
      throw Problem(.workerOutOfMemory, ["limit": "libdeflate"])
    }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_zlib_compress_bound(compressor, source.count)
    return try [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = libdeflate_zlib_compress(compressor, source, source.count, buffer.baseAddress, bound)
      guard count > 0 else { throw Problem(.internalError, ["detail": "libdeflate"]) }
    }
  }
}
