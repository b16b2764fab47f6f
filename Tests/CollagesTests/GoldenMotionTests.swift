import Collages
import Files
import Movies
import Pixels
import StillImages
import TestSupport
import Testing

/// Frames of moving collages at several times, side by side, beside pictures that were looked at.
@Suite struct GoldenMotionTests {
  private static let size = PixelSize(width: 160, height: 120)

  /// A landscape through which a white bar goes from left to right.
  private func picture(_ number: Int, _ frame: Int) -> PixelBuffer {
    var picture = CollageWorkshop.landscape(number, Self.size.width, Self.size.height)
    for y in 0..<Self.size.height {
      for x in frame * 4..<min(frame * 4 + 12, Self.size.width) {
        for channel in 0..<3 { picture.bytes[(y * Self.size.width + x) * 3 + channel] = 255 }
      }
    }
    return picture
  }

  private func video(_ workshop: CollageWorkshop, _ number: Int, count: Int) throws -> CollageSource {
    var settings = MovieEncodingSettings(size: Self.size)
    settings.rateFactor = 4
    let path = workshop.folder.path.appending("\(number).mov")
    let encoder = try MovieEncoder(to: path, settings)
    for frame in 0..<count {
      try encoder.append(picture(number, frame), at: MediaTime(value: Int64(frame), timescale: 30))
    }
    try encoder.finish(at: MediaTime(value: Int64(count), timescale: 30))
    return CollageWorkshop.open(path)
  }

  @Test(arguments: CollageMotionKind.allCases) func frames(_ kind: CollageMotionKind) throws {
    let workshop = try CollageWorkshop()
    let sources = [
      try video(workshop, 0, count: 36),
      CollageWorkshop.open(try workshop.photo("1.jpg", picture(1, 2), format: .jpeg)),
      try video(workshop, 2, count: 15), try video(workshop, 3, count: 24),
    ]
    let settings = CollageSettings(
      arrangement: .grid,
      canvas: .size(PixelSize(width: 120, height: 160)),
      gap: 4,
      radius: 6,
      background: .white,
      moves: true
    )
    let limit = CollageSideLimit(format: "jpeg", side: 4096)
    let layout = try CollageLayoutEngine.layout(sources.map(\.item), settings, limit: limit)
    let moving = CollageMotionSettings(kind: kind, short: .key)
    let motion = try #require(CollageMotion(layout, clips: sources.map { $0.motion?.clip }, moving))
    let painter = try CollagePainter(
      layout.pages[0],
      background: settings.background,
      sources: sources,
      threads: 1
    )
    let path = workshop.folder.path.appending("collage.mp4")
    _ = try CollageMovieRenderer(
      page: layout.pages[0],
      motion: motion,
      still: painter.picture(inSRGB: true),
      sources: sources.map(\.motion),
      form: .mp4,
      threads: 1
    ).write(to: path)
    let count = motion.frameCount
    let wanted = [0, 1, 8, count / 3, count / 2, count * 3 / 4, count - 6, count - 1]
    try GoldenPicture.expect(side(try pictures(path, wanted)), "\(kind.rawValue).png")
  }

  private func pictures(_ path: FilePath, _ wanted: [Int]) throws -> [PixelBuffer] {
    var options = MovieFrameOptions()
    options.colour = .sRGB
    let frames = try MovieReader(.file(path)).frames(options: options)
    var (found, index) = ([PixelBuffer](), 0)
    while let frame = try frames.next() {
      if wanted.contains(index) { found.append(frame.picture) }
      index += 1
    }
    return found
  }

  /// Pictures of one size, side by side.
  private func side(_ pictures: [PixelBuffer]) throws -> PixelBuffer {
    let first = try #require(pictures.first)
    var bytes: [UInt8] = []
    for y in 0..<first.size.height {
      for picture in pictures {
        bytes += picture.bytes[(y * picture.bytesPerRow)..<((y + 1) * picture.bytesPerRow)]
      }
    }
    let size = PixelSize(width: first.size.width * pictures.count, height: first.size.height)
    return PixelBuffer(size: size, layout: first.layout, depth: .eight, bytes: bytes)
  }
}
