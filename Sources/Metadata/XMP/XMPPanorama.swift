internal import Pixels

/// Brings Google's description of a panorama (GPano) to the copy: its numbers are pixels of the file.
struct XMPPanorama {
  let orientation: Orientation
  /// The part of the turned picture that the copy shows.
  let part: PictureArea
  /// Size of the copy.
  let size: PixelSize

  private static let horizontal = [
    "FullPanoWidthPixels", "CroppedAreaLeftPixels", "CroppedAreaImageWidthPixels",
    "LargestValidInteriorRectLeft",
    "LargestValidInteriorRectWidth",
  ]
  private static let vertical = [
    "FullPanoHeightPixels", "CroppedAreaTopPixels", "CroppedAreaImageHeightPixels",
    "LargestValidInteriorRectTop",
    "LargestValidInteriorRectHeight",
  ]

  /// Edits the document: pixels of a smaller copy are scaled. A sphere of which a part was cut out, or that was turned, is
  /// described no longer.
  /// - Returns: whether the description had to be left out.
  func edit(_ document: XMPDocument) throws -> Bool {
    let properties = document.properties(of: XMPNamespace.googlePanorama)
    if properties.isEmpty { return false }
    let sides = ["CroppedAreaImageWidthPixels", "CroppedAreaImageHeightPixels"].map { number(document, $0) }
    guard orientation == .up, part == .whole, let width = sides[0], let height = sides[1], width >= 1,
      height >= 1,
      isAlike(width, height)
    else {
      document.delete(properties)
      return true
    }
    for (names, scale) in [
      (Self.horizontal, Double(size.width) / width), (Self.vertical, Double(size.height) / height),
    ] where scale != 1 {
      for name in names {
        guard let value = number(document, name) else { continue }
        try document.set(XMPNamespace.googlePanorama, name, to: "\(Int((value * scale).rounded()))")
      }
    }
    return false
  }

  /// Whether that many pixels are the copy's but for a change of size.
  private func isAlike(_ width: Double, _ height: Double) -> Bool {
    abs(width / height / (Double(size.width) / Double(size.height)) - 1) < 0.02
  }

  private func number(_ document: XMPDocument, _ name: String) -> Double? {
    document.text(XMPNamespace.googlePanorama, name).flatMap { Double($0.trimmedText) }
      .flatMap { abs($0) < 1e7 ? $0 : nil }
  }
}
