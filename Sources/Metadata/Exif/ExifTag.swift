/// Numbers of the tags that are read or written (CIPA DC-008-2019; 0x4746... and 0x9C9B... are Microsoft's).
enum ExifTag {
  // IFD0
  static let imageWidth: UInt16 = 0x0100
  static let imageLength: UInt16 = 0x0101
  static let artist: UInt16 = 0x013B
  static let copyright: UInt16 = 0x8298
  static let imageDescription: UInt16 = 0x010E
  static let make: UInt16 = 0x010F
  static let model: UInt16 = 0x0110
  static let software: UInt16 = 0x0131
  static let orientation: UInt16 = 0x0112
  static let dateTime: UInt16 = 0x0132
  static let subIFDs: UInt16 = 0x014A
  static let thumbnailOffset: UInt16 = 0x0201
  static let thumbnailLength: UInt16 = 0x0202
  static let stripOffsets: UInt16 = 0x0111
  static let stripByteCounts: UInt16 = 0x0117
  static let rating: UInt16 = 0x4746
  static let ratingPercent: UInt16 = 0x4749
  static let exifDirectory: UInt16 = 0x8769
  static let gpsDirectory: UInt16 = 0x8825
  static let windowsTitle: UInt16 = 0x9C9B
  static let windowsComment: UInt16 = 0x9C9C
  static let windowsKeywords: UInt16 = 0x9C9E
  static let padding: UInt16 = 0xEA1C
  static let offsetSchema: UInt16 = 0xEA1D

  // Exif directory
  static let exifVersion: UInt16 = 0x9000
  static let dateTimeOriginal: UInt16 = 0x9003
  static let dateTimeDigitized: UInt16 = 0x9004
  static let offsetTime: UInt16 = 0x9010
  static let offsetTimeOriginal: UInt16 = 0x9011
  static let offsetTimeDigitized: UInt16 = 0x9012
  static let subjectArea: UInt16 = 0x9214
  static let makerNote: UInt16 = 0x927C
  static let userComment: UInt16 = 0x9286
  static let subSecTime: UInt16 = 0x9290
  static let subSecTimeOriginal: UInt16 = 0x9291
  static let subSecTimeDigitized: UInt16 = 0x9292
  static let pixelXDimension: UInt16 = 0xA002
  static let pixelYDimension: UInt16 = 0xA003
  static let interopDirectory: UInt16 = 0xA005
  static let imageUniqueID: UInt16 = 0xA420

  // GPS directory
  static let gpsVersionID: UInt16 = 0x0000
  static let gpsLatitudeRef: UInt16 = 0x0001
  static let gpsLatitude: UInt16 = 0x0002
  static let gpsLongitudeRef: UInt16 = 0x0003
  static let gpsLongitude: UInt16 = 0x0004
  static let gpsAltitudeRef: UInt16 = 0x0005
  static let gpsAltitude: UInt16 = 0x0006

  /// Tags whose values are read for their meaning.
  static let read: Set<UInt16> = [
    imageWidth, imageLength, imageDescription, orientation, dateTime, rating, ratingPercent, windowsTitle,
    windowsComment, windowsKeywords, dateTimeOriginal, dateTimeDigitized, offsetTime, offsetTimeOriginal,
    offsetTimeDigitized, subjectArea, userComment, subSecTime, subSecTimeOriginal, subSecTimeDigitized,
    pixelXDimension, pixelYDimension, gpsLatitudeRef, gpsLatitude, gpsLongitudeRef, gpsLongitude,
    gpsAltitudeRef,
    gpsAltitude,
  ]
}
