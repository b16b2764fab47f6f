public import Containers
public import Pixels

/// A part of a picture of which its metadata say what it shows.
public struct PictureRegion: Hashable, Sendable {
  /// What it shows.
  public enum Kind: Hashable, Sendable {
    /// A person's face.
    case face
    /// An animal.
    case pet
    /// What the camera focused on.
    case focus
  }

  /// What it shows.
  public var kind: Kind
  /// Where it lies in the upright picture; a point has no width.
  public var area: PictureArea
}

/// Reads where faces and the focus lie: MWG regions and Microsoft's people tags of XMP, SubjectArea of Exif.
public enum PictureRegionReader {
  /// The regions of the upright picture, in the order of the file; none that lies outside of it. What can't be read is not there.
  /// - Parameter size: of the upright picture.
  public static func read(_ blocks: MetadataBlocks, size: PixelSize) -> [PictureRegion] {
    let structure = blocks.exif.flatMap { try? ExifStructure($0) }
    let geometry = structure.map(ExifGeometry.init)
    var regions: [PictureRegion] = []
    if let packet = blocks.xmp, !packet.isEmpty, let document = try? XMPDocument(packet: packet) {
      regions = XMPRegions(orientation: geometry?.orientation ?? .up, part: .whole, size: size).read(document)
    }
    if let structure, let geometry, let area = subjectArea(structure, geometry, size) {
      regions.append(PictureRegion(kind: .focus, area: area))
    }
    return regions.filter { region in
      let centre = region.area.centre
      return region.area.isPossible && (0...1).contains(centre.x) && (0...1).contains(centre.y)
    }
  }

  private static func subjectArea(_ structure: ExifStructure, _ geometry: ExifGeometry, _ size: PixelSize)
    -> PictureArea?
  {
    guard let value = structure.value(.exif, ExifTag.subjectArea), size.width > 0, size.height > 0 else {
      return nil
    }
    let numbers = (0..<4).compactMap { value.integer(at: $0) }
    guard let turned = geometry.subjectArea(numbers, in: size), turned.count >= 2 else { return nil }
    let sides =
      turned.count == 2 ? [0, 0] : turned.count == 3 ? [turned[2], turned[2]] : [turned[2], turned[3]]
    return PictureArea(
      centreX: Double(turned[0]) / Double(size.width),
      centreY: Double(turned[1]) / Double(size.height),
      width: Double(sides[0]) / Double(size.width),
      height: Double(sides[1]) / Double(size.height)
    )
  }
}
