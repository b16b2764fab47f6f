import Animations
import Pixels
import Testing

@Suite struct GIFQualityTests {
  private static let size = PixelSize(width: 160, height: 120)
  private static let photos = (0..<8).map { MadeFrames.photo(size, shift: $0 * 2) }

  private static func coded(_ settings: GIFEncodingSettings) throws -> (count: Int, error: Double) {
    let frames = photos.enumerated().map { ($1, Double($0 + 1) / 10) }
    let (bytes, _) = try MadeFrames.coded(frames, settings: settings)
    let decoded = try DecodedAnimation(bytes)
    let errors = photos.enumerated().map { number, photo in
      MadeFrames.meanSquare(decoded.shown(at: number * 10 + 5), MadeFrames.words(photo))
    }
    return (bytes.count, errors.reduce(0, +) / Double(errors.count))
  }

  @Test func photosAreNearTheirSource() throws {
    #expect(try Self.coded(MadeFrames.settings(quality: 100)).error < 40)
    #expect(try Self.coded(MadeFrames.settings(quality: 80)).error < 65)
    #expect(try Self.coded(MadeFrames.settings(quality: 80, dithering: .none)).error < 60)
  }

  @Test func lowerQualityIsSmaller() throws {
    let results = try [100, 95, 90, 80, 60, 40, 20, 1].map {
      try Self.coded(MadeFrames.settings(quality: $0))
    }
    for (higher, lower) in zip(results, results.dropFirst()) {
      #expect(lower.count < higher.count)
      // Between 100 and 95 a little dither goes, which counts as an error too.
      #expect(lower.error > higher.error * 0.9)
    }
  }

  @Test func ditherKeepsTheMeanOfASmoothField() throws {
    // Two colours only: every pixel is wrong, the field must not be.
    let size = PixelSize(width: 64, height: 64)
    let picture = MadeFrames.picture(size) { x, y in
      let level = 60 + x + y / 2
      return MadeFrames.colour(level, level, level + (x ^ y) % 2)
    }
    func steps(_ dithering: Dithering) throws -> Double {
      let settings = MadeFrames.settings(quality: 100, colours: 5, dithering: dithering)
      let (bytes, _) = try MadeFrames.coded([(picture, 1)], settings: settings)
      let shown = try DecodedAnimation(bytes).frames[0].shown
      let words = MadeFrames.words(picture)
      var sum = 0.0
      for top in stride(from: 0, to: 64, by: 8) {
        for left in stride(from: 0, to: 64, by: 8) {
          var difference = 0
          for place in 0..<64 {
            let pixel = (top + place / 8) * 64 + left + place % 8
            difference += Int(shown[pixel] & 255) - Int(words[pixel] & 255)
          }
          sum += Double(abs(difference)) / 64
        }
      }
      return sum / 64
    }
    #expect(try steps(.adaptive) < 0.6 * steps(.none))
  }

  @Test func whatDoesNotMoveDoesNotFlicker() throws {
    // The left half stands still but for noise of one level; the right half moves.
    var random = MadeFrames.Random(state: 5)
    let still = MadeFrames.words(MadeFrames.photo(Self.size, shift: 0))
    let pictures = (0..<8).map { number in
      let moving = MadeFrames.words(MadeFrames.photo(Self.size, shift: number * 5 + 1))
      return MadeFrames.picture(Self.size) { x, y in
        let place = y * Self.size.width + x
        guard x < Self.size.width / 2 else { return moving[place] }
        return still[place] ^ UInt32(random.next(2))
      }
    }
    let frames = pictures.enumerated().map { ($1, Double($0 + 1) / 10) }
    let (bytes, _) = try MadeFrames.coded(frames)
    let decoded = try DecodedAnimation(bytes)
    let halves = decoded.frames.map { frame in
      (0..<Self.size.height).flatMap { row in
        frame.shown[(row * Self.size.width)..<(row * Self.size.width + Self.size.width / 2)]
      }
    }
    #expect(decoded.frames.count == 8)
    #expect(halves.allSatisfy { $0 == halves[0] })
    #expect(decoded.frames.dropFirst().allSatisfy { $0.left >= Self.size.width / 2 })
  }

  @Test func colourTablesAreNoLargerThanTheirColours() throws {
    let size = PixelSize(width: 40, height: 40)
    let photo = MadeFrames.photo(size, shift: 0)
    let words = MadeFrames.words(photo)
    let blinking = MadeFrames.picture(size) { x, y in
      x < 3 && y < 3 ? MadeFrames.colour(1, 2, 3 + x) : words[y * 40 + x]
    }
    let (bytes, _) = try MadeFrames.coded([(photo, 0.1), (blinking, 0.2)])
    let decoded = try DecodedAnimation(bytes)
    #expect(decoded.frames.map(\.ownColourCount) == [0, 4])
  }

  @Test func palettesThatAreStillGoodStay() throws {
    let size = PixelSize(width: 80, height: 60)
    let words = MadeFrames.words(MadeFrames.photo(size, shift: 0, noise: 40))
    // The same colours at other places.
    let pictures = (0..<4).map { number in
      MadeFrames.picture(size) { x, y in words[y * 80 + (x + number * 11) % 80] }
    }
    let frames = pictures.enumerated().map { ($1, Double($0 + 1) / 10) }
    let (bytes, _) = try MadeFrames.coded(frames)
    #expect(try DecodedAnimation(bytes).frames.allSatisfy { $0.ownColourCount == 0 })
  }
}
