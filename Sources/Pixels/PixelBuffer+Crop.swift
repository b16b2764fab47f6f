extension PixelBuffer {
  /// A part of the picture.
  ///
  /// - Parameters:
  ///   - left: columns before it; the part must lie within the picture.
  ///   - top: rows above it.
  public func cropped(left: Int, top: Int, size part: PixelSize) -> PixelBuffer {
    precondition(left >= 0 && top >= 0 && left + part.width <= size.width && top + part.height <= size.height)
    if part == size { return self }
    let row = part.width * bytesPerPixel
    let cut = [UInt8](unsafeUninitializedCapacity: row * part.height) { target, count in
      bytes.withUnsafeBytes { source in
        let target = UnsafeMutableRawBufferPointer(target)
        for number in 0..<part.height {
          let start = (top + number) * bytesPerRow + left * bytesPerPixel
          UnsafeMutableRawBufferPointer(rebasing: target[(number * row)...])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<(start + row)]))
        }
      }
      count = row * part.height
    }
    return PixelBuffer(size: part, layout: layout, depth: depth, bytes: cut)
  }
}
