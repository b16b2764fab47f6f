internal import Messages
internal import Pixels
internal import StillImages

/// Finds the gain map of a finished file as any reader does, and says what is not as it should be.
enum GainMapVerification {
  /// Mean difference (of full scale) beyond which a coded map is another one. The coding of real maps stays below 0.004.
  static let largestMeanDifference = 0.02

  /// - Throws: `verify.failed` naming what differs.
  static func check(_ reader: StillImageReader, _ coded: CodedGainMap) throws {
    let expected = coded.map
    guard let facts = reader.header.gainMap, let encoding = facts.encoding else {
      throw failure("gain map", "one", "none")
    }
    for carrier in coded.carriers where !facts.carriers.contains(carrier) {
      throw failure("gain map", carrier.rawValue, facts.carriers.map(\.rawValue).joined(separator: ", "))
    }
    guard means(encoding, expected.encoding) else {
      throw failure("gain map metadata", "\(expected.encoding)", "\(encoding)")
    }
    let found: GainMap
    do { found = try reader.decodeGainMap(threads: 2) } catch let problem as Problem {
      throw failure("gain map", "a readable map", problem.values["detail"] ?? problem.code.rawValue)
    }
    let picture = found.picture.converted(to: expected.picture.layout)
    guard let difference = PixelComparison.meanAbsoluteDifference(picture, expected.picture) else {
      throw failure("gain map", text(expected.picture.size), text(picture.size))
    }
    if difference > largestMeanDifference {
      throw failure("gain map", "a difference of at most \(largestMeanDifference)", "\(difference)")
    }
  }

  private static func means(_ found: GainMap.Encoding, _ expected: GainMap.Encoding) -> Bool {
    switch (found, expected) {
    case (.iso(let found), .iso(let expected)): found == expected
    case (.apple(let found, let foundISO), .apple(let expected, let expectedISO)):
      foundISO == expectedISO && abs(found - expected) <= 1e-4 * expected
    default: false
    }
  }

  private static func text(_ size: PixelSize) -> String { "\(size.width)x\(size.height)" }

  private static func failure(_ what: String, _ expected: String, _ found: String) -> Problem {
    Problem(.verificationFailed, ["what": what, "expected": expected, "found": found])
  }
}
