internal import Pixels

/// Brings what XMP says of areas of the picture (faces, above all) to the copy: turned as the copy is, cut as it is cut.
///
/// Areas are told in fractions of the stored picture, before it is turned (MWG guidelines 2.0, 5.9; Microsoft people
/// tagging), so that a mere change of size leaves them true. Some programs tell them of the turned picture: the size that
/// they state for it shows that.
struct XMPRegions {
  /// How the stored pixels were turned.
  let orientation: Orientation
  /// The part of the turned picture that the copy shows.
  let part: PictureArea
  /// Size of the copy.
  let size: PixelSize

  private static let areas = "mwg-rs:Area/"
  static let list = "Regions/mwg-rs:RegionList"
  private static let dimensions = "Regions/mwg-rs:AppliedToDimensions/stDim:"

  private var isChanged: Bool { orientation != .up || part != .whole }

  /// Edits the document.
  /// - Returns: how many areas had to be left out because nobody can tell where they lie in the copy.
  func edit(_ document: XMPDocument) throws -> Int {
    try editWorkingGroup(document) + editMicrosoft(document) + dropOthers(document)
  }

  // MARK: MWG

  private func editWorkingGroup(_ document: XMPDocument) throws -> Int {
    let count = document.itemCount(XMPNamespace.regions, Self.list)
    if count == 0 { return 0 }
    guard let turn = turn(document) else {
      document.delete(XMPNamespace.regions, "Regions")
      return count
    }
    var lost = 0
    for index in (1...count).reversed() where turn != .up || part != .whole {
      let path = "\(Self.list)[\(index)]"
      switch try editArea(document, path, turn) {
      case .kept: break
      case .cutOff: document.delete(XMPNamespace.regions, path)
      case .unknown:
        document.delete(XMPNamespace.regions, path)
        lost += 1
      }
    }
    if document.itemCount(XMPNamespace.regions, Self.list) == 0 {
      document.delete(XMPNamespace.regions, "Regions")
    } else {
      for (name, value) in [("w", "\(size.width)"), ("h", "\(size.height)"), ("unit", "pixel")] {
        try document.set(XMPNamespace.regions, Self.dimensions + name, to: value)
      }
    }
    return lost
  }

  /// How the areas are to be turned; nil where the size that they are told of fits neither the stored nor the turned
  /// picture.
  func turn(_ document: XMPDocument) -> Orientation? {
    func side(_ name: String) -> Double? {
      document.text(XMPNamespace.regions, Self.dimensions + name).flatMap { Double($0.trimmedText) }
        .flatMap { $0 > 0 ? $0 : nil }
    }
    guard let width = side("w"), let height = side("h") else { return orientation }
    let stated = width / height
    let upright = Double(size.width) / part.width / (Double(size.height) / part.height)
    // Sizes are whole pixels, and copies may be small.
    func isSame(_ ratio: Double) -> Bool { abs(stated / ratio - 1) < 0.02 }
    if orientation.swapsSides { return isSame(1 / upright) ? orientation : isSame(upright) ? .up : nil }
    return isSame(upright) ? orientation : nil
  }

  private enum Outcome { case kept, cutOff, unknown }

  /// The numbers of an area, and the prefix that its writer uses.
  func numbers(_ document: XMPDocument, _ path: String) -> (prefix: String, values: [String: Double]) {
    var values: [String: Double] = [:]
    var prefix = "stArea:"
    for candidate in ["stArea:", "stAreaOld:"]
    where document.text(XMPNamespace.regions, path + "/" + Self.areas + candidate + "x") != nil {
      prefix = candidate
    }
    for field in ["x", "y", "w", "h", "d"] {
      // "nan" is a number to Double, and none that can be written.
      values[field] =
        document.text(XMPNamespace.regions, path + "/" + Self.areas + prefix + field)
        .flatMap { Double($0.trimmedText) }.flatMap { $0.isFinite ? $0 : nil }
    }
    return (prefix, values)
  }

  /// What the numbers of an area are told in.
  func unit(_ document: XMPDocument, _ path: String, _ prefix: String) -> String {
    document.text(XMPNamespace.regions, path + "/" + Self.areas + prefix + "unit") ?? "normalized"
  }

