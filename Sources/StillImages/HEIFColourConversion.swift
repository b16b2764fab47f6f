internal import Pixels

/// Turns the planes of a decoded picture into interleaved full-range samples.
///
/// Chroma between samples is interpolated linearly, samples lying in the middle of the pixels they stand for, as
/// JPEG has it and as cameras and encoders of HEIF make them. 8-bit pictures become 8-bit samples, deeper ones 16-bit.
struct HEIFColourConversion {
  private let planes: HEIFPlanes
  private let matrix: HEIFColourMatrix
  private let maximum: Int
  private var blueRow: [Int]
  private var redRow: [Int]
  private var upsampler: HEIFChromaUpsampler

  /// The picture's upper left part of `size` pixels, with the meaning its boxes (first) or its bit stream state.
  static func convert(_ planes: HEIFPlanes, size: PixelSize, meaning: HEIFSampleMeaning) throws -> PixelBuffer
  {
    var conversion = try HEIFColourConversion(planes, meaning: meaning)
    let layout: ChannelLayout = planes.chromaFormat == 0 ? .grey : .rgb
    let depth: SampleDepth = planes.bitDepth == 8 ? .eight : .sixteen
    let count = size.width * size.height * layout.channelCount * depth.byteCount
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
      let rowLength = size.width * layout.channelCount
      for y in 0..<size.height {
        if depth == .eight {
          conversion.convertRow(y, width: size.width) { position, value in
            output[y &* rowLength &+ position] = UInt8(truncatingIfNeeded: value)
          }
        } else {
          let row = UnsafeMutableRawBufferPointer(output)
          conversion.convertRow(y, width: size.width) { position, value in
            row.storeBytes(
              of: UInt16(truncatingIfNeeded: value),
              toByteOffset: (y &* rowLength &+ position) &* 2,
              as: UInt16.self
            )
          }
        }
      }
      initialized = count
    }
    return PixelBuffer(size: size, layout: layout, depth: depth, bytes: bytes)
  }

  private init(_ planes: HEIFPlanes, meaning: HEIFSampleMeaning) throws {
    self.planes = planes
    maximum = planes.bitDepth == 8 ? 255 : 65_535
    matrix = try HEIFColourMatrix(
      matrix: planes.chromaFormat == 0 ? nil : meaning.matrix ?? planes.meaning.matrix,
      primaries: meaning.primaries ?? planes.meaning.primaries,
      isFullRange: meaning.isFullRange ?? planes.meaning.isFullRange ?? false,
      bitDepth: planes.bitDepth,
      maximum: maximum
    )
    blueRow = Array(repeating: 0, count: planes.chromaFormat == 0 ? 0 : planes.size.width)
    redRow = blueRow
    upsampler = HEIFChromaUpsampler(planes, middle: matrix.chromaMiddle)
  }

  /// Converts row `y` and hands each sample with its place in the row to `store`.
  @inline(__always)
  private mutating func convertRow(_ y: Int, width: Int, store: (Int, Int) -> Void) {
    let half = 1 << (HEIFColourMatrix.fractionBits - 1)
    let start = y &* planes.size.width
    func clamped(_ value: Int) -> Int {
      max(0, min(maximum, (value &+ half) >> HEIFColourMatrix.fractionBits))
    }
    if planes.chromaFormat == 0 {
      for x in 0..<width {
        store(x, clamped((Int(planes.luma[start &+ x]) &- matrix.lumaOffset) &* matrix.lumaScale))
      }
      return
    }
    upsampler.upsample(planes.blue, y, into: &blueRow)
    upsampler.upsample(planes.red, y, into: &redRow)
    if matrix.isIdentity {
      let offset = matrix.lumaOffset &- matrix.chromaMiddle
      for x in 0..<width {
        let green = (Int(planes.luma[start &+ x]) &- matrix.lumaOffset) &* matrix.lumaScale
        store(3 &* x, clamped((redRow[x] >> 4 &- offset) &* matrix.lumaScale))
        store(3 &* x &+ 1, clamped(green))
        store(3 &* x &+ 2, clamped((blueRow[x] >> 4 &- offset) &* matrix.lumaScale))
      }
      return
    }
    for x in 0..<width {
      let luma = (Int(planes.luma[start &+ x]) &- matrix.lumaOffset) &* matrix.lumaScale
      let (blue, red) = (blueRow[x], redRow[x])
      store(3 &* x, clamped(luma &+ red &* matrix.redFromRed))
      store(3 &* x &+ 1, clamped(luma &+ red &* matrix.greenFromRed &+ blue &* matrix.greenFromBlue))
      store(3 &* x &+ 2, clamped(luma &+ blue &* matrix.blueFromBlue))
    }
  }
}

/// Interpolates rows of chroma planes to the width of luma.
struct HEIFChromaUpsampler {
  private let format: Int
  private let width: Int
  private let height: Int
  private let middle: Int
  private var blended: [Int]

  /// Fits itself to a picture; `middle` is the chroma of grey.
  init(_ planes: HEIFPlanes, middle: Int) {
    format = planes.chromaFormat
    width = planes.chromaWidth
    height = planes.chromaHeight
    self.middle = middle &* 16
    blended = Array(repeating: 0, count: format == 1 || format == 2 ? width : 0)
  }

  /// One row of a chroma plane at full width, 16 times and centred at zero.
  mutating func upsample(_ plane: [UInt16], _ y: Int, into row: inout [Int]) {
    if format == 3 {
      let start = y &* width
      for x in 0..<row.count { row[x] = Int(plane[start &+ x]) &* 16 &- middle }
      return
    }
    // Vertically: three parts of the nearer row, one of the farther; 4:2:2 has a row of its own.
    var (near, far) = (y, y)
    if format == 1 {
      near = y >> 1
      far = max(0, min(height - 1, y & 1 == 0 ? near - 1 : near + 1))
    }
    for x in 0..<width {
      blended[x] = Int(plane[near &* width &+ x]) &* 3 &+ Int(plane[far &* width &+ x])
    }
    for x in 0..<row.count {
      let nearer = x >> 1
      let farther = max(0, min(width &- 1, x & 1 == 0 ? nearer &- 1 : nearer &+ 1))
      row[x] = blended[nearer] &* 3 &+ blended[farther] &- middle
    }
  }
}
