import Testing

@testable import Containers

@Suite struct JPEGMotionVideoTests {
  typealias Sample = MotionSample
  let movie = MotionSample.movie

  private func video(_ bytes: [UInt8]) throws -> MotionVideo? {
    try JPEGSegments(bytes).companions.motionVideo
  }

  @Test(arguments: ["GCamera", "Camera"]) func `a directory tells the length from the end`(prefix: String)
    throws
  {
    let bytes = Sample.jpeg(Sample.google(length: "\(movie.count)", prefix: prefix), movie)
    #expect(try video(bytes) == MotionVideo(kind: .google, range: (bytes.count - movie.count)..<bytes.count))
    let tags = MotionTags(try JPEGSegments(bytes).blocks)
    #expect(tags.isMotionPhoto == true)
    #expect(tags.presentationMicroseconds == 500_000)
    #expect(tags.videoByteCount == movie.count)
  }

  @Test func `MicroVideo counts from the end`() throws {
    let bytes = Sample.jpeg(Sample.microVideo(offset: "\(movie.count)"), movie)
    #expect(
      try video(bytes) == MotionVideo(kind: .microVideo, range: (bytes.count - movie.count)..<bytes.count)
    )
    #expect(MotionTags(try JPEGSegments(bytes).blocks).presentationMicroseconds == 750_000)
  }

  @Test func `a gain map stands between`() throws {
    let xmp = Sample.google(length: "\(movie.count)", gainMap: Sample.gainMap.count)
    let still = Sample.jpeg(xmp)
    let companions = try JPEGSegments(still + Sample.gainMap + movie).companions
    let start = still.count + Sample.gainMap.count
    #expect(companions.motionVideo == MotionVideo(kind: .google, range: start..<(start + movie.count)))
    #expect(companions.gainMap?.range == still.count..<start)
    #expect(companions.auxiliaryKinds == [])
    // A tail that somebody put behind moves the places that count from the end, not those that count from the picture.
    let tailed = try video(still + Sample.gainMap + movie + [UInt8](repeating: 0xFF, count: 50))
    #expect(tailed == companions.motionVideo)
  }

  @Test func `Samsung's directory tells the record`() throws {
    let still = Sample.jpeg()
    let records = [
      (type: 0x0A01, name: "Image_UTC_Data", data: Array("1705124333853".utf8)),
      (type: 0x0A30, name: "MotionPhoto_Data", data: movie),
      (type: 0x0AA1, name: "MCC_Data", data: Array("310".utf8)),
    ]
    let bytes = still + Sample.samsung(records)
    let start = still.count + 8 + 14 + 13 + 24
    #expect(try video(bytes) == MotionVideo(kind: .samsungTrailer, range: start..<(start + movie.count)))
    #expect(try video(still + Sample.samsung([records[0], records[2]])) == nil)
  }

  @Test func `our own trailer is read and keeps the movie a movie`() throws {
    let still = Sample.jpeg()
    let tail = SamsungTrailer.directory(forVideoOf: movie.count)
    let bytes = still + SamsungTrailer.videoRecordHead + movie + tail
    let start = still.count + 24
    #expect(try video(bytes) == MotionVideo(kind: .samsungTrailer, range: start..<(start + movie.count)))
    var reader = BoxReader(movie + tail)
    #expect(try reader.readBoxes().map(\.type) == ["ftyp", "moov", "mdat", "sefd"])
  }

  @Test func `boxes are believed, not lengths`() throws {
    let still = Sample.jpeg(Sample.google(length: "68"))
    // Samsung's directory is right, XMP is not.
    let samsung = still + Sample.samsung([(0x0A30, "MotionPhoto_Data", movie)])
    #expect(try video(samsung)?.kind == .samsungTrailer)
    // A length that is short by the file type: what follows looks like a movie too.
    let short = "\(movie.count - 12)"
    for (padding, kind) in [("0", MotionVideo.Kind.google), ("5", .appended)] {
      let bytes = Sample.jpeg(Sample.google(length: short, padding: padding), movie)
      #expect(try video(bytes) == MotionVideo(kind: kind, range: (bytes.count - movie.count)..<bytes.count))
    }
  }

  @Test func `a movie without a file type is found where it is told`() throws {
    let old = Sample.oldMovie
    let bytes = Sample.jpeg(Sample.google(length: "\(old.count)"), old)
    #expect(try video(bytes) == MotionVideo(kind: .google, range: (bytes.count - old.count)..<bytes.count))
    #expect(try video(Sample.jpeg(nil, old)) == nil)
  }

  @Test func `a claim without a whole movie is no video`() throws {
    for count in 0..<movie.count {
      let bytes = Sample.jpeg(Sample.google(length: "\(movie.count)"), Array(movie.prefix(count)))
      // The outline's last box is its mdat of ten bytes; less than a head of it can be anything.
      let isWhole = (movie.count - 10..<movie.count - 2).contains(count)
      #expect(try (video(bytes) == nil) != isWhole, "\(count)")
      #expect(MotionTags(try JPEGSegments(bytes).blocks).claimsVideo)
    }
    let off = Sample.google(length: "50").replacing("MotionPhoto=\"1\"", with: "MotionPhoto=\"0\"")
    #expect(!MotionTags(try JPEGSegments(Sample.jpeg(off)).blocks).claimsVideo)
  }

  static let numbers = [
    "-1", "-9223372036854775808", "9223372036854775807", "99999999999999999999999", "0", "1", "7", "100000",
    "4294967295",
    "0x20", "", "1e3", " 5",
  ]

  @Test(arguments: numbers) func `impossible numbers find nothing and harm nothing`(number: String) throws {
    for xmp in [
      Sample.google(length: number), Sample.google(length: number, padding: number),
      Sample.microVideo(offset: number),
      Sample.google(length: number, gainMap: .max), Sample.google(length: "30", padding: number),
      Sample.google(length: "9223372036854775807", padding: "9223372036854775807", gainMap: .max),
    ] {
      #expect(try video(Sample.jpeg(xmp)) == nil)
      #expect(try video(Sample.jpeg(xmp, movie))?.range.count == movie.count)
    }
  }

  @Test(arguments: [
    ("-1", nil), ("0", 0), ("1500000", 1_500_000), ("99999999999999999999", nil), ("abc", nil),
  ])
  func `a time that can't be is no time`(text: String, expected: Int64?) throws {
    let xmp = Sample.google(length: "1").replacing("500000", with: text)
    #expect(MotionTags(try JPEGSegments(Sample.jpeg(xmp)).blocks).presentationMicroseconds == expected)
  }

  @Test func `a hostile directory of Samsung's finds nothing and harms nothing`() throws {
    let still = Sample.jpeg()
    let junk = [UInt8](repeating: 7, count: 40)
    let records = [(type: 0x0A30, name: "MotionPhoto_Data", data: junk)]
    let directories: [[UInt8]] = [
      Sample.samsung(records, count: 0xFFFF_FFFF), Sample.samsung(records, length: 0xFFFF_FFFF),
      Sample.samsung(records, length: 11), Sample.samsung(records) { $0.distance = 0xFFFF_FFFF },
      Sample.samsung(records) { $0.size = 0xFFFF_FFFF }, Sample.samsung(records) { $0.size = 0 },
      Sample.samsung(records) { $0 = (0, 0) }, Sample.samsung(Array(repeating: records[0], count: 300)),
      Sample.samsung([(0x0A30, "MotionPhoto_Data", Sample.pointer(0xFFFF_FFFF, 0xFFFF_FFFF))]),
      Sample.samsung([(0x0A30, "MotionPhoto_Data", Sample.pointer(0, 30))]),
      Sample.samsung([(0x0A30, "MotionPhoto_Data", Array("mpv2".utf8))]), Array("\0\0\0\0SEFT".utf8),
    ]
    for directory in directories { #expect(try video(still + directory) == nil) }
    // A record whose name is longer than itself, and one that reaches back into the picture.
    let long = [0, 0] + Sample.little(0x0A30, 2) + Sample.little(0xFFFF_FFFF, 4) + movie
    var foot =
      Array("SEFH".utf8) + Sample.little(107, 4) + Sample.little(1, 4) + [0, 0] + Sample.little(0x0A30, 2)
    foot +=
      Sample.little(long.count, 4) + Sample.little(long.count, 4) + Sample.little(24, 4) + Array("SEFT".utf8)
    #expect(try video(still + long + foot)?.kind == .appended)
    let back = Sample.samsung(records) { $0.distance += still.count }
    #expect(try video(still + back) == nil)
  }

  @Test func `records that overlap tell the same video`() throws {
    let records = [
      (type: 0x0A30, name: "MotionPhoto_Data", data: movie),
      (type: 0x0A30, name: "MotionPhoto_Data", data: movie),
    ]
    let first = 2 * (24 + movie.count)
    let bytes = Sample.jpeg() + Sample.samsung(records) { $0 = (first, first) }
    #expect(try video(bytes)?.range.count == movie.count)
  }

  @Test func `every prefix and every changed byte is survived`() throws {
    let still = Sample.jpeg(Sample.google(length: "\(movie.count + 48)", padding: "24"))
    let bytes =
      still + SamsungTrailer.videoRecordHead + movie + SamsungTrailer.directory(forVideoOf: movie.count)
    func look(_ bytes: [UInt8]) {
      guard let found = try? JPEGSegments(bytes).companions.motionVideo else { return }
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
