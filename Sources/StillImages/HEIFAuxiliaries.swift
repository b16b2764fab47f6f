internal import Containers

/// Depth maps and mattes of a HEIC picture as they are coded, to be put beside another picture of the same scene.
///
/// Nothing is decoded: an auxiliary picture covers what its picture shows whatever its size is, and keeps the rotation that it
/// has of its own.
public struct HEIFAuxiliaries: Sendable {
  /// What they are, as `FurtherContent.auxiliaryKinds` names them, each once.
  public let kinds: [String]
  /// The items; numbers count from 1 in this list, 0 is the picture that they belong to.
  let items: [HEIFAssembler.Item]

  /// More items than this are not looked at: a grid of 48 megapixels has 200 tiles.
  private static let largestCount = 1000

  /// Nil where there are none.
  init?(of id: UInt32, in file: HEIFItems) {
    var kinds: [String] = []
    var chosen: [UInt32] = []
    for auxiliary in file.auxiliaries(of: id) {
      guard let kind = file.carriedKind(auxiliary), auxiliary.unknownEssentialProperties.isEmpty else {
        continue
      }
      let tiles = auxiliary.type == "grid" ? auxiliary.targets(of: "dimg") : []
      let parts = [auxiliary] + tiles.compactMap { file.items[$0] }
      guard parts.count == tiles.count + 1, ["hvc1", "grid"].contains(auxiliary.type),
        parts.dropFirst().allSatisfy({ $0.type == "hvc1" }), chosen.count + parts.count < Self.largestCount,
        parts.allSatisfy({ (try? file.checkedExtents(of: $0)) != nil })
      else { continue }
      let packets = file.order.compactMap { file.items[$0] }.filter {
        $0.type == "mime" && $0.targets(of: "cdsc") == [auxiliary.id]
          && (try? file.checkedExtents(of: $0)) != nil
      }
      chosen += (parts + packets).map(\.id).filter { !chosen.contains($0) }
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    guard !chosen.isEmpty else { return nil }
    self.kinds = kinds
    items = chosen.compactMap { Self.item($0, of: id, chosen, in: file) }
    guard items.count == chosen.count else { return nil }
  }

  private static func item(
    _ id: UInt32,
    of picture: UInt32,
    _ chosen: [UInt32],
    in file: HEIFItems
  ) -> HEIFAssembler.Item? {
    guard let item = file.items[id], let data = try? file.data(of: item) else { return nil }
    func number(_ id: UInt32) -> UInt32? {
      if id == picture { return 0 }
      return chosen.firstIndex(of: id).map { UInt32($0 + 1) }
    }
    return HEIFAssembler.Item(
      item.type,
      data: data,
      properties: item.propertyBoxes.map {
        HEIFAssembler.Property(box: Array(file.bytes[$0.range]), isEssential: $0.isEssential)
      },
      references: item.references.compactMap { reference in
        let targets = reference.targets.compactMap(number)
        return targets.isEmpty ? nil : HEIFItem.Reference(type: reference.type, targets: targets)
      },
      contentType: item.contentType,
      isHidden: item.type != "mime"
    )
  }

  /// Puts the items behind those of a file whose first one is the picture.
  func add(to file: inout HEIFAssembler) {
    let offset = UInt32(file.items.count)
    for item in items {
      var item = item
      item.references = item.references.map { reference in
        HEIFItem.Reference(
          type: reference.type,
          targets: reference.targets.map { $0 == 0 ? 1 : offset + $0 }
        )
      }
      file.items.append(item)
    }
  }
}
