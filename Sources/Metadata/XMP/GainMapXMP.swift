internal import Messages
public import Pixels

/// What XMP packets say of gain maps: Adobe's and Ultra HDR's `hdrgm` (Gain map specification 1.0), Apple's `HDRGainMap`.
public enum GainMapXMP {
  /// The numbers of a gain map's own packet, lists or single values; nil where it has none that make sense.
  ///
  /// What is not said has the specification's defaults; offsets are 1/64 then, not 0.
  public static func metadata(in packet: [UInt8]) -> GainMapMetadata? {
    guard let document = try? XMPDocument(packet: packet) else { return nil }
    func numbers(_ name: String, _ standard: GainMapMetadata.Fraction?) -> [GainMapMetadata.Fraction]? {
      let texts = document.items(XMPNamespace.gainMap, name)
      if texts.isEmpty { return standard.map { [$0] } }
      let values = texts.map { Double($0) }
      guard texts.count == 1 || texts.count == 3, values.allSatisfy({ $0?.isFinite == true }) else {
        return nil
      }
      return values.compactMap { $0.map(GainMapMetadata.Fraction.init) }
    }
    let (zero, one) = (GainMapMetadata.Fraction(0, 1), GainMapMetadata.Fraction(1, 1))
    guard let minimum = numbers("GainMapMin", zero), let maximum = numbers("GainMapMax", nil),
      let gamma = numbers("Gamma", one),
      let baseOffset = numbers("OffsetSDR", GainMapMetadata.Fraction(1, 64)),
      let alternateOffset = numbers("OffsetHDR", GainMapMetadata.Fraction(1, 64)),
      let low = numbers("HDRCapacityMin", zero)?.first, let high = numbers("HDRCapacityMax", nil)?.first
    else { return nil }
    let isBaseHDR = document.text(XMPNamespace.gainMap, "BaseRenditionIsHDR")?.lowercased() == "true"
    let lists = [minimum, maximum, gamma, baseOffset, alternateOffset]
    let count = lists.contains { $0.count == 3 } ? 3 : 1
    let channels = (0..<count).map { index in
      let own = lists.map { $0.count == 3 ? $0[index] : $0[0] }
      return GainMapMetadata.Channel(
        minimum: own[0],
        maximum: own[1],
        gamma: own[2],
        baseOffset: isBaseHDR ? own[4] : own[3],
        alternateOffset: isBaseHDR ? own[3] : own[4]
      )
    }
    return GainMapMetadata(
      baseHeadroom: isBaseHDR ? high : low,
      alternateHeadroom: isBaseHDR ? low : high,
      channels: channels,
      usesBaseColourSpace: true
    )
  }

  /// Whether a gain map's own packet says that it is one of Apple's.
  public static func isApple(_ packet: [UInt8]) -> Bool {
    (try? XMPDocument(packet: packet))?.contains(XMPNamespace.appleGainMap, "HDRGainMapVersion") ?? false
  }

  /// Apple's headroom, a factor of at least 1, in a gain map's own packet: there from version 2 (131072) on.
  public static func appleHeadroom(in packet: [UInt8]) -> Double? {
    guard let document = try? XMPDocument(packet: packet),
      let text = document.text(XMPNamespace.appleGainMap, "HDRGainMapHeadroom"), let headroom = Double(text),
      headroom >= 1, headroom <= GainMapMetadata.largestHeadroom
    else { return nil }
    return headroom
  }

  /// The packet of a gain map. Readers, libultrahdr 1.4 among them, look for attributes where there is one value.
  ///
  /// - Parameters:
  ///   - metadata: of a base picture of standard range; nil: nothing is said after Adobe's specification.
  ///   - appleHeadroom: Apple's, where the samples are Apple's too.
  public static func packet(_ metadata: GainMapMetadata?, appleHeadroom: Double?) -> [UInt8] {
    var namespaces: [(String, String)] = []
    var attributes: [(String, String)] = []
    var lists = ""
    if let metadata {
      namespaces.append(("hdrgm", XMPNamespace.gainMap))
      attributes.append(("hdrgm:Version", "1.0"))
      for (name, texts) in fields(metadata) {
        if texts.count == 1 {
          attributes.append(("hdrgm:\(name)", texts[0]))
        } else {
          let items = texts.map { "<rdf:li>\($0)</rdf:li>" }.joined()
          lists += "<hdrgm:\(name)><rdf:Seq>\(items)</rdf:Seq></hdrgm:\(name)>\n"
        }
      }
    }
    if let appleHeadroom {
      namespaces += [("HDRGainMap", XMPNamespace.appleGainMap), ("apdi", XMPNamespace.applePixelData)]
      attributes += [
        ("HDRGainMap:HDRGainMapVersion", "131072"),
        ("HDRGainMap:HDRGainMapHeadroom", DecimalText.text(appleHeadroom, decimals: 6)),
        ("apdi:AuxiliaryImageType", "urn:com:apple:photo:2020:aux:hdrgainmap"),
        ("apdi:NativeFormat", "1278226488"), ("apdi:StoredFormat", "1278226488"),
      ]
    }
    let head =
      namespaces.map { "\n    xmlns:\($0)=\"\($1)\"" }.joined()
      + attributes.map { "\n   \($0)=\"\($1)\"" }.joined()
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="\(XMPNamespace.rdf)">
        <rdf:Description rdf:about=""\(head)\(lists.isEmpty ? "/>" : ">\n\(lists)</rdf:Description>")
       </rdf:RDF>
      </x:xmpmeta>
      """
    return Array(text.utf8)
  }

  /// Everything is written out: readers differ in what they take for the defaults.
  private static func fields(_ metadata: GainMapMetadata) -> [(String, [String])] {
    func text(_ fraction: GainMapMetadata.Fraction) -> String {
      DecimalText.text(fraction.value, decimals: 9)
    }
    func texts(_ path: KeyPath<GainMapMetadata.Channel, GainMapMetadata.Fraction>) -> [String] {
      let all = metadata.channels.map { text($0[keyPath: path]) }
      return Set(all).count == 1 ? [all[0]] : all
    }
    return [
      ("GainMapMin", texts(\.minimum)), ("GainMapMax", texts(\.maximum)), ("Gamma", texts(\.gamma)),
      ("OffsetSDR", texts(\.baseOffset)), ("OffsetHDR", texts(\.alternateOffset)),
      ("HDRCapacityMin", [text(metadata.baseHeadroom)]),
      ("HDRCapacityMax", [text(metadata.alternateHeadroom)]), ("BaseRenditionIsHDR", ["False"]),
    ]
  }
}

extension GainMapMetadata {
  /// The factor of `largestStops`.
  fileprivate static var largestHeadroom: Double { 16_777_216 }
}