  private func editArea(_ document: XMPDocument, _ path: String, _ turn: Orientation) throws -> Outcome {
    let (prefix, values) = numbers(document, path)
    func name(_ field: String) -> String { path + "/" + Self.areas + prefix + field }
    // Somebody who is known to be in the picture, but not where.
    let hasPlace = ["x", "y"].contains { document.text(XMPNamespace.regions, name($0)) != nil }
    if !hasPlace { return .kept }
    guard let x = values["x"], let y = values["y"], unit(document, path, prefix) == "normalized" else {
      return .unknown
    }
    let diameter = values["d"]
    let area = PictureArea(centreX: x, centreY: y, width: values["w"] ?? 0, height: values["h"] ?? 0)
    guard area.isPossible, diameter.map({ (0...2).contains($0) }) ?? true else { return .unknown }
    guard let result = area.turned(turn).within(part) else { return .cutOff }
    let (centreX, centreY) = result.centre
    var fields = [("x", centreX), ("y", centreY)]
    if values["w"] != nil { fields.append(("w", result.width)) }
    if values["h"] != nil { fields.append(("h", result.height)) }
    if let diameter { fields.append(("d", diameter * diameterScale)) }
    for (field, value) in fields { try document.set(XMPNamespace.regions, name(field), to: Self.text(value)) }
    if turn != .up {
      // The face's own slant, told of the stored picture.
      document.delete(XMPNamespace.regions, path + "/mwg-rs:Rotation")
      document.delete(XMPNamespace.regions, path + "/mwg-rs:Extensions/apple-fi:AngleInfoRoll")
    }
    return .kept
  }

  /// Diameters are told in fractions of the shorter side.
  private var diameterScale: Double {
    let whole = (Double(size.width) / part.width, Double(size.height) / part.height)
    let short = Double(min(size.width, size.height))
    return short > 0 ? min(whole.0, whole.1) / short : 1
  }

  /// Six digits: less than a pixel of any picture.
  static func text(_ value: Double) -> String {
    let millionths = Int((min(max(value, -2), 2) * 1e6).rounded())
    let digits = CaptureDate.padded(abs(millionths) % 1_000_000, 6)
    return "\(millionths < 0 ? "-" : "")\(abs(millionths) / 1_000_000).\(digits)"
  }

  // MARK: Microsoft

  private func editMicrosoft(_ document: XMPDocument) throws -> Int {
    guard isChanged else { return 0 }
    let list = "RegionInfo/MPRI:Regions"
    let count = document.itemCount(XMPNamespace.microsoftPeople, list)
    var lost = 0
    for index in (1...max(1, count)).prefix(count).reversed() {
      let name = "\(list)[\(index)]/MPReg:Rectangle"
      // A person without a rectangle is only known to be in the picture.
      guard let text = document.text(XMPNamespace.microsoftPeople, name) else { continue }
      let numbers = text.split(separator: ",").compactMap { Double(String($0).trimmedText) }
      let area =
        numbers.count == 4
        ? PictureArea(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : nil
      if let area, area.isPossible, let result = area.turned(orientation).within(part) {
        let values = [result.x, result.y, result.width, result.height].map(Self.text)
        try document.set(XMPNamespace.microsoftPeople, name, to: values.joined(separator: ", "))
      } else {
        document.delete(XMPNamespace.microsoftPeople, "\(list)[\(index)]")
        if area?.isPossible != true { lost += 1 }
      }
    }
    if count > 0, document.itemCount(XMPNamespace.microsoftPeople, list) == 0 {
      document.delete(XMPNamespace.microsoftPeople, "RegionInfo")
    }
    return lost
  }

  // MARK: Others

  /// Areas in forms that are not turned here stay where nothing is turned, and go where something is.
  private func dropOthers(_ document: XMPDocument) -> Int {
    let list = "ImageRegion"
    let count = document.itemCount(XMPNamespace.iptcExtension, list)
    let hasPixels = (1...max(1, count)).prefix(count).contains { index in
      let unit = "\(list)[\(index)]/Iptc4xmpExt:RegionBoundary/Iptc4xmpExt:rbUnit"
      return document.text(XMPNamespace.iptcExtension, unit) == "pixel"
    }
    var lost = 0
    if count > 0, isChanged || hasPixels {
      document.delete(XMPNamespace.iptcExtension, list)
      lost += count
    }
    let acdsee = document.properties(of: XMPNamespace.acdseeRegions)
    if isChanged, !acdsee.isEmpty {
      document.delete(acdsee)
      lost += 1
    }
    return lost
  }
}
