internal import Pixels

extension XMPRegions {
  /// The areas of faces, animals and the focus, brought to the upright picture; those of MWG first.
  func read(_ document: XMPDocument) -> [PictureRegion] {
    readWorkingGroup(document) + readMicrosoft(document)
  }

  private func readWorkingGroup(_ document: XMPDocument) -> [PictureRegion] {
    let count = document.itemCount(XMPNamespace.regions, Self.list)
    guard count > 0, let turn = turn(document) else { return [] }
    return (1...count).compactMap { index in
      let path = "\(Self.list)[\(index)]"
      guard let kind = kind(document.text(XMPNamespace.regions, path + "/mwg-rs:Type")) else { return nil }
      return area(document, path, turn).map { PictureRegion(kind: kind, area: $0) }
    }
  }

  /// The type of a region; one that is not told is a face, which regions were made for.
  private func kind(_ text: String?) -> PictureRegion.Kind? {
    switch text?.trimmedText.lowercased() {
    case "face", "", nil: .face
    case "pet": .pet
    case "focus": .focus
    default: nil
    }
  }

  /// An area as it lies in the upright picture.
  private func area(_ document: XMPDocument, _ path: String, _ turn: Orientation) -> PictureArea? {
    let (prefix, values) = numbers(document, path)
    guard let x = values["x"], let y = values["y"], unit(document, path, prefix) == "normalized" else {
      return nil
    }
    // A circle's diameter is told in fractions of the shorter side.
    let stored = turn.swapsSides ? size.transposed : size
    let short = min(stored.width, stored.height)
    func share(of side: Int) -> Double? { values["d"].map { $0 * Double(short) / Double(max(side, 1)) } }
    let width = values["w"] ?? share(of: stored.width) ?? 0
    let height = values["h"] ?? share(of: stored.height) ?? 0
    return PictureArea(centreX: x, centreY: y, width: width, height: height).turned(turn)
  }

  private func readMicrosoft(_ document: XMPDocument) -> [PictureRegion] {
    let list = "RegionInfo/MPRI:Regions"
    let count = document.itemCount(XMPNamespace.microsoftPeople, list)
    guard count > 0 else { return [] }
    return (1...count).compactMap { index in
      let text = document.text(XMPNamespace.microsoftPeople, "\(list)[\(index)]/MPReg:Rectangle") ?? ""
      let numbers = text.split(separator: ",").compactMap { Double(String($0).trimmedText) }
      guard numbers.count == 4 else { return nil }
      let area = PictureArea(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      return PictureRegion(kind: .face, area: area.turned(orientation))
    }
  }
}
