internal import CWebP
internal import Pixels

/// Owns a picture on its way into libwebp's encoder, and the memory that the encoder writes to.
final class WebPPictureOwner {
  // On the heap: the writer's address is kept in the picture.
  private let picture = UnsafeMutablePointer<WebPPicture>.allocate(capacity: 1)
  private let writer = UnsafeMutablePointer<WebPMemoryWriter>.allocate(capacity: 1)

  init(size: PixelSize, usesARGB: Bool) throws {
    picture.initialize(to: WebPPicture())
    writer.initialize(to: WebPMemoryWriter())
    WebPMemoryWriterInit(writer)
    guard WebPPictureInit(picture) != 0 else { throw WebPLibrary.failure("another version") }
    picture.pointee.width = Int32(clamping: size.width)
    picture.pointee.height = Int32(clamping: size.height)
    picture.pointee.use_argb = usesARGB ? 1 : 0
    picture.pointee.writer = WebPMemoryWrite
    picture.pointee.custom_ptr = UnsafeMutableRawPointer(writer)
  }

  deinit {
    WebPPictureFree(picture)
    WebPMemoryWriterClear(writer)
    picture.deallocate()
    writer.deallocate()
  }

  /// Copies RGB or RGBA pixels in, as YCbCr unless it is for lossless coding.
  func take(_ pixels: PixelBuffer) throws {
    let stride = Int32(clamping: pixels.bytesPerRow)
    let isTaken = pixels.bytes.withUnsafeBufferPointer { buffer in
      pixels.layout.hasAlpha
        ? WebPPictureImportRGBA(picture, buffer.baseAddress, stride)
        : WebPPictureImportRGB(picture, buffer.baseAddress, stride)
    }
    if isTaken == 0 { throw failure }
  }

  /// Copies luma and halved colour differences in.
  func take(_ planes: ColourPlanes) throws {
    guard planes.sampling == .halved, WebPPictureAlloc(picture) != 0 else { throw failure }
    let (luma, chroma) = (Int(picture.pointee.y_stride), Int(picture.pointee.uv_stride))
    let targets = [(picture.pointee.y, luma), (picture.pointee.u, chroma), (picture.pointee.v, chroma)]
    for (index, (plane, target)) in zip(planes.planes, targets).enumerated() {
      guard let start = target.0, target.1 >= plane.size.width else { throw failure }
      plane.bytes.withUnsafeBytes { source in
        guard let from = source.baseAddress else { return }
        VideoRange.copy(
          from,
          stride: plane.size.width,
          to: start,
          stride: target.1,
          size: plane.size,
          isLuma: index == 0,
          .toVideo
        )
      }
    }
  }

  func encode(_ config: WebPConfig) throws -> [UInt8] {
    var config = config
    guard WebPEncode(&config, picture) != 0 else { throw failure }
    return Array(UnsafeBufferPointer(start: writer.pointee.mem, count: writer.pointee.size))
  }

  private var failure: any Error {
    WebPLibrary.failure("error \(picture.pointee.error_code.rawValue)")
  }
}
