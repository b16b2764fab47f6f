internal import Batch
internal import Conversions
internal import Files
internal import FoundationEssentials
internal import Library
internal import Metadata
internal import Pixels
internal import StillImages

/// What belongs to a picture, in machine output.
struct MetadataRecord: Encodable {
  struct PlaceRecord: Encodable {
    let latitude: Double
    let longitude: Double
    let altitude: Double?
  }

  let date: String?
  let place: PlaceRecord?
  let favourite: Bool?
  let rating: Int?
  let tags: [String]
  let albums: [String]
  let title: String?
  let description: String?

  init(_ metadata: SourceMetadata) {
    date = metadata.captureDate?.iso8601
    place = metadata.place.map {
      PlaceRecord(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude)
    }
    favourite = metadata.favourite
    rating = metadata.rating
    tags = metadata.tags.map { $0.levels.joined(separator: "/") }
    albums = metadata.albums.map(\.name)
    title = metadata.title
    description = metadata.description
  }
}

/// One original of a collage, in machine output.
struct CollageSourceRecord: Encodable {
  let path: PathRecord
  /// True where it could not be read; else nothing is said.
  let missing: Bool?

  /// The originals in their order; nil of a copy that has one.
  static func list(_ copy: CopyRecord?) -> [CollageSourceRecord]? {
    guard let sources = copy?.sources, !sources.isEmpty else { return nil }
    return sources.map {
      CollageSourceRecord(path: PathRecord($0.path), missing: $0.contentHash == nil ? true : nil)
    }
  }
}

/// One asset of a library, in machine output.
struct AssetRecordJSON: Encodable {
  struct File: Encodable {
    let path: PathRecord
    let role: String
    let bytes: Int64
  }

  let v = 1
  let type = "asset"
  let asset: String
  let kind: String
  let registered: String
  let files: [File]
  let width: Int?
  let height: Int?
  let metadata: MetadataRecord
  let source: PathRecord?
  let sources: [CollageSourceRecord]?
  let recipe: String?

  init(_ record: AssetRecord) {
    asset = record.uuid
    kind = record.kind.rawValue
    registered = record.copy == nil ? "source" : "copy"
    files = record.files.map { File(path: PathRecord($0.path), role: $0.role.rawValue, bytes: $0.byteCount) }
    width = record.width
    height = record.height
    metadata = MetadataRecord(record.metadata)
    source = record.copy.map { PathRecord($0.sourcePath) }
    sources = CollageSourceRecord.list(record.copy)
    recipe = record.copy?.recipe
  }
}

/// One file that `info` looked at, in machine output.
struct InspectionRecord: Encodable {
  let v = 1
  let type = "info"
  let path: PathRecord
  let format: String
  let bytes: Int64
  let width: Int
  let height: Int
  let bits: Int
  let alpha: Bool?
  let profile: String?
  let hdr: String
  let headroom: Double?
  let carriers: [String]?
  let pictures: Int?
  let duration: Double?
  let plays: Int?
  let identifier: String?
  let still_time: Double?
  let video: PathRecord?
  let metadata: MetadataRecord
  let asset: String?
  let source: PathRecord?
  let sources: [CollageSourceRecord]?

  init(_ path: FilePath, _ inspection: VideoInspection) {
    self.path = PathRecord(path)
    format = inspection.movie.format
    bytes = inspection.byteCount
    width = inspection.movie.size.width
    height = inspection.movie.size.height
    bits = inspection.movie.bitsPerSample
    alpha = nil
    profile = nil
    hdr = inspection.movie.hdr.rawValue
    headroom = nil
    carriers = nil
    pictures = nil
    duration = inspection.movie.durationInSeconds
    plays = nil
    identifier = inspection.pairingIdentifier
    still_time = inspection.stillTimeInSeconds
    video = nil
    metadata = MetadataRecord(inspection.metadata)
    asset = inspection.asset?.uuid
    source = inspection.asset?.copy.map { PathRecord($0.sourcePath) }
    sources = CollageSourceRecord.list(inspection.asset?.copy)
  }

  init(_ path: FilePath, _ inspection: PhotoInspection) {
    self.path = PathRecord(path)
    format = inspection.header.format.rawValue
    bytes = inspection.byteCount
    width = inspection.size.width
    height = inspection.size.height
    bits = inspection.header.bitsPerSample
    alpha = inspection.isTransparent
    profile = inspection.profileDescription
    hdr = inspection.header.hdr.rawValue
    let map = inspection.header.hdr == .gainMap ? inspection.header.gainMap : nil
    headroom = map?.encoding?.headroomInStops
    carriers = map?.carriers.map(\.rawValue)
    pictures = 1 + inspection.header.further.furtherImageCount
    duration = inspection.animation?.duration
    plays = inspection.animation?.playCount
    identifier = inspection.pairingIdentifier
    still_time = nil
    video = inspection.video.map { PathRecord($0) }
    metadata = MetadataRecord(inspection.metadata)
    asset = inspection.asset?.uuid
    source = inspection.asset?.copy.map { PathRecord($0.sourcePath) }
    sources = CollageSourceRecord.list(inspection.asset?.copy)
  }
}
