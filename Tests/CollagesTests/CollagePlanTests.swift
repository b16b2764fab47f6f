import Collages
import FoundationEssentials
import Movies
import Pixels
import Testing

@Suite struct CollagePlanTests {
  /// Fields, their names and their numbers are what programs rely on.
  @Test func theWholePlan() throws {
    let items = CollageTestItems.items((3000, 4000), (4000, 3000))
    let settings = CollageSettings(arrangement: .rows, canvas: .shape(.square), gap: 4, hero: 2)
    let layout = try CollageLayoutEngine.layout(items, settings, limit: CollageTestItems.noLimit)
    let clip = CollageClip(duration: MediaTime(value: 2, timescale: 1))
    let motion = CollageMotion(layout, clips: [nil, clip], CollageMotionSettings(kind: .relay))
    let plan = CollagePlan(layout, motion: motion) { ["a.jpg", "b.mov"][$0] }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(plan), as: UTF8.self)
    #expect(text == expected)
  }

  private let expected = """
    PLAN
    """
}
