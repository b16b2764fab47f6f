/// What an XMP packet says of the things that are carried over.
struct XMPReading {
  /// When the picture was taken: exif:DateTimeOriginal, photoshop:DateCreated.
  var original: CaptureDate?
  /// xmp:CreateDate (to which exif:DateTimeDigitized is an alias).
  var created: CaptureDate?
  var place: Place?
  /// fstop:favorite, and nothing else: five stars are not a heart.
  var favourite: Bool?
  /// Stars, -1...5, that somebody gave; not those that stand for a favourite.
  var rating: Int?
  /// xmp:Rating is the 5 that `XMPWriter` wrote for a favourite without a rating.
  var ratingStandsForFavourite = false
  var tags: [Tag] = []
  var albums: [AlbumReference] = []
  var title: String?
  var description: String?

  init(_ document: XMPDocument) {
    original =
      Self.date(document, XMPNamespace.exif, "DateTimeOriginal")
      ?? Self.date(document, XMPNamespace.photoshop, "DateCreated")
    created = Self.date(document, XMPNamespace.xmp, "CreateDate")
    place = XMPPlace.read(document)
    favourite = Self.flag(document.text(XMPNamespace.fstop, "favorite"))
    rating = Self.rating(document)
    if favourite == true, rating == 5, XMPFavouriteRating.isMarked(document) {
      ratingStandsForFavourite = true
      rating = nil
    }
    tags = Self.tags(document)
    albums = Self.albums(document)
    title = document.localizedText(XMPNamespace.dc, "title")?.carriedText
    description = document.localizedText(XMPNamespace.dc, "description")?.carriedText
  }

  private static func date(_ document: XMPDocument, _ namespace: String, _ name: String) -> CaptureDate? {
    document.text(namespace, name).flatMap(CaptureDate.init(iso8601:))
  }

  private static func flag(_ text: String?) -> Bool? {
    switch text?.trimmedText.lowercased() {
    case "1", "true": true
    case "0", "false": false
    default: nil
    }
  }

  private static func rating(_ document: XMPDocument) -> Int? {
    for namespace in [XMPNamespace.xmp, XMPNamespace.acdsee] {
      // "3.0" occurs; half stars are cut off.
      if let text = document.text(namespace, "Rating"), let stars = Double(text.trimmedText), stars >= -1,
        stars <= 5
      {
        return Int(stars)
      }
    }
    return document.text(XMPNamespace.microsoftWithoutSlash, "Rating").flatMap { Int($0.trimmedText) }
      .flatMap(StarRating.stars(ofPercent:))
  }

  /// The union of all lists. A flat keyword that is the leaf of a hierarchical tag is that tag; in the other lists it
  /// says nothing new.
  private static func tags(_ document: XMPDocument) -> [Tag] {
    let lists: [(String, String, Character)] = [
      (XMPNamespace.digiKam, "TagsList", "/"), (XMPNamespace.lr, "hierarchicalSubject", "|"),
      (XMPNamespace.microsoftWithoutSlash, "LastKeywordXMP", "/"),
      (XMPNamespace.mediapro, "CatalogSets", "|"),
    ]
    let hierarchical = Tag.join(
      lists.map { namespace, name, separator in
        document.items(namespace, name).compactMap { Tag(readLevels: $0.split(separator: separator)) }
      }
    )
    let leaves = Set(hierarchical.map(\.leaf)).union(hierarchical.map { $0.levels.joined(separator: "/") })
      .union(hierarchical.map { $0.levels.joined(separator: "|") })
    let flat = document.items(XMPNamespace.dc, "subject").compactMap { Tag(readLevels: [$0]) }
    return Tag.join([hierarchical, flat.filter { !leaves.contains($0.leaf) }])
  }

