@testable import Conversions
import Messages
import Pixels
import Testing

/// Sizes and parts of animations.
@Suite struct AnimationPlanTests {
  private func size(_ width: Int, _ height: Int, _ change: (inout AnimationSettings) -> Void) throws
    -> PixelSize
  {
    var settings = AnimationSettings()
    change(&settings)
    let source = InventedAnimation(rate: 10, count: 2, size: PixelSize(width: width, height: height))
    return try AnimationPlan(source, settings).size
  }

  @Test func `sizes are limits, and nothing is enlarged`() throws {
    #expect(try size(1920, 1080) { _ in } == PixelSize(width: 480, height: 270))
    #expect(try size(1080, 1920) { _ in } == PixelSize(width: 270, height: 480))
    #expect(try size(321, 241) { _ in } == PixelSize(width: 321, height: 241))
    #expect(try size(1920, 1080) { $0.width = 100 } == PixelSize(width: 100, height: 56))
    #expect(try size(1920, 1080) { $0.height = 100 } == PixelSize(width: 178, height: 100))
    #expect(try size(1920, 1080) { $0.longEdge = 3000 } == PixelSize(width: 1920, height: 1080))
    #expect(
      try size(1920, 1080) {
        $0.longEdge = 600
        $0.height = 90
      } == PixelSize(width: 160, height: 90)
    )
    #expect(try size(4000, 1) { _ in } == PixelSize(width: 480, height: 1))
  }

  @Test func `a part is cut out of the picture, then made smaller`() throws {
    #expect(try size(1920, 1080) { $0.crop = PictureCrop(text: "1:1") } == PixelSize(width: 480, height: 480))
    #expect(
      try size(1920, 1080) { $0.crop = PictureCrop(text: "200x100+5+6") }
        == PixelSize(width: 200, height: 100)
    )
  }

  @Test func `a part has the pixels that it names`() throws {
    // Columns tell themselves by their red.
    let size = PixelSize(width: 40, height: 20)
    var bytes: [UInt8] = []
    for y in 0..<20 { for x in 0..<40 { bytes += [UInt8(x), UInt8(y), 0] } }
    let picture = PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: bytes)
    let part = picture.cropped(left: 7, top: 3, size: PixelSize(width: 5, height: 2))
    #expect(part.bytes.prefix(3) == [7, 3, 0])
    #expect(part.bytes.suffix(3) == [11, 4, 0])
  }

  @Test(arguments: [
    ("320x240+10+20", "320x240+10+20"), ("320x240", "320x240"), ("16:9", "16:9"), ("1:1", "1:1"),
    ("1x1+0+0", "1x1+0+0"),
  ])
  func `parts are read and written`(text: String, expected: String) {
    #expect(PictureCrop(text: text)?.text == expected)
  }

  @Test(arguments: [
    "", "x", "10", "10x", "x10", "0x10", "10x10+1", "10x10+1+2+3", "10x10+-1+2", "10x10+a+b", "1:0", "1:2:3",
    "1:1+2+3", "10x10x10", "-5x5", "10 x 10", "9999999x1", "10x10++", "10xx10",
  ])
  func `what is no part is refused`(text: String) {
    #expect(PictureCrop(text: text) == nil)
  }

  @Test func `places of parts`() throws {
    let size = PixelSize(width: 640, height: 480)
    func area(_ text: String) throws -> [Int] {
      let area = try #require(try PictureCrop(text: text)?.area(in: size))
      return [area.left, area.top, area.size.width, area.size.height]
    }
    #expect(try area("100x50+1+2") == [1, 2, 100, 50])
    #expect(try area("100x50") == [270, 215, 100, 50])
    #expect(try area("1:1") == [80, 0, 480, 480])
    #expect(try area("16:9") == [0, 60, 640, 360])
    #expect(try area("9:16") == [185, 0, 270, 480])
    #expect(throws: Problem.self) { try area("641x10") }
    #expect(throws: Problem.self) { try area("100x100+541+0") }
  }
}
