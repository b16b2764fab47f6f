internal import Containers
internal import Pixels

@testable internal import Metadata

/// Values that many tests need.
enum Sample {
  static let identity = CopyIdentity(
    documentIdentifier: "00000000-0000-4000-8000-00000000000a",
    instanceIdentifier: "00000000-0000-4000-8000-00000000000b",
    program: "shiying 0.1.0",
    date: "2025-01-02T03:04:05Z"
  )

  /// Everything that can be carried over.
  static var everything: SourceMetadata {
    var metadata = SourceMetadata()
    metadata.captureDate = CaptureDate(
      year: 2021,
      month: 7,
      day: 14,
      hour: 18,
      minute: 3,
      second: 22,
      subsecondDigits: "123",
      offsetMinutes: 540
    )
    metadata.place = Place(latitude: 35.6586, longitude: 139.7454, altitude: 42)
    metadata.favourite = true
    metadata.tags = [Tag(levels: ["travel"]), Tag(levels: ["Places", "Tokyo"]), Tag(levels: ["Cão"])]
    metadata.albums = [
      AlbumReference(name: "Summer 2021", identifier: "1b4e28ba-2fa1-11d2-883f-0016d3cca427"),
      AlbumReference(name: "夏"),
    ]
    metadata.title = "塔 & <Tower>"
    metadata.description = "Seen from below,\nat \"dusk\""
    return metadata
  }

  static func copy(
    _ original: MetadataBlocks,
    _ carried: SourceMetadata,
    size: PixelSize = PixelSize(width: 800, height: 600),
    target: MetadataCapacity = .jpeg
  ) -> CopyMetadata {
    CopyMetadata(
      original: original,
      carried: carried,
      size: size,
      target: target,
      identity: identity,
      derivedFrom: "IMG_0001.HEIC",
      hdrRemoved: false
    )
  }
}
