public import Containers

/// Which moment of its video a Live Photo's still shows: what the still-image-time track says.
public struct LivePhotoStillTime: Hashable, Sendable {
  /// Seconds from the video's beginning.
  public let seconds: Double
  /// The track's number.
  public let track: UInt32
  /// The tracks that it says it describes.
  public let described: [UInt32]
  /// Where its sample stands in the file; nil where the tables don't say.
  public let sample: Range<Int>?
  /// The local key whose item in the sample is the mark.
  public let localKey: UInt32

  /// Reads the first such track of a movie; nil where there is none.
  ///
  /// The time is that of the edit list: the empty edits before the sample, then the sample's place in its media.
  public init?(_ movie: QuickTimeMovie) {
    for track in movie.tracks {
      guard let key = track.metadataKeys.first(where: { $0.name == QuickTimeMetadataKey.stillImageTime })
      else {
        continue
      }
      var ticks: UInt64 = 0
      var mediaTime: Int64 = 0
      for edit in track.edits {
        if !edit.isEmpty {
          mediaTime = edit.mediaTime
          break
        }
        ticks = ticks.addingReportingOverflow(edit.duration).partialValue
      }
      // The first sample begins at 0 of its media, so an edit that begins later shows it no earlier.
      let offset = Double(max(0, -mediaTime)) / Double(track.timescale)
      seconds = Double(ticks) / Double(movie.timescale) + offset
      self.track = track.id
      described = track.targets(of: "cdsc")
      sample = track.samples.range(of: 0)
      localKey = key.localID
      return
    }
    return nil
  }

  /// The value of the mark in a sample (cameras: -1); nil where the sample has none.
  ///
  /// A sample is a row of items: size, local key, value.
  public func value(inSample bytes: [UInt8]) -> Int? {
    var reader = BoxReader(bytes)
    while let item = try? reader.nextBox() {
      if item.type.code == localKey, item.content.count == 1 {
        return Int(Int8(bitPattern: bytes[item.content.lowerBound]))
      }
    }
    return nil
  }
}
