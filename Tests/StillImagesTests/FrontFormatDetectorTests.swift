import Messages
import StillImages
import Testing

@Suite struct FrontFormatDetectorTests {
  /// Latin-1, so that every byte can be written as a character.
  static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  static func file(brands: [String], items: String = "") -> [UInt8] {
    let list: String = (brands.prefix(1) + ["\0\0\0\0"] + brands.dropFirst()).joined()
    let size = UInt8(8 + list.utf8.count)
    return [0, 0, 0, size] + bytes("ftyp") + bytes(list) + bytes(items)
  }

  static let signatures: [(String, DetectedFormat)] = [
    ("", .empty), ("\u{FF}\u{D8}\u{FF}\u{E0}", .still(.jpeg)), ("\u{FF}\u{D8}", .unknown),
    ("\u{89}PNG\r\n\u{1A}\n", .still(.png)), ("hello, world", .unknown), ("GIF89a", .still(.gif)),
    ("RIFF1234WEBPVP8 ", .still(.webp)), ("RIFF1234AVI LIST", .video(name: "AVI")),
    ("RIFF1234WAVEfmt ", .unknown), ("\u{FF}\n\0", .still(.jxl)),
    ("\0\0\0\u{C}JXL \r\n\u{87}\n", .still(.jxl)),
    ("8BPS\0\u{1}", .otherStill(name: "Photoshop")), ("BM1234\0\0\0\0", .still(.bmp)),
    ("BMI is a number", .unknown), ("II*\0\u{8}\0\0\0\0\0", .still(.tiff)),
    ("MM\0*\0\0\0\u{8}\0\0", .still(.tiff)),
    ("II*\0\u{10}\0\0\0CR\u{2}\0", .otherStill(name: "camera raw")),
    ("II*\0\u{8}\0\0\0\u{1}\0\u{12}\u{C6}", .otherStill(name: "camera raw")),
    ("II*\0\u{FF}\u{FF}\u{FF}\u{FF}", .still(.tiff)),
    ("\u{1A}\u{45}\u{DF}\u{A3}", .video(name: "Matroska")), ("\0\0\0\u{14}pnot", .video(name: "QuickTime")),
    ("\0\0\0\u{8}wide", .video(name: "QuickTime")), ("\0\0\0\u{8}mdat", .video(name: "QuickTime")),
  ]

  @Test(arguments: signatures)
  func `signatures tell`(head: String, expected: DetectedFormat) {
    #expect(FormatDetector.detect(Self.bytes(head)) == expected)
  }

  static let heic = DetectedFormat.still(.heic)
  static let avif = DetectedFormat.still(.avif)
  static let branded: [([String], String, DetectedFormat)] = [
    (["heic", "mif1"], "", heic), (["heix"], "", heic), (["hevc", "msf1"], "", heic),
    (["mif1", "mif1", "heic"], "", heic), (["msf1", "avif", "miaf"], "", avif),
    (["mif1", "miaf"], "....infe....hvc1", heic), (["mif1"], "....infe....av01", avif),
    (["mif1"], "nothing", .otherStill(name: "HEIF")), (["avif", "mif1"], "", avif),
    (["avis", "msf1", "iso8"], "", avif), (["mif3", "heic"], "", .otherStill(name: "HEIF mini")),
    (["jpeg", "mif1"], "", .otherStill(name: "HEIF with JPEG")),
    (["crx ", "isom"], "", .otherStill(name: "camera raw")), (["qt  "], "", .video(name: "QuickTime")),
    (["mp42", "isom"], "", .video(name: "MP4")), (["isom", "mif1"], "hvc1", heic),
  ]

  @Test(arguments: branded)
  func `brands tell`(brands: [String], items: String, expected: DetectedFormat) {
    #expect(FormatDetector.detect(Self.file(brands: brands, items: items)) == expected)
  }

  @Test func `a transport stream is told by its packets`() {
    for (start, step) in [(0, 188), (4, 192)] {
      var head = [UInt8](repeating: 1, count: 1000)
      for packet in 0..<5 { head[start + packet * step] = 0x47 }
      #expect(FormatDetector.detect(head) == .video(name: "MPEG-TS"))
    }
  }

  @Test func `any head is told without trapping`() {
    var state: UInt64 = 5
    for count in 0..<300 {
      var head = [UInt8]()
      for _ in 0..<count {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        head.append(UInt8(truncatingIfNeeded: state >> 56))
      }
      for start in ["", "II*\0", "MM\0*", "\0\0\0 ftyp", "\0\0\0\u{8}ftyp"] {
        _ = FormatDetector.detect(Array(start.utf8) + head)
      }
    }
  }

  @Test func `the reader says why it does not read`() {
    func code(_ head: [UInt8]) -> ProblemCode? {
      #expect(throws: Problem.self) { try StillImageReader(bytes: head, limits: DecodingLimits()) }?.code
    }
    #expect(code([]) == .inputEmpty)
    #expect(code(Array("text".utf8)) == .formatUnknown)
    #expect(code(Array("8BPS".utf8)) == .formatUnsupported)
    #expect(code(Self.file(brands: ["mp42"])) == .formatUnsupported)
  }
}
