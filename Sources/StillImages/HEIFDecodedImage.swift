internal import CDE265
internal import Messages
internal import Pixels

/// A decoded picture inside libde265, valid until it is released or the decoder is freed ("de265.h": "the image can be
/// used until ... de265_release_next_picture").
struct HEIFDecodedImage {
  private let image: OpaquePointer
  /// Columns and rows of luma.
  let size: PixelSize
  /// Bits of a luma sample.
  let bitDepth: Int
  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  let chromaFormat: Int

  init(_ image: OpaquePointer) {
    self.image = image
    size = Self.size(image, 0)
    bitDepth = Int(de265_get_bits_per_pixel(image, 0))
    chromaFormat = Int(de265_get_chroma_format(image).rawValue)
  }

  private static func size(_ image: OpaquePointer, _ channel: Int32) -> PixelSize {
    PixelSize(
      width: Int(de265_get_image_width(image, channel)),
      height: Int(de265_get_image_height(image, channel))
    )
  }

  /// What the bit stream says of the samples.
  private var meaning: HEIFSampleMeaning {
    let matrix = Int(de265_get_image_matrix_coefficients(image))
    let primaries = Int(de265_get_image_colour_primaries(image))
    return HEIFSampleMeaning(
      matrix: matrix == 2 ? nil : matrix,
      primaries: primaries == 2 ? nil : primaries,
      isFullRange: de265_get_image_full_range_flag(image) != 0
    )
  }

  private func checkChromaDepth() throws {
    guard chromaFormat == 0 || (1...2).allSatisfy({ Int(de265_get_bits_per_pixel(image, $0)) == bitDepth })
    else {
      throw Problem(.codecUnsupported, ["codec": "HEVC", "detail": "chroma of another bit depth"])
    }
  }

  /// Copies the planes out of the decoder.
  func planes() throws -> HEIFPlanes {
    try checkChromaDepth()
    var planes = HEIFPlanes(
      size: size,
      chromaFormat: chromaFormat,
      bitDepth: bitDepth,
      luma: try words(0, size),
      meaning: meaning
    )
    guard chromaFormat != 0 else { return planes }
    let chromaSize = PixelSize(width: planes.chromaWidth, height: planes.chromaHeight)
    planes.blue = try words(1, chromaSize)
    planes.red = try words(2, chromaSize)
    return planes
  }

  /// The upper left part of `size` as it is to go into an encoder, where 8-bit samples have the meaning of
  /// `ColourPlanes`.
  func colourPlanes(size: PixelSize, meaning boxes: HEIFSampleMeaning) throws -> ColourPlanes? {
    try checkChromaDepth()
    guard bitDepth == 8, boxes.areColourPlanes(meaning, chromaFormat: chromaFormat),
      let sampling = ColourPlanes.Sampling(rawValue: chromaFormat)
    else { return nil }
    let chroma = ColourPlanes.chromaSize(of: size, sampling)
    let planes = try (0..<Int32(sampling == .grey ? 1 : 3)).map { try bytes($0, $0 == 0 ? size : chroma) }
    return ColourPlanes(sampling: sampling, planes: planes)
  }

  private func start(_ channel: Int32, _ size: PixelSize) throws -> (start: UnsafeRawPointer, stride: Int) {
    var stride: Int32 = 0
    let own = Self.size(image, channel)
    guard let start = de265_get_image_plane(image, channel, &stride), own.width >= size.width,
      own.height >= size.height
    else { throw Problem(.damaged, ["detail": "no plane \(channel)"]) }
    return (UnsafeRawPointer(start), Int(stride))
  }

  private func bytes(_ channel: Int32, _ size: PixelSize) throws -> PixelBuffer {
    let (start, stride) = try start(channel, size)
    return PixelBuffer(copying: start, stride: stride, size: size)
  }

  private func words(_ channel: Int32, _ size: PixelSize) throws -> [UInt16] {
    let (start, stride) = try start(channel, size)
    let isWide = bitDepth > 8
    return [UInt16](unsafeUninitializedCapacity: size.width * size.height) { output, count in
      for row in 0..<size.height {
        let source = start + row * stride
        for column in 0..<size.width {
          output[row &* size.width &+ column] =
            isWide
            ? source.load(fromByteOffset: column &* 2, as: UInt16.self)
            : UInt16(source.load(fromByteOffset: column, as: UInt8.self))
        }
      }
      count = size.width * size.height
    }
  }
}
