import Metadata
import Testing

@Suite struct ExifPreviewTests {
  /// A JPEG's head whose Exif has a thumbnail of these bytes, and an orientation.
  private func head(_ thumbnail: [UInt8], claimed: Int? = nil, orientation: UInt8 = 6) -> [UInt8] {
    let count = UInt8(claimed ?? thumbnail.count)
    var exif: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]
    exif += [1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 26, 0, 0, 0]
    exif += [2, 0, 0x01, 0x02, 4, 0, 1, 0, 0, 0, 56, 0, 0, 0, 0x02, 0x02, 4, 0, 1, 0, 0, 0, count, 0, 0, 0]
    exif += [0, 0, 0, 0] + thumbnail
    let payload = Array("Exif\0\0".utf8) + exif
    return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload
  }

  @Test func `the thumbnail becomes a file that is turned like the photo`() throws {
    let preview = try #require(ExifPreview.jpeg(inHeadOf: head([0xFF, 0xD8, 0xFF, 0xDB, 0, 3, 9])))
    #expect(preview.starts(with: [0xFF, 0xD8, 0xFF, 0xE1, 0, 0x22]))
    #expect(preview[30] == 6)
    #expect(preview.suffix(5) == [0xFF, 0xDB, 0, 3, 9])
  }

  @Test func `what is no picture, or not all there, is none`() {
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 3, 9]
    #expect(ExifPreview.jpeg(inHeadOf: head([1, 2, 3, 4, 5, 6, 7])) == nil)
    #expect(ExifPreview.jpeg(inHeadOf: head(jpeg, claimed: 200)) == nil)
    for length in 0..<head(jpeg).count {
      #expect(ExifPreview.jpeg(inHeadOf: Array(head(jpeg).prefix(length))) == nil)
    }
    #expect(ExifPreview.jpeg(inHeadOf: []) == nil)
  }
}
