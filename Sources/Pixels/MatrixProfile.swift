/// Writes a version 4 ICC profile of primaries and a curve, or of a grey curve (ICC.1:2010, 8.3.3 and 8.3.4).
///
/// Written here and not by lcms2, which stamps the time into every profile: equal pictures must give equal
/// files.
struct MatrixProfile {
  private var description: String
  private var primaries: Chromaticities?
  private var curve: TransferFunction

  /// A profile of an RGB space.
  init(rgb primaries: Chromaticities, _ curve: TransferFunction, description: String) {
    self.description = description
    self.primaries = primaries
    self.curve = curve
  }

  /// A profile of a grey scale.
  init(grey curve: TransferFunction, description: String) {
    self.description = description
    self.curve = curve
  }

  /// The profile's bytes.
  var bytes: [UInt8] {
    var tags: [(signatures: [String], data: [UInt8])] = [
      (["desc"], Self.text(description)), (["cprt"], Self.text("CC0")),
      (["wtpt"], Self.type("XYZ ") + Self.fixed(Chromaticities.d50)),
    ]
    if let primaries {
      let colorants = primaries.toD50
      tags.append((["chad"], Self.type("sf32") + primaries.adaptation.rows.flatMap(Self.fixed)))
      for (index, signature) in ["rXYZ", "gXYZ", "bXYZ"].enumerated() {
        tags.append(([signature], Self.type("XYZ ") + Self.fixed(colorants.column(index))))
      }
      tags.append((["rTRC", "gTRC", "bTRC"], parametricCurve))
    } else {
      tags.append((["kTRC"], parametricCurve))
    }
    return assemble(tags)
  }

  private func assemble(_ tags: [(signatures: [String], data: [UInt8])]) -> [UInt8] {
    let entryCount = tags.reduce(0) { $0 + $1.signatures.count }
    let start = 128 + 4 + 12 * entryCount
    var table = Self.number(UInt32(entryCount))
    var body: [UInt8] = []
    for tag in tags {
      for signature in tag.signatures {
        table += Array(signature.utf8) + Self.number(UInt32(start + body.count))
        table += Self.number(UInt32(tag.data.count))
      }
      body += tag.data
      // Tags start at multiples of 4 (7.2.1 c).
      body += [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
    }
    return header(byteCount: start + body.count) + table + body
  }

  /// 7.2: version 4.3, a display's profile, connected through XYZ, media-relative, no preferred program.
  private func header(byteCount: Int) -> [UInt8] {
    var header = Self.number(UInt32(byteCount)) + Self.number(0) + Self.number(0x0430_0000)
    header += Array("mntr".utf8) + Array((primaries == nil ? "GRAY" : "RGB ").utf8) + Array("XYZ ".utf8)
    // 2026-01-01 00:00:00.
    header += [0x07, 0xEA, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    header += Self.fixed(Chromaticities.d50)
    return header + [UInt8](repeating: 0, count: 128 - header.count)
  }

  /// parametricCurveType (10.16).
  private var parametricCurve: [UInt8] {
    if curve.isPower { return Self.type("para") + Self.number(0) + Self.fixed(curve.gamma) }
    let numbers = [curve.gamma, curve.a, curve.b, curve.slope, curve.limit]
    return Self.type("para") + Self.number(3 << 16) + numbers.flatMap { Self.fixed($0) }
  }

  /// multiLocalizedUnicodeType (10.13) with one record, en-US.
  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    return type("mluc") + number(1) + number(12) + Array("enUS".utf8) + number(UInt32(units.count))
      + number(28)
      + units
  }

  private static func type(_ signature: String) -> [UInt8] { Array(signature.utf8) + [0, 0, 0, 0] }

  private static func fixed(_ values: SIMD3<Double>) -> [UInt8] {
    fixed(values.x) + fixed(values.y) + fixed(values.z)
  }

  /// s15Fixed16Number (4.6).
  private static func fixed(_ value: Double) -> [UInt8] {
    let scaled = (max(-32768, min(32767.99, value)) * 65536).rounded()
    return number(UInt32(bitPattern: Int32(scaled)))
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }
}
