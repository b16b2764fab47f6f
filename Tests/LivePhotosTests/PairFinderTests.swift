import Files
import LivePhotos
import Testing

@Suite struct PairFinderTests {
  /// "name" or "name=identifier".
  private static func pairs(_ names: [String]) -> [String] {
    let candidates = names.map { name in
      let parts = name.split(separator: "=").map(String.init)
      return PairFinder.Candidate(path: FilePath(parts[0]), identifier: parts.count > 1 ? parts[1] : nil)
    }
    return PairFinder.pairs(among: candidates).map { "\($0.still.lossyString)+\($0.video.lossyString)" }
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
}
