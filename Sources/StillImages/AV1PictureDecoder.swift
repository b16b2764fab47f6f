internal import CAOM
internal import Messages
internal import Pixels

/// Decodes one AV1 picture with libaom, its film grain applied.
///
/// libaom is used and not libdav1d, because it notices damage: it checks where the arithmetic code of each tile ends. Of
/// 450 pictures with one flipped bit, 512 zeroed bytes or nothing but zeros from some byte on, libaom 3.6 refuses all;
/// libdav1d 1.0 takes 262 for whole, among them all 150 of the third kind. That costs 0.4 s instead of 0.13 s of CPU for
/// 12 megapixels.
struct AV1PictureDecoder: ~Copyable {
  private let context: UnsafeMutablePointer<aom_codec_ctx_t>

  /// Makes a decoder.
  init(threads: Int) throws {
    let context = UnsafeMutablePointer<aom_codec_ctx_t>.allocate(capacity: 1)
    context.initialize(to: aom_codec_ctx_t())
    let result = caom_open_decoder(context, UInt32(max(1, min(threads, 64))))
    guard result == AOM_CODEC_OK else {
      context.deallocate()
      throw Problem(.internalError, ["detail": "libaom: \(Self.text(result))"])
    }
    self.context = context
  }

  deinit {
    aom_codec_destroy(context)
    context.deallocate()
  }

  /// Decodes the data of a picture, or of the next one of a sequence; of several layers the last and finest is taken.
  borrowing func decode(_ data: [UInt8]) throws -> HEIFPlanes {
    try decode(data, take: Self.planes)
  }

  /// As `decode`, but the picture's part itself, as luma and colour differences of BT.601 in full range with 8 bits; nil
  /// where it is coded otherwise.
  borrowing func decodeColourPlanes(_ picture: HEIFCodedPicture, _ data: [UInt8]) throws -> ColourPlanes? {
    try decode(data) { image in
      guard Int(image.d_w) >= picture.size.width, Int(image.d_h) >= picture.size.height,
        Int(image.bit_depth) == picture.coding.bitDepth,
        (image.monochrome != 0) == (picture.coding.chromaFormat == 0)
      else { throw picture.contradiction }
      return try Self.colourPlanes(of: image, size: picture.size, meaning: picture.meaning)
    }
  }

  private borrowing func decode<Result>(_ data: [UInt8], take: (aom_image_t) throws -> Result) throws
    -> Result
  {
    try check(caom_set(context, Int32(AV1D_SET_ROW_MT.rawValue), 1))
    try check(data.withUnsafeBufferPointer { aom_codec_decode(context, $0.baseAddress, $0.count, nil) })
    var position: aom_codec_iter_t?
    var last: UnsafeMutablePointer<aom_image_t>?
    while let image = aom_codec_get_frame(context, &position) { last = image }
    var isCorrupted: Int32 = 0
    try check(caom_get(context, Int32(AOMD_GET_FRAME_CORRUPTED.rawValue), &isCorrupted))
    guard isCorrupted == 0 else { throw Problem(.damaged, ["detail": "AV1 frame"]) }
    guard let last else { throw Problem(.damaged, ["detail": "no picture in the data"]) }
    return try take(last.pointee)
  }

  private func check(_ result: aom_codec_err_t) throws {
    guard result != AOM_CODEC_OK else { return }
    let detail = aom_codec_error_detail(context).map { ": " + String(cString: $0) } ?? ""
    switch result {
    case AOM_CODEC_MEM_ERROR: throw Problem(.workerOutOfMemory, ["limit": "libaom"])
    case AOM_CODEC_UNSUP_BITSTREAM, AOM_CODEC_UNSUP_FEATURE:
      throw Problem(.codecUnsupported, ["codec": "AV1", "detail": Self.text(result) + detail])
    default: throw Problem(.damaged, ["detail": Self.text(result) + detail])
    }
  }

  private static func text(_ result: aom_codec_err_t) -> String {
    aom_codec_err_to_string(result).map { String(cString: $0) } ?? "libaom error \(result.rawValue)"
  }

  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  private static func chromaFormat(of image: aom_image_t) -> Int {
    image.monochrome != 0 ? 0 : image.y_chroma_shift != 0 ? 1 : image.x_chroma_shift != 0 ? 2 : 3
  }

  /// What the bit stream says of the samples.
  private static func meaning(of image: aom_image_t) -> HEIFSampleMeaning {
    let matrix = Int(image.mc.rawValue)
    let primaries = Int(image.cp.rawValue)
    return HEIFSampleMeaning(
      matrix: matrix == 2 ? nil : matrix,
      primaries: primaries == 2 ? nil : primaries,
      isFullRange: image.range == AOM_CR_FULL_RANGE
    )
  }

  /// Copies the planes out of the decoder.
  private static func planes(of image: aom_image_t) throws -> HEIFPlanes {
    let size = PixelSize(width: Int(image.d_w), height: Int(image.d_h))
    var planes = HEIFPlanes(
      size: size,
      chromaFormat: chromaFormat(of: image),
      bitDepth: Int(image.bit_depth),
      luma: try plane(image, 0, size),
      meaning: meaning(of: image)
    )
    guard planes.chromaFormat != 0 else { return planes }
    let chromaSize = PixelSize(width: planes.chromaWidth, height: planes.chromaHeight)
    planes.blue = try plane(image, 1, chromaSize)
    planes.red = try plane(image, 2, chromaSize)
    return planes
  }

  /// The upper left part of `size` as it is to go into an encoder, where 8-bit samples have the meaning of `ColourPlanes`.
  private static func colourPlanes(
    of image: aom_image_t,
    size: PixelSize,
    meaning boxes: HEIFSampleMeaning
  ) throws -> ColourPlanes? {
    let format = chromaFormat(of: image)
    guard image.bit_depth == 8, !isWide(image),
      boxes.areColourPlanes(meaning(of: image), chromaFormat: format),
      let sampling = ColourPlanes.Sampling(rawValue: format)
    else { return nil }
    let chroma = ColourPlanes.chromaSize(of: size, sampling)
    let planes = try (0..<(sampling == .grey ? 1 : 3)).map { channel in
      let size = channel == 0 ? size : chroma
      let (start, stride) = try Self.start(image, channel, size)
      return PixelBuffer(copying: start, stride: stride, size: size)
    }
    return ColourPlanes(sampling: sampling, planes: planes)
  }

  private static func isWide(_ image: aom_image_t) -> Bool {
    image.fmt.rawValue & UInt32(AOM_IMG_FMT_HIGHBITDEPTH) != 0
  }

  private static func start(_ image: aom_image_t, _ channel: Int, _ size: PixelSize) throws
    -> (start: UnsafeRawPointer, stride: Int)
  {
    let starts = [image.planes.0, image.planes.1, image.planes.2]
    let stride = Int([image.stride.0, image.stride.1, image.stride.2][channel])
    guard let start = starts[channel], stride >= size.width * (isWide(image) ? 2 : 1) else {
      throw Problem(.damaged, ["detail": "no plane \(channel)"])
    }
    return (UnsafeRawPointer(start), stride)
  }

  private static func plane(_ image: aom_image_t, _ channel: Int, _ size: PixelSize) throws -> [UInt16] {
    let (start, stride) = try start(image, channel, size)
    let isWide = isWide(image)
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
