public import ConversionSink
public import Conversions
public import Files
public import Library
internal import Messages

/// Where the files of the copies lie. They are registered, and members of the album, wherever that is.
public enum Placement: Hashable, Sendable, Codable {
  /// In the conversion album's folder.
  case album
  /// In this folder.
  case into(FilePath)
  /// In the folder of each original.
  case beside
}

/// One part of a run that is split over machines: files of one asset always fall into the same part.
public struct Shard: Hashable, Sendable, Codable {
  /// 1...count.
  public var number: Int
  /// How many parts there are.
  public var count: Int

  /// Makes a shard; nil unless 1 <= number <= count.
  public init?(number: Int, count: Int) {
    guard count >= 1, number >= 1, number <= count else { return nil }
    self.number = number
    self.count = count
  }

  /// Whether an asset belongs to this part. The key is the path below the input without the extension, so a still and
  /// the video of its Live Photo stay together, and new files do not move old ones.
  func contains(_ key: [UInt8]) -> Bool {
    let digits = ContentHash(of: key).hex.prefix(12)
    return (Int(digits, radix: 16) ?? 0) % count == number - 1
  }
}

/// All that a run needs to know.
public struct BatchOptions: Sendable, Codable {
  /// Files and folders, in the order given.
  public var inputs: [FilePath]
  /// What each copy is.
  public var settings: ConversionSettings
  /// The library's folder.
  public var library: FilePath
  /// What its albums are called, if it is made now.
  public var albumNames = AlbumNames.standard
  /// Where the copies' files lie.
  public var placement: Placement
  /// Whether the folders below each input are kept below the destination.
  public var keepsFolders: Bool
  /// The `--name` template.
  public var nameTemplate: String?
  /// When sidecars are written.
  public var sidecar: SidecarPolicy
  /// Worker processes.
  public var jobs: Int
  /// The part of the run that is done here.
  public var shard: Shard?
  /// Whether nothing is delivered.
  public var isDryRun: Bool
  /// Whether earlier copies are hashed before they count as unchanged.
  public var hashesExisting: Bool
  /// Seconds that one file may take.
  public var timeLimitInSeconds: Int
  /// Bytes of memory that one worker may hold.
  public var memoryLimitInBytes: Int
  /// Whether workers may speak on standard error (`-v`).
  public var isVerbose: Bool

  /// Makes options with their defaults.
  public init(inputs: [FilePath], settings: ConversionSettings, library: FilePath) {
    self.inputs = inputs
    self.settings = settings
    self.library = library
    placement = .album
    keepsFolders = false
    sidecar = .auto
    jobs = Machine.coreCount
    isDryRun = false
    hashesExisting = false
    timeLimitInSeconds = 300
    memoryLimitInBytes = 4 << 30
    isVerbose = false
  }
}
