/// Brings fields of IPTC-IIM into XMP, for targets that hold no IPTC; what XMP says already stays (IPTC Photo Metadata
/// Standard 2022, table of IIM equivalents).
enum IPTCToXMP {
  private static let plain: [(UInt8, String, String)] = [
    (40, XMPNamespace.photoshop, "Instructions"), (85, XMPNamespace.photoshop, "AuthorsPosition"),
    (90, XMPNamespace.photoshop, "City"), (92, XMPNamespace.iptcCore, "Location"),
    (95, XMPNamespace.photoshop, "State"), (100, XMPNamespace.iptcCore, "CountryCode"),
    (101, XMPNamespace.photoshop, "Country"), (103, XMPNamespace.photoshop, "TransmissionReference"),
    (105, XMPNamespace.photoshop, "Headline"), (110, XMPNamespace.photoshop, "Credit"),
    (115, XMPNamespace.photoshop, "Source"), (122, XMPNamespace.photoshop, "CaptionWriter"),
  ]

  static func move(_ records: IPTCRecords, into document: XMPDocument) throws {
    for (number, namespace, name) in plain where !document.contains(namespace, name) {
      if let text = records.text(number) { try document.set(namespace, name, to: text) }
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
