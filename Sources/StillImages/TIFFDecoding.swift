internal import CTIFF
internal import Messages
internal import Pixels

/// Decodes the strips or tiles of a TIFF picture into one buffer of interleaved samples.
struct TIFFDecoding {
  let coding: TIFFCoding
  let shape: ctiff_shape

  private var width: Int { Int(shape.width) }
  private var height: Int { Int(shape.height) }

  /// The used samples of every pixel, as 16-bit words or bytes.
  func samples<Sample: FixedWidthInteger & UnsignedInteger>(
    _: Sample.Type,
    from library: borrowing TIFFLibrary
  ) throws -> [Sample] {
    let channels = coding.usedCount
    let total = width * height * channels
    return try [Sample](unsafeUninitializedCapacity: total) { output, count in
      output.initialize(repeating: 0)
      try fill(output, from: library)
      count = total
    }
  }

  /// Reads block after block: all planes of them.
  private func fill<Sample: FixedWidthInteger & UnsignedInteger>(
    _ output: UnsafeMutableBufferPointer<Sample>,
    from library: borrowing TIFFLibrary
  ) throws {
    let (across, down) = (Int(shape.blocks_across), Int(shape.blocks_down))
    let planes = Int(shape.planes)
    let perPixel = planes == 1 ? coding.sampleCount : 1
    let rowSamples = Int(shape.block_width) * perPixel
    var block = [UInt8](repeating: 0, count: shape.block_bytes)
    var words = [UInt16](repeating: 0, count: rowSamples)
    let unpacker = TIFFSamples(coding: coding)
    for plane in 0..<min(planes, coding.usedCount) {
      for number in 0..<(across * down) {
        let (left, top) = (
          number % across * Int(shape.block_width), number / across * Int(shape.block_height)
        )
        let rows = min(Int(shape.block_height), height - top)
        try library.readBlock(plane * across * down + number, rows: rows, into: &block)
        let columns = min(Int(shape.block_width), width - left)
        block.withUnsafeBytes { bytes in
          words.withUnsafeMutableBufferPointer { words in
            for row in 0..<rows {
              let start = row * shape.block_row_bytes
              guard start + shape.block_row_bytes <= bytes.count else { return }
              unpacker.unpack(
                UnsafeRawBufferPointer(rebasing: bytes[start..<(start + shape.block_row_bytes)]),
                into: words
              )
              scatter(words, perPixel, plane, columns, to: output, at: (top + row) * width + left)
            }
          }
        }
      }
    }
  }

  /// Puts a row's samples where their pixels are.
  @inline(__always)
  private func scatter<Sample: FixedWidthInteger & UnsignedInteger>(
    _ words: UnsafeMutableBufferPointer<UInt16>,
    _ perPixel: Int,
    _ plane: Int,
    _ columns: Int,
    to output: UnsafeMutableBufferPointer<Sample>,
    at pixel: Int
  ) {
    let channels = coding.usedCount
    let used = perPixel == 1 ? 1 : channels
    for channel in 0..<used {
      var write = pixel &* channels &+ channel &+ (perPixel == 1 ? plane : 0)
      var read = channel
      for _ in 0..<columns {
        output[write] = Sample(truncatingIfNeeded: words[read])
        write &+= channels
        read &+= perPixel
      }
    }
  }
}

extension TIFFDecoding {
  /// Numbers as `PixelBuffer` has them: 0 is black, alpha is straight.
  func normalise<Sample: FixedWidthInteger & UnsignedInteger>(_ samples: inout [Sample]) {
    let channels = coding.usedCount
    let hasAlpha = coding.alpha != .none
    let colours = hasAlpha ? channels - 1 : channels
    let pixelCount = samples.count / max(1, channels)
    samples.withUnsafeMutableBufferPointer { samples in
      if case .grey(isInverted: true) = coding.colour {
        for index in 0..<pixelCount { samples[index &* channels] = .max &- samples[index &* channels] }
      }
      guard coding.alpha == .premultiplied else { return }
      for index in 0..<pixelCount {
        let alpha = UInt64(samples[index &* channels &+ colours])
        guard alpha > 0, alpha < UInt64(Sample.max) else { continue }
        for channel in 0..<colours {
          let value = UInt64(samples[index &* channels &+ channel]) &* UInt64(Sample.max)
          samples[index &* channels &+ channel] = Sample(clamping: (value &+ alpha / 2) / alpha)
        }
      }
    }
  }
}
