/// Numbers of datasets of IPTC-IIM record 2.
enum IPTCNumber {
  static let objectName: UInt8 = 5
  static let urgency: UInt8 = 10
  static let keywords: UInt8 = 25
  static let dateCreated: UInt8 = 55
  static let timeCreated: UInt8 = 60
  static let digitalCreationDate: UInt8 = 62
  static let digitalCreationTime: UInt8 = 63
  static let caption: UInt8 = 120
}
