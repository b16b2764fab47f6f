/// The content of a JSON file that osxphotos or exiftool wrote beside a picture: either what exiftool prints
/// (`exiftool -json`, `osxphotos export --sidecar json` and `exiftool`), an array of one object with tags, or what osxphotos
/// prints of a photo (`--sidecar-template` with `photo.json()`), an object with a UUID.
public enum ExportJSON {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - picture: the name of the picture beside it.
  ///   - isShared: whether other pictures could own the file: then it must name ours.
  /// - Returns: nil where it is JSON, but of another kind or for another picture.
  /// - Throws: `decode.damaged`.
  public static func read(_ bytes: [UInt8], picture: [UInt8], isShared: Bool) throws -> SidecarMetadata? {
    let document = try JSONValue(json: bytes)
    guard let value = document.items.first, document.items.count == 1, case .object(let members) = value
    else {
      return nil
    }
    let name = String(decoding: picture, as: UTF8.self)
    if value["uuid"]?.text != nil, value["keywords"] != nil || value["original_filename"] != nil {
      let names = ["filename", "original_filename"].compactMap { value[$0]?.text }
      return isShared && !names.contains(name) ? nil : photo(value)
    }
    guard case .list = document else { return nil }
    // osxphotos did not always name the file.
    let file = value["SourceFile"]?.text?.split(separator: "/").last.map(String.init)
    if isShared && file != name { return nil }
    let found = tags(ExiftoolTags(members))
    return file == nil && found.metadata == SourceMetadata() ? nil : found
  }

  /// What osxphotos says of a photo of an Apple Photos library.
  private static func photo(_ value: JSONValue) -> SidecarMetadata {
    var result = SourceMetadata()
    result.captureDate = value["date"]?.text.flatMap(CaptureDate.init(iso8601:))
    if let latitude = value["latitude"]?.number, let longitude = value["longitude"]?.number {
      let place = Place(latitude: latitude, longitude: longitude)
      result.place = place.isKnown ? place : nil
    }
    if value["favorite"]?.flag == true { result.favourite = true }
    result.title = value["title"]?.text
    result.description = value["description"]?.text
    let keywords = (value["keywords"]?.texts ?? []).compactMap { Tag(readLevels: [$0]) }
    result.tags = Tag.join([keywords, People.tags(value["persons"]?.texts ?? [])])
    result.albums = SourceMetadata.joined(
      [],
      (value["albums"]?.texts ?? []).compactMap { $0.carriedName.map { AlbumReference(name: $0) } }
    )
    return SidecarMetadata(metadata: result)
  }

  /// What exiftool says of a file.
  private static func tags(_ tags: ExiftoolTags) -> SidecarMetadata {
    var result = SourceMetadata()
    result.captureDate = tags.date
    result.place = tags.place
    result.title = tags["XMP:Title", "IPTC:ObjectName", "Title", "ObjectName"]?.text
    result.description =
      tags[
        "EXIF:ImageDescription",
        "XMP:Description",
        "IPTC:Caption-Abstract",
        "ImageDescription",
        "Description",
        "Caption-Abstract"
      ]?.text
    // osxphotos can write 0 for what is no favourite: that is no rating.
    result.rating = tags["XMP:Rating", "Rating"]?.number.flatMap { (1...5).contains($0) ? Int($0) : nil }
    result.favourite = tags["XMP:Favorite", "Favorite"]?.number.map { $0 != 0 }
    result.tags = tags.tags
    result.albums = SourceMetadata.joined([], tags.albums)
    return SidecarMetadata(metadata: result)
  }
}

/// Tags of one file as exiftool prints them: "Group:Name" or "Name".
private struct ExiftoolTags {
  private let members: [String: JSONValue]

  init(_ members: [String: JSONValue]) { self.members = members }

  /// The first of these that is there and says something.
  subscript(names: String...) -> JSONValue? {
    for name in names {
      if let value = members[name], value.text != nil || value.number != nil { return value }
    }
    return nil
  }

  private func list(_ names: String...) -> [String] {
    for name in names { if let texts = members[name]?.texts, !texts.isEmpty { return texts } }
    return []
  }

