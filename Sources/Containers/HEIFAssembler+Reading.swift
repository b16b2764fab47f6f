internal import Messages

extension HEIFAssembler {
  /// Takes a finished file apart, so that items can be added: same items, properties and references, new numbers (the
  /// primary picture gets 1). Groups are left out.
  ///
  /// For files of encoders, not of cameras: what is not an item of the file (sequences, other boxes) is lost.
  /// - Throws: `decode.damaged` and `decode.truncated`.
  public init(_ file: HEIFItems) throws {
    let primary = try file.primaryItem()
    let order = [primary.id] + file.order.filter { $0 != primary.id }
    var numbers: [UInt32: UInt32] = [:]
    for (index, id) in order.enumerated() { numbers[id] = UInt32(index + 1) }
    self.init(brands: [file.majorBrand] + file.compatibleBrands.filter { $0 != file.majorBrand })
    for id in order {
      let item = try file.item(id)
      items.append(
        Item(
          item.type,
          data: try file.data(of: item),
          properties: item.propertyBoxes.map {
            Property(box: Array(file.bytes[$0.range]), isEssential: $0.isEssential)
          },
          references: item.references.map {
            HEIFItem.Reference(type: $0.type, targets: $0.targets.compactMap { numbers[$0] })
          },
          contentType: item.contentType,
          isHidden: item.isHidden
        )
      )
    }
  }
}
