internal import CDE265
internal import Containers
internal import Messages
internal import Pixels

/// Decodes one HEVC picture with libde265.
///
/// libde265 is used directly and not through libheif, because libheif drops the warnings by which it tells of
/// damage. Of 1,200 pictures with one flipped bit, 512 zeroed bytes or nothing but zeros from some byte on, 400 each,
/// the warnings name 382, 393 and 400; libheif 1.15.1 took all of 300 pictures damaged like that for whole.
///
/// libavcodec would take 0.15 instead of 0.3 s of CPU for the 48 tiles of a photo of 12 megapixels. But of 400 such pictures of each
/// kind libavcodec 59, with every kind of error recognition, its frames' flags and its error messages heeded, names 219, 249
/// and 330 where libde265 names 376, 388 and 400; nearly all of the others came out with other pixels.
struct HEIFCodedPictureDecoder: ~Copyable {
  private let context: UnsafeMutableRawPointer

  /// Makes a decoder; more than one thread helps only with pictures coded in wavefronts.
  init(threads: Int) throws {
    guard let context = de265_new_decoder() else { throw Problem(.internalError, ["detail": "libde265"]) }
    // Without worker threads it decodes in this one; that they can't be started is no reason to fail.
    if threads > 1 { _ = de265_start_worker_threads(context, Int32(min(threads, 32))) }
    self.context = context
  }

  deinit { de265_free_decoder(context) }

  /// Decodes the picture whose data stands in `bytes`.
  consuming func decode(
    _ picture: HEIFCodedPicture,
    _ configuration: HEIFCodecConfiguration,
    of bytes: [UInt8],
    limits: DecodingLimits
  ) throws -> HEIFPlanes {
    try decode(picture, configuration, of: bytes, limits: limits, take: { try $0.planes() })
  }

  /// As `decode`, but the picture's part itself, as luma and colour differences of BT.601 in full range with 8 bits; nil
  /// where it is coded otherwise.
  consuming func decodeColourPlanes(
    _ picture: HEIFCodedPicture,
    _ configuration: HEIFCodecConfiguration,
    of bytes: [UInt8],
    limits: DecodingLimits
  ) throws -> ColourPlanes? {
    guard configuration.bitDepth == 8 else { return nil }
    return try decode(picture, configuration, of: bytes, limits: limits) { image in
      try image.colourPlanes(size: picture.size, meaning: picture.meaning)
    }
  }

  private consuming func decode<Result>(
    _ picture: HEIFCodedPicture,
    _ configuration: HEIFCodecConfiguration,
    of bytes: [UInt8],
    limits: DecodingLimits,
    take: (HEIFDecodedImage) throws -> Result
  ) throws -> Result {
    for unit in configuration.parameterSets { try push(unit[...]) }
    if picture.extents.count == 1, let extent = picture.extents.first {
      try pushUnits(bytes[extent], lengthSize: configuration.lengthSize, limits: limits)
    } else {
      let joined = picture.extents.flatMap { bytes[$0] }
      try pushUnits(joined[...], lengthSize: configuration.lengthSize, limits: limits)
    }
    try Self.check(de265_flush_data(context))
    return try drain { image in
      guard image.size.width >= picture.size.width, image.size.height >= picture.size.height,
        image.bitDepth == configuration.bitDepth,
        (image.chromaFormat == 0) == (configuration.chromaFormat == 0)
      else { throw picture.contradiction }
      return try take(image)
    }
  }

  // MARK: - Sequences

  /// Takes in what all frames of a sequence need.
  func begin(_ configuration: HEIFCodecConfiguration) throws {
    for unit in configuration.parameterSets { try push(unit[...]) }
  }

  /// Takes in the data of a frame.
  func feed(
    _ data: ArraySlice<UInt8>,
    _ configuration: HEIFCodecConfiguration,
    limits: DecodingLimits,
    isLast: Bool
  ) throws {
    try pushUnits(data, lengthSize: configuration.lengthSize, limits: limits)
    de265_push_end_of_frame(context)
    if isLast { try Self.check(de265_flush_data(context)) }
  }

