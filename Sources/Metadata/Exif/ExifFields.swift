/// The directories of an Exif block that hold fields of the picture.
enum ExifDirectory: CaseIterable {
  case main, exif, gps
}

/// The values of an Exif block by directory and tag, whoever read them.
struct ExifFields {
  private var values: [ExifDirectory: [UInt16: ExifValue]] = [:]

  subscript(directory: ExifDirectory, tag: UInt16) -> ExifValue? {
    get { values[directory]?[tag] }
    set { values[directory, default: [:]][tag] = newValue }
  }

  var isEmpty: Bool { values.values.allSatisfy(\.isEmpty) }

  init() {}

  /// Reads a block for its meaning, with libexif: what the editor wrote is so seen by other eyes than the editor's.
  /// libexif looks at no more than the 64 KiB that a JPEG segment holds, and copies every value that a block claims to
  /// hold; larger blocks (HEIC) and those whose values lie on top of each other are walked here.
  /// - Throws: `decode.damaged`.
  static func read(_ bytes: [UInt8]) throws -> ExifFields {
    let structure = try ExifStructure(bytes)
    if bytes.count <= LibExifData.maximumByteCount, structure.claimedByteCount <= 2 * bytes.count,
      let fields = LibExifData.fields(of: bytes)
    {
      return fields
    }
    return structure.fields
  }
}
