/// The kinds of files that movies are written in.
public enum MovieForm: Sendable {
  /// A QuickTime movie: brand "qt  ".
  case quickTime
  /// An MP4 file: brand "isom". Sound is AAC, which all players of it know.
  case mp4

  /// libavformat's name of its writer.
  var muxer: String {
    switch self {
    case .quickTime: "mov"
    case .mp4: "mp4"
    }
  }
}

extension MovieSoundTrack {
  /// Whether a movie of this form takes the sound as it is coded.
  func isCopied(into form: MovieForm) -> Bool {
    switch form {
    case .quickTime: isPlayableByApple
    case .mp4: codec == "aac"
    }
  }
}
