public import Collages
public import Conversions
public import Files
public import Library
public import Metadata
public import StillImages

/// Where a collage goes.
public enum CollageOutput: Hashable, Sendable {
  /// Into the library's album of creations, registered.
  case library
  /// Into exactly this file; a Live Photo's video beside it.
  case file(FilePath)
  /// To standard output.
  case standardOutput
}

/// All that a collage needs to know.
public struct CollageRunOptions: Sendable {
  /// Files and folders, in the order given.
  public var inputs: [FilePath]
  /// The layout.
  public var settings = CollageSettings()
  /// How it moves, if it does.
  public var motion = CollageMotionSettings()
  /// The options that were named and are about motion alone, as they are written.
  public var movingOptions: [String] = []
  /// The one of them that is about relays alone.
  public static let perCell = "--per-cell"
  /// What it becomes; nil: a Live Photo where a source moves, else a still.
  public var tier: CollageTier?
  /// Why it becomes a still though nobody asked for that; nil: somebody did, or it need not.
  public var stillReason: StillReason?
  /// The still's format.
  public var format = StillFormat.jpeg
  /// Whether somebody chose it; else an HDR Live Photo has a still that can be HDR.
  public var isFormatChosen = false
  /// What happens to HDR: kept where that is asked for and all move in HDR of one kind; else, and unasked, standard range.
  public var hdr = HDRPolicy.ask
  /// The still's quality, 1...100; nil: the usual one.
  public var quality: Int?
  /// The collage's title.
  public var title: String?
  /// The collage's tags.
  public var tags: [Tag] = []
  /// A further album that it becomes a member of.
  public var album: AlbumReference?
  /// Where it goes.
  public var output = CollageOutput.library
  /// The library's folder.
  public var library: FilePath
  /// What its albums are called, if it is made now.
  public var albumNames = AlbumNames.standard
  /// The most pixels that a source may have.
  public var maximumPixelCount = DecodingLimits().maximumPixelCount

  /// Makes options with their defaults.
  public init(inputs: [FilePath], library: FilePath) {
    self.inputs = inputs
    self.library = library
  }

  /// Why a collage can't be a Live Photo whatever its sources are.
  public enum StillReason: String, Sendable {
    /// The format of the still does not pair.
    case format
    /// One file goes down a pipe.
    case pipe
  }
}
