public import Collages
public import Files
public import Messages

/// What became of a collage.
public struct CollageResult: Sendable {
  /// One source of it.
  public struct Source: Sendable {
    /// As it is shown to people.
    public var shown: FilePath
    /// Why its cell is grey; nil: it is in the collage.
    public var problem: Problem?
    /// What is worth saying of it.
    public var notes: [Note] = []
  }

  /// `delivered`, `unchanged` or `failed`.
  public var status: ItemStatus
  /// The sources, in the order given.
  public var sources: [Source] = []
  /// The files.
  public var outputs: [ItemOutput] = []
  /// The still that stands for a video in the album of creations.
  public var poster: [ItemOutput] = []
  /// The collage's UUID in the library.
  public var asset: String?
  /// What it became.
  public var tier: CollageTier?
  /// How it moves; nil: it does not.
  public var motion: CollageMotionKind?
  /// Whether anything is heard.
  public var hasSound = false
  /// The album's folder, where it lies in a library.
  public var folder: FilePath?
  /// The library, where it was made just now.
  public var newLibrary: FilePath?
  /// What is worth saying of the whole.
  public var notes: [Note] = []
  /// Why there is none.
  public var problem: Problem?

  /// Nothing yet.
  public init(status: ItemStatus, problem: Problem? = nil) {
    self.status = status
    self.problem = problem
  }

  /// Sources whose cells are grey.
  public var missing: [Source] { sources.filter { $0.problem != nil } }
}
