/// What a sidecar of another program says.
public struct SidecarMetadata: Hashable, Sendable {
  /// Its fields. A date in it is a local one, with its offset where the sidecar states it.
  public var metadata = SourceMetadata()
  /// Where the sidecar knows the moment but not the clock of the place: a date in UTC (offset 0).
  public var moment: CaptureDate?

  /// Says nothing yet.
  public init(metadata: SourceMetadata = SourceMetadata(), moment: CaptureDate? = nil) {
    self.metadata = metadata
    self.moment = moment
  }

  /// Seconds by which the local clock of some place may differ from UTC (14 hours), and half a day for cameras whose clock
  /// was not set to the place they were at.
  static let nearMoment: Int64 = 26 * 3600
  /// Degrees within which two positions are the same one, written with fewer digits: 10 m.
  static let nearPlace = 1e-4

  /// The metadata, where less trusted sources say `lower`.
  ///
  /// A moment tells no local time. A local date of a less trusted source that can be that moment says more, and stays as
  /// it is; no offset is computed from the two, for a camera's clock may be wrong by whole hours. Else the moment
  /// counts, in UTC, as the sidecar states it. A position that is the same but for its digits stays as it is too: it may have
  /// an altitude, and Exif's digits are the camera's.
  public func metadata(above lower: SourceMetadata) -> SourceMetadata {
    var result = metadata
    if let moment, metadata.captureDate == nil {
      result.captureDate = isNear(lower.captureDate, moment) ? lower.captureDate : moment
    }
    if let place = metadata.place, let known = lower.place,
      abs(place.latitude - known.latitude) <= Self.nearPlace,
      abs(place.longitude - known.longitude) <= Self.nearPlace
    {
      result.place = known
      result.place?.altitude = known.altitude ?? place.altitude
    }
    return result.filling(from: lower, joiningLists: true)
  }

  /// The same with further albums.
  public func adding(_ albums: [AlbumReference]) -> SidecarMetadata {
    var result = self
    result.metadata.albums = SourceMetadata.joined(metadata.albums, albums)
    return result
  }

  private func isNear(_ date: CaptureDate?, _ moment: CaptureDate) -> Bool {
    guard let date else { return false }
    let local = date.unixTime ?? date.unixTime(assumingOffsetMinutes: 0)
    let distance = local.seconds - moment.unixTime(assumingOffsetMinutes: 0).seconds
    return abs(distance) <= Self.nearMoment
  }
}
