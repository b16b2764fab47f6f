import Containers
import Files
import Messages
import Movies
import Pixels
import TestSupport
import Testing

@Suite struct MovieEncoderTests {
  @Test func roundsOddSizesDown() throws {
    let folder = try TemporaryFolder()
    let path = try TestMovie.make(in: folder, size: PixelSize(width: 97, height: 65), count: 3)
    let frames = try TestMovie.frames(.file(path))
    #expect(frames.count == 3)
    #expect(frames[0].picture.size == PixelSize(width: 96, height: 64))
  }

  @Test(arguments: [MovieEncodingSettings.Colour.hybridLogGamma, .perceptualQuantizer])
  func keepsHighDynamicRange(_ colour: MovieEncodingSettings.Colour) throws {
    let folder = try TemporaryFolder()
    let size = PixelSize(width: 96, height: 64)
    let path = try TestMovie.make(in: folder, size: size, count: 5, colour: colour)
    let reader = try MovieReader(.file(path))
    let video = reader.information.video
    let isHLG = colour == .hybridLogGamma
    #expect(video.codec == "hevc")
    #expect(video.sampleEntry == "hvc1")
    #expect(video.profile == "Main 10")
    #expect(video.bitDepth == 10)
    #expect(video.isPlayableByApple)
    #expect(video.dynamicRange == (isHLG ? .hybridLogGamma : .perceptualQuantizer))
    #expect(
      video.colour == CodePoints(primaries: 9, transfer: isHLG ? 18 : 16, matrix: 9, isFullRange: false)
    )
    let frame = try reader.frame(at: MediaTime(value: 3, timescale: 30))
    #expect(frame.picture.depth == .sixteen)
    #expect(frame.colour.codePoints == video.colour)
    let original = TestMovie.picture(3, size).converted(to: .sixteen)
    #expect(try #require(PixelComparison.meanAbsoluteDifference(frame.picture, original)) < 0.02)
    // The same in standard range: grey stays grey, and white is not exceeded.
    var options = MovieFrameOptions()
    options.colour = .sRGB
    let mapped = try reader.frame(at: MediaTime(value: 3, timescale: 30), options: options)
    #expect(mapped.picture.depth == .eight)
    #expect(mapped.colour == ColourDescription())
  }

  @Test(arguments: [1, 2, 3, 4], [MovieEncodingSettings.Colour.standard, .hybridLogGamma])
  func aFewFramesAreAsLongAsTheyAre(_ count: Int, _ colour: MovieEncodingSettings.Colour) throws {
    let folder = try TemporaryFolder()
    let path = try TestMovie.make(in: folder, count: count, colour: colour)
    let reader = try MovieReader(.file(path))
    #expect(reader.information.video.duration == MediaTime(value: Int64(count) * 20, timescale: 600))
    #expect(try TestMovie.frames(.file(path)).map(\.time.value) == (0..<Int64(count)).map { $0 * 20 })
    // Copied, the same.
    let copy = folder.path.appending("copy.MOV")
    #expect(try reader.copy(MovieCopyRequest(), to: copy).duration == reader.information.video.duration)
    #expect(try MovieReader(.file(copy)).information.video.duration == reader.information.video.duration)
  }

  @Test func keepsUnevenTimes() throws {
    let folder = try TemporaryFolder()
    let times: [Int64] = [0, 7, 45, 46, 300, 330, 1000]
    let path = try TestMovie.make(in: folder, times: times)
    #expect(try TestMovie.frames(.file(path)).map(\.time.value) == times)
    #expect(try MovieReader(.file(path)).information.video.isVariableRate == true)
  }

  @Test func neverWritesOverAFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("here", to: "test.MOV")
    #expect { try TestMovie.make(in: folder) } throws: { ($0 as? Problem)?.code == .destinationExists }
    #expect(try FileReader.read(path).bytes == Array("here".utf8))
  }

  /// What Apple's players don't show is coded anew, with its times and its sound.
  @Test(
    .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)),
    arguments: [
      "mei_sample.3gp", "mei_sony_a7m3.mts", "syn_prores422proxy.mov", "amx_dolbyVision-hdr.MOV",
      "syn_vfr_screenrec.mp4",
    ]
  )
  func codesRealMoviesAnew(_ name: String) throws {
    let path = try #require(Corpus.file("video/\(name)"))
    let reader = try MovieReader(.file(path))
    let (folder, video) = (try TemporaryFolder(), reader.information.video)
    var request = MovieCopyRequest()
    request.sound = reader.information.sounds.first?.index
    request.start = MediaTime(value: 1, timescale: 10)
    let target = folder.path.appending("copy.MOV")
    let result = try reader.encode(request, to: target)
    let copy = try MovieReader(.file(target)).information
    #expect(copy.isCopyableForApple)
    #expect(copy.video.orientation == .up)
    #expect(copy.video.dynamicRange == video.dynamicRange)
    #expect(copy.sounds.count == reader.information.sounds.count)
    #expect(copy.sounds.allSatisfy { $0.codec == "aac" })
    #expect(abs((copy.duration?.seconds ?? 0) - result.duration.seconds) < 0.01)
    let copied = try TestMovie.frames(.file(target))
    let original = try TestMovie.frames(.file(path), from: request.start)
    #expect(copied.count == original.count)
    #expect(result.start == original.first?.time)
    for (copied, original) in zip(copied, original) {
      #expect(abs((copied.time + result.start - original.time).seconds) < 0.001)
    }
    let (first, wanted) = (try #require(copied.first).picture, try #require(original.first).picture)
    let whole = try wanted.converted(to: first.depth).resized(to: first.size)
    #expect(try #require(PixelComparison.meanAbsoluteDifference(first, whole)) < 0.03)
  }

  @Test func wantsTimesInOrder() throws {
    let folder = try TemporaryFolder()
    let size = PixelSize(width: 32, height: 32)
    let encoder = try MovieEncoder(to: folder.path.appending("a.MOV"), MovieEncodingSettings(size: size))
    try encoder.append(TestMovie.picture(0, size), at: .zero)
    try encoder.append(TestMovie.picture(1, size), at: MediaTime(value: 5, timescale: 600))
    #expect(throws: Problem.self) {
      try encoder.append(TestMovie.picture(2, size), at: MediaTime(value: 4, timescale: 600))
    }
  }
}
