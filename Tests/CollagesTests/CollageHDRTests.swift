import Collages
import ConversionSink
import Files
import Library
import LivePhotos
import Messages
import Movies
import Pixels
import StillImages
import TestSupport
import Testing

/// Collages of HDR videos, from the videos to the files that the sink has checked.
@Suite struct CollageHDRTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func source(_ name: String, _ colour: VideoColour, count: Int = 12) throws -> CollageSource {
    _ = try CollageTestMovie.make(in: folder, name, count: count, colour: colour)
    return CollageWorkshop.open(folder.path.appending(name)).probed()
  }

  private func settings(_ background: CollageBackground = .white) -> CollageSettings {
    CollageSettings(
      arrangement: .grid,
      canvas: .size(PixelSize(width: 192, height: 144)),
      gap: 8,
      margin: 8,
      radius: 12,
      background: background,
      moves: true
    )
  }

  /// What the sink delivers of such a collage.
  private func make(
    _ tier: CollageTier,
    _ sources: [CollageSource],
    _ colour: VideoColour,
    _ settings: CollageSettings,
    _ moving: CollageMotionSettings = CollageMotionSettings(),
    before: () throws -> Void = {}
  ) throws -> (files: [FilePath], page: CollagePage, failures: [Int]) {
    let library = try Library.open(at: folder.path.appending("library"), create: true)
    let layout = try CollageLayoutEngine.layout(
      sources.map(\.item),
      settings,
      limit: CollageTestItems.noLimit
    )
    let plan = try #require(CollageMotion(layout, clips: sources.map { $0.motion?.clip }, moving))
    let drawing = try CollageDrawing(
      layout.pages[0],
      background: settings.background,
      motion: (plan, layout.pages[0]),
      colour: colour,
      sources: sources,
      format: .heic,
      quality: 95,
      threads: 1
    )
    let result = try ConversionSink(library: library).collage(
      // As addresses are known: the sink does not look whether they changed meanwhile.
      of: sources.map { try SinkSource.hashing($0.path).known(as: $0.path) },
      facts: CollageFacts(),
      recipe: .collage(tier, settings, format: .heic, quality: 95, motion: moving, colour: colour),
      to: .library(library, album: .creations, folder: nil),
      naming: .collage(of: sources[0].path, title: nil),
      options: SinkOptions(sidecar: .never)
    ) { carried, staging in
      try before()
      return try drawing.production.produce(tier, carried, in: staging)
    }
    return (result.files.map(\.path), layout.pages[0], drawing.failures.map(\.item))
  }

  private func frames(_ path: FilePath) throws -> [PixelBuffer] {
    let frames = try MovieReader(.file(path)).frames()
    var all: [PixelBuffer] = []
    while let frame = try frames.next() { all.append(frame.picture) }
    return all
  }

  /// Where in 0...255 a colour of 16 bits lies.
  private func colour(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> [Int] {
    let place = (y * picture.size.width + x) * 6
    return (0..<3).map { Int(picture.bytes[place + $0 * 2 + 1]) }
  }

  @Test(arguments: CollageMotionKind.allCases)
  func aLivePhotoOfHLGShowsTheSameInBothHalves(_ kind: CollageMotionKind) throws {
    let sources = try ["a.mov", "b.mov"].map { try source($0, .hybridLogGamma) }
    let moving = CollageMotionSettings(kind: kind)
    let (files, page, failures) = try make(.live, sources, .hybridLogGamma, settings(), moving)
    #expect(failures.isEmpty)
    let check = try LivePhotoCheck.decodingFrames().check(still: files[0], video: files[1])
    #expect(check.verdict == .pairs, "\(check.reasons)")
    let reader = try StillImageReader(bytes: FileReader.read(files[0]).bytes, limits: DecodingLimits())
    #expect(reader.header.format == .heic && reader.header.hdr == .hybridLogGamma)
    #expect(reader.header.bitsPerSample == 10)
    let still = try reader.decodePixels(threads: 1)
    let video = try MovieReader(.file(files[1])).information.video
    #expect(video.codec == "hevc" && video.sampleEntry == "hvc1" && video.sampleFormat == "yuv420p10le")
    #expect(video.colour == VideoColour.hybridLogGamma.codePoints && video.isVariableRate == false)
    let pictures = try frames(files[1])
    for picture in [try #require(pictures.first), try #require(pictures.last)] {
      #expect(try #require(PixelComparison.meanAbsoluteDifference(picture, still)) < 0.008)
    }
    let changes = try pictures.map { try #require(PixelComparison.meanAbsoluteDifference($0, still)) }
    #expect(changes.contains { $0 > 0.01 }, "\(changes)")
    // White is where paper is, in the corners of cells too; the cell has its video's numbers.
    let cell = page.cells[0].rectangle
    for (x, y) in [(2, 2), (cell.right - 2, cell.bottom - 2)] {
      #expect(colour(still, x, y).allSatisfy { abs($0 - 191) < 8 }, "\(colour(still, x, y))")
    }
    let middle = colour(still, cell.x + cell.width / 2, cell.y + cell.height / 2)
    #expect(middle.allSatisfy { abs($0 - Int(CollageTestMovie.grey(0))) < 5 }, "\(middle)")
  }

  @Test func aVideoOfPQIsPQ() throws {
    let sources = try ["a.mov", "b.mov"].map { try source($0, .perceptualQuantizer) }
    let (files, page, _) = try make(.video, sources, .perceptualQuantizer, settings(.blur))
    #expect(files.count == 1)
    let video = try MovieReader(.file(files[0])).information.video
    #expect(video.sampleEntry == "hvc1" && video.colour == VideoColour.perceptualQuantizer.codePoints)
    let pictures = try frames(files[0])
    #expect(pictures.count == 12)
    // The frame that each cell shows, and behind them the first one, darker and without an edge.
    for (index, picture) in pictures.enumerated() {
      let isStill = index == 0 || index == 11
      for cell in page.cells {
        let frame = cell.rectangle
        let found = colour(picture, frame.x + frame.width / 2, frame.y + frame.height / 2)[0]
        #expect(abs(found - Int(CollageTestMovie.grey(isStill ? 0 : index))) < 5, "\(found) in \(index)")
      }
      let ground = colour(picture, 188, 140)
      #expect(ground.allSatisfy { (24..<40).contains($0) }, "\(ground)")
    }
  }

  @Test func keepsHDRWhereAllIsOfOneKind() throws {
    let (hlg, pq) = (
      try source("a.mov", .hybridLogGamma, count: 3), try source("b.mov", .perceptualQuantizer, count: 3)
    )
    let standard = try source("c.mov", .standard, count: 3)
    let missing = CollageSource.missing(folder.path.appending("d.mov"), Problem(.inputMissing))
    #expect(CollageHDR([hlg, hlg]) == .possible(.hybridLogGamma))
    #expect(CollageHDR([pq]) == .possible(.perceptualQuantizer))
    #expect(CollageHDR([hlg, pq]) == .impossible(.mixed))
    #expect(CollageHDR([hlg, standard]) == .impossible(.sources))
    #expect(CollageHDR([hlg, missing]) == .impossible(.sources))
    #expect(CollageHDR([standard, missing]) == .none)
    #expect(CollageHDR([]) == .none)
  }

  @Test func hdrIsAnotherCopyButNoOtherStill() {
    func recipe(_ tier: CollageTier, _ colour: VideoColour) -> Recipe {
      .collage(tier, settings(), format: .heic, quality: 90, motion: CollageMotionSettings(), colour: colour)
    }
    for tier in [CollageTier.live, .video] {
      let hashes = Set(
        [VideoColour.standard, .hybridLogGamma, .perceptualQuantizer].map { recipe(tier, $0).hash }
      )
      #expect(hashes.count == 3)
    }
    #expect(recipe(.still, .standard).hash == recipe(.still, .hybridLogGamma).hash)
  }

  @Test func aVideoThatIsGoneIsToldOf() throws {
    let sources = try ["a.mov", "b.mov"].map { try source($0, .hybridLogGamma, count: 4) }
    let made = try make(.live, sources, .hybridLogGamma, settings()) {
      try DurableFile.remove(sources[1].path)
    }
    #expect(made.failures == [1])
  }
}
