public import Files
public import LivePhotos
public import Metadata
internal import Containers
internal import Movies

extension LivePhotoVideo {
  /// Writes the video into the staging area.
  public func write(_ carried: CarriedOver, in staging: StagingArea) throws -> FilePath {
    let target = staging.freshPath(fileExtension: form == .mp4 ? "mp4" : Self.fileExtension)
    let xmp = try metadata(carried).blocks().0.xmp
    try write(to: target, carried.metadata, xmp: xmp, modification: carried.modification)
    return target
  }

  /// What the video says of date, place, tags...
  public func metadata(_ carried: CarriedOver) -> CopyMetadata {
    metadata(
      carried.metadata,
      sidecarXMP: carried.blocks.sidecarXMP,
      identity: carried.identity,
      derivedFrom: carried.sourceName
    )
  }
}
