/// In which order the photos of a collage follow each other.
public enum CollageOrder: String, Hashable, Sendable, Codable, CaseIterable {
  /// As they were given.
  case given
  /// The last one given first.
  case reversed
  /// The oldest first; photos without a date last.
  case date
  /// The newest first; photos without a date last.
  case newest

  /// Indices of the items in this order. Items that nothing tells apart stay as they were given.
  public func sequence(of items: [CollageItem]) -> [Int] {
    let given = Array(items.indices)
    switch self {
    case .given: return given
    case .reversed: return given.reversed()
    case .date, .newest:
      let dated = given.filter { items[$0].date != nil }
      let sorted = dated.sorted { first, second in
        let (one, other) = (items[first].date ?? 0, items[second].date ?? 0)
        if one == other { return first < second }
        return self == .date ? one < other : one > other
      }
      return sorted + given.filter { items[$0].date == nil }
    }
  }
}
