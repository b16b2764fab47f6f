/// Writes what is carried over into an XMP model, in every form that some photo program reads and others don't.
struct XMPWriter {
  let document: XMPDocument
  let carried: SourceMetadata

  /// Writes all fields; what the model said of them before goes.
  func write() throws {
    try writeDates()
    try writePlace()
    try writeStars()
    try writeTags()
    try writeAlbums()
    if let title = carried.title { try setText("title", title) }
    if let description = carried.description { try setText("description", description) }
  }

  private func setText(_ name: String, _ text: String) throws {
    if document.localizedText(XMPNamespace.dc, name)?.carriedText != text {
      try document.setLocalizedText(XMPNamespace.dc, name, to: text.carriedText ?? "")
    }
  }

  /// Three times: Immich ignores photoshop:DateCreated, PhotoPrism's sidecars are read for nothing else.
  private func writeDates() throws {
    guard let date = carried.captureDate?.iso8601 else { return }
    try document.set(XMPNamespace.exif, "DateTimeOriginal", to: date)
    try document.set(XMPNamespace.xmp, "CreateDate", to: date)
    try document.set(XMPNamespace.photoshop, "DateCreated", to: date)
  }

  private func writePlace() throws {
    let exif = XMPNamespace.exif
    let names = ["GPSLatitude", "GPSLongitude", "GPSAltitude", "GPSAltitudeRef"]
    guard let place = carried.place else {
      for name in names { document.delete(exif, name) }
      return
    }
    if let known = XMPPlace.read(document), MetadataComparison.isSame(known, place) { return }
    for name in names { document.delete(exif, name) }
    try document.set(exif, "GPSLatitude", to: XMPPlace.text(place.latitude, "N", "S"))
    try document.set(exif, "GPSLongitude", to: XMPPlace.text(place.longitude, "E", "W"))
    if let altitude = place.altitude, abs(altitude) < 4_000_000 {
      try document.set(exif, "GPSAltitudeRef", to: altitude < 0 ? "1" : "0")
      try document.set(exif, "GPSAltitude", to: "\(Int((abs(altitude) * 1000).rounded()))/1000")
    }
  }

  /// Heart and stars are two things; stars stand for the heart only where nobody gave any. Labels and urgency, which
  /// some programs take for one or the other, are never written.
  private func writeStars() throws {
    if let favourite = carried.favourite {
      try document.set(XMPNamespace.fstop, "favorite", to: favourite ? "1" : "0")
    } else {
      document.delete(XMPNamespace.fstop, "favorite")
    }
    // Old digits of other programs would contradict; urgency is taken for stars where there are real ones.
    document.delete(XMPNamespace.acdsee, "Rating")
    if carried.rating != nil { document.delete(XMPNamespace.photoshop, "Urgency") }
    let microsoft = XMPNamespace.microsoftWithoutSlash
    guard let stars = carried.writtenRating else {
      document.delete(XMPNamespace.xmp, "Rating")
      document.delete(microsoft, "Rating")
      return
    }
    try document.set(XMPNamespace.xmp, "Rating", to: String(stars))
    if StarRating.percents.indices.contains(stars), document.contains(microsoft, "Rating") {
      try document.set(microsoft, "Rating", to: String(StarRating.percents[stars]))
    } else {
      document.delete(microsoft, "Rating")
    }
  }

  /// Three complete lists, flat tags in each: readers stop at the first list that they find.
  private func writeTags() throws {
    let tags = Tag.join([carried.tags.map(\.writable)])
    var leaves: Set<String> = []
    let flat = tags.map(\.leaf).filter { leaves.insert($0).inserted }
    let slashes = tags.map { $0.levels.joined(separator: "/") }
    try document.set(XMPNamespace.dc, "subject", to: flat, as: .bag)
    try document.set(
      XMPNamespace.lr,
      "hierarchicalSubject",
      to: tags.map { $0.levels.joined(separator: "|") },
      as: .bag
    )
    try document.set(XMPNamespace.digiKam, "TagsList", to: slashes, as: .sequence)
    try document.set(XMPNamespace.microsoftWithoutSlash, "LastKeywordXMP", to: slashes, as: .bag)
    // Lists of the same tags that are not kept up here would contradict.
    document.delete(XMPNamespace.mediapro, "CatalogSets")
    document.delete(XMPNamespace.acdsee, "categories")
  }

  private func writeAlbums() throws {
    document.delete(XMPNamespace.collections, "Collections")
    for album in carried.albums {
      guard let name = album.name.carriedName else { continue }
      var fields = [("mwg-coll:CollectionName", name)]
      if let identifier = album.identifier {
        fields.append(("mwg-coll:CollectionURI", "urn:uuid:\(identifier)"))
      }
      try document.append(XMPNamespace.collections, "Collections", as: .bag, fields: fields)
    }
  }
}
