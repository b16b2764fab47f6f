/// Positions as tags of the GPS directory.
enum ExifGPS {
  /// The tags that make up a position.
  static let positionTags: [UInt16] = [
    ExifTag.gpsLatitudeRef, ExifTag.gpsLatitude, ExifTag.gpsLongitudeRef, ExifTag.gpsLongitude,
    ExifTag.gpsAltitudeRef, ExifTag.gpsAltitude,
  ]

  /// What describes the fix that a replaced position came from: GPSDOP, GPSHPositioningError.
  static let fixTags: [UInt16] = [0x000B, 0x001F]

  /// Seconds of arc in ten-thousandths (3 mm), altitude in millimetres.
  static func values(of place: Place, _ order: ByteOrder) -> [UInt16: ExifValue] {
    var values: [UInt16: ExifValue] = [
      ExifTag.gpsLatitudeRef: .text(place.latitude < 0 ? "S" : "N", order),
      ExifTag.gpsLatitude: degrees(place.latitude, order),
      ExifTag.gpsLongitudeRef: .text(place.longitude < 0 ? "W" : "E", order),
      ExifTag.gpsLongitude: degrees(place.longitude, order),
    ]
    if let altitude = place.altitude, abs(altitude) < 4_000_000 {
      values[ExifTag.gpsAltitudeRef] = .bytes([altitude < 0 ? 1 : 0], order)
      values[ExifTag.gpsAltitude] = .rationals([(Int((abs(altitude) * 1000).rounded()), 1000)], order)
    }
    return values
  }

  private static func degrees(_ value: Double, _ order: ByteOrder) -> ExifValue {
    let total = Int((min(abs(value), 180) * 36_000_000).rounded())
    let (minutes, seconds) = (total / 600_000, total % 600_000)
    return .rationals([(minutes / 60, 1), (minutes % 60, 1), (seconds, 10_000)], order)
  }
}
