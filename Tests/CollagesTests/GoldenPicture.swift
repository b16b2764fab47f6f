import Containers
import Files
import Foundation
import Pixels
import StillImages
import Testing

/// Pictures that were looked at, which others have to resemble.
///
/// With SHIYING_RECORD=1 they are written anew, and the test fails all the same: a recording is to be looked at first.
enum GoldenPicture {
  private static let folder = FilePath(#filePath).parent.appending("Golden")

  static func expect(_ picture: PixelBuffer, _ name: String) throws {
    let path = folder.appending(name)
    if ProcessInfo.processInfo.environment["SHIYING_RECORD"] == "1" {
      let bytes = try StillImageEncoder.encode(
        picture,
        significantBits: 8,
        colour: ColourDescription(),
        blocks: .init(),
        format: .png,
        options: EncodingOptions()
      )
      try Data(bytes).write(to: URL(fileURLWithPath: path.lossyString))
      Issue.record("recorded \(name); look at it, then run without SHIYING_RECORD")
      return
    }
    let kept = try StillImageReader(bytes: FileReader.read(path).bytes, limits: DecodingLimits())
      .decodePixels(threads: 1)
    let comparison = try #require(PixelComparison(kept, picture), "\(name) has another size")
    #expect(comparison.meanAbsoluteDifference < 0.004, "\(name): \(comparison.meanAbsoluteDifference)")
    #expect(comparison.peakDifference < 0.3, "\(name): \(comparison.peakDifference)")
  }
}
