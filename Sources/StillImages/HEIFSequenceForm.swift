internal import Containers
internal import Messages
internal import Pixels

/// How the frames of an image sequence are coded, and how they are shown.
struct HEIFSequenceForm: Sendable {
  /// Where they stand.
  let sequence: HEIFSequence
  /// A frame, but for its data; transformations and alpha are those of the primary picture, where it is one of the frames.
  let picture: HEIFPicture

  /// Looks at the first frame.
  init(of items: HEIFItems, like primary: HEIFPicture, limits: DecodingLimits) throws {
    guard let sequence = try items.sequence(), let first = sequence.pictures.samples.first else {
      throw Problem(.damaged, ["detail": "sequence without frames"])
    }
    self.sequence = sequence
    let coding = try Self.coding(sequence.pictures, first, items.bytes)
    try PictureChecks.check(coding.size, limits)
    if case .coded(let coded) = primary.content, coded.coding.size == coding.size,
      coded.coding.bitDepth == coding.bitDepth, coded.coding.chromaFormat == coding.chromaFormat
    {
      picture = primary
      return
    }
    let coded = HEIFCodedPicture(
      id: primary.id,
      extents: [],
      coding: coding,
      size: coding.size,
      meaning: HEIFSampleMeaning()
    )
    picture = HEIFPicture(
      id: primary.id,
      content: .coded(coded),
      size: coding.size,
      transformedSize: coding.size,
      transformations: [],
      layout: coding.chromaFormat == 0 ? .grey : .rgb,
      bitDepth: coding.bitDepth
    )
  }

  private static func coding(
    _ track: HEIFSequence.Track,
    _ sample: Range<Int>,
    _ bytes: [UInt8]
  ) throws -> HEIFCoding {
    switch track.codec {
    case "av01": return .av1(try AV1SequenceHeader.only(in: HEIFSequenceFrames.data(sample, of: bytes)))
    case "hvc1", "hev1":
      guard let record = track.configuration else { throw Problem(.damaged, ["detail": "sequence: no hvcC"]) }
      return .hevc(try HEIFCodecConfiguration(bytes, in: record))
    default:
      throw Problem(.codecUnsupported, ["codec": "image sequences of \(track.codec)", "detail": ""])
    }
  }
}
