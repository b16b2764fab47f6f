/// What an Exif block says of the things that are carried over.
struct ExifReading {
  /// When the picture was taken (DateTimeOriginal).
  var original: CaptureDate?
  /// When it was made digital (DateTimeDigitized).
  var digitized: CaptureDate?
  /// When the file was changed (DateTime): better than nothing.
  var modified: CaptureDate?
  /// GPS position.
  var place: Place?
  /// 0...5.
  var rating: Int?
  /// ImageDescription.
  var description: String?
  /// UserComment or XPComment, for want of a description.
  var comment: String?
  /// XPTitle.
  var title: String?
  /// XPKeywords.
  var keywords: [String] = []

  /// Texts that cameras put where people's descriptions belong; they describe nothing.
  static let placeholders: Set<String> = [
    "OLYMPUS DIGITAL CAMERA", "MINOLTA DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA", "SONY DSC",
    "DIGITAL CAMERA",
    "SAMSUNG DIGITAL CAMERA", "SAMSUNG", "KODAK Digital Still Camera", "DCIM\\100GOPRO", "DCIM\\100MEDIA",
    "Exif_JPEG_PICTURE", "default", "Jpeg",
  ]

  init(_ fields: ExifFields) {
    original = Self.date(
      fields,
      ExifTag.dateTimeOriginal,
      in: .exif,
      ExifTag.subSecTimeOriginal,
      ExifTag.offsetTimeOriginal
    )
    digitized = Self.date(
      fields,
      ExifTag.dateTimeDigitized,
      in: .exif,
      ExifTag.subSecTimeDigitized,
      ExifTag.offsetTimeDigitized
    )
    modified = Self.date(fields, ExifTag.dateTime, in: .main, ExifTag.subSecTime, ExifTag.offsetTime)
    place = Self.place(fields)
    rating = Self.rating(fields)
    description = Self.words(fields[.main, ExifTag.imageDescription]?.text)
    comment =
      Self.words(fields[.exif, ExifTag.userComment]?.commentText)
      ?? Self.words(fields[.main, ExifTag.windowsComment]?.windowsText)
    title = fields[.main, ExifTag.windowsTitle]?.windowsText?.carriedText
    keywords = (fields[.main, ExifTag.windowsKeywords]?.windowsText ?? "").split(separator: ";").map(
      String.init
    )
  }

  private static func date(
    _ fields: ExifFields,
    _ tag: UInt16,
    in directory: ExifDirectory,
    _ subsec: UInt16,
    _ offset: UInt16
  ) -> CaptureDate? {
    guard let text = fields[directory, tag]?.text else { return nil }
    return CaptureDate(exif: text, subsec: fields[.exif, subsec]?.text, offset: fields[.exif, offset]?.text)
  }

  private static func words(_ text: String?) -> String? {
    guard let text = text?.carriedText else { return nil }
    let isPlaceholder = placeholders.contains(text) || text.hasPrefix("DCIM\\")
    return isPlaceholder ? nil : text
  }

  /// Degrees of three rationals. Without degrees there is no position; minutes and seconds that say 0/0 count as 0.
  private static func degrees(_ value: ExifValue?) -> Double? {
    guard let value, let degrees = value.fraction(at: 0) else { return nil }
    return degrees + (value.fraction(at: 1) ?? 0) / 60 + (value.fraction(at: 2) ?? 0) / 3600
  }

  /// The position, or nil where it lacks its hemispheres, is 0, 0 (what receivers without a fix write) or impossible.
  private static func place(_ fields: ExifFields) -> Place? {
    guard let latitude = degrees(fields[.gps, ExifTag.gpsLatitude]),
      let longitude = degrees(fields[.gps, ExifTag.gpsLongitude]),
      let north = sign(fields[.gps, ExifTag.gpsLatitudeRef], positive: "N", negative: "S"),
      let east = sign(fields[.gps, ExifTag.gpsLongitudeRef], positive: "E", negative: "W")
    else { return nil }
    var place = Place(latitude: north * latitude, longitude: east * longitude)
    if let altitude = fields[.gps, ExifTag.gpsAltitude]?.fraction(at: 0) {
      // 0, 2: above; 1, 3: below (2 and 3 of Exif 3.0 count from the ellipsoid).
      let reference = fields[.gps, ExifTag.gpsAltitudeRef]?.integer() ?? 0
      place.altitude = reference == 1 || reference == 3 ? -altitude : altitude
    }
    return place.isKnown ? place : nil
  }

  private static func sign(_ value: ExifValue?, positive: String, negative: String) -> Double? {
    switch value?.text?.trimmedText.uppercased().prefix(1) {
    case positive[...]: 1
    case negative[...]: -1
    default: nil
    }
  }

  private static func rating(_ fields: ExifFields) -> Int? {
    if let stars = fields[.main, ExifTag.rating]?.integer() { return (0...5).contains(stars) ? stars : nil }
    return fields[.main, ExifTag.ratingPercent]?.integer().flatMap(StarRating.stars(ofPercent:))
  }
}

extension Place {
  /// Whether this can be a real position: on Earth, and not the 0, 0 of receivers without a fix.
  public var isKnown: Bool {
    latitude.isFinite && longitude.isFinite && abs(latitude) <= 90 && abs(longitude) <= 180
      && !(latitude == 0 && longitude == 0) && (altitude.map(\.isFinite) ?? true)
  }
}

/// The two scales of stars.
enum StarRating {
  /// Microsoft's percentages of 0...5 stars.
  static let percents = [0, 1, 25, 50, 75, 99]

  static func stars(ofPercent percent: Int) -> Int? {
    switch percent {
    case 0: 0
    case 1...12: 1
    case 13...37: 2
    case 38...62: 3
    case 63...87: 4
    case 88...100: 5
    default: nil
    }
  }
}
