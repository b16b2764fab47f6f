/// One item of a HEIF file: a coded or derived picture, or metadata (ISO/IEC 14496-12, 8.11).
public struct HEIFItem: Sendable {
  /// A typed reference of this item to others (`iref`).
  public struct Reference: Hashable, Sendable {
    /// "dimg" is made from, "thmb" is a thumbnail of, "auxl" is auxiliary to, "cdsc" describes, "prem" is
    /// premultiplied by.
    public var type: BoxType
    /// The items referred to, in order.
    public var targets: [UInt32]

    /// Makes a reference.
    public init(type: BoxType, targets: [UInt32]) {
      self.type = type
      self.targets = targets
    }
  }

  /// A property's place in the file.
  public struct PropertyBox: Hashable, Sendable {
    /// The whole box.
    public var range: Range<Int>
    /// Whether a reader must understand it.
    public var isEssential: Bool
  }

  /// The item's number, unique in its file.
  public var id: UInt32
  /// "hvc1", "grid", "Exif", "mime"...
  public var type: BoxType
  /// Media type of a "mime" item.
  public var contentType = ""
  /// How the content of a "mime" item is packed; empty: not at all.
  public var contentEncoding = ""
  /// Not meant to be shown by itself (ISO/IEC 23008-12, 6.4.2).
  public var isHidden = false
  /// Where the data stands in the file, piece by piece; nil where it has no place that can be read.
  public var extents: [Range<Int>]?
  /// Its properties in the order of their association.
  public var properties: [HEIFProperty] = []
  /// Where the boxes of its properties stand, in the same order, and whether readers must understand them.
  public var propertyBoxes: [PropertyBox] = []
  /// Types of properties that a reader has to understand and this one doesn't.
  public var unknownEssentialProperties: [BoxType] = []
  /// What it refers to.
  public var references: [Reference] = []

  /// Makes an item without anything.
  public init(id: UInt32, type: BoxType) {
    self.id = id
    self.type = type
  }

  /// The types of items that are pictures, whether they can be decoded or not.
  public static let pictureTypes: Set<BoxType> = [
    "hvc1", "hev1", "av01", "avc1", "vvc1", "evc1", "lhv1", "jpeg", "j2k1", "unci", "grid", "iovl", "iden",
  ]

  /// Whether it is a picture (a tone-mapped "tmap" is not: it is a recipe for showing another one).
  public var isPicture: Bool { Self.pictureTypes.contains(type) }

  /// All items that it refers to with references of a type.
  public func targets(of type: BoxType) -> [UInt32] {
    references.filter { $0.type == type }.flatMap(\.targets)
  }

  /// The URN that says what this auxiliary picture is (`auxC`).
  public var auxiliaryType: String? {
    for case .auxiliaryType(let urn) in properties { return urn }
    return nil
  }

  /// The size before any transformation (`ispe`).
  public var spatialExtent: (width: Int, height: Int)? {
    for case .spatialExtent(let width, let height) in properties { return (width, height) }
    return nil
  }
}

/// A property of an item (ISO/IEC 23008-12, 6.5), as far as it matters for reading.
public enum HEIFProperty: Hashable, Sendable {
  /// `ispe`: the size before any transformation.
  case spatialExtent(width: Int, height: Int)
  /// `irot`: turns counter-clockwise by this many quarters.
  case rotation(quarterTurns: Int)
  /// `imir`: exchanges top and bottom (axis 0) or left and right (axis 1).
  case mirror(axis: Int)
  /// `clap`: keeps a part.
  case cleanAperture(HEIFCleanAperture)
  /// `pixi`: bits of each channel.
  case pixelInformation([Int])
  /// `colr` of type "nclx".
  case codePoints(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool)
  /// `colr` of type "prof" or "rICC": where the ICC profile stands.
  case iccProfile(Range<Int>)
  /// `auxC`: what an auxiliary picture is.
  case auxiliaryType(String)
  /// `hvcC`: where the HEVC configuration record stands.
  case hevcConfiguration(Range<Int>)
  /// A known property with impossible content.
  case malformed(BoxType)
  /// Any other.
  case other(BoxType)
}

/// The numbers of a `clap` property: fractions, sizes unsigned, offsets of the middle signed.
public struct HEIFCleanAperture: Hashable, Sendable {
  /// Numerator and denominator.
  public struct Fraction: Hashable, Sendable {
    /// The upper number.
    public var numerator: Int
    /// The lower number; 0 is damage.
    public var denominator: Int
  }

  /// Columns kept.
  public var width: Fraction
  /// Rows kept.
  public var height: Fraction
  /// How far the middle of what is kept lies right of the picture's middle.
  public var horizontalOffset: Fraction
  /// How far the middle of what is kept lies below the picture's middle.
  public var verticalOffset: Fraction
}
