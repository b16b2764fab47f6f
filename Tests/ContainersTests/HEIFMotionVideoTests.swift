import TestSupport
import Testing

@testable import Containers

@Suite struct HEIFMotionVideoTests {
  typealias Builder = HEIFFileBuilder
  typealias Sample = MotionSample
  let movie = MotionSample.movie

  /// A picture, with XMP where some is given, and boxes behind it.
  private func file(_ xmp: String? = nil, _ trailer: [UInt8] = []) -> [UInt8] {
    var builder = Builder([Builder.Item(1, "hvc1", data: [0])])
    if let xmp {
      builder.items.append(Builder.Item(2, "mime", data: Array(xmp.utf8), references: [("cdsc", [1])]))
    }
    builder.trailer = trailer
    return builder.bytes()
  }

  private func video(_ bytes: [UInt8]) throws -> MotionVideo? {
    try HEIFItems(bytes: bytes).motionVideo(of: 1)
  }

  @Test func `a box of its own holds the video`() throws {
    let start = file().count + 8
    let whole = start..<(start + movie.count)
    #expect(try video(file(nil, Builder.box("mpvd", movie))) == MotionVideo(kind: .mpvd, range: whole))
    #expect(MotionVideoBox.head(forVideoOf: movie.count) + movie == Builder.box("mpvd", movie))
    #expect(try video(file()) == nil)
    #expect(try video(file(nil, Builder.box("mpvd", [1, 2]))) == nil)
    #expect(try video(file(nil, Builder.box("mpvd", Array(movie.dropLast())))) == nil)
  }

  @Test func `Samsung's directory inside of the box is not the video's`() throws {
    let start = file().count + 8
    let whole = start..<(start + movie.count)
    let directory = Sample.samsung([(0x0A30, "MotionPhoto_Data", Sample.pointer(start, movie.count))])
    let bytes = file(nil, Builder.box("mpvd", movie + Builder.box("sefd", directory)))
    #expect(try video(bytes) == MotionVideo(kind: .mpvd, range: whole))
    // Broken in front, the directory still tells.
    let gap = Builder.box("free", [1, 2, 3])
    let pointed = Sample.samsung([(0x0A30, "MotionPhoto_Data", Sample.pointer(start + 3, movie.count))])
    let broken = file(nil, Builder.box("mpvd", [9, 9, 9] + movie + Builder.box("sefd", pointed)) + gap)
    #expect(
      try video(broken) == MotionVideo(kind: .samsungTrailer, range: (start + 3)..<(start + 3 + movie.count))
    )
  }

  @Test func `Samsung's directory behind the box tells the same`() throws {
    let start = file().count + 8
    let utc = (type: 0x0A01, name: "Image_UTC_Data", data: Array("1705124333853".utf8))
    let directory = Builder.box(
      "sefd",
      Sample.samsung([utc, (0x0A30, "MotionPhoto_Data", Sample.pointer(start, movie.count))])
    )
    let whole = start..<(start + movie.count)
    #expect(
      try video(file(nil, Builder.box("mpvd", movie) + directory)) == MotionVideo(kind: .mpvd, range: whole)
    )
    #expect(
      try video(file(nil, Builder.box("mdat", movie) + directory))
        == MotionVideo(kind: .samsungTrailer, range: whole)
    )
    #expect(try video(file(nil, Builder.box("sefd", Sample.samsung([utc])))) == nil)
    #expect(try video(file(nil, directory)) == nil)
  }

  @Test(arguments: ["68", "80", "128", "0", "-7", "9223372036854775807"])
  func `wrong lengths in XMP change nothing`(length: String) throws {
    let xmp = Sample.google(length: length, padding: "67")
    let bytes = file(xmp, Builder.box("mpvd", movie))
    #expect(try video(bytes) == MotionVideo(kind: .mpvd, range: (bytes.count - movie.count)..<bytes.count))
    #expect(try video(file(xmp)) == nil)
  }

  @Test func `a movie behind the picture's boxes is found`() throws {
    let plain = file(nil, movie)
    #expect(
      try video(plain) == MotionVideo(kind: .appended, range: (plain.count - movie.count)..<plain.count)
    )
    let told = file(Sample.microVideo(offset: "\(movie.count)"), movie)
    #expect(try video(told) == MotionVideo(kind: .microVideo, range: (told.count - movie.count)..<told.count))
    let google = file(Sample.google(length: "\(movie.count + 9)"), movie + [UInt8](repeating: 1, count: 9))
    #expect(try video(google)?.kind == .google)
    #expect(try video(google)?.range.count == movie.count)
  }

  @Test func `every prefix and every changed byte is survived`() throws {
    let start = file(Sample.google(length: "80", padding: "67")).count + 8
    let directory = Sample.samsung([(0x0A30, "MotionPhoto_Data", Sample.pointer(start, movie.count))])
    let bytes = file(
      Sample.google(length: "80", padding: "67"),
      Builder.box("mpvd", movie + Builder.box("sefd", directory))
    )
    func look(_ bytes: [UInt8]) {
      guard let items = try? HEIFItems(bytes: bytes), let found = items.motionVideo(of: 1) else { return }
      #expect(found.range.lowerBound >= 0 && found.range.upperBound <= bytes.count)
    }
    for index in bytes.indices {
      look(Array(bytes.prefix(index)))
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var changed = bytes
        changed[index] = value
        look(changed)
      }
    }
  }
}
