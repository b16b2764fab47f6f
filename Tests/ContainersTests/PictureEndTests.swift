import Testing

@testable import Containers

@Suite struct PictureEndTests {
  /// How many bytes of a file belong to its picture, fed in pieces of this size; nil: all.
  private func end(_ file: [UInt8], pieces: Int) -> Int? {
    var finder = PictureEnd()
    for start in stride(from: 0, to: file.count, by: pieces) {
      let piece = Array(file[start..<min(start + pieces, file.count)])
      if let end = piece.withUnsafeBytes({ finder.end(in: $0) }) { return start + end }
    }
    return nil
  }

  private static let thumbnail = JPEGBuilder.segment(0xE1, "Exif\0\0", JPEGBuilder.stream())

  @Test(arguments: [1, 2, 3, 7, 8, 9, 64, 1 << 20])
  func `a JPEG ends at the EOI of its picture`(pieces: Int) {
    let scan = JPEGBuilder.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [1, 0xFF, 0, 0xD9, 0xFF, 0xD0, 2, 0xFF]
    let picture =
      [0xFF, 0xD8] + Self.thumbnail + scan + [0xFF, 0xC4, 0, 4, 0xFF, 0xD9] + scan + [0xFF, 0xD9]
    for rest in [MotionSample.movie, [0], [0xFF, 0, 0], [0xFF, 0xD9]] {
      #expect(end(picture + rest, pieces: pieces) == picture.count)
    }
    // A gain map follows at once, and belongs to it.
    for rest in [[], [0xFF], picture, picture + picture] as [[UInt8]] {
      #expect(end(picture + rest, pieces: pieces) == nil)
    }
    #expect(end(picture + picture + MotionSample.movie, pieces: pieces) == picture.count * 2)
    #expect(end(Array(picture.dropLast()), pieces: pieces) == nil)
  }

  @Test(arguments: [1, 2, 3, 7, 8, 9, 64, 1 << 20])
  func `HEIF ends where a video's box begins`(pieces: Int) {
    let picture =
      JPEGBuilder.box("ftyp", Array("heicmif1".utf8)) + JPEGBuilder.box("meta", Array("mpvd".utf8))
      + [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 19, 1, 2, 3]
    #expect(end(picture, pieces: pieces) == nil)
    for type in ["mpvd", "sefd"] {
      let whole = picture + JPEGBuilder.box(type, MotionSample.movie)
      #expect(end(whole, pieces: pieces) == picture.count)
    }
  }

  @Test(arguments: [1, 5, 1 << 20])
  func `nothing else ends before its end`(pieces: Int) {
    let box = JPEGBuilder.box("ftyp", Array("heic".utf8))
    let files: [[UInt8]] = [
      [], [0xFF], [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0xFF, 0xD9],
      Array("GIF89a".utf8) + [0xFF, 0xD9, 0, 0],
      MotionSample.movie, box + [0, 0, 0, 0] + Array("mdat".utf8) + JPEGBuilder.box("mpvd"),
      box + [0, 0, 0, 2] + Array("free".utf8) + JPEGBuilder.box("mpvd"),
      box + [0, 0, 0, 1] + Array("mdat".utf8) + [UInt8](repeating: 0xFF, count: 8) + JPEGBuilder.box("mpvd"),
    ]
    for file in files { #expect(end(file, pieces: pieces) == nil) }
  }
}
