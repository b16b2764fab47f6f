import Files
import Messages
import Pixels
import TestSupport
import Testing

@testable import Containers
@testable import StillImages

/// Each picture of files that have several.
@Suite struct FurtherPicturesTests {
  private static func read(_ bytes: [UInt8]) throws -> StillImageReader {
    try StillImageReader(bytes: bytes, limits: DecodingLimits())
  }

  /// All pictures of a file, the primary one first.
  private static func pictures(_ bytes: [UInt8]) throws -> [PixelBuffer] {
    let reader = try read(bytes)
    return try [reader.decodePixels(threads: 1)]
      + (0..<reader.header.further.furtherImageCount).map {
        try reader.further($0 + 1).decodePixels(threads: 1)
      }
  }

  // MARK: - Animations

  @Test(arguments: ["jxl", "avif", "png"])
  func `frames of an animation`(format: String) throws {
    let file =
      switch format {
      case "jxl": AnimationSamples.jxl
      case "avif": AnimationSamples.avif
      default: AnimationSamples.png
      }
    let pictures = try Self.pictures(file)
    #expect(pictures.count == 3)
    for (number, picture) in pictures.enumerated() {
      let (found, expected) = (picture.converted(to: .rgba), AnimationSamples.frame(number))
      // Colours below full transparency are of no account.
      let differs = (0..<(16 * 8)).filter { pixel in
        let (one, other) = (found.bytes[(pixel * 4)...].prefix(4), expected.bytes[(pixel * 4)...].prefix(4))
        return one.last != other.last || (one.last != 0 && !one.elementsEqual(other))
      }
      #expect(differs == [], "\(format), frame \(number)")
    }
  }

  @Test func `frames may be asked for in any order, and again`() throws {
    let reader = try Self.read(AnimationSamples.jxl)
    let frames = try [2, 1, 1, 2].map { try reader.further($0).decodePixels(threads: 1).bytes }
    #expect(frames[0] == frames[3])
    #expect(frames[1] == frames[2])
    #expect(frames[0] != frames[1])
  }

