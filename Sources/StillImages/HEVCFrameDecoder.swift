internal import Messages

/// Decodes a track coded with HEVC, whose samples may come in another order than that of showing.
final class HEVCFrameDecoder: HEIFFrameDecoder {
  private let bytes: [UInt8]
  private let samples: [Range<Int>]
  private let configuration: HEIFCodecConfiguration
  private let limits: DecodingLimits
  private let decoder: HEIFCodedPictureDecoder
  private var number = 0
  private var isBegun = false

  init(
    _ bytes: [UInt8],
    _ samples: [Range<Int>],
    _ configuration: HEIFCodecConfiguration,
    limits: DecodingLimits,
    decoder: consuming HEIFCodedPictureDecoder
  ) {
    self.bytes = bytes
    self.samples = samples
    self.configuration = configuration
    self.limits = limits
    self.decoder = decoder
  }

  func next() throws -> HEIFPlanes {
    if !isBegun {
      try decoder.begin(configuration)
      isBegun = true
    }
    while true {
      if let planes = try decoder.takeFrame() { return planes }
      guard samples.indices.contains(number) else {
        throw Problem(.damaged, ["detail": "sequence is too short"])
      }
      let data = try HEIFSequenceFrames.data(samples[number], of: bytes)
      number += 1
      try decoder.feed(data, configuration, limits: limits, isLast: number == samples.count)
    }
  }
}