  var date: CaptureDate? {
    for (name, offset, digits) in [
      ("DateTimeOriginal", "OffsetTimeOriginal", "SubSecTimeOriginal"),
      ("CreateDate", "OffsetTimeDigitized", "SubSecTimeDigitized"),
    ] {
      guard let text = self["EXIF:\(name)", "XMP:\(name)", name]?.text else { continue }
      // "2021:07:14 18:03:22.123+09:00" holds what the other two tags say.
      let zoned = text.count > 19 ? CaptureDate(iso8601: text) : nil
      if let zoned { return zoned }
      let subsecond = self["EXIF:\(digits)", digits]
      return CaptureDate(
        exif: text,
        subsec: subsecond?.text ?? subsecond?.number.flatMap { (0..<1e15).contains($0) ? "\(Int($0))" : nil },
        offset: self["EXIF:\(offset)", offset, "EXIF:OffsetTime", "OffsetTime"]?.text
      )
    }
    return self["XMP:DateCreated", "DateCreated"]?.text.flatMap(CaptureDate.init(iso8601:))
  }

  var place: Place? {
    guard
      let latitude = coordinate("GPSLatitude", "N", "S"), let longitude = coordinate("GPSLongitude", "E", "W")
    else { return nil }
    var place = Place(latitude: latitude, longitude: longitude)
    if let value = self["EXIF:GPSAltitude", "XMP:GPSAltitude", "GPSAltitude"] {
      let below = self["EXIF:GPSAltitudeRef", "XMP:GPSAltitudeRef", "GPSAltitudeRef"]
      let isBelow = below?.number == 1 || below?.text?.hasPrefix("Below") == true
      // "42 m Above Sea Level" where exiftool words it.
      let words = value.text?.split(separator: " ") ?? []
      if let metres = value.number ?? words.first.flatMap({ Double($0) }) {
        place.altitude = metres > 0 && (isBelow || words.contains("Below")) ? -metres : metres
      }
    }
    return place.isKnown ? place : nil
  }

  /// A number, or "35 deg 39' 31.00\" N"; the hemisphere stands in it, in its sign, or in the tag beside it.
  private func coordinate(_ name: String, _ positive: String, _ negative: String) -> Double? {
    for group in ["EXIF:", "XMP:", "Composite:", ""] {
      guard let value = self[group + name] else { continue }
      let reference = self[group + name + "Ref"]?.text?.prefix(1).uppercased()
      let sign = reference == negative ? -1.0 : 1.0
      if let number = value.number { return number < 0 ? number : number * sign }
      let parts = (value.text ?? "").split { " '\"".contains($0) }.filter { $0 != "deg" }
      let numbers = parts.prefix(3).compactMap { Double($0) }
      guard let degrees = numbers.first else { return nil }
      let size =
        degrees + (numbers.count > 1 ? numbers[1] / 60 : 0) + (numbers.count > 2 ? numbers[2] / 3600 : 0)
      return parts.last.map(String.init) == negative || reference == negative ? -size : size
    }
    return nil
  }

  var tags: [Tag] {
    let slashed = list("XMP:TagsList", "TagsList").compactMap { Tag(readLevels: $0.split(separator: "/")) }
    let piped = list("XMP:HierarchicalSubject", "HierarchicalSubject")
      .compactMap { Tag(readLevels: $0.split(separator: "|")) }
    let hierarchical = Tag.join([slashed, piped])
    let leaves = Set(hierarchical.map(\.leaf))
    let flat = list("XMP:Subject", "Subject", "IPTC:Keywords", "Keywords").compactMap {
      Tag(readLevels: [$0])
    }
    let people = People.tags(list("XMP:PersonInImage", "PersonInImage"))
    let names = Set(people.map(\.leaf))
    // osxphotos writes people among the keywords too.
    let others = Tag.join([hierarchical, flat.filter { !leaves.contains($0.leaf) }])
    return Tag.join([others.filter { $0.levels.count > 1 || !names.contains($0.leaf) }, people])
  }

  var albums: [AlbumReference] {
    let structures = (members["XMP:Collections"] ?? members["Collections"])?.items ?? []
    let names =
      structures.compactMap { $0["CollectionName"]?.text }
      + list("XMP:CollectionName", "CollectionName")
    return names.compactMap { $0.carriedName.map { AlbumReference(name: $0) } }
  }
}
