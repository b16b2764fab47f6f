internal import Files

/// What files that are named one by one are to each other: `verify *` names the halves of Live Photos in the order of the
/// alphabet.
enum NamedPairs {
  /// What is looked at as one.
  enum Subject: Hashable {
    case pair(still: FilePath, video: FilePath)
    case single(FilePath)

    /// What it is known by.
    var path: FilePath {
      switch self {
      case .pair(let path, _), .single(let path): path
      }
    }
  }

  /// Files of one name are pairs, wherever they stand; a still and a video that are all there is, whatever their names and in
  /// either order. In a longer list neighbours mean nothing: a shell makes such lists of whole folders.
  ///
  /// - Parameter isVideo: whether a path is a video; nil of what is no file and stands for itself.
  /// - Returns: all of them, each where its first file stands.
  static func subjects(of inputs: [FilePath], isVideo: (FilePath) -> Bool?) -> [Subject] {
    let kinds = inputs.map(isVideo)
    var partners = [Int?](repeating: nil, count: inputs.count)
    func join(_ first: Int, _ second: Int) {
      partners[first] = second
      partners[second] = first
    }
    var open: [FilePath: [Int]] = [:]
    for (index, input) in inputs.enumerated() {
      guard let kind = kinds[index] else { continue }
      let name = input.parent.appending(input.stem)
      if let other = open[name]?.firstIndex(where: { kinds[$0] != kind }),
        let match = open[name]?.remove(at: other)
      {
        join(match, index)
      } else {
        open[name, default: []].append(index)
      }
    }
    if inputs.count == 2, partners[0] == nil, let first = kinds[0], let second = kinds[1], first != second {
      join(0, 1)
    }
    return inputs.indices.compactMap { index in
      guard let partner = partners[index] else { return .single(inputs[index]) }
      if partner < index { return nil }
      return kinds[index] == true
        ? .pair(still: inputs[partner], video: inputs[index])
        : .pair(still: inputs[index], video: inputs[partner])
    }
  }
}
