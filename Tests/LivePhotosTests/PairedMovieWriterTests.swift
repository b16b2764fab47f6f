import Containers
import Files
import Foundation
import Messages
import Metadata
import TestSupport
import Testing

@testable import LivePhotos

@Suite struct PairedMovieWriterTests {
  typealias Box = HEIFFileBuilder
  let folder: TemporaryFolder
  let identifier = PairingIdentifier()

  init() throws { folder = try TemporaryFolder() }

  private func made(_ source: [UInt8], at moment: PairedMovieWriter.Moment? = .init(time: 40, scale: 600))
    throws
    -> [UInt8]
  {
    let input = try folder.write(source, to: "in.mov")
    let output = folder.path.appending("out.MOV")
    try PairedMovieWriter.write(input, to: output, identifier: identifier, stillAt: moment)
    return try FileReader.read(output).bytes
  }

  /// The samples of the video as they were made: each full of its number.
  private func expectSamples(_ bytes: [UInt8], _ builder: MovieFileBuilder) throws {
    let file = try QuickTimeFile(ByteSource(bytes))
    let track = try #require(file.movie.videoTrack)
    for index in builder.samples.indices {
      let range = try #require(track.samples.range(of: index))
      #expect(range.count == builder.samples[index] && bytes[range].allSatisfy { $0 == UInt8(index + 1) })
    }
    for track in file.movie.tracks {
      #expect(track.samples.firstMisplacedChunk(outside: file.mediaRanges, measuringChunks: true) == nil)
    }
  }

  /// A video of its own that plays while it comes in: the movie box precedes the media, wherever it was before.
  @Test(arguments: [false, true], [false, true]) func theMovieBoxGoesInFront(
    movieFirst: Bool,
    hasLongOffsets: Bool
  ) throws {
    var builder = MovieFileBuilder()
    builder.brand = "mp42"
    builder.isMovieFirst = movieFirst
    builder.hasLongOffsets = hasLongOffsets
    let input = try folder.write(builder.bytes(), to: "in.mp4")
    let output = folder.path.appending("out.mp4")
    try PairedMovieWriter.write(input, to: output, identifier: nil, stillAt: nil) { editor, _ in
      editor.keepsType = true
      editor.startsFast = true
      editor.setMetadata("com.apple.quicktime.title", to: .text(String(repeating: "long", count: 50)))
    }
    let bytes = try FileReader.read(output).bytes
    try expectSamples(bytes, builder)
    let file = try QuickTimeFile(ByteSource(bytes))
    #expect(file.majorBrand == "mp42")
    #expect(file.topLevelBoxes.prefix(2).map(\.type) == ["ftyp", "moov"])
    #expect(file.topLevelBoxes.count { $0.type == "moov" } == 1)
    #expect(!file.topLevelBoxes.contains { $0.type == "free" })
    #expect(PairingIdentifier.text(in: file.movie) == nil)
    // A pair's video ends with it, as its still-image-time track needs.
    try PairedMovieWriter.write(
      input,
      to: folder.path.appending("pair.MOV"),
      identifier: identifier,
      stillAt: .init(time: 40, scale: 600)
    ) { editor, _ in editor.startsFast = true }
    let pair = try QuickTimeFile(ByteSource(FileReader.read(folder.path.appending("pair.MOV")).bytes))
    #expect(pair.topLevelBoxes.last?.type == "moov")
  }