  /// The next frame in the order of showing; nil where more data are needed first.
  func takeFrame() throws -> HEIFPlanes? {
    var more: Int32 = 1
    while true {
      if let image = de265_peek_next_picture(context) {
        defer { de265_release_next_picture(context) }
        return try HEIFDecodedImage(image).planes()
      }
      guard more != 0 else { return nil }
      more = 0
      let result = de265_decode(context, &more)
      try checkWarnings()
      if result == DE265_ERROR_WAITING_FOR_INPUT_DATA { more = 0 } else { try Self.check(result) }
    }
  }

  // MARK: - Units

  private func pushUnits(_ data: ArraySlice<UInt8>, lengthSize: Int, limits: DecodingLimits) throws {
    var rest = data
    while !rest.isEmpty {
      guard rest.count > lengthSize else { throw Problem(.damaged, ["detail": "unit length"]) }
      let length = rest.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(lengthSize)
      guard length <= rest.count else {
        throw Problem(.damaged, ["detail": "unit of \(length) bytes, \(rest.count) left"])
      }
      let unit = rest.prefix(length)
      rest = rest.dropFirst(length)
      // Other layers (a second eye) are no part of this picture.
      guard HEIFCodedUnit.layer(unit) == 0 else { continue }
      if HEIFCodedUnit.isSequenceParameters(unit) {
        let size = try HEIFSequenceParameters(unit: unit).size
        guard let count = size.pixelCount, count <= limits.maximumPixelCount else {
          throw Problem(
            .tooManyPixels,
            ["width": "\(size.width)", "height": "\(size.height)", "limit": "\(limits.maximumPixelCount)"]
          )
        }
      }
      try push(unit)
    }
  }

  private func push(_ unit: ArraySlice<UInt8>) throws {
    guard unit.count <= Int32.max else { throw Problem(.damaged, ["detail": "unit of \(unit.count) bytes"]) }
    try unit.withUnsafeBytes {
      try Self.check(de265_push_NAL(context, $0.baseAddress, Int32($0.count), 0, nil))
    }
  }

  /// Decodes all that was pushed and takes the first picture.
  private func drain<Result>(_ take: (HEIFDecodedImage) throws -> Result) throws -> Result {
    var taken: Result?
    var more: Int32 = 1
    while more != 0 {
      more = 0
      let result = de265_decode(context, &more)
      try checkWarnings()
      if result == DE265_ERROR_WAITING_FOR_INPUT_DATA { break }
      try Self.check(result)
      while let image = de265_peek_next_picture(context) {
        if taken == nil { taken = try take(HEIFDecodedImage(image)) }
        de265_release_next_picture(context)
      }
    }
    guard let taken else { throw Problem(.damaged, ["detail": "no picture in the data"]) }
    return taken
  }

  /// Everything libde265 warns of is damage, except remarks on threads and on messages (SEI) beside the picture.
  private func checkWarnings() throws {
    while true {
      let warning = de265_get_warning(context)
      if warning == DE265_OK { return }
      let isRemark =
        warning == DE265_WARNING_NO_WPP_CANNOT_USE_MULTITHREADING
        || warning == DE265_WARNING_NUMBER_OF_THREADS_LIMITED_TO_MAXIMUM
        || warning == DE265_WARNING_SPS_MISSING_CANNOT_DECODE_SEI
      if !isRemark { throw Problem(.damaged, ["detail": Self.text(warning)]) }
    }
  }

  private static func check(_ result: de265_error) throws {
    if result == DE265_OK { return }
    if result == DE265_ERROR_NOT_IMPLEMENTED_YET {
      throw Problem(.codecUnsupported, ["codec": "HEVC", "detail": text(result)])
    }
    throw Problem(.damaged, ["detail": text(result)])
  }

  private static func text(_ result: de265_error) -> String {
    de265_get_error_text(result).map { String(cString: $0) } ?? "libde265 error \(result.rawValue)"
  }
}
