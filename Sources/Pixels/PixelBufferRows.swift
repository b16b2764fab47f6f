internal import Messages

/// The rows of a picture in memory.
public final class PixelBufferRows: PictureRows {
  private let picture: PixelBuffer
  private var next = 0

  /// Gives out the rows of a picture of 8 bits a sample; one of 16 bits is brought to 8.
  public init(_ picture: PixelBuffer) { self.picture = picture.converted(to: .eight) }

  /// The picture's.
  public var size: PixelSize { picture.size }
  /// The picture's.
  public var layout: ChannelLayout { picture.layout }

  /// Copies the next row.
  public func readRow(into row: UnsafeMutableRawBufferPointer) throws {
    guard next < picture.size.height, row.count == picture.bytesPerRow else {
      throw Problem(.internalError, ["detail": "row \(next) of \(picture.size.height)"])
    }
    let start = next * picture.bytesPerRow
    picture.bytes.withUnsafeBytes {
      row.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + row.count)]))
    }
    next += 1
  }
}

extension PixelBuffer {
  /// All rows of a picture, from the first on.
  /// - Throws: what the rows throw; `internal` where the size is none.
  public init(reading rows: any PictureRows) throws { try self.init(reading: rows, count: rows.size.height) }

  /// The next `count` rows of a picture, at least 1.
  /// - Throws: what the rows throw; `internal` where the size is none.
  public init(reading rows: any PictureRows, count: Int) throws {
    let (size, layout) = (PixelSize(width: rows.size.width, height: count), rows.layout)
    guard size.width >= 1, size.height >= 1, let pixelCount = size.pixelCount else {
      throw Problem(.internalError, ["detail": "rows of \(size.width) x \(size.height)"])
    }
    let rowBytes = size.width * layout.channelCount
    let byteCount = pixelCount * layout.channelCount
    let bytes = try [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, filled in
      let whole = UnsafeMutableRawBufferPointer(buffer)
      for row in 0..<size.height {
        let start = row * rowBytes
        try rows.readRow(into: UnsafeMutableRawBufferPointer(rebasing: whole[start..<(start + rowBytes)]))
        filled = start + rowBytes
      }
    }
    self.init(size: size, layout: layout, depth: .eight, bytes: bytes)
  }
}
