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
    {"background":"#ffffff","gap":4,"layout":"rows","margin":4,"mean_crop":0.521922,\
    "motion":{"bit_rate":12000000,"frames":60,"frames_per_second":30,"hero":2,"kind":"relay",\
    "moving":[2],"seconds":2},"pages":[{"cells":[{"crop":{"height":1,"width":0.477612,"x":0.261195,\
    "y":0},"height":1072,"number":1,"radius":0,"source":"a.jpg","width":384,"x":4,"y":4},\
    {"crop":{"height":1,"width":0.478545,"x":0.260728,"y":0},"height":1072,"number":2,"radius":0,\
    "source":"b.mov","width":684,"x":392,"y":4}],"height":1080,"width":1080}],"type":"plan","v":1,\
    "worst_crop":0.522388}
    """
}
