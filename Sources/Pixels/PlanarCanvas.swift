internal import Messages

/// A picture in memory as standard video has it, to draw on: luma and colour differences at half size (4:2:0, beside the left
/// of two columns), limited range; samples of 8 bits or, of HDR, words of native byte order with 10. Both sides are even.
///
/// Not shared between threads.
public final class PlanarCanvas {
  /// Columns and rows, even.
  public let size: PixelSize
  /// What the numbers mean.
  public let colour: VideoColour
  /// Bytes from one row to the next of luma and of colour differences.
  private let strides: (luma: Int, chroma: Int)
  private let starts: [UnsafeMutableRawPointer]
  private let storage: UnsafeMutableRawPointer

  /// Makes a canvas of undefined content.
  /// - Throws: `internal` where a side is odd or below 2, or the size too large for a picture.
  public init(size: PixelSize, colour: VideoColour = .standard) throws {
    guard size.width >= 2, size.height >= 2, size.width % 2 == 0, size.height % 2 == 0,
      let count = size.pixelCount, count < 1 << 30
    else { throw Problem(.internalError, ["detail": "canvas of \(size.width) x \(size.height)"]) }
    self.size = size
    self.colour = colour
    // libzimg reads and writes rows at multiples of 64 bytes.
    let luma = (size.width * colour.depth.byteCount + 63) / 64 * 64
    let chroma = (size.width / 2 * colour.depth.byteCount + 63) / 64 * 64
    strides = (luma, chroma)
    let (lumaBytes, chromaBytes) = (luma * size.height, chroma * (size.height / 2))
    storage = .allocate(byteCount: lumaBytes + 2 * chromaBytes, alignment: 64)
    starts = [storage, storage + lumaBytes, storage + lumaBytes + chromaBytes]
  }

  /// Makes a canvas with a picture on it, whose red, green and blue mean what `colour` says (standard: near sRGB); the last column
  /// or row of an odd side is left out.
  public convenience init(_ picture: PixelBuffer, colour: VideoColour = .standard) throws {
    let size = PixelSize(width: picture.size.width / 2 * 2, height: picture.size.height / 2 * 2)
    try self.init(size: size, colour: colour)
    let coding = try PlanarCoding(from: size, to: size, colour)
    try coding.code(
      picture.cropped(left: 0, top: 0, size: size).converted(to: colour.depth),
      into: target
    )
  }

  deinit { storage.deallocate() }

  /// The planes, to be filled.
  public var target: PlanarCoding.Target {
    PlanarCoding.Target(starts: starts, strides: [strides.luma, strides.chroma, strides.chroma])
  }

  /// The planes, to be read; valid as long as the canvas.
  public var picture: PlanarPicture? {
    let planes = (0..<3).map { PlanarPicture.Plane(start: UnsafeRawPointer(starts[$0]), stride: stride($0)) }
    return PlanarPicture(Self.form(size, colour), planes: planes)
  }

  /// Copies all planes into memory of the one who calls, in the canvas's size.
  public func copy(into target: PlanarCoding.Target) {
    for plane in 0..<min(3, target.starts.count, target.strides.count) {
      for y in 0..<size(ofPlane: plane).height {
        let line = UnsafeRawBufferPointer(bytes(y, plane))
        UnsafeMutableRawBufferPointer(
          start: target.starts[plane] + y * target.strides[plane],
          count: line.count
        ).copyMemory(from: line)
      }
    }
  }

  static func form(_ size: PixelSize, _ colour: VideoColour) -> PlanarPicture.Form {
    PlanarPicture.Form(
      size: size,
      family: .colourDifferences,
      hasAlpha: false,
      columnHalvings: 1,
      rowHalvings: 1,
      bits: colour.bits,
      codePoints: colour.codePoints,
      chromaLocation: .left
    )
  }

  func stride(_ plane: Int) -> Int { plane == 0 ? strides.luma : strides.chroma }

  /// Columns and rows of a plane.
  func size(ofPlane plane: Int) -> PixelSize {
    plane == 0 ? size : PixelSize(width: size.width / 2, height: size.height / 2)
  }

  /// The samples of a row of a plane. Rows outside of it are its first or last.
  @inline(__always)
  func bytes(_ y: Int, _ plane: Int) -> UnsafeMutableRawBufferPointer {
    let part = size(ofPlane: plane)
    let start = starts[plane] + min(max(y, 0), part.height - 1) * stride(plane)
    return UnsafeMutableRawBufferPointer(start: start, count: part.width * colour.depth.byteCount)
  }
}
