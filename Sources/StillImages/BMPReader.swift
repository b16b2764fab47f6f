internal import Containers
internal import Messages
internal import Pixels

/// Reads BMP. Debian has no library for it alone, and the format is small enough for a reader of our own.
struct BMPReader: StillImageDecoding {
  let header: StillImageHeader
  let notes: [Note]
  private let file: BMPHeader
  private let bytes: [UInt8]

  init(bytes: [UInt8], limits: DecodingLimits) throws {
    let file = try BMPHeader(bytes)
    try PictureChecks.check(file.size, limits)
    var notes: [Note] = []
    let layout: ChannelLayout =
      if file.bitCount <= 8 {
        file.palette.allSatisfy { $0.red == $0.green && $0.red == $0.blue } ? .grey : .rgb
      } else {
        // Bits beside the colours are transparency only where a mask says so.
        file.masks.count == 4 && file.masks[3].bitCount > 0 ? .rgba : .rgb
      }
    let colour = PictureChecks.colour(profile: file.profile, for: layout, notes: &notes)
    let widest = file.masks.map(\.bitCount).max() ?? 0
    if widest > 8 { notes.append(Note(.bitDepthReduced, ["from": "\(widest)", "to": "8"])) }
    header = StillImageHeader(
      format: .bmp,
      size: file.size,
      orientation: .up,
      layout: layout,
      bitsPerSample: 8,
      colour: colour,
      hdr: .none,
      blocks: MetadataBlocks(),
      further: FurtherContent()
    )
    self.notes = notes
    self.file = file
    self.bytes = bytes
  }

  func decodePixels(threads: Int) throws -> PixelBuffer {
    var samples: [UInt8]
    switch file.compression {
    case .runs8, .runs4:
      let indices = try BMPRuns(size: file.size, isHalf: file.compression == .runs4).decode(
        bytes[file.pixels]
      )
      samples = coloured(indices)
    case .none: samples = file.bitCount <= 8 ? coloured(try indices()) : try colours()
    }
    if header.layout == .rgba { Self.makeOpaqueIfEmpty(&samples) }
    return PixelBuffer(size: header.size, layout: header.layout, depth: .eight, bytes: samples)
  }

  /// The bytes of each row from the upper one down. Rows are padded to four bytes; the last may lack its padding.
  private func rows() throws -> [ArraySlice<UInt8>] {
    let used = (file.size.width * file.bitCount + 7) / 8
    let stride = (used + 3) / 4 * 4
    let height = file.size.height
    guard stride * (height - 1) + used <= file.pixels.count else {
      throw Problem(.truncated, ["detail": "BMP: \(file.pixels.count) bytes of \(stride * height)"])
    }
    return (0..<height).map { row in
      let start = file.pixels.lowerBound + (file.isTopDown ? row : height - 1 - row) * stride
      return bytes[start..<(start + used)]
    }
  }

  private func indices() throws -> [UInt8] {
    let bits = file.bitCount
    let mask = UInt8(truncatingIfNeeded: 1 << bits - 1)
    var result: [UInt8] = []
    result.reserveCapacity(file.size.width * file.size.height)
    for row in try rows() {
      if bits == 8 {
        result += row
        continue
      }
      for column in 0..<file.size.width {
        let place = column * bits
        result.append(row[row.startIndex + place / 8] >> UInt8(8 - bits - place % 8) & mask)
      }
    }
    return result
  }

  /// Indices without a colour are black.
  private func coloured(_ indices: [UInt8]) -> [UInt8] {
    let isGrey = header.layout == .grey
    var table = [UInt8](repeating: 0, count: 256 * 3)
    for (index, colour) in file.palette.prefix(256).enumerated() {
      table.replaceSubrange((index * 3)..<(index * 3 + 3), with: [colour.red, colour.green, colour.blue])
    }
    if isGrey { return indices.map { table[Int($0) * 3] } }
    return [UInt8](unsafeUninitializedCapacity: indices.count * 3) { target, count in
      for (place, index) in indices.enumerated() {
        for channel in 0..<3 { target[place &* 3 &+ channel] = table[Int(index) &* 3 &+ channel] }
      }
      count = indices.count * 3
    }
  }

  private func colours() throws -> [UInt8] {
    let channels = header.layout.channelCount
    var result: [UInt8] = []
    result.reserveCapacity(file.size.width * file.size.height * channels)
    for row in try rows() {
      if file.bitCount == 24 {
        for place in stride(from: row.startIndex, to: row.endIndex - 2, by: 3) {
          result.append(row[place + 2])
          result.append(row[place + 1])
          result.append(row[place])
        }
        continue
      }
      let size = file.bitCount / 8
      for place in stride(from: row.startIndex, to: row.endIndex - size + 1, by: size) {
        var word: UInt32 = 0
        for index in (0..<size).reversed() { word = word << 8 | UInt32(row[place + index]) }
        for mask in file.masks.prefix(channels) { result.append(Self.sample(word, mask)) }
      }
    }
    return result
  }

  @inline(__always)
  private static func sample(_ word: UInt32, _ mask: BMPHeader.Mask) -> UInt8 {
    let largest = UInt64(1) << UInt64(mask.bitCount) &- 1
    let value = UInt64(word) >> UInt64(mask.shift) & largest
    return UInt8(truncatingIfNeeded: (value &* 255 &+ largest / 2) / max(1, largest))
  }

  /// Writers that name a mask and leave its bits 0 mean no invisible picture.
  private static func makeOpaqueIfEmpty(_ samples: inout [UInt8]) {
    let places = stride(from: 3, to: samples.count, by: 4)
    if places.allSatisfy({ samples[$0] == 0 }) { for place in places { samples[place] = 255 } }
  }
}
