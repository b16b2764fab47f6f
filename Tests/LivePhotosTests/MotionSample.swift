import Containers
import Files
import Metadata
import Pixels
import StillImages
import TestSupport

@testable import LivePhotos

/// Stills and videos to make Motion Photos of.
enum MotionSample {
  static let samples = FilePath(#filePath).parent.parent.parent.appending("samples")
  /// A real MP4 with sound.
  static let video = samples.appending("rotated.mp4")

  /// The JPEG stream of a real gain map.
  static func gainMap() throws -> [UInt8] {
    let bytes = try FileReader.read(samples.appending("sunset-ultra-hdr.jpg")).bytes
    return try JPEGSegments(bytes).companions.gainMap.map { Array(bytes[$0.range]) } ?? []
  }

  /// A finished still whose metadata say what the file will hold.
  static func still(_ format: StillFormat, _ contents: PhotoContents) throws -> [UInt8] {
    let size = PixelSize(width: 64, height: 48)
    let capacity: MetadataCapacity = format == .jpeg ? .jpeg : format == .heic ? .heic : .avif
    var carried = SourceMetadata()
    carried.favourite = true
    carried.captureDate = CaptureDate(year: 2021, month: 7, day: 14, hour: 18, minute: 3, second: 22)
    let blocks = try CopyMetadata(
      original: MetadataBlocks(),
      carried: carried,
      size: size,
      target: capacity,
      identity: CopyIdentity(
        documentIdentifier: "00000000-0000-4000-8000-00000000000a",
        instanceIdentifier: "00000000-0000-4000-8000-00000000000b",
        program: "shiying",
        date: "2025-01-02T03:04:05Z"
      ),
      derivedFrom: "IMG_0001.MOV",
      hdrRemoved: false,
      contents: contents
    ).blocks().0
    let bytes = (0..<(64 * 48 * 3)).map { UInt8(truncatingIfNeeded: $0 / 36) }
    return try StillImageEncoder.encode(
      PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: bytes),
      significantBits: 8,
      colour: ColourDescription(),
      blocks: blocks,
      format: format,
      options: EncodingOptions()
    )
  }
}
