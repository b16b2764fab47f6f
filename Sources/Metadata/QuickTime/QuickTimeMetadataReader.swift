public import Containers
public import Messages

/// Reads what a movie file says of date, place, title...
///
/// QuickTime's named keys go before old user data, that before XMP, and that before the creation time of the movie's header,
/// which is UTC by the specification (ISO/IEC 14496-12, 8.2.2) and tells no zone. What a zone is not told for keeps
/// none.
public enum QuickTimeMetadataReader {
  private static let prefix = "com.apple.quicktime."
  /// From 1904 to 1970, in seconds.
  static let epoch: Int64 = 2_082_844_800

  /// The metadata, and notes of what is damaged.
  public static func read(_ file: QuickTimeFile) -> (SourceMetadata, [Note]) {
    let movie = file.movie
    let packet = movie.userData.xmp ?? file.topLevelXMP
    let (xmp, notes) = EmbeddedMetadataReader.read(MetadataBlocks(xmp: packet))
    var own = SourceMetadata()
    own.captureDate = date(movie)
    own.place = place(movie)
    own.title = text(movie, key: "title", "©nam")
    own.description = text(movie, key: "description", "©des") ?? text(movie, key: "comment", "©cmt")
    own.tags = Tag.join([keywords(movie).compactMap { Tag(readLevels: [$0]) }])
    if let stars = movie.value(of: prefix + "rating.user")?.number, (0...5).contains(stars) {
      own.rating = Int(stars)
    }
    // Tags of XMP have their levels.
    if !xmp.tags.isEmpty { own.tags = [] }
    var result = own.filling(from: xmp)
    // A heart that XMP also tells as five stars must not become a rating.
    if xmp.favourite == true && xmp.rating == nil { result.rating = nil }
    result.captureDate = result.captureDate ?? creationDate(movie)
    return (result, notes)
  }

  /// What it was taken with.
  public static func camera(_ movie: QuickTimeMovie) -> (make: String?, model: String?, software: String?) {
    (
      text(movie, key: "make", "©mak"), text(movie, key: "model", "©mod"),
      text(movie, key: "software", "©swr")
    )
  }

  /// The moment in the movie's header, on the clock of UTC; nil where it says nothing or a time before 1970, which only
  /// counters that were never set show.
  static func creationDate(_ movie: QuickTimeMovie) -> CaptureDate? {
    guard let seconds = Int64(exactly: movie.creationTime), seconds > epoch else { return nil }
    return CaptureDate(unixTime: seconds - epoch, offsetMinutes: 0)
  }

  private static func date(_ movie: QuickTimeMovie) -> CaptureDate? {
    let texts = [
      movie.value(of: prefix + "creationdate")?.text, movie.userData.text(of: "©day"),
      movie.userMetadata?.value(of: "©day")?.text,
    ]
    // A mere year or day ("2021") is no moment.
    return texts.compactMap(\.self).filter { $0.contains(":") }.compactMap { CaptureDate(iso8601: $0) }.first
  }

  private static func place(_ movie: QuickTimeMovie) -> Place? {
    let texts = [
      movie.value(of: prefix + "location.ISO6709")?.text, movie.userData.text(of: "©xyz"),
      movie.userMetadata?.value(of: "©xyz")?.text,
    ]
    if let place = texts.compactMap(\.self).compactMap({ Place(iso6709: $0) }).first { return place }
    guard let found = movie.userData.location else { return nil }
    let place = Place(latitude: found.latitude, longitude: found.longitude, altitude: found.altitude)
    return place.isReal ? place : nil
  }

  private static func text(_ movie: QuickTimeMovie, key: String, _ type: BoxType) -> String? {
    let candidates = [
      movie.value(of: prefix + key)?.text, movie.userData.text(of: type),
      movie.userMetadata?.value(of: "©" + type.description.dropFirst())?.text,
    ]
    return candidates.compactMap(\.self).compactMap(\.carriedText).first
  }

  private static func keywords(_ movie: QuickTimeMovie) -> [String] {
    let text = movie.value(of: prefix + "keywords")?.text ?? ""
    return text.split(separator: ",").map(String.init)
  }
}
