internal import Messages

/// The pages of a TIFF file and what one of them says besides its pixels.
public struct TIFFPages: Sendable {
  /// Offset of the directory of the page.
  public private(set) var offset: Int
  /// Offsets of the directories of the pages besides the first; reduced pictures and masks are none. Empty where another
  /// page than the first was asked for.
  public private(set) var furtherPages: [Int] = []
  /// Whether the page says itself when it was taken, or has Exif.
  public private(set) var hasOwnExif = false
  /// The embedded profile.
  public private(set) var profile: [UInt8]?
  /// Exif (the first directory's own tags, Exif and GPS directories as one block), XMP, IPTC.
  public private(set) var blocks = MetadataBlocks()
  /// Whether the pixels are a camera's sensor data.
  public private(set) var isRaw = false

  /// Directories that are looked at, and entries of all of them: a file may chain any number of overlapping ones.
  private static let maximumDirectoryCount = 4096
  private static let maximumEntryCount = 200_000

  /// Walks the chain of directories; a circle ends it.
  /// - Throws: `damaged`, `truncated` where there is no first directory.
  public init(_ bytes: [UInt8]) throws {
    let file = try TIFFFile(bytes)
    let first = try file.directory(at: file.firstDirectory)
    var pages: [TIFFFile.Directory] = []
    var visited: Set<Int> = []
    var entryCount = 0
    var next: TIFFFile.Directory? = first
    while let directory = next, visited.count < Self.maximumDirectoryCount,
      entryCount < Self.maximumEntryCount, visited.insert(directory.offset).inserted
    {
      entryCount += directory.fields.count
      if Self.isPage(directory, file) { pages.append(directory) }
      next = directory.next == 0 ? nil : try? file.directory(at: directory.next)
    }
    self.init(file, first: first, main: pages.first ?? first)
    furtherPages = pages.dropFirst().map(\.offset)
  }

  /// Reads the page whose directory stands at `offset`, one of `furtherPages`.
  public init(_ bytes: [UInt8], at offset: Int) throws {
    let file = try TIFFFile(bytes)
    let directory = try file.directory(at: offset)
    self.init(file, first: directory, main: directory)
  }

  private init(_ file: TIFFFile, first: TIFFFile.Directory, main: TIFFFile.Directory) {
    offset = main.offset
    profile = file.content(main.fields[TIFFTag.profile])
    // 32803 colour filter array, 34892 linear raw (DNG 1.4).
    isRaw =
      first.fields[TIFFTag.dngVersion] != nil
      || [32803, 34892].contains(file.number(main.fields[TIFFTag.photometric]))
    blocks.xmp = file.content(main.fields[TIFFTag.xmp]).flatMap(Self.withoutPadding)
    blocks.iptc = Self.iptc(main, file)
    blocks.exif = TIFFExifBlock.make(file, main)
    hasOwnExif = main.fields[TIFFTag.exifDirectory] != nil || main.fields[TIFFTag.dateTime] != nil
  }

  /// NewSubfileType: 1 reduced, 4 mask. SubfileType: 2 reduced.
  private static func isPage(_ directory: TIFFFile.Directory, _ file: TIFFFile) -> Bool {
    let kind = file.number(directory.fields[TIFFTag.newSubfileType]) ?? 0
    return kind & 5 == 0 && file.number(directory.fields[TIFFTag.subfileType]) != 2
  }

  /// Some writers pad to whole LONGs.
  private static func withoutPadding(_ data: [UInt8]) -> [UInt8]? {
    let end = data.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return end == 0 ? nil : Array(data[..<end])
  }

  /// IIM records begin with 0x1C. Writers disagree about the field: bytes, LONGs whose bytes were swapped with the file's
  /// order, the whole of Photoshop's resources; and the resources have a field of their own.
  private static func iptc(_ main: TIFFFile.Directory, _ file: TIFFFile) -> [UInt8]? {
    let marker: UInt8 = 0x1C
    if let field = main.fields[TIFFTag.iptc], let data = file.content(field) {
      if data.first == marker { return withoutPadding(data) }
      if field.type == 4, data.count >= 4, data[3] == marker {
        let swapped = stride(from: 0, to: data.count - 3, by: 4).flatMap { data[$0..<($0 + 4)].reversed() }
        return withoutPadding(swapped)
      }
      if let inside = PhotoshopResources.iptc(in: withoutIdentifier(data)) { return inside }
    }
    return file.content(main.fields[TIFFTag.photoshop]).flatMap {
      PhotoshopResources.iptc(in: withoutIdentifier($0))
    }
  }

  private static func withoutIdentifier(_ data: [UInt8]) -> [UInt8] {
    let identifier = JPEGMetadata.photoshopIdentifier
    return data.starts(with: identifier) ? Array(data.dropFirst(identifier.count)) : data
  }
}
