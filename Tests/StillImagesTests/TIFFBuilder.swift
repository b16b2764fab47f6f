import Pixels

@testable import Containers

/// Makes small uncompressed TIFF files with whatever fields.
struct TIFFBuilder {
  var isLittleEndian = true
  var width = 4
  var height = 3
  /// Bits of each sample.
  var bits = [8, 8, 8]
  var photometric = 2
  /// Fields besides those of the picture.
  var more: (inout TIFFFields) -> Void = { _ in }
  /// The strips, or tiles.
  var strips: [[UInt8]] = []
  var rowsPerStrip: Int?
  var tile: PixelSize?
  var planar = 1
  var sampleFormat: Int?

  func file() -> [UInt8] {
    var fields = TIFFFields(isLittleEndian: isLittleEndian)
    fields.add(TIFFTag.imageWidth, longs: [width])
    fields.add(TIFFTag.imageLength, longs: [height])
    fields.add(TIFFTag.bitsPerSample, shorts: bits)
    fields.add(TIFFTag.compression, shorts: [1])
    fields.add(TIFFTag.photometric, shorts: [photometric])
    fields.add(TIFFTag.samplesPerPixel, shorts: [bits.count])
    fields.add(TIFFTag.planarConfiguration, shorts: [planar])
    if let sampleFormat { fields.add(TIFFTag.sampleFormat, shorts: bits.map { _ in sampleFormat }) }
    var offset = 8
    var offsets: [Int] = []
    for strip in strips {
      offsets.append(offset)
      offset += strip.count
    }
    if let tile {
      fields.add(322, longs: [tile.width])
      fields.add(323, longs: [tile.height])
      fields.add(TIFFTag.tileOffsets, longs: offsets)
      fields.add(325, longs: strips.map(\.count))
    } else {
      fields.add(TIFFTag.rowsPerStrip, longs: [rowsPerStrip ?? height])
      fields.add(TIFFTag.stripOffsets, longs: offsets)
      fields.add(TIFFTag.stripByteCounts, longs: strips.map(\.count))
    }
    more(&fields)
    offset += offset % 2
    let mark: [UInt8] = isLittleEndian ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A]
    var file = mark + TIFFFields.number(offset, size: 4, isLittleEndian) + strips.flatMap { $0 }
    if file.count % 2 == 1 { file.append(0) }
    return file + fields.directory(at: offset, next: 0)
  }
}
