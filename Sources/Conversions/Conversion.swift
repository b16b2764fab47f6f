public import ConversionSink
public import Messages

/// The making of one copy, prepared: the original is opened and found fit, nothing is decoded yet.
public protocol Conversion {
  /// What is carried over comes from here, besides catalogue and sidecars.
  var embedded: EmbeddedMetadata { get }
  /// What the copy is.
  var recipe: Recipe { get }
  /// The extension of the file that the copy is known by, without a dot.
  var fileExtension: String { get }
  /// Why no copy is made: the original is already what it would become; nil where one is.
  var reasonNotNeeded: Note? { get }

  /// Whether the copy is a Motion Photo, whose name says so.
  var isMotionPhoto: Bool { get }

  /// Which picture of the file it is; 1 is the primary one.
  var number: Int { get }
  /// How many pictures of the file get a copy of their own.
  var pictureCount: Int { get }
  /// The conversion of another picture of the same file, 2...`pictureCount`.
  /// - Throws: as opening the primary one does.
  func further(_ number: Int) throws -> any Conversion
  /// Throws `hdr.undecided` where a further picture is HDR and nobody decided, so that this is known before any is made.
  func refuseUndecidedHDR() throws

  /// What there is to say before the copy is made: how large it will become. Finding out may take a moment.
  var warning: Note? { get }

  /// Makes the copy's files in the staging area.
  /// - Throws: `Problem`; what was staged is the sink's to remove.
  func produce(_ carried: CarriedOver, in staging: StagingArea) throws -> Production
}

extension Conversion {
  /// No Motion Photo, unless a conversion says otherwise.
  public var isMotionPhoto: Bool { false }
  /// The primary picture, as most originals have no other.
  public var number: Int { 1 }
  /// One.
  public var pictureCount: Int { 1 }
  /// Never asked of an original with one picture.
  public func further(_ number: Int) throws -> any Conversion { self }
  /// Nothing.
  public var warning: Note? { nil }
  /// There is none to refuse.
  public func refuseUndecidedHDR() throws {}
}
