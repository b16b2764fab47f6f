public import Files
public import Library
public import Messages
public import Metadata
public import Pixels
public import StillImages

/// What a finished picture file must turn out to be when it is read back from disk.
public struct PhotoExpectation: Sendable {
  /// The file's format.
  public var format: StillFormat
  /// Columns and rows, upright.
  public var size: PixelSize
  /// Whether transparency must still be there.
  public var hasAlpha: Bool
  /// Significant bits of a sample, at least.
  public var bitsPerSample: Int
  /// The profile that must be embedded byte for byte, or nil where none is expected.
  public var iccProfile: [UInt8]?
  /// The dynamic range that must be found.
  public var hdr: HDRKind
  /// The gain map that must be found where `hdr` says one.
  public var gainMap: CodedGainMap?
  /// Depth maps and mattes that must still be there.
  public var auxiliaryKinds: [String] = []
  /// The picture that went into the encoder; the decoded one must resemble it.
  public var picture: ExpectedPicture
  /// Whether the decoded picture must equal `picture` in every sample.
  public var isLossless: Bool

  /// States an expectation.
  public init(
    format: StillFormat,
    size: PixelSize,
    hasAlpha: Bool,
    bitsPerSample: Int,
    iccProfile: [UInt8]?,
    hdr: HDRKind,
    gainMap: CodedGainMap? = nil,
    picture: DecodedPicture,
    isLossless: Bool
  ) {
    self.init(
      format: format,
      size: size,
      hasAlpha: hasAlpha,
      bitsPerSample: bitsPerSample,
      iccProfile: iccProfile,
      hdr: hdr,
      gainMap: gainMap,
      expecting: .whole(picture),
      isLossless: isLossless
    )
  }

  /// States an expectation of a picture that was written row by row: it is read back so.
  public init(format: StillFormat, iccProfile: [UInt8]?, sketch: PictureSketch) {
    self.init(
      format: format,
      size: sketch.size,
      hasAlpha: sketch.layout.hasAlpha,
      bitsPerSample: 8,
      iccProfile: iccProfile,
      hdr: .none,
      gainMap: nil,
      expecting: .sketch(sketch),
      isLossless: format.isAlwaysLossless
    )
  }

  private init(
    format: StillFormat,
    size: PixelSize,
    hasAlpha: Bool,
    bitsPerSample: Int,
    iccProfile: [UInt8]?,
    hdr: HDRKind,
    gainMap: CodedGainMap?,
    expecting picture: ExpectedPicture,
    isLossless: Bool
  ) {
    self.format = format
    self.size = size
    self.hasAlpha = hasAlpha
    self.bitsPerSample = bitsPerSample
    self.iccProfile = iccProfile
    self.hdr = hdr
    self.gainMap = gainMap
    self.picture = picture
    self.isLossless = isLossless
  }
}

/// One finished file in the staging folder, not yet delivered.
public struct StagedFile: Sendable {
  /// What the file is to its asset.
  public var role: FileRole
  /// Where it lies.
  public var path: FilePath
  /// The extension it is delivered with, without a dot.
  public var fileExtension: String
  /// What it must read back as.
  public var expectation: FileExpectation

  /// Describes a staged file.
  public init(role: FileRole, path: FilePath, fileExtension: String, expectation: FileExpectation) {
    self.role = role
    self.path = path
    self.fileExtension = fileExtension
    self.expectation = expectation
  }
}

/// What a conversion hands to the sink.
public struct Production: Sendable {
  /// The kind of asset that the files make.
  public var kind: AssetKind
  /// The files; a Live Photo has two.
  public var files: [StagedFile]
  /// Width and height of the asset.
  public var size: PixelSize
  /// How long it plays, of moving things.
  public var durationInSeconds: Double?
  /// What is worth saying: losses that were asked for or cannot be avoided.
  public var notes: [Note]
  /// The metadata writer, for the sidecar.
  public var metadata: CopyMetadata
  /// Whether this is the still of a pair that could not be checked in time.
  var isForWantOfTime = false

  /// Describes a production.
  public init(
    kind: AssetKind,
    files: [StagedFile],
    size: PixelSize,
    durationInSeconds: Double? = nil,
    notes: [Note],
    metadata: CopyMetadata
  ) {
    self.kind = kind
    self.files = files
    self.size = size
    self.durationInSeconds = durationInSeconds
    self.notes = notes
    self.metadata = metadata
  }
}
