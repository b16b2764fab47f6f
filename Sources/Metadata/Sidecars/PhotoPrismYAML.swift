/// The content of a `NAME.yml` of PhotoPrism.
///
/// PhotoPrism guesses a good deal, and says of each value where it comes from: what it made up itself (titles out of places
/// and labels, places out of the pictures of that day, dates out of file times) is not carried.
public enum PhotoPrismYAML {
  /// Sources that are guesses.
  private static let guesses: Set<String> = [
    "", "auto", "default", "estimate", "location", "image", "title", "name",
  ]

  /// Reads a file.
  /// - Returns: nil where it is not of PhotoPrism.
  /// - Throws: `decode.damaged`.
  public static func read(_ bytes: [UInt8]) throws -> SidecarMetadata? {
    let file = try FlatYAML(bytes)
    guard file["UID"] != nil, file["TakenAt"] != nil || file["Type"] != nil else { return nil }
    func stated(_ name: String, by source: String) -> String? {
      guesses.contains(file[source]?.lowercased() ?? "") ? nil : file[name]
    }
    var sidecar = SidecarMetadata()
    // File names hold dates that people and cameras gave; no guess.
    let dateSource = file["TakenSrc"]?.lowercased() ?? ""
    if dateSource == "name" || !guesses.contains(dateSource) { takeDate(file, &sidecar) }
    sidecar.metadata.title = stated("Title", by: "TitleSrc")
    sidecar.metadata.description =
      stated("Caption", by: "CaptionSrc") ?? stated("Description", by: "DescriptionSrc")
    if file["Favorite"] == "true" { sidecar.metadata.favourite = true }
    let keywords = stated("Details.Keywords", by: "Details.KeywordsSrc") ?? ""
    sidecar.metadata.tags = Tag.join([keywords.split(separator: ",").compactMap { Tag(readLevels: [$0]) }])
    if let latitude = stated("Lat", by: "PlaceSrc").flatMap(Double.init),
      let longitude = file["Lng"].flatMap(Double.init)
    {
      var place = Place(latitude: latitude, longitude: longitude)
      if let altitude = file["Altitude"].flatMap(Double.init), altitude != 0 { place.altitude = altitude }
      sidecar.metadata.place = place.isKnown ? place : nil
    }
    return sidecar
  }

  /// TakenAt ends in "Z" whether or not the zone was known: without a TimeZone it is what the camera's clock showed.
  private static func takeDate(_ file: FlatYAML, _ sidecar: inout SidecarMetadata) {
    guard var date = file["TakenAt"].flatMap(CaptureDate.init(iso8601:)), date.offsetMinutes == 0 else {
      return
    }
    let zone = file["TimeZone"] ?? "Local"
    if zone == "Local" {
      date.offsetMinutes = nil
      sidecar.metadata.captureDate = date
    } else {
      sidecar.moment = date
    }
  }
}
