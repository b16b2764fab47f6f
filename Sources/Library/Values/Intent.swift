public import Files

/// What a sink is about to do, written down before it starts so that a later run can finish or undo it.
public struct Intent: Hashable, Sendable, Codable {
  /// How far it has come.
  public enum State: String, Sendable, Codable {
    /// Files are being moved; any of them may be at its destination.
    case moving
    /// Every file is at its destination and durable; only the registration is missing.
    case delivered
  }

  /// One file on its way to its final place.
  public struct Move: Hashable, Sendable, Codable {
    /// The finished file in the staging folder.
    public var staged: FilePath
    /// The copy beside the destination, where that lies on another filesystem.
    public var part: FilePath?
    /// The final place.
    public var destination: FilePath
    /// The file's length.
    public var byteCount: Int64
    /// The file's content: a destination that has it was delivered by this move.
    public var contentHash: ContentHash
    /// What the file is to its asset.
    public var role: FileRole

    /// Makes a move.
    public init(
      staged: FilePath,
      part: FilePath? = nil,
      destination: FilePath,
      byteCount: Int64,
      contentHash: ContentHash,
      role: FileRole
    ) {
      self.staged = staged
      self.part = part
      self.destination = destination
      self.byteCount = byteCount
      self.contentHash = contentHash
      self.role = role
    }
  }

  /// The number that `Catalogue.begin` gave it; 0 before.
  public var id: Int64
  /// The run that it belongs to.
  public var run: String
  /// How far it has come.
  public var state: State
  /// The files, in the order in which they are moved.
  public var moves: [Move]
  /// What is registered when all are there.
  public var registration: CopyRegistration

  /// Makes an intent that has not begun.
  public init(
    id: Int64 = 0,
    run: String,
    state: State = .moving,
    moves: [Move],
    registration: CopyRegistration
  ) {
    self.id = id
    self.run = run
    self.state = state
    self.moves = moves
    self.registration = registration
  }
}

/// How the registration of a copy ended.
public enum FinishResult: Hashable, Sendable {
  /// The copy is in the catalogue (now, or by an earlier call for the same asset) and the intent is gone.
  case registered
  /// Another process has registered the same copy meanwhile and its files are in place. Nothing was written
  /// and the intent still stands: whoever delivered the second set of files removes them and cancels it.
  case superseded(by: RegisteredCopy)
}
