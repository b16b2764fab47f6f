import Containers
import Messages
import Testing

@testable import LivePhotos

@Suite struct MotionPhotoTests {
  @Test func `what is no picture holds no video`() throws {
    #expect(try MotionPhoto.read([]) == nil)
  }
}
