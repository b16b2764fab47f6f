/// The directory of a Google photo container in XMP (developer.android.com, Ultra HDR and Motion Photo formats): what
/// follows the primary picture, with lengths.
enum PhotoContainer {
  /// One entry.
  struct Item: Hashable {
    /// "Primary", "GainMap", "MotionPhoto", "Depth"...
    var semantic: String
    /// Bytes of the item; 0 for the primary picture, which is not counted.
    var length: Int
    /// Bytes between this item and the next.
    var padding: Int
  }

  /// The entries in order. Lengths that are no numbers or negative count as 0.
  static func items(in xmp: XMPText) -> [Item] {
    guard xmp.mentions(":Directory") else { return [] }
    let semantics = xmp.values(of: ":Semantic", limit: 20)
    let lengths = xmp.values(of: ":Length", limit: 20)
    let paddings = xmp.values(of: ":Padding", limit: 20)
    return semantics.enumerated().map { index, semantic in
      // Attributes of an entry may stand in any order; each belongs to the entry whose semantic is nearest.
      func number(_ values: [(position: Int, text: String)]) -> Int {
        let own = values.first { value in
          nearest(to: value.position, among: semantics.map(\.position)) == index
        }
        return max(own.flatMap { Int($0.text) } ?? 0, 0)
      }
      return Item(semantic: semantic.text, length: number(lengths), padding: number(paddings))
    }
  }

  private static func nearest(to position: Int, among others: [Int]) -> Int? {
    others.indices.min { abs(others[$0] - position) < abs(others[$1] - position) }
  }

  /// Where gain maps begin when the primary picture ends at `primaryEnd`: items stand one after the other.
  static func gainMapStarts(_ items: [Item], primaryEnd: Int) -> [Int] {
    var starts: [Int] = []
    var position = primaryEnd
    for (index, item) in items.enumerated() {
      if index > 0 {
        if item.semantic == "GainMap" { starts.append(position) }
        position &+= item.length
      }
      position &+= item.padding
      guard position >= primaryEnd else { break }
    }
    return starts
  }
}
