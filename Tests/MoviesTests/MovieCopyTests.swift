import Containers
import Files
import Messages
import Movies
import Pixels
import TestSupport
import Testing

@Suite struct MovieCopyTests {
  /// Frames of uneven lengths, decoded in another order than shown: what the copy shows is as long as it was cut.
  @Test(arguments: [0.4, 0.7, 1.1]) func unevenFramesKeepTheirLength(start: Double) throws {
    let folder = try TemporaryFolder()
    var times: [Int64] = []
    for number in 0..<60 {
      times.append((times.last ?? -20) + [20, 10, 10, 40, 200][number % 11 == 7 ? 4 : number % 4])
    }
    let path = try TestMovie.make(in: folder, times: times)
    let source = try MovieReader(.file(path))
    var request = MovieCopyRequest()
    request.start = MediaTime(seconds: start)
    let copy = folder.path.appending("copy.MOV")
    let result = try source.copy(request, to: copy)
    let found = try #require(try MovieReader(.file(copy)).information.video.duration)
    #expect(found == result.duration)
    #expect(result.duration == MediaTime(value: (times.last ?? 0) + 20, timescale: 600) - result.start)
    let last = try #require(try TestMovie.frames(.file(copy)).last)
    #expect(abs(found.seconds - (last.time + last.duration).seconds) < 0.1)
  }

  /// A part of a movie is the frames of that part, unchanged.
  @Test func copiesAPartWithoutChange() throws {
    let folder = try TemporaryFolder()
    let path = try TestMovie.make(in: folder, count: 240)
    let reader = try MovieReader(.file(path))
    let target = folder.path.appending("part.MOV")
    var request = MovieCopyRequest()
    request.start = MediaTime(value: 1507, timescale: 600)
    request.end = MediaTime(value: 3000, timescale: 600)
    let result = try reader.copy(request, to: target)
    #expect(result.start == MediaTime(value: 1500, timescale: 600))
    #expect(result.duration == MediaTime(value: 1500, timescale: 600))
    let copied = try TestMovie.frames(.file(target))
    let original = try TestMovie.frames(.file(path), from: result.start, to: request.end)
    #expect(copied.count == 75)
    #expect(copied.map(\.time) == original.map { $0.time - result.start })
    #expect(zip(copied, original).allSatisfy { $0.picture.bytes == $1.picture.bytes })
    let information = try MovieReader(.file(target)).information
    #expect(information.container == .quickTime)
    #expect(information.brand == "qt  ")
  }

  @Test func keepsMatrixAndSaysThatTheApertureIsLost() throws {
    let folder = try TemporaryFolder()
    let bytes = try FileReader.read(try TestMovie.make(in: folder, count: 4)).bytes
    let aperture = HEIFFileBuilder.aperture([80, 1, 40, 1, 3, 1, -2, 1])
    let changed = try TestMovie.adding(aperture, to: try TestMovie.turned(bytes, (0, 1, -1, 0)))
    let target = folder.path.appending("copy.MOV")
    let result = try MovieReader(.bytes(changed)).copy(MovieCopyRequest(), to: target)
    #expect(result.lostAperture?.width.numerator == 80)
    let copy = try MovieReader(.file(target)).information.video
    #expect(copy.orientation == .right)
    #expect(copy.displaySize == PixelSize(width: 64, height: 96))
    #expect(copy.colour == CodePoints(primaries: 1, transfer: 1, matrix: 1, isFullRange: false))
  }

  @Test(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)), arguments: ExpectedMovie.all)
  func copiesRealMovies(_ expected: ExpectedMovie) throws {
    let path = try #require(Corpus.file("video/\(expected.name)"))
    let reader = try MovieReader(.file(path))
    let (video, sounds) = (reader.information.video, reader.information.sounds)
    guard reader.information.isCopyableForApple else { return }
    let folder = try TemporaryFolder()
    var request = MovieCopyRequest()
    request.sound = sounds.first?.index
    var options = MovieFrameOptions()
    options.size = video.displaySize.fitting(longEdge: 64)
    let middle = MediaTime(seconds: (video.duration?.seconds ?? 0) / 2)
    for (start, end) in [(nil, nil), (middle, nil), (nil, middle)] as [(MediaTime?, MediaTime?)] {
      if start == nil, end == .zero { continue }
      (request.start, request.end) = (start, end)
      let target = folder.path.appending("copy \(start == nil) \(end == nil).MOV")
      let result = try reader.copy(request, to: target)
      let copy = try MovieReader(.file(target))
      #expect(copy.information.container == .quickTime)
      #expect(["avc1", "hvc1"].contains(copy.information.video.sampleEntry))
      #expect(copy.information.video.orientation == video.orientation)
      #expect(copy.information.video.pixelAspect == video.pixelAspect)
      #expect(copy.information.video.colour == video.colour)
      #expect(copy.information.sounds.count == (request.sound == nil ? 0 : 1))
      let copied = try TestMovie.frames(.file(target), options)
      let original = try TestMovie.frames(.file(path), from: start, to: end, options)
      #expect(copied.count == original.count, "\(start?.seconds ?? 0) to \(end?.seconds ?? -1)")
      #expect(result.start == original.first?.time)
      #expect(zip(copied, original).allSatisfy { $0.picture.bytes == $1.picture.bytes })
      #expect(
        zip(copied, original).allSatisfy { abs(($0.time + result.start - $1.time).seconds) < 0.0011 }
      )
    }
  }
}
