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

  func encode(_ config: WebPConfig) throws -> [UInt8] {
    var config = config
    guard WebPEncode(&config, picture) != 0 else { throw failure }
    return Array(UnsafeBufferPointer(start: writer.pointee.mem, count: writer.pointee.size))
  }

  private var failure: any Error {
    WebPLibrary.failure("error \(picture.pointee.error_code.rawValue)")
  }
}
