internal import CLibav

/// The sound tracks of a file that can be decoded.
enum SoundTracks {
  static func read(_ input: MovieInput) -> [MovieSoundTrack] {
    (0..<input.streamCount).compactMap { index in
      guard let stream = input.stream(index), let parameters = stream.pointee.codecpar?.pointee,
        parameters.codec_type == AVMEDIA_TYPE_AUDIO, parameters.sample_rate > 0,
        parameters.ch_layout.nb_channels > 0, avcodec_find_decoder(parameters.codec_id) != nil
      else { return nil }
      return MovieSoundTrack(
        index: index,
        identifier: Int(stream.pointee.id),
        codec: Libav.text(avcodec_get_name(parameters.codec_id)),
        sampleRate: Int(parameters.sample_rate),
        channelCount: Int(parameters.ch_layout.nb_channels)
      )
    }
  }
}
