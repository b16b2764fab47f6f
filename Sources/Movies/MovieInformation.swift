public import Pixels

/// What a video file says of itself.
public struct MovieInformation: Sendable {
  /// Kinds of files.
  public enum Container: String, Sendable {
    /// QuickTime: its brand, or none at all.
    case quickTime = "quicktime"
    /// MP4 and its kin (3GP, M4V).
    case mp4
    /// Matroska, WebM.
    case matroska
    /// Any other.
    case other
  }

  /// The kind of file.
  public var container: Container
  /// The first four characters of `ftyp`, where there is one.
  public var brand: String?
  /// libavformat's name of the format.
  public var formatName: String
  /// How long the file plays; nil where that is not known.
  public var duration: MediaTime?
  /// The picture track that is read.
  public var video: MovieVideoTrack
  /// Tracks of moving pictures that could have been chosen, the chosen one included.
  public var videoTrackCount: Int
  /// The sound tracks, in file order.
  public var sounds: [MovieSoundTrack]
  /// What else there is to see, hear or read, in file order: the tracks that a file with the picture track and the first of
  /// `sounds` lacks.
  public var furtherTracks: [MovieFurtherTrack]
  /// Texts of the file, by libavformat's keys: `creation_time`, `com.apple.quicktime.location.ISO6709`...
  public var texts: [String: String]
}

/// A track of moving pictures.
public struct MovieVideoTrack: Sendable {
  /// Its place among the file's tracks, from 0.
  public var index: Int
  /// Its number in the file (tkhd's track_ID; 0 where there is none).
  public var identifier: Int
  /// The codec by libav's name: "h264", "hevc", "av1"...
  public var codec: String
  /// The sample entry of QuickTime and MP4: "avc1", "hvc1", "hev1"...
  public var sampleEntry: String?
  /// The codec's profile in words, as "High" or "Main 10".
  public var profile: String?
  /// libav's name of the sample format, as "yuv420p10le".
  public var sampleFormat: String
  /// Columns and rows as they are coded.
  public var codedSize: PixelSize
  /// The part that is to be seen, where the file says that it is not all.
  public var aperture: CleanAperture?
  /// Width of a pixel divided by its height, as a fraction; 1/1 where nothing is stated.
  public var pixelAspect: (width: Int, height: Int)
  /// How frames are turned to be looked at.
  public var orientation: Orientation
  /// Columns and rows as players show them: cut to the aperture, with square pixels, turned.
  public var displaySize: PixelSize
  /// What the samples mean.
  public var colour: CodePoints
  /// Whether some of `colour` is not stated and was guessed.
  public var isColourGuessed: Bool
  /// Bits of a sample.
  public var bitDepth: Int
  /// Whether frames have transparency.
  public var hasAlpha: Bool
  /// The brightness that frames hold.
  public var dynamicRange: MovieDynamicRange
  /// The light that is white in HDR, cd/m2, where the file states one that makes sense.
  public var peakLuminance: Double?
  /// The profile of Dolby Vision, where there is one.
  public var dolbyVisionProfile: Int?
  /// Frames a second on average; nil where not known.
  public var frameRate: Double?
  /// Whether frames last differently long; nil where not known without reading all.
  public var isVariableRate: Bool?
  /// Frames that are shown; nil where not known without reading all.
  public var frameCount: Int?
  /// How long the track plays; nil where not known.
  public var duration: MediaTime?
  /// When the first frame is shown, counted from the start of the file; not 0 where sound begins before or an edit list says so.
  public var start: MediaTime
  /// Parts of a second in which the track's times are stated.
  public var timescale: Int32
  /// Bits a second, where known.
  public var bitRate: Int64?
}

/// How bright frames can be.
public enum MovieDynamicRange: String, Sendable {
  /// Standard.
  case standard = "none"
  /// PQ: HDR10 and the like.
  case perceptualQuantizer = "pq"
  /// HLG: the HDR of phones, Dolby Vision 8.4 included.
  case hybridLogGamma = "hlg"
}

/// A sound track.
public struct MovieSoundTrack: Sendable {
  /// Its place among the file's tracks, from 0.
  public var index: Int
  /// Its number in the file.
  public var identifier: Int
  /// The codec by libav's name: "aac", "pcm_s16le"...
  public var codec: String
  /// Samples a second.
  public var sampleRate: Int
  /// Channels.
  public var channelCount: Int
}

/// A track that is not read.
public struct MovieFurtherTrack: Hashable, Sendable {
  /// What it has.
  public enum Kind: String, Sendable {
    case video, sound, subtitles
  }

  /// What it has.
  public var kind: Kind
  /// The codec by libav's name, "none" where it is unknown.
  public var codec: String
}

extension MovieVideoTrack {
  /// The canvases that hold the frames' light as it is: of PQ and HLG on BT.2020, which all cameras have, those of HDR; else those
  /// of standard range.
  public var canvasColour: VideoColour {
    switch dynamicRange {
    case .hybridLogGamma where colour.primaries == 9: .hybridLogGamma
    case .perceptualQuantizer where colour.primaries == 9: .perceptualQuantizer
    default: .standard
    }
  }
}
