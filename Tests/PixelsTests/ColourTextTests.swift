import Pixels
import Testing

@Suite struct ColourTextTests {
  @Test(arguments: [
    (1, 13, "sRGB"), (2, 2, "sRGB"), (1, 16, "BT.709, PQ"), (2, 18, "BT.709, HLG"), (9, 16, "BT.2020, PQ"),
    (12, 13, "Display P3"),
  ])
  func pointsInWords(primaries: Int, transfer: Int, name: String) {
    let points = CodePoints(primaries: primaries, transfer: transfer, matrix: 0, isFullRange: true)
    #expect(points.name == name)
  }

  @Test(arguments: [
    ("#ff8000", [255, 128, 0]), ("#FF8000", [255, 128, 0]), ("#f80", [255, 136, 0]),
    ("white", [255, 255, 255]),
    ("Black", [0, 0, 0]), ("grey", [128, 128, 128]), ("gray", [128, 128, 128]),
  ])
  func read(text: String, expected: [Int]) throws {
    let colour = try #require(RGBColour(text: text))
    #expect([Int(colour.red), Int(colour.green), Int(colour.blue)] == expected)
  }

  @Test(arguments: ["", "#", "ff8000", "#ff80", "#ff80000", "#ggg", "#+12", "#１２３", "whitee", "#ff 000"])
  func refused(text: String) { #expect(RGBColour(text: text) == nil) }
}
