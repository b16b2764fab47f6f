internal import CLibav
internal import Containers
internal import Messages

/// Chooses the picture track that players show.
enum TrackChoice {
  /// A track that may be meant.
  struct Candidate {
    var index: Int
    var isDecodable: Bool
    var isEnabled: Bool
    var frameCount: Int64
    var pixelCount: Int64
    /// The codec or, where that is unknown, the sample entry.
    var codec: String
  }

  /// Moving pictures, without covers and tracks of other uses (mattes have the handler "auxv").
  static func candidates(_ input: MovieInput, _ boxes: MovieBoxes?) -> [Candidate] {
    (0..<input.streamCount).compactMap { index in
      guard let stream = input.stream(index), let parameters = stream.pointee.codecpar,
        parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO,
        stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
      else { return nil }
      let track = boxes?.tracks.first { $0.id == Int(stream.pointee.id) }
      if let track, track.handler != "vide" { return nil }
      return Candidate(
        index: index,
        isDecodable: avcodec_find_decoder(parameters.pointee.codec_id) != nil,
        isEnabled: track?.isEnabled ?? true,
        frameCount: max(stream.pointee.nb_frames, Int64(avformat_index_get_entries_count(stream))),
        pixelCount: Int64(parameters.pointee.width) * Int64(parameters.pointee.height),
        codec: codecName(parameters.pointee, track)
      )
    }
  }

  /// The best of them. Tracks with far fewer frames than the longest (the second one of Motion Photos has two) and empty
  /// ones come last; of the rest the largest is taken, the first of equal ones.
  /// - Throws: `movieNoVideo`, `movieCodecUnknown`.
  static func best(_ candidates: [Candidate], in input: MovieInput) throws -> Candidate {
    guard !candidates.isEmpty else { throw Problem(.movieNoVideo, ["found": content(of: input)]) }
    let decodable = candidates.filter { $0.isDecodable && $0.pixelCount > 0 }
    guard !decodable.isEmpty else {
      if candidates.contains(where: \.isDecodable) {
        throw Problem(.damaged, ["detail": "\(candidates[0].codec) without a size"])
      }
      throw Problem(.movieCodecUnknown, ["codec": candidates[0].codec])
    }
    let most = decodable.map(\.frameCount).max() ?? 0
    let long = decodable.filter { $0.frameCount * 2 >= most }
    let enabled = long.filter(\.isEnabled)
    let choice = enabled.isEmpty ? long : enabled
    let largest = choice.map(\.pixelCount).max() ?? 0
    return choice.first { $0.pixelCount == largest } ?? decodable[0]
  }

  /// What a file without video has instead.
  private static func content(of input: MovieInput) -> String {
    var (hasSound, hasCover) = (false, false)
    for index in 0..<input.streamCount {
      guard let stream = input.stream(index), let parameters = stream.pointee.codecpar else { continue }
      hasSound = hasSound || parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO
      hasCover = hasCover || stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
    }
    return hasCover ? "cover" : hasSound ? "sound" : ""
  }

  private static func codecName(_ parameters: AVCodecParameters, _ track: MovieBoxes.Track?) -> String {
    let name = Libav.text(avcodec_get_name(parameters.codec_id))
    if parameters.codec_id != AV_CODEC_ID_NONE { return name }
    let entry = track?.sampleEntry?.description ?? ""
    return entry.isEmpty ? "an unknown codec" : entry
  }
}
