internal import Containers
internal import ConversionSink
internal import Files
internal import Messages
internal import Metadata
internal import Movies

/// What a video says of date, place, camera...
struct MovieMetadata {
  /// Date, place, title...
  let metadata: SourceMetadata
  /// Exif of a still that is taken out of it: the camera.
  let exif: [UInt8]?
  /// What could not be read.
  let notes: [Note]

  /// Reads a video that `MovieReader` has opened: its boxes where it has some, else what libavformat found.
  init(of path: FilePath, range: Range<Int64>? = nil, _ information: MovieInformation) throws {
    switch information.container {
    case .quickTime, .mp4:
      let file = try QuickTimeFile(ByteSource(RandomAccessFile(path), range: range))
      (metadata, notes) = QuickTimeMetadataReader.read(file)
      let camera = QuickTimeMetadataReader.camera(file.movie)
      exif = try CameraExif.block(make: camera.make, model: camera.model, software: camera.software)
    case .matroska, .other:
      var found = SourceMetadata()
      found.captureDate = information.texts["creation_time"].flatMap { CaptureDate(iso8601: $0) }
      found.place = information.texts["location"].flatMap { Place(iso6709: $0) }
      found.title = information.texts["title"]
      (metadata, exif, notes) = (found, nil, [])
    }
  }
}
