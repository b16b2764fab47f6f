internal import Containers
internal import Messages
internal import Pixels

/// The frames of an image sequence in their order.
final class HEIFSequenceFrames: FrameSource {
  private let bytes: [UInt8]
  private let form: HEIFSequenceForm
  private let limits: DecodingLimits
  private let threads: Int
  private var decoder: (any HEIFFrameDecoder)?
  private var alphaDecoder: (any HEIFFrameDecoder)?

  init(_ bytes: [UInt8], _ form: HEIFSequenceForm, limits: DecodingLimits, threads: Int) {
    self.bytes = bytes
    self.form = form
    self.limits = limits
    self.threads = threads
  }

  func next() throws -> PixelBuffer {
    let picture = form.picture
    let decoder = try decoder ?? open(form.sequence.pictures, picture)
    self.decoder = decoder
    let frame = try pixels(decoder, picture)
    guard let alpha = picture.alpha.first, let track = form.sequence.alpha else { return frame }
    let alphaDecoder = try alphaDecoder ?? open(track, alpha)
    self.alphaDecoder = alphaDecoder
    let opacity = try pixels(alphaDecoder, alpha)
    return try HEIFAlpha.join(frame, alpha: opacity, isPremultiplied: picture.isPremultiplied)
  }

  private func pixels(_ decoder: any HEIFFrameDecoder, _ picture: HEIFPicture) throws -> PixelBuffer {
    guard let coded = picture.firstCoded else { throw Problem(.damaged, ["detail": "sequence"]) }
    var buffer = try HEIFPictureDecoder.pixels(of: decoder.next(), coded)
    for step in picture.transformations { buffer = step.apply(to: buffer) }
    return buffer
  }

  private func open(_ track: HEIFSequence.Track, _ picture: HEIFPicture) throws -> any HEIFFrameDecoder {
    switch picture.firstCoded?.coding {
    case .av1(let header)?:
      return AV1FrameDecoder(
        bytes,
        track.samples,
        size: header.size,
        decoder: try AV1PictureDecoder(threads: threads)
      )
    case .hevc?:
      guard let record = track.configuration else { throw Problem(.damaged, ["detail": "sequence: no hvcC"]) }
      return HEVCFrameDecoder(
        bytes,
        track.samples,
        try HEIFCodecConfiguration(bytes, in: record),
        limits: limits,
        decoder: try HEIFCodedPictureDecoder(threads: threads)
      )
    case nil: throw Problem(.damaged, ["detail": "sequence"])
    }
  }

  /// The data of a frame, after a check that all of it is there.
  static func data(_ sample: Range<Int>, of bytes: [UInt8]) throws -> ArraySlice<UInt8> {
    guard sample.upperBound <= bytes.count else {
      throw Problem(
        .truncated,
        ["detail": "sequence: a frame ends at \(sample.upperBound), the file at \(bytes.count)"]
      )
    }
    return bytes[sample]
  }
}

/// Decodes the samples of one track.
protocol HEIFFrameDecoder: AnyObject {
  /// The next frame in the order of showing.
  func next() throws -> HEIFPlanes
}
