internal import CTIFF
internal import Messages
internal import Pixels

/// A TIFF picture that is decoded strip by strip; the file is in memory, the picture is not.
final class TIFFRows: StillImageRowDecoding {
  let header: StillImageHeader
  let notes: [Note]
  let size: PixelSize
  private let library: TIFFLibrary
  /// After the library, so that it goes after it.
  private let bytes: PinnedBytes
  private var strip: [UInt8]
  private var stripRows = 0..<0
  private var nextStrip = 0
  private var nextRow = 0

  /// nil where the rows have to be made of the whole picture: samples that are not 8-bit grey or RGB as they stand in the file,
  /// tiles, separate planes.
  init?(
    _ file: [UInt8],
    directory: Int,
    _ coding: TIFFCoding,
    limits: DecodingLimits,
    header: StillImageHeader,
    notes: [Note]
  ) throws {
    guard Self.isPlain(coding) else { return nil }
    let bytes = PinnedBytes(file)
    let library = try TIFFLibrary(bytes.buffer, directory: directory, limits: limits)
    let shape = library.shape
    let rowBytes = header.size.width * header.layout.channelCount
    guard shape.is_tiled == 0, shape.planes == 1, shape.block_height > 0, shape.block_row_bytes == rowBytes,
      shape.block_bytes / rowBytes >= min(Int(shape.block_height), header.size.height)
    else { return nil }
    self.header = header
    self.notes = notes
    size = header.size
    strip = [UInt8](repeating: 0, count: shape.block_bytes)
    self.library = library
    self.bytes = bytes
  }

  private static func isPlain(_ coding: TIFFCoding) -> Bool {
    switch coding.colour {
    case .grey(isInverted: false), .rgb: break
    default: return false
    }
    return coding.number == .integer && coding.bits == 8 && coding.alpha != .premultiplied
      && coding.droppedCount == 0
  }

  /// Every strip has to be decoded; there is no smaller size.
  func start(atLeast least: PixelSize) throws {}

  func readRow(into row: UnsafeMutableRawBufferPointer) throws {
    if !stripRows.contains(nextRow) {
      let count = min(Int(library.shape.block_height), size.height - stripRows.upperBound)
      try library.readBlock(nextStrip, rows: count, into: &strip)
      nextStrip += 1
      stripRows = stripRows.upperBound..<(stripRows.upperBound + count)
    }
    let start = (nextRow - stripRows.lowerBound) * row.count
    guard start >= 0, start + row.count <= strip.count else {
      throw Problem(.internalError, ["detail": "row \(nextRow)"])
    }
    strip.withUnsafeBytes {
      row.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + row.count)]))
    }
    nextRow += 1
  }
}

/// Bytes at a place that a C library may remember.
final class PinnedBytes {
  private let memory: UnsafeMutableBufferPointer<UInt8>

  /// Copies bytes.
  init(_ bytes: [UInt8]) {
    memory = .allocate(capacity: max(bytes.count, 1))
    _ = memory.initialize(from: bytes)
    count = bytes.count
  }

  private let count: Int

  deinit { memory.deallocate() }

  /// The bytes, as long as this lives.
  var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: memory[..<count]) }
}
