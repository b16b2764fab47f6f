/// Brings fields of IPTC-IIM into XMP, for targets that hold no IPTC; what XMP says already stays (IPTC Photo Metadata
/// Standard 2022, table of IIM equivalents).
enum IPTCToXMP {
  private static let plain: [(UInt8, String, String)] = [
    (15, XMPNamespace.photoshop, "Category"), (40, XMPNamespace.photoshop, "Instructions"),
    (85, XMPNamespace.photoshop, "AuthorsPosition"),
    (90, XMPNamespace.photoshop, "City"), (92, XMPNamespace.iptcCore, "Location"),
    (95, XMPNamespace.photoshop, "State"), (100, XMPNamespace.iptcCore, "CountryCode"),
    (101, XMPNamespace.photoshop, "Country"), (103, XMPNamespace.photoshop, "TransmissionReference"),
    (105, XMPNamespace.photoshop, "Headline"), (110, XMPNamespace.photoshop, "Credit"),
    (115, XMPNamespace.photoshop, "Source"), (122, XMPNamespace.photoshop, "CaptionWriter"),
  ]

  /// Supplemental categories, creators and rights, which are moved below, and what the copy has by other ways: record
  /// version and character set, title, urgency (never written), keywords, dates and times, program, caption.
  private static let others: Set<UInt8> = [0, 5, 10, 20, 25, 55, 60, 62, 63, 65, 70, 80, 116, 120]

  /// Names of datasets that XMP has no place for (IIM 4.2), for people.
  private static let names: [UInt8: String] = [
    3: "ObjectTypeReference", 4: "ObjectAttributeReference", 7: "EditStatus", 8: "EditorialUpdate",
    12: "SubjectReference", 22: "FixtureIdentifier", 26: "ContentLocationCode", 27: "ContentLocationName",
    30: "ReleaseDate", 35: "ReleaseTime", 37: "ExpirationDate", 38: "ExpirationTime", 42: "ActionAdvised",
    45: "ReferenceService", 47: "ReferenceDate", 50: "ReferenceNumber", 75: "ObjectCycle", 118: "Contact",
    130: "ImageType", 131: "ImageOrientation", 135: "LanguageIdentifier",
  ]

  /// The fields of a block that `move` has no place for, by their names.
  static func withoutPlace(_ records: IPTCRecords) -> [String] {
    let placed = others.union(plain.map(\.0))
    let numbers = Set(records.datasets.filter { $0.record == 2 }.map(\.number)).subtracting(placed)
    return numbers.sorted().map { names[$0] ?? "2:\($0)" }
  }

  static func move(_ records: IPTCRecords, into document: XMPDocument) throws {
    for (number, namespace, name) in plain where !document.contains(namespace, name) {
      if let text = records.text(number) { try document.set(namespace, name, to: text) }
    }
    let categories = records.texts(20)
    if !categories.isEmpty, !document.contains(XMPNamespace.photoshop, "SupplementalCategories") {
      try document.set(XMPNamespace.photoshop, "SupplementalCategories", to: categories, as: .bag)
    }
    let creators = records.texts(80)
    if !creators.isEmpty, !document.contains(XMPNamespace.dc, "creator") {
      try document.set(XMPNamespace.dc, "creator", to: creators, as: .sequence)
    }
    if let rights = records.text(116), !document.contains(XMPNamespace.dc, "rights") {
      try document.setLocalizedText(XMPNamespace.dc, "rights", to: rights)
    }
  }
}
