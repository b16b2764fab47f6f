internal import CDeflate
internal import Containers
internal import Pixels

/// Decodes the PNGs that photos are kept in (8 bits, no palette, no transparent colour, not interlaced) through libdeflate, which
/// unpacks a picture at once in less than half of zlib's time.
///
/// Whatever is wrong is left to libspng to say: `decode` gives nil then, and for pictures of any other kind.
struct PNGPlainDecoding {
  private let filter: PNGFilter
  private let pixelChunks: [Range<Int>]

  /// nil for a picture of another kind.
  init?(_ chunks: PNGChunks) {
    let channelCounts = [0: 1, 2: 3, 4: 2, 6: 4]
    guard let channelCount = channelCounts[chunks.header.colourType], chunks.header.bitDepth == 8,
      !chunks.header.isInterlaced, !chunks.hasTransparency
    else { return nil }
    filter = PNGFilter(
      bytesPerPixel: channelCount,
      rowLength: chunks.header.size.width * channelCount,
      rowCount: chunks.header.size.height
    )
    pixelChunks = chunks.pixelChunks
    // All IDAT chunks stand together (PNG, third edition, 5.6): 12 bytes of checksum, length and type are between two.
    let areTogether = zip(pixelChunks, pixelChunks.dropFirst()).allSatisfy {
      $1.lowerBound - $0.upperBound == 12
    }
    guard areTogether else { return nil }
  }

  /// The samples of the whole picture, packed, or nil.
  func decode(_ bytes: [UInt8]) -> [UInt8]? {
    if pixelChunks.count == 1, let only = pixelChunks.first { return decode(bytes[only]) }
    var packed: [UInt8] = []
    packed.reserveCapacity(pixelChunks.reduce(0) { $0 + $1.count })
    for chunk in pixelChunks { packed += bytes[chunk] }
    return decode(packed[...])
  }

  private func decode(_ packed: ArraySlice<UInt8>) -> [UInt8]? {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    let unpackedCount = (filter.rowLength + 1) * filter.rowCount
    var isWhole = false
    let samples = [UInt8](unsafeUninitializedCapacity: unpackedCount) { output, count in
      let result = packed.withUnsafeBytes { packed in
        // Without a place for the number of bytes it succeeds only where they are exactly as many, and their checksum fits.
        libdeflate_zlib_decompress(
          decompressor,
          packed.baseAddress,
          packed.count,
          output.baseAddress,
          unpackedCount,
          nil
        )
      }
      isWhole = result == LIBDEFLATE_SUCCESS && filter.undo(UnsafeMutableRawBufferPointer(output))
      count = isWhole ? filter.rowLength * filter.rowCount : 0
    }
    return isWhole ? samples : nil
  }
}
