internal import Messages
internal import Pixels

/// Decodes a track coded with AV1, each of whose samples gives one frame.
final class AV1FrameDecoder: HEIFFrameDecoder {
  private let bytes: [UInt8]
  private let samples: [Range<Int>]
  private let size: PixelSize
  private let decoder: AV1PictureDecoder
  private var number = 0

  init(_ bytes: [UInt8], _ samples: [Range<Int>], size: PixelSize, decoder: consuming AV1PictureDecoder) {
    self.bytes = bytes
    self.samples = samples
    self.size = size
    self.decoder = decoder
  }

  func next() throws -> HEIFPlanes {
    guard samples.indices.contains(number) else {
      throw Problem(.damaged, ["detail": "sequence is too short"])
    }
    let data = try HEIFSequenceFrames.data(samples[number], of: bytes)
    number += 1
    // A frame is no larger than its sequence header says, so this bounds the memory that it takes.
    try AV1Units.forEach(in: data) { type, payload in
      guard type == AV1Units.sequenceHeader else { return }
      guard try AV1SequenceHeader(payload: payload).size == size else {
        throw Problem(.codecUnsupported, ["codec": "image sequences of several sizes", "detail": ""])
      }
    }
    return try decoder.decode(Array(data))
  }
}