  @Test func `a frame that is not there is a fault of ours`() throws {
    let reader = try Self.read(AnimationSamples.jxl)
    for number in [-1, 0, 3] { #expect(throws: Problem.self) { try reader.further(number) } }
  }

  /// One row, each pixel a letter; "." is transparent.
  private static func row(_ text: String) -> PixelBuffer {
    let bytes = text.unicodeScalars.flatMap { scalar -> [UInt8] in
      scalar == "." ? [0, 0, 0, 0] : [UInt8(truncatingIfNeeded: scalar.value), 0, 0, 255]
    }
    let size = PixelSize(width: bytes.count / 4, height: 1)
    return PixelBuffer(size: size, layout: .rgba, depth: .eight, bytes: bytes)
  }

  private static func text(_ picture: PixelBuffer) -> String {
    let rgba = picture.converted(to: .rgba).bytes
    return stride(from: 0, to: rgba.count, by: 4).map {
      rgba[$0 + 3] == 0 ? "." : String(UnicodeScalar(rgba[$0]))
    }.joined()
  }

  @Test func `a frame stays, is cleared, or gives way to what was there`() {
    var canvas = AnimationCanvas(size: PixelSize(width: 5, height: 1))
    func shown(
      _ text: String,
      at left: Int,
      blends: Bool = true,
      _ disposal: AnimationCanvas.Disposal
    ) -> String {
      canvas.draw(Self.row(text), left: left, top: 0, blends: blends, disposal: disposal)
      return Self.text(canvas.shown)
    }
    #expect(shown("AAAAA", at: 0, .keep) == "AAAAA")
    #expect(shown("B.", at: 1, .restore) == "ABAAA")
    #expect(shown("CC", at: 2, .clear) == "AACCA")
    #expect(shown("D", at: 0, .keep) == "DA..A")
    #expect(shown("E.E", at: 1, blends: false, .keep) == "DE.EA")
    // What lies outside the canvas is cut off.
    #expect(shown("FFF", at: 4, .clear) == "DE.EF")
    #expect(shown("GG", at: 7, .clear) == "DE.E.")
  }

  @Test func `straight alpha is laid over straight alpha`() {
    var canvas = AnimationCanvas(size: PixelSize(width: 1, height: 1))
    func pixel(_ bytes: [UInt8]) -> PixelBuffer {
      PixelBuffer(size: PixelSize(width: 1, height: 1), layout: .rgba, depth: .eight, bytes: bytes)
    }
    canvas.draw(pixel([200, 100, 0, 128]), left: 0, top: 0, blends: true, disposal: .keep)
    canvas.draw(pixel([0, 100, 200, 128]), left: 0, top: 0, blends: true, disposal: .keep)
    // 128/255 of the new one, and of the old one what that lets through: 192 of 255 together.
    #expect(canvas.shown.bytes == [66, 100, 134, 192])
  }

  // MARK: - Pages, items, streams

  /// A TIFF of several pages of one row each.
  private static func tiff(_ pages: [[UInt8]], dates: [String?], isLastCutOff: Bool = false) -> [UInt8] {
    let data = pages.flatMap { $0 }
    var directory = 8 + data.count + data.count % 2
    var file: [UInt8] = [0x49, 0x49, 0x2A, 0] + TIFFFields.number(directory, size: 4, true) + data
    if file.count % 2 == 1 { file.append(0) }
    var offset = 8
    for (index, page) in pages.enumerated() {
      let isLast = index == pages.count - 1
      var fields = TIFFFields(isLittleEndian: true)
      fields.add(TIFFTag.imageWidth, longs: [page.count / 3])
      fields.add(TIFFTag.imageLength, longs: [1])
      fields.add(TIFFTag.bitsPerSample, shorts: [8, 8, 8])
      fields.add(TIFFTag.compression, shorts: [1])
      fields.add(TIFFTag.photometric, shorts: [2])
      fields.add(TIFFTag.samplesPerPixel, shorts: [3])
      fields.add(TIFFTag.rowsPerStrip, longs: [1])
      fields.add(TIFFTag.stripOffsets, longs: [isLast && isLastCutOff ? 1_000_000 : offset])
      fields.add(TIFFTag.stripByteCounts, longs: [page.count])
      if let date = dates[index] {
        fields.add(TIFFTag.dateTime, type: 2, count: date.utf8.count + 1, Array(date.utf8) + [0])
      }
      offset += page.count
      let next = directory + fields.byteCount()
      file += fields.directory(at: directory, next: isLast ? 0 : next)
      directory = next
    }
    return file
  }

  private static let pages: [[UInt8]] = [[1, 2, 3], [4, 5, 6, 7, 8, 9], [10, 11, 12]]

  @Test func `pages of a TIFF, each of its size`() throws {
    let file = Self.tiff(Self.pages, dates: ["2020:01:02 03:04:05", nil, "2021:01:02 03:04:05"])
    #expect(try Self.pictures(file).map(\.bytes) == Self.pages)
    let reader = try Self.read(file)
    // A page without a date has the Exif of the first one.
    #expect(try reader.further(1).header.blocks.exif == reader.header.blocks.exif)
    #expect(try reader.further(2).header.blocks.exif != reader.header.blocks.exif)
  }

  @Test func `a page that is cut off fails alone`() throws {
    let reader = try Self.read(Self.tiff(Self.pages, dates: [nil, nil, nil], isLastCutOff: true))
    #expect(try reader.decodePixels(threads: 1).bytes == Self.pages[0])
    #expect(try reader.further(1).decodePixels(threads: 1).bytes == Self.pages[1])
    let problem = #expect(throws: Problem.self) { try reader.further(2).decodePixels(threads: 1) }
    #expect(problem.map { [.truncated, .damaged].contains($0.code) } == true)
  }

  @Test func `items of a HEIC, with the file's Exif where they have none`() throws {
    let plain = [HEIFSample.pixels(64, 64), HEIFSample.pixels(96, 64), HEIFSample.pixels(64, 96)]
    var items = try plain.enumerated().map { try HEIFSample.item($0 + 1, $1) }
    func exif(_ id: Int, of target: Int, _ last: UInt8) -> HEIFFileBuilder.Item {
      HEIFFileBuilder.Item(
        id,
        "Exif",
        data: [0, 0, 0, 0] + Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 0, 0, 0, 0, last],
        references: [("cdsc", [target])]
      )
    }
    items += [exif(4, of: 2, 2), exif(5, of: 3, 3)]
    var thumbnail = try HEIFSample.item(6, HEIFSample.pixels(64, 64))
    thumbnail.references = [("thmb", [1])]
    let reader = try Self.read(HEIFFileBuilder(items + [thumbnail], primary: 2).bytes())
    #expect(reader.header.size == plain[1].size)
    #expect(reader.header.further.furtherImageCount == 2)
    let (first, second) = (try reader.further(1), try reader.further(2))
    #expect(try HEIFSample.difference(first.decodePixels(threads: 1), plain[0]).map { $0 <= 2 } == true)
    #expect(try HEIFSample.difference(second.decodePixels(threads: 1), plain[2]).map { $0 <= 2 } == true)
    #expect(first.header.blocks.exif?.last == 2)
    #expect(second.header.blocks.exif?.last == 3)
  }

