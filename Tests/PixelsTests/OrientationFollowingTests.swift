import Pixels
import Testing

@Suite struct OrientationFollowingTests {
  @Test func `two turns at once are the two one after the other`() {
    let picture = PixelBuffer.noise(PixelSize(width: 5, height: 3), .grey, .eight)
    for first in Orientation.allCases {
      for second in Orientation.allCases {
        let both = picture.oriented(first.followed(by: second))
        let each = picture.oriented(first).oriented(second)
        #expect(both.size == each.size && both.bytes == each.bytes, "\(first), \(second)")
      }
    }
  }
}
