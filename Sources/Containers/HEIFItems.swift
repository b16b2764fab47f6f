internal import Messages

/// The directory of a HEIF file (ISO/IEC 23008-12): its brands, items, their properties, places and references.
public struct HEIFItems: Sendable {
  /// The whole file.
  public let bytes: [UInt8]
  /// The file's first brand.
  public internal(set) var majorBrand: BoxType
  /// All brands it says it is compatible with.
  public internal(set) var compatibleBrands: [BoxType] = []
  /// The boxes of the file's first level, as far as they can be read.
  public internal(set) var topLevelBoxes: [Box] = []
  /// The item that stands for the file (`pitm`).
  public internal(set) var primaryID: UInt32?
  /// All items by number.
  public internal(set) var items: [UInt32: HEIFItem] = [:]
  /// Item numbers in the order of the file.
  public internal(set) var order: [UInt32] = []
  /// Groups of items (`grpl`): type, and the members.
  public internal(set) var groups: [(type: BoxType, members: [UInt32])] = []

  /// Reads the directory; no picture data is looked at.
  ///
  /// Throws `format.unsupported` for files without a `meta` box (sequences alone, `mini`), `decode.truncated` and
  /// `decode.damaged`.
  public init(bytes: [UInt8]) throws {
    self.bytes = bytes
    majorBrand = BoxType(0)
    let metadata = try readTopLevel()
    try readMeta(metadata)
  }

  /// The primary item; throws where there is none.
  public func primaryItem() throws -> HEIFItem {
    guard let primaryID else { throw Problem(.damaged, ["detail": "no primary item"]) }
    guard let item = items[primaryID] else {
      throw Problem(.damaged, ["detail": "primary item \(primaryID) does not exist"])
    }
    return item
  }

  /// An item that must be there because another one is made from it.
  public func item(_ id: UInt32) throws -> HEIFItem {
    guard let item = items[id] else { throw Problem(.damaged, ["detail": "item \(id) does not exist"]) }
    return item
  }

  /// The data of an item, its pieces joined.
  ///
  /// No item can hold more than the file does: pieces that overlap so often are a bomb and count as damage.
  public func data(of item: HEIFItem) throws -> [UInt8] {
    var data: [UInt8] = []
    let extents = try checkedExtents(of: item)
    if extents.count == 1, let only = extents.first { return Array(bytes[only]) }
    for extent in extents { data.append(contentsOf: bytes[extent]) }
    return data
  }

  /// Throws `decode.truncated` where the data of any item lies behind the end of the file: a file that was cut off is
  /// not whole even if its primary picture is.
  public func checkNothingIsCutOff() throws {
    for id in order {
      guard let item = items[id], let extents = item.extents else { continue }
      for extent in extents where extent.upperBound > bytes.count {
        throw cutOff(item, at: extent.upperBound)
      }
    }
  }

  private func cutOff(_ item: HEIFItem, at end: Int) -> Problem {
    Problem(.truncated, ["detail": "item \(item.id) ends at \(end), the file at \(bytes.count)"])
  }

  /// Where an item's data stands, after a check that all of it is there.
  @discardableResult
  public func checkedExtents(of item: HEIFItem) throws -> [Range<Int>] {
    guard let extents = item.extents, !extents.isEmpty else {
      throw Problem(.damaged, ["detail": "item \(item.id) has no data"])
    }
    var total = 0
    for extent in extents {
      guard extent.upperBound <= bytes.count else { throw cutOff(item, at: extent.upperBound) }
      total += extent.count
      guard total <= bytes.count else {
        throw Problem(.damaged, ["detail": "item \(item.id) is longer than the file"])
      }
    }
    return extents
  }
}
