import Files
import Testing

@testable import LivePhotos
@testable import Metadata

@Suite struct PairFinderTests {
  /// "name" or "name=identifier", all taken at one moment.
  private static func pairs(_ names: [String]) -> [String] {
    var facts: [FilePath: PairCandidate] = [:]
    let paths = names.map { name in
      let parts = name.split(separator: "=").map(String.init)
      let path = FilePath(parts[0])
      facts[path] = PairCandidate(
        identifier: parts.count > 1 ? parts[1] : nil,
        captureDate: CaptureDate(iso8601: "2021-07-14T18:03:22+09:00")
      )
      return path
    }
    let finder = PairFinder(readStill: { facts[$0] }, readVideo: { facts[$0] })
    let found = finder.pairs(
      stills: paths.filter(PairFinder.isNamedLikeAStill),
      videos: paths.filter(PairFinder.isNamedLikeAVideo)
    )
    return found.map { "\($0.still.lossyString)+\($0.video.lossyString)" }
  }

  @Test(arguments: [
    // By identifier, whatever the names and folders.
    (["a/IMG_1.HEIC=X", "b/film.mov=X"], ["a/IMG_1.HEIC+b/film.mov"]),
    // Copies of a pair: each with its neighbour.
    (
      ["b/IMG_1.HEIC=X", "a/IMG_1.HEIC=X", "a/IMG_1.MOV=X", "b/IMG_1.MOV=X"],
      ["b/IMG_1.HEIC+b/IMG_1.MOV", "a/IMG_1.HEIC+a/IMG_1.MOV"]
    ),
    // The identifier goes before the name.
    (["IMG_1.JPG=X", "IMG_1.MOV=Y", "IMG_2.MOV=X"], ["IMG_1.JPG+IMG_2.MOV"]),
    // A partner that lost its identifier, by name.
    (["IMG_1.HEIC=X", "IMG_1.mov"], ["IMG_1.HEIC+IMG_1.mov"]),
    (["IMG_1.heic=X", "IMG_1_HEVC.MOV"], ["IMG_1.heic+IMG_1_HEVC.MOV"]),
    (["IMG_1.HEIC=X", "IMG_1.MP4"], ["IMG_1.HEIC+IMG_1.MP4"]),
    (["IMG_1(1).HEIC=X", "IMG_1(1).MP4"], ["IMG_1(1).HEIC+IMG_1(1).MP4"]),
    (["IMG_1(1).jpg=X", "IMG_1.mov"], ["IMG_1(1).jpg+IMG_1.mov"]),
    (["IMG_1(1).jpg=X", "IMG_1.jpg=Y", "IMG_1.mov"], ["IMG_1.jpg+IMG_1.mov"]),
    (["IMG_1.JPG", "IMG_1.MOV=X"], ["IMG_1.JPG+IMG_1.MOV"]),
    // Never: contradicting identifiers, names alone, other folders, other kinds.
    (["IMG_1.HEIC=X", "IMG_1.MOV=Y"], []),
    (["IMG_1.JPG", "IMG_1.MOV"], []),
    (["a/IMG_1.HEIC=X", "b/IMG_1.MOV"], []),
    (["IMG_1.PNG=X", "IMG_1.MOV=X"], []),
    (["IMG_1(x).jpg=X", "IMG_1.mov"], []),
    // No file twice.
    (["IMG_1.HEIC=X", "IMG_1.JPG=X", "IMG_1.MOV=X"], ["IMG_1.HEIC+IMG_1.MOV"]),
    ([], []),
  ]) func finds(names: [String], expected: [String]) {
    #expect(Self.pairs(names) == expected)
  }

  /// A still of a Live Photo and a video of the same name, without an identifier, taken so many seconds later.
  private static func fits(secondsLater: Int, lasting duration: Double, zoneOfVideo: Int? = 0) throws -> Bool
  {
    let still = try #require(CaptureDate(iso8601: "2021-07-14T18:03:22+09:00"))
    let video = try #require(
      CaptureDate(unixTime: still.unixTime?.seconds ?? 0, offsetMinutes: 0)
        .flatMap {
          CaptureDate(
            unixTime: ($0.unixTime?.seconds ?? 0) + Int64(secondsLater),
            offsetMinutes: zoneOfVideo ?? 0
          )
        }
    )
    var other = video
    if zoneOfVideo == nil { other.offsetMinutes = nil }
    let candidate = PairCandidate(captureDate: other, durationInSeconds: duration)
    return PairFinder.fit(PairCandidate(identifier: "X", captureDate: still), candidate)
  }

  @Test func `a name joins only what was taken at that moment and is as short as a half`() throws {
    #expect(try Self.fits(secondsLater: 2, lasting: 3))
    #expect(try !Self.fits(secondsLater: 2, lasting: 12))
    #expect(try !Self.fits(secondsLater: 40 * 86_400, lasting: 3))
    #expect(try !Self.fits(secondsLater: 600, lasting: 3))
    // A clip without a date is any clip.
    let still = PairCandidate(identifier: "X", captureDate: CaptureDate(iso8601: "2021-07-14T18:03:22+09:00"))
    #expect(!PairFinder.fit(still, PairCandidate(durationInSeconds: 3)))
    // Of a clock without a zone, whole quarters of an hour say nothing.
    #expect(try Self.fits(secondsLater: 1, lasting: 3, zoneOfVideo: nil))
    #expect(try !Self.fits(secondsLater: 400, lasting: 3, zoneOfVideo: nil))
  }
}
