extension MovieVideoTrack {
  /// Whether iPhones, iPads and Macs play it: H.264 with 8 bits or HEVC with 8 or 10, colour differences at half size.
  public var isPlayableByApple: Bool {
    switch codec {
    case "h264": ["yuv420p", "yuvj420p"].contains(sampleFormat)
    case "hevc": ["yuv420p", "yuvj420p", "yuv420p10le"].contains(sampleFormat)
    default: false
    }
  }
}

extension MovieInformation {
  /// Whether `MovieReader.copy` makes a movie that Apple's players show. Not from transport streams and the like: these may
  /// begin with frames that need earlier ones, which players of movies leave out.
  public var isCopyableForApple: Bool { video.isPlayableByApple && container != .other }
}

extension MovieSoundTrack {
  /// Whether iPhones, iPads and Macs play it in a QuickTime movie: AAC, Apple Lossless, linear PCM.
  public var isPlayableByApple: Bool {
    codec == "aac" || codec == "alac"
      || ["pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_s32be", "pcm_f32le"].contains(
        codec
      )
  }
}
