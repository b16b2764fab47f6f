public import Containers

/// Writes what is carried over into a movie file, in each form that some program reads: QuickTime's named keys, the "©xyz" of
/// old user data where it stood before, the times of all headers, and XMP, which alone has tags with levels, the heart and
/// albums.
public enum QuickTimeMetadataWriter {
  private static let prefix = "com.apple.quicktime."

  /// Puts the metadata of a copy into an editor. `carried` is the whole truth about the fields it has: a place that it does
  /// not name is taken out.
  ///
  /// - Parameter xmp: the packet, as `CopyMetadata` makes it; nil: the file has none then.
  public static func write(_ carried: SourceMetadata, xmp: [UInt8]?, into editor: inout QuickTimeMovieEditor)
  {
    if let date = carried.captureDate {
      editor.setMetadata(prefix + "creationdate", to: .text(text(of: date)))
      writeTime(date, into: &editor)
      editor.setUserData("©day", to: nil)
    }
    editor.setMetadata(prefix + "location.ISO6709", to: (carried.place?.iso6709).map { .text($0) })
    // A name and an accuracy of the old place would lie about the new one.
    for key in ["location.name", "location.accuracy.horizontal"] where carried.place == nil {
      editor.setMetadata(prefix + key, to: nil)
    }
    for type: BoxType in ["©xyz", "loci"] { editor.setUserData(type, to: nil) }
    editor.setMetadata(prefix + "title", to: carried.title.map { .text($0) })
    editor.setMetadata(prefix + "description", to: carried.description.map { .text($0) })
    let keywords = carried.tags.map(\.writable.leaf).joined(separator: ",")
    editor.setMetadata(prefix + "keywords", to: keywords.isEmpty ? nil : .text(keywords))
    editor.setMetadata(prefix + "rating.user", to: carried.writtenRating.map { .real(Double($0)) })
    editor.setXMP(xmp)
  }

  /// Puts a date into the times of all headers. Their clock is UTC's: where the zone is unknown, nobody can tell it, and
  /// they stay.
  public static func writeTime(_ date: CaptureDate, into editor: inout QuickTimeMovieEditor) {
    guard let (seconds, _) = date.unixTime, seconds + QuickTimeMetadataReader.epoch > 0 else { return }
    editor.setCreationTime(UInt64(seconds + QuickTimeMetadataReader.epoch))
  }

  /// As cameras write it: "2021-07-14T18:03:22+0900"; without a zone where that is unknown.
  private static func text(of date: CaptureDate) -> String {
    var whole = date
    whole.subsecondDigits = nil
    whole.offsetMinutes = nil
    return whole.iso8601 + (date.exifOffset ?? "").filter { $0 != ":" }
  }
}
