import Containers
import Files
import Movies
import Pixels
import TestSupport
import Testing

/// Movies as MP4 files.
@Suite struct MovieFormTests {
  @Test(arguments: [false, true]) func `a copy of coded pictures says that it is MP4`(isHDR: Bool) throws {
    let folder = try TemporaryFolder()
    let source = try TestMovie.make(in: folder, colour: isHDR ? .hybridLogGamma : .standard)
    var request = MovieCopyRequest()
    request.form = .mp4
    request.start = MediaTime(seconds: 0.5)
    let target = folder.path.appending("copy.mp4")
    let result = try MovieReader(.file(source)).copy(request, to: target)
    let found = try MovieReader(.file(target)).information
    #expect(found.container == .mp4)
    #expect(found.brand == "isom")
    #expect(found.video.sampleEntry == (isHDR ? "hvc1" : "avc1"))
    #expect(found.video.dynamicRange == (isHDR ? .hybridLogGamma : .standard))
    #expect(found.video.duration?.seconds == result.duration.seconds)
    let frames = try TestMovie.frames(.file(target))
    let original = try TestMovie.frames(.file(source), from: request.start)
    #expect(frames.count == original.count)
    #expect(zip(frames, original).allSatisfy { $0.picture.bytes == $1.picture.bytes })
  }

  @Test func `pictures are coded into MP4 too`() throws {
    let folder = try TemporaryFolder()
    let size = PixelSize(width: 64, height: 48)
    var settings = MovieEncodingSettings(size: size)
    settings.form = .mp4
    let target = folder.path.appending("new.mp4")
    let encoder = try MovieEncoder(to: target, settings)
    for number in 0..<10 {
      try encoder.append(
        TestMovie.picture(number, size),
        at: MediaTime(value: Int64(number * 20), timescale: 600)
      )
    }
    try encoder.finish(at: MediaTime(value: 200, timescale: 600))
    let found = try MovieReader(.file(target)).information
    #expect(found.brand == "isom")
    #expect(found.video.frameCount == 10)
  }
}
