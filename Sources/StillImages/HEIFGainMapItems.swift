internal import Containers
internal import Messages
internal import Metadata
internal import Pixels

/// Puts gain maps beside the primary picture of a HEIF file, as phones do.
///
/// ISO 21496-1: an item `tmap`, made from the picture and its map, stands in a group with the picture for whoever can show it.
/// Apple's: the map is an auxiliary picture of the primary one, with an XMP packet of its own. Where the samples of the two
/// differ there are two maps; where they are the same, one is both, as in Apple's files since iOS 18.
struct HEIFGainMapItems: Sendable {
  /// The map of the `tmap` item.
  var map: HEIFPictureItem
  /// Its numbers.
  var metadata: GainMapMetadata
  /// Apple's form: its headroom, and its map where that is another one.
  var apple: (headroom: Double, map: HEIFPictureItem?)?
  /// Colours of the picture of high dynamic range.
  var alternateColour: ColourDescription

  static let appleType = "urn:com:apple:photo:2020:aux:hdrgainmap"

  /// Adds the items to a file whose first item is the picture, and no group yet.
  func add(to file: inout HEIFAssembler, size: PixelSize) {
    let isShared = apple != nil && apple?.map == nil
    let map = add(map, isApple: isShared, to: &file)
    if let apple {
      let auxiliary = apple.map.map { add($0, isApple: true, to: &file) } ?? map
      file.items.append(
        HEIFAssembler.Item(
          "mime",
          data: GainMapXMP.packet(nil, appleHeadroom: apple.headroom),
          references: [HEIFItem.Reference(type: "cdsc", targets: [auxiliary])],
          contentType: "application/rdf+xml"
        )
      )
    }
    file.items.append(
      HEIFAssembler.Item(
        "tmap",
        data: [0] + GainMapPayload.bytes(metadata),
        properties: [
          .spatialExtent(width: size.width, height: size.height),
          // Ten bits are what its light needs.
          HEIFAssembler.Property("pixi", [0, 0, 0, 0, 3, 10, 10, 10]),
        ] + colours,
        references: [HEIFItem.Reference(type: "dimg", targets: [1, map])]
      )
    )
    file.alternatives.append([UInt32(file.items.count), 1])
    if !file.brands.contains("tmap") { file.brands.append("tmap") }
  }

  private func add(_ map: HEIFPictureItem, isApple: Bool, to file: inout HEIFAssembler) -> UInt32 {
    var item = HEIFAssembler.Item(map.type, data: map.data, properties: map.properties, isHidden: true)
    if isApple {
      item.properties.append(
        HEIFAssembler.Property("auxC", [0, 0, 0, 0] + Array(Self.appleType.utf8) + [0])
      )
      item.references = [HEIFItem.Reference(type: "auxl", targets: [1])]
    }
    file.items.append(item)
    return UInt32(file.items.count)
  }

  private var colours: [HEIFAssembler.Property] {
    let points = alternateColour.codePoints
    let nclx =
      Array("nclx".utf8) + number(points?.primaries ?? 2, 2) + number(points?.transfer ?? 16, 2)
      + number(points?.matrix ?? 6, 2) + [0x80]
    let icc = alternateColour.iccProfile.map { [HEIFAssembler.Property("colr", Array("prof".utf8) + $0)] }
    return (icc ?? []) + [HEIFAssembler.Property("colr", nclx)]
  }

  private func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
    (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