  private static func albums(_ document: XMPDocument) -> [AlbumReference] {
    let namespace = XMPNamespace.collections
    let count = document.itemCount(namespace, "Collections")
    let albums = (1...max(1, count)).prefix(count).compactMap { index -> AlbumReference? in
      let path = "Collections[\(index)]/mwg-coll:"
      guard let name = document.text(namespace, path + "CollectionName")?.carriedName else { return nil }
      let uri = document.text(namespace, path + "CollectionURI")?.trimmedText.lowercased() ?? ""
      return AlbumReference(
        name: name,
        identifier: uri.hasPrefix("urn:uuid:") ? String(uri.dropFirst(9)) : nil
      )
    }
    return SourceMetadata.joined([], albums)
  }
}

/// The rule by which five stars that stand for a heart are told from five stars that somebody gave.
///
/// Most programs know no favourites, so a copy of a favourite without a rating says xmp:Rating 5 (and Exif 0x4746,
/// 0x4749) beside fstop:favorite. The history entry of the conversion then says so in its parameters. As long as the
/// entry is there, the picture is a favourite and has 5 stars, the rating counts as not given; any other number of
/// stars was given by somebody since.
enum XMPFavouriteRating {
  static let remark = "xmp:Rating 5 stands for fstop:favorite"

  static func isMarked(_ document: XMPDocument) -> Bool {
    let count = document.itemCount(XMPNamespace.xmpMM, "History")
    return count > 0
      && (1...count).contains { index in
        document.text(XMPNamespace.xmpMM, "History[\(index)]/stEvt:parameters")?.contains(remark) ?? false
      }
  }
}

/// Positions as XMP writes them: "DD,MM.mmmmmmN" (XMP specification part 2, 1.2.7.4, GPSCoordinate).
enum XMPPlace {
  static func read(_ document: XMPDocument) -> Place? {
    guard let latitude = coordinate(document.text(XMPNamespace.exif, "GPSLatitude"), "N", "S"),
      let longitude = coordinate(document.text(XMPNamespace.exif, "GPSLongitude"), "E", "W")
    else { return nil }
    var place = Place(latitude: latitude, longitude: longitude)
    if let altitude = fraction(document.text(XMPNamespace.exif, "GPSAltitude")) {
      let reference = document.text(XMPNamespace.exif, "GPSAltitudeRef")?.trimmedText
      place.altitude = reference == "1" || reference == "3" ? -altitude : altitude
    }
    return place.isKnown ? place : nil
  }

  /// "DD,MM.mmN", "DD,MM,SSN", "DD.ddN"; some programs write a signed number without a letter.
  static func coordinate(_ text: String?, _ positive: Character, _ negative: Character) -> Double? {
    guard let text = text?.trimmedText, let last = text.last else { return nil }
    let letter = Character(last.uppercased())
    let parts = (last.isLetter ? String(text.dropLast()) : text).split(
      separator: ",",
      omittingEmptySubsequences: false
    )
    let numbers = parts.compactMap { Double($0.filter { $0 != " " }) }
    guard numbers.count == parts.count, (1...3).contains(numbers.count),
      numbers.dropFirst().allSatisfy({ $0 >= 0 })
    else { return nil }
    let value =
      abs(numbers[0]) + (numbers.count > 1 ? numbers[1] / 60 : 0)
      + (numbers.count > 2 ? numbers[2] / 3600 : 0)
    if letter == positive || letter == negative { return letter == negative ? -value : value }
    return last.isLetter ? nil : (text.hasPrefix("-") ? -value : value)
  }

  static func fraction(_ text: String?) -> Double? {
    guard let parts = text?.trimmedText.split(separator: "/"),
      let numerator = parts.first.flatMap({ Double($0) })
    else { return nil }
    if parts.count == 1 { return numerator }
    guard parts.count == 2, let denominator = Double(parts[1]), denominator != 0 else { return nil }
    return numerator / denominator
  }

  /// "DD,MM.mmmmmm" and the letter: a millionth of a minute is 2 mm.
  static func text(_ value: Double, _ positive: String, _ negative: String) -> String {
    let total = Int((min(abs(value), 180) * 60_000_000).rounded())
    let (minutes, fraction) = (total / 1_000_000, total % 1_000_000)
    return "\(minutes / 60),\(CaptureDate.padded(minutes % 60)).\(CaptureDate.padded(fraction, 6))"
      + (value < 0 ? negative : positive)
  }
}