  @Test func `streams of a JPEG that follow one another`() throws {
    let plain = [24, 40, 16].map { TestPictures.waves($0, 16, .rgb) }
    let streams = try plain.map {
      try JPEGWriter.encode(
        $0,
        colour: ColourDescription(),
        blocks: MetadataBlocks(),
        options: EncodingOptions(quality: 98, isLossless: false, threads: 1)
      )
    }
    let whole = streams.flatMap { $0 }
    let pictures = try Self.pictures(whole)
    #expect(pictures.map(\.size) == plain.map(\.size))
    for (found, expected) in zip(pictures, plain) {
      #expect(PixelComparison.meanAbsoluteDifference(found, expected).map { $0 < 0.02 } == true)
    }
    let cut = try Self.read(Array(whole.dropLast(6)))
    #expect(cut.header.further.furtherImageCount == 2)
    #expect(try cut.further(1).decodePixels(threads: 1).size == plain[1].size)
    let problem = #expect(throws: Problem.self) { try cut.further(2).decodePixels(threads: 1) }
    #expect(problem?.code == .truncated)
  }

  @Test(arguments: [AnimationSamples.jxl, AnimationSamples.png, AnimationSamples.avif])
  func `damage anywhere is a problem, never a crash`(file: [UInt8]) {
    /// All pictures, or why not; what else is thrown is a fault.
    func survives(_ bytes: [UInt8]) -> Bool {
      do {
        let reader = try Self.read(bytes)
        for number in 0..<min(4, reader.header.further.furtherImageCount) {
          _ = try reader.further(number + 1).decodePixels(threads: 1)
        }
        return true
      } catch { return error is Problem }
    }
    for count in stride(from: 0, to: file.count, by: 7) { #expect(survives(Array(file.prefix(count)))) }
    for place in stride(from: 0, to: file.count, by: 3) {
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        var damaged = file
        damaged[place] = value
        #expect(survives(damaged), "\(place) \(value)")
      }
    }
  }

  // MARK: - Real files

  @Test(
    .enabled(if: Corpus.isPresent, "\(Corpus.absence)"),
    arguments: [
      ("heic/burst-msf1.heic", 93), ("heic/three-images.heic", 2), ("tiff/multipage.tif", 4),
      ("avif/animated-alpha-exif-xmp.avif", 4),
    ]
  )
  func `every picture of a real file decodes`(name: String, count: Int) throws {
    let path = try #require(Corpus.file("still/\(name)"))
    let reader = try Self.read(FileReader.read(path, maximumByteCount: 1 << 28).bytes)
    #expect(reader.header.further.furtherImageCount == count)
    for number in 0..<count {
      let picture = try reader.further(number + 1)
      #expect(try picture.decodePixels(threads: 2).size == picture.header.size, "\(name) \(number)")
    }
  }
}
