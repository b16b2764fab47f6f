internal import Testing

@testable internal import Metadata

/// Damage of every kind ends in an error or in a value, never in a trap.
@Suite struct SidecarFuzzTests {
  private static let takeout = """
    {"title": "IMG_1(2).jpg", "description": "a\\u00e9\\n", "photoTakenTime": {"timestamp": "1709941821"},
    "geoData": {"latitude": 23.866, "longitude": 120.909, "altitude": 748.4}, "people": [{"name": "Ann"}], "favorited": true}
    """
  private static let exiftool = """
    [{"SourceFile": "a.jpg", "EXIF:GPSLatitude": "23 deg 51' 57.60\\" N", "EXIF:GPSLongitude": 120.9, "EXIF:GPSAltitude": 1e3,
    "EXIF:DateTimeOriginal": "2024:03:09 18:30:21", "EXIF:SubSecTimeOriginal": 99, "XMP:TagsList": ["a/b", 7],
    "XMP:Rating": 4, "XMP:Collections": [{"CollectionName": "x"}]}]
    """
  private static let prism = """
    UID: pq1
    Type: image
    TakenAt: 2021-07-14T09:03:22Z
    TakenSrc: meta
    Title: 'It''s'
    TitleSrc: manual
    Caption: "a\\u0041
      b"
    CaptionSrc: meta
    Lat: 23.8
    Lng: 120.9
    PlaceSrc: meta
    Details:
      Keywords: |-
        a, b
      KeywordsSrc: meta
    """

  @Test(arguments: [takeout, exiftool, prism]) func damagedFiles(_ text: String) {
    var generator = SplitMix(state: 20_261_130)
    let bytes = Array(text.utf8)
    let pieces = ["9e307", "-1", "\\u", "\\ud800", "[", "{", "\"", "\n", "  ", "nan", "\u{FF}"].map {
      Array($0.utf8)
    }
    for _ in 0..<4000 {
      var copy = bytes
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let place = Int.random(in: 0..<copy.count, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: copy[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: copy.removeSubrange(place..<min(copy.count - 1, place + 5))
        case 2: copy.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
        default: copy = Array(copy.prefix(max(2, place)))
        }
      }
      _ = try? TakeoutJSON(copy)?.isTitle(of: copy)
      _ = try? ExportJSON.read(copy, picture: Array("a.jpg".utf8), isShared: false)?.metadata(
        above: SourceMetadata()
      )
      _ = try? PhotoPrismYAML.read(copy)?.metadata(above: SourceMetadata())
    }
  }

  @Test func namesOfEveryKind() {
    var generator = SplitMix(state: 7)
    let pieces = [
      "IMG", "(", ")", "1", "00", ".", ".jpg", ".json", "-edited", ".supplemental", "-", "é", "👩‍👩‍👧", "\u{301}",
      " ",
    ]
    for _ in 0..<2000 {
      let names = (0..<6).map { _ in
        let count = Int.random(in: 0...30, using: &generator)
        return Array((0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined().utf8)
      }
      let folder = TakeoutFolder(names: names)
      for name in names { #expect(folder.candidates(for: name).count <= 64) }
      _ = folder.albumCandidates
    }
  }

  @Test func aFolderOfOneNameIsSearchedSoon() {
    let name = String(repeating: "a", count: 46)
    let names = (1...20_000).map { Array("\(name)(\($0)).json".utf8) } + [Array("\(name)b.jpg".utf8)]
    let start = ContinuousClock.now
    let folder = TakeoutFolder(names: names)
    #expect(folder.candidates(for: Array("\(name)b.jpg".utf8)).count == 64)
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}

/// The same numbers in every run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
