import Pixels
import Testing

@Suite("Colour planes")
struct ColourPlanesTests {
  static let samplings: [ColourPlanes.Sampling] = [.grey, .halved, .halvedColumns, .full]

  private static func planes(_ width: Int, _ height: Int, _ sampling: ColourPlanes.Sampling) -> ColourPlanes?
  {
    let size = PixelSize(width: width, height: height)
    let chroma = ColourPlanes.chromaSize(of: size, sampling)
    let sizes = sampling == .grey ? [size] : [size, chroma, chroma]
    return ColourPlanes(
      sampling: sampling,
      planes: sizes.enumerated().map { .noise($1, .grey, .eight, seed: UInt64($0)) }
    )
  }

  @Test("planes of wrong number, size or depth are refused")
  func refusals() {
    let luma = PixelBuffer.noise(PixelSize(width: 5, height: 3), .grey, .eight)
    let deep = PixelBuffer.noise(PixelSize(width: 5, height: 3), .grey, .sixteen)
    #expect(ColourPlanes(sampling: .grey, planes: []) == nil)
    #expect(ColourPlanes(sampling: .grey, planes: [deep]) == nil)
    #expect(ColourPlanes(sampling: .halved, planes: [luma, luma, luma]) == nil)
    #expect(ColourPlanes(sampling: .full, planes: [luma, luma]) == nil)
    #expect(ColourPlanes(sampling: .full, planes: [luma, luma, luma]) != nil)
  }

  @Test("turning there and back gives the same", arguments: samplings, Orientation.allCases)
  func turning(sampling: ColourPlanes.Sampling, orientation: Orientation) throws {
    let original = try #require(Self.planes(10, 6, sampling))
    let isPossible = sampling != .halvedColumns || !orientation.swapsSides
    let turned = original.oriented(orientation)
    #expect((turned != nil) == isPossible)
    guard let turned else { return }
    #expect(turned.size == (orientation.swapsSides ? PixelSize(width: 6, height: 10) : original.size))
    for (plane, source) in zip(turned.planes, original.planes) {
      #expect(plane.bytes == source.oriented(orientation).bytes)
    }
  }

  @Test("halved differences of odd sides do not turn")
  func oddSides() throws {
    #expect(try #require(Self.planes(9, 6, .halved)).oriented(.upMirrored) == nil)
    #expect(try #require(Self.planes(9, 6, .halved)).oriented(.up) != nil)
    #expect(try #require(Self.planes(9, 5, .full)).oriented(.left) != nil)
  }

  @Test("the difference is over all samples")
  func difference() throws {
    let one = try #require(Self.planes(8, 8, .halved))
    var planes = one.planes
    planes[2] = PixelBuffer(
      size: planes[2].size,
      layout: .grey,
      depth: .eight,
      bytes: planes[2].bytes.map { $0 ^ 255 }
    )
    let other = try #require(ColourPlanes(sampling: .halved, planes: planes))
    let found = try #require(ColourPlanes.meanAbsoluteDifference(one, other))
    let expected = one.planes[2].bytes.reduce(0.0) { $0 + abs(255 - 2 * Double($1)) / 255 } / 96
    #expect(abs(found - expected) < 1e-9)
    #expect(ColourPlanes.meanAbsoluteDifference(one, one) == 0)
    #expect(ColourPlanes.meanAbsoluteDifference(one, try #require(Self.planes(8, 8, .full))) == nil)
  }
}
