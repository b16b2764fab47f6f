internal import Containers

/// Brings the plain texts of a PNG or a JPEG into the copy's XMP, since copies have no such texts; what XMP, or Exif, says
/// already stays. Title, description and date are carried with the others of the kind.
struct TextsToXMP {
  private let original: MetadataBlocks
  private let description: String?
  private let texts: TextReading

  init(original: MetadataBlocks, description: String?) {
    self.original = original
    self.description = description
    texts = TextReading(original.texts)
  }

  /// Keywords of texts that have no place in the copy, each once.
  var lost: [String] {
    var seen: Set<String> = []
    // XMP and Exif are told of where they could not be unpacked.
    let isMissed = { (keyword: String) in
      !TextReading.isTechnical(keyword) || keyword == "XML:com.adobe.xmp"
        || keyword.hasPrefix("Raw profile type ")
    }
    let all = texts.unknown + original.unreadTexts.filter(isMissed)
    return all.compactMap(\.carriedName).filter { seen.insert($0).inserted }
  }

  func move(into document: XMPDocument) throws {
    if original.texts.isEmpty { return }
    let exif = original.exif.flatMap { try? ExifStructure($0) }
    let hasArtist = exif?.value(.main, ExifTag.artist)?.text?.carriedText != nil
    let hasCopyright = exif?.value(.main, ExifTag.copyright)?.text?.carriedText != nil
    if let author = texts["Author"], !hasArtist, !document.contains(XMPNamespace.dc, "creator") {
      try document.set(XMPNamespace.dc, "creator", to: [author], as: .sequence)
    }
    if let rights = texts["Copyright"], !hasCopyright, !document.contains(XMPNamespace.dc, "rights") {
      try document.setLocalizedText(XMPNamespace.dc, "rights", to: rights)
    }
    if let terms = texts["Disclaimer"], !document.contains(XMPNamespace.rights, "UsageTerms") {
      try document.setLocalizedText(XMPNamespace.rights, "UsageTerms", to: terms)
    }
    if let program = texts["Software"], !document.contains(XMPNamespace.xmp, "CreatorTool") {
      try document.set(XMPNamespace.xmp, "CreatorTool", to: program)
    }
    // What is neither the description nor part of it.
    let further = [texts["Description"], texts.comment].compactMap(\.self).filter { $0 != description }
    if !further.isEmpty, !document.contains(XMPNamespace.exif, "UserComment") {
      try document.setLocalizedText(XMPNamespace.exif, "UserComment", to: further.joined(separator: "\n"))
    }
  }
}
