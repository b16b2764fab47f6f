internal import CLibav

/// The tracks of a file that people see, hear or read, besides those that are taken.
enum FurtherTracks {
  static func read(_ input: MovieInput, besides taken: [Int?]) -> [MovieFurtherTrack] {
    (0..<input.streamCount).compactMap { index in
      guard !taken.contains(index), let stream = input.stream(index),
        let parameters = stream.pointee.codecpar?.pointee, let kind = kind(stream, parameters.codec_type)
      else { return nil }
      return MovieFurtherTrack(kind: kind, codec: Libav.text(avcodec_get_name(parameters.codec_id)))
    }
  }

  /// Nil for cover pictures, which libavformat shows as tracks of one picture, and for data.
  private static func kind(
    _ stream: UnsafeMutablePointer<AVStream>,
    _ type: AVMediaType
  ) -> MovieFurtherTrack.Kind? {
    switch type {
    case AVMEDIA_TYPE_VIDEO:
      stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 ? .video : nil
    case AVMEDIA_TYPE_AUDIO: .sound
    case AVMEDIA_TYPE_SUBTITLE: .subtitles
    default: nil
    }
  }
}