  @Test(arguments: ["qt  ", "mp42", nil], [false, true]) func writesEveryLayout(
    brand: String?,
    movieFirst: Bool
  ) throws {
    var builder = MovieFileBuilder()
    builder.brand = brand
    builder.isMovieFirst = movieFirst
    builder.userData = Box.box("name", Array("x".utf8)) + [0, 0, 0, 0]
    let bytes = try made(builder.bytes())
    try expectSamples(bytes, builder)
    let file = try QuickTimeFile(ByteSource(bytes))
    #expect(file.majorBrand == "qt  " && file.topLevelBoxes.last?.type == "moov")
    #expect(PairingIdentifier.text(in: file.movie) == identifier.text)
    let still = try #require(LivePhotoStillTime(file.movie))
    #expect(still.seconds == 40.0 / 600 && still.track == 2 && still.described == [1])
    let sample = try #require(still.sample)
    #expect(still.value(inSample: Array(bytes[sample])) == -1)
    #expect(file.movie.userData.content(of: "name") == Array("x".utf8))
    if movieFirst { #expect(file.topLevelBoxes.contains { $0.type == "free" }) }
    // The other track is as it was, but for its chunk offsets where data moved.
    let before = try QuickTimeFile(ByteSource(builder.bytes())).movie
    if brand != nil {
      let tracks = [before, file.movie].map { Array($0.bytes[$0.tracks.first?.box.range ?? 0..<0]) }
      #expect(tracks[0] == tracks[1])
    }
  }

  @Test func writingAgainReplacesTrackAndKey() throws {
    let once = try made(MovieFileBuilder().bytes())
    let other = try TemporaryFolder()
    let input = try other.write(once, to: "a.mov")
    let output = other.path.appending("b.mov")
    let second = PairingIdentifier()
    try PairedMovieWriter.write(input, to: output, identifier: second, stillAt: .init(time: 0, scale: 1))
    let movie = try QuickTimeFile(ByteSource(try FileReader.read(output).bytes)).movie
    #expect(movie.tracks.count == 2 && movie.metadata?.items.count == 1)
    #expect(PairingIdentifier.text(in: movie) == second.text)
    #expect(LivePhotoStillTime(movie)?.seconds == 0)
    #expect(movie.tracks.last?.edits == [QuickTimeEdit(duration: 1, mediaTime: 0)])
  }

  @Test func momentsAreRoundedIntoTheirFrame() throws {
    // 1001/30000 s is 20.02 ticks of 600: the 21st.
    let movie = try QuickTimeFile(
      ByteSource(try made(MovieFileBuilder().bytes(), at: .init(time: 1001, scale: 30_000)))
    ).movie
    #expect(LivePhotoStillTime(movie)?.seconds == 21.0 / 600)
  }

  @Test func correctsPictures() throws {
    let source = try folder.write(MovieFileBuilder().bytes(), to: "in.mov")
    let output = folder.path.appending("out.MOV")
    let turned: [Int32] = [0, 0x1_0000, 0, -0x1_0000, 0, 0, 0, 0, 0x4000_0000]
    try PairedMovieWriter.write(source, to: output, identifier: identifier, stillAt: nil) { editor, movie in
      var correction = QuickTimePictureCorrection()
      correction.cleanAperture = [60, 1, 40, 1, -1, 2, 0, 1]
      correction.pixelAspect = [4, 3]
      correction.colour = Array("nclc".utf8) + [0, 1, 0, 1, 0, 1]
      correction.matrix = turned
      editor.correct(try #require(movie.videoTrack), correction)
      editor.setXMP(Array("<x/>".utf8))
      editor.setCreationTime(3_000_000_000)
    }
    let file = try QuickTimeFile(ByteSource(try FileReader.read(output).bytes))
    let track = try #require(file.movie.videoTrack)
    #expect(track.matrix == turned)
    #expect(track.sampleEntries.first?.cleanAperture == [60, 1, 40, 1, -1, 2, 0, 1])
    #expect(track.sampleEntries.first?.pixelAspect.map { [$0.horizontal, $0.vertical] } == [4, 3])
    #expect(track.sampleEntries.first?.colour?.codes == [1, 1, 1])
    #expect(file.movie.userData.xmp == Array("<x/>".utf8) && file.movie.creationTime == 3_000_000_000)
    try expectSamples(try FileReader.read(output).bytes, MovieFileBuilder())
  }

  /// Positions in the track that differ from movie to movie: time stamps, numbers, volume, lengths, the sample's place.
  private static let own: [Range<Int>] = [
    20..<32, 36..<40, 52..<54, 124..<128, 164..<168, 188..<196, 600..<604,
  ]

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) func trackIsThatOfAPhone() throws {
    let path = try #require(Corpus.file("live/pairs/iphone7plus-ios10.MOV"))
    let file = try QuickTimeFile(ByteSource(try FileReader.read(path).bytes))
    let real = try #require(
      file.movie.tracks.first { $0.metadataKeys.contains { $0.name == QuickTimeMetadataKey.stillImageTime } }
    )
    var theirs = Array(file.movie.bytes[real.box.range])
    let written = try QuickTimeFile(ByteSource(try made(MovieFileBuilder().bytes()))).movie
    var ours = Array(written.bytes[try #require(written.tracks.last).box.range])
    #expect(theirs.count == 604 && ours.count == 604)
    for range in Self.own {
      for index in range {
        theirs[index] = 0
        ours[index] = 0
      }
    }
    let different = theirs.indices.filter { theirs[$0] != ours[$0] }
    #expect(different.isEmpty, "bytes \(different)")
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) func aPhonesTracksStay() throws {
    for name in ["iphone15plus-ios18", "iphone7plus-ios10", "appframework"] {
      let path = try #require(Corpus.file("live/pairs/\(name).MOV"))
      let output = folder.path.appending("\(name).MOV")
      try PairedMovieWriter.write(path, to: output, identifier: identifier, stillAt: nil)
      let before = try QuickTimeFile(ByteSource(try FileReader.read(path).bytes)).movie
      let after = try QuickTimeFile(ByteSource(try FileReader.read(output).bytes)).movie
      #expect(before.tracks.count == after.tracks.count)
      #expect(before.metadata?.items.count == after.metadata?.items.count)
      // Only a file without brands is moved.
      if name == "iphone7plus-ios10" {
        for (old, new) in zip(before.tracks, after.tracks) {
          #expect(before.bytes[old.box.range].elementsEqual(after.bytes[new.box.range]))
        }
      }
      let errors = try Program.tool(
        "ffprobe",
        ["-v", "error", output.lossyString],
        in: URL(fileURLWithPath: "/tmp")
      ).errors
      #expect(errors.isEmpty, "\(name): \(errors)")
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) func bothHalvesAgreeForExiftool() throws {
    let names = [
      ("appframework.HEIC", "appframework.MOV"), ("iphone7plus-ios10.JPG", "iphone7plus-ios10.MOV"),
    ]
    for (still, video) in names {
      let movie = folder.path.appending(video)
      try PairedMovieWriter.write(
        try #require(Corpus.file("live/pairs/\(video)")),
        to: movie,
        identifier: identifier,
        stillAt: .init(time: 1, scale: 2)
      )
      let outcome = try Program.tool(
        "exiftool",
        ["-s3", "-QuickTime:ContentIdentifier", "-Keys:ContentIdentifier", movie.lossyString],
        in: URL(fileURLWithPath: "/tmp")
      )
      #expect(outcome.lines.contains(identifier.text), "\(outcome)")
      // The same identifier in the still's Exif, and the pair is one.
      let exif = try StillExif.ofPair(still)
      let paired = try PairingTag.set(identifier.text, in: exif).exif
      #expect(PairingTag.identifier(inExif: paired) == identifier.text)
    }
  }

  /// Of a damaged film either nothing is made, or a file that says what it was told.
  @Test(arguments: [false, true]) func damagedFilmsAreEditedWellOrNotAtAll(movieFirst: Bool) throws {
    var builder = MovieFileBuilder()
    builder.isMovieFirst = movieFirst
    builder.userData = Box.box("name", [1, 2, 3])
    let whole = try made(builder.bytes())
    var random = SplitMix(state: 7)
    var edited = 0
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<(1 + random.next() % 3) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      guard let file = try? QuickTimeFile(ByteSource(bytes)), var editor = try? QuickTimeMovieEditor(file)
      else {
        continue
      }
      editor.setMetadata(PairingIdentifier.movieKey, to: .text("X"))
      editor.setCreationTime(5)
      editor.setXMP([1, 2, 3])
      guard (try? editor.setStillImageTime(1, scale: 20)) != nil, let pieces = try? editor.pieces() else {
        continue
      }
      let result = pieces.flatMap { piece -> [UInt8] in
        switch piece {
        case .bytes(let new): new
        case .source(let range): Array(bytes[range])
        }
      }
      let again = try QuickTimeFile(ByteSource(result))
      #expect(PairingIdentifier.text(in: again.movie) == "X" && again.majorBrand == "qt  ")
      #expect(again.movie.tracks.count >= file.movie.tracks.count)
      edited += 1
    }
    #expect(edited > 1000)
  }
}
