/// Planes of samples, floats unless said otherwise, of which some rows are kept at a time, row `y` at `y` modulo the ring's size.
///
/// Rows start at multiples of 64 bytes, as libzimg demands.
final class RowRing {
  let planeCount: Int
  /// Bytes from one row to the next.
  let stride: Int
  /// Rows that are kept, a power of two; nil: all.
  let ringSize: Int?
  private let planeBytes: Int
  private let mask: Int
  private let storage: UnsafeMutableRawBufferPointer

  init(width: Int, height: Int, planeCount: Int, ringSize: Int?, sampleBytes: Int = 4) {
    self.planeCount = planeCount
    self.ringSize = ringSize
    stride = (width * sampleBytes + 63) / 64 * 64
    planeBytes = stride * (ringSize ?? height)
    mask = ringSize.map { $0 - 1 } ?? Int.max
    storage = .allocate(byteCount: planeBytes * planeCount, alignment: 64)
    storage.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { storage.deallocate() }

  /// The start of a plane.
  func plane(_ channel: Int) -> UnsafeMutableRawPointer? {
    storage.baseAddress.map { $0 + channel * planeBytes }
  }

  /// The bytes of a row in a plane.
  @inline(__always)
  func bytes(_ y: Int, _ channel: Int) -> UnsafeMutableRawBufferPointer {
    let offset = channel &* planeBytes &+ (y & mask) &* stride
    return UnsafeMutableRawBufferPointer(rebasing: storage[offset..<offset &+ stride])
  }

  /// The samples of a row in a plane of floats.
  @inline(__always)
  func row(_ y: Int, _ channel: Int) -> UnsafeMutableBufferPointer<Float> {
    bytes(y, channel).assumingMemoryBound(to: Float.self)
  }
}
