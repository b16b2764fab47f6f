import Files
import Messages
import TestSupport
import Testing

@testable import Containers

@Suite struct QuickTimeFileTests {
  typealias Box = HEIFFileBuilder

  @Test(arguments: [false, true], [false, true]) func readsAFilm(movieFirst: Bool, longOffsets: Bool) throws {
    var builder = MovieFileBuilder()
    builder.isMovieFirst = movieFirst
    builder.hasLongOffsets = longOffsets
    builder.entryBoxes =
      Box.aperture([60, 1, 40, 1, 0, 1, 0, 1]) + Box.box("pasp", Box.number(4, 4) + Box.number(3, 4))
      + Box.box("colr", Array("nclc".utf8) + [0, 12, 0, 1, 0, 6])
    let bytes = builder.bytes()
    let file = try QuickTimeFile(ByteSource(bytes))
    #expect(file.majorBrand == "qt  " && file.isQuickTime && !file.isFragmented)
    #expect(Array(bytes[file.movieRange]) == file.movie.bytes)
    #expect(file.movie.timescale == 600 && file.movie.duration == 60 && file.movie.seconds == 0.1)
    let track = try #require(file.movie.videoTrack)
    #expect(track.id == 1 && track.isEnabled && track.flags == 15 && track.timescale == 600)
    #expect(track.size == (64, 48))
    #expect(track.matrix == [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000])
    #expect(track.edits == [QuickTimeEdit(duration: 60, mediaTime: 0)])
    let entry = try #require(track.sampleEntries.first)
    #expect(
      entry.format == "hvc1" && entry.contains("hvcC")
        && entry.size.map { [$0.width, $0.height] } == [64, 48]
    )
    #expect(entry.cleanAperture == [60, 1, 40, 1, 0, 1, 0, 1])
    #expect(entry.pixelAspect.map { [$0.horizontal, $0.vertical] } == [4, 3])
    #expect(entry.colour?.kind == "nclc" && entry.colour?.codes == [12, 1, 6])
    for index in 0..<3 {
      let range = try #require(track.samples.range(of: index))
      #expect(bytes[range].allSatisfy { $0 == UInt8(index + 1) } && range.count == builder.samples[index])
      #expect(track.samples.decodingTime(of: index) == UInt64(index * 20))
    }
    #expect(track.samples.range(of: 3) == nil && track.samples.decodingTime(of: 3) == nil)
    #expect(track.samples.firstMisplacedChunk(outside: file.mediaRanges, measuringChunks: true) == nil)
    #expect(track.samples.firstMisplacedChunk(outside: [0..<100], measuringChunks: true) == 0)
  }

  @Test func readsAFilmWithoutBrands() throws {
    var builder = MovieFileBuilder()
    builder.brand = nil
    let file = try QuickTimeFile(ByteSource(builder.bytes()))
    #expect(file.majorBrand == nil && file.isQuickTime)
    builder.brand = "mp42"
    #expect(try !QuickTimeFile(ByteSource(builder.bytes())).isQuickTime)
  }

  @Test func rubbishBehindTheMovieIsPassedOver() throws {
    var builder = MovieFileBuilder()
    builder.trailer = [UInt8](repeating: 0xFF, count: 33)
    #expect(try QuickTimeFile(ByteSource(builder.bytes())).topLevelBoxes.count == 4)
  }

  @Test func refusesWhatIsNoFilm() throws {
    #expect(problem([]) == .inputEmpty)
    #expect(problem(Array("this is a text, no film at all".utf8)) == .truncated)
    #expect(
      problem([0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 0, 0, 0, 0, 0]) == .formatUnknown
    )
    #expect(problem(Box.box("ftyp", Array("qt  ".utf8))) == .damaged)
    let whole = MovieFileBuilder().bytes()
    #expect(problem(Array(whole.dropLast(100))) == .truncated)
    #expect(problem(Box.box("moov", Box.box("cmov", [1, 2, 3]))) == .formatUnsupported)
  }

  @Test func aTrackWithoutAClockIsNone() throws {
    var bytes = MovieFileBuilder().bytes()
    let type = Array("mdhd".utf8)
    let header = try #require((0..<(bytes.count - 4)).first { Array(bytes[$0..<($0 + 4)]) == type })
    // Version, flags and two times stand before the ticks a second.
    #expect(Array(bytes[(header + 16)..<(header + 20)]) == Box.number(600, 4))
    bytes.replaceSubrange((header + 16)..<(header + 20), with: Box.number(0, 4))
    let movie = try QuickTimeFile(ByteSource(bytes)).movie
    #expect(movie.tracks.isEmpty && movie.unreadableTrackCount == 1)
  }

  private func problem(_ bytes: [UInt8]) -> ProblemCode? {
    do { _ = try QuickTimeFile(ByteSource(bytes)) } catch { return (error as? Problem)?.code }
    return nil
  }

  @Test func onlyTheMovieBoxIsRead() throws {
    // A film of 5 GB of which only a few bytes exist.
    let movie = MovieFileBuilder().movieBox(mediaStart: 24)
    let mediaCount = 5_000_000_000
    let head = Box.box("wide", []) + [0, 0, 0, 1] + Array("mdat".utf8) + Box.number(mediaCount + 16, 8)
    var largest = 0
    let source = ByteSource(byteCount: head.count + mediaCount + movie.count) { range in
      largest = max(largest, range.count)
      return range.map { position in
        if position < head.count { return head[position] }
        let index = position - head.count - mediaCount
        return index >= 0 ? movie[index] : 0
      }
    }
    let file = try QuickTimeFile(source)
    #expect(file.mediaRanges == [24..<(24 + mediaCount)])
    #expect(file.movie.tracks.count == 1)
    #expect(largest <= max(movie.count, 4096))
  }

  @Test func valuesHaveTheirTypes() {
    #expect(QuickTimeValue([1], type: 22) == .integer(1))
    #expect(QuickTimeValue([0xFF], type: 65) == .integer(-1))
    #expect(QuickTimeValue([0, 0, 0, 0, 0, 0, 0, 4], type: 21) == .integer(4))
    #expect(QuickTimeValue([0x3F, 0x80, 0, 0], type: 23) == .real(1))
    #expect(QuickTimeValue([0, 0x41], type: 2) == .text("A"))
    #expect(QuickTimeValue([1, 2, 3], type: 0) == .data([1, 2, 3], type: 0))
    #expect(QuickTimeValue([], type: 21) == .data([], type: 21))
    #expect(BoxType("©xyz").code == 0xA978_797A)
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) func readsFilmsOfPhones() throws {
    let names = ["iphone7plus-ios10", "iphone15plus-ios18", "appframework"]
    let identifiers = [
      "3D388205-9B11-4690-ABFB-3DB8CE42A984", "DBCDC7C9-7F64-4E79-8A1A-8D29E5D9BE38",
      "8AC6ED87-AD3A-41B1-95BC-B9F93B8BE460",
    ]
    for (name, identifier) in zip(names, identifiers) {
      let path = try #require(Corpus.file("live/pairs/\(name).MOV"))
      let opened = try RandomAccessFile(path)
      let file = try QuickTimeFile(ByteSource(byteCount: opened.byteCount, read: opened.read))
      #expect(file.isQuickTime)
      let movie = file.movie
      if name != "iphone15plus-ios18" {
        #expect(movie.value(of: "com.apple.quicktime.content.identifier")?.text == identifier, "\(name)")
      }
      let still = movie.tracks.filter {
        $0.metadataKeys.contains { $0.name == QuickTimeMetadataKey.stillImageTime }
      }
      #expect(still.count == 1, "\(name)")
      let key = try #require(still.first?.metadataKeys.first)
      #expect(key.namespace == "mdta" && key.dataType == 65 && key.localID == 1)
      let sample = try #require(still.first?.samples.range(of: 0))
      #expect(Array(try opened.read(sample).prefix(9)) == [0, 0, 0, 9, 0, 0, 0, 1, 0xFF])
      for track in movie.tracks {
        let measures = track.handler != "soun"
        #expect(
          track.samples.firstMisplacedChunk(outside: file.mediaRanges, measuringChunks: measures) == nil
        )
      }
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) func metadataBoxIsWrittenAsItWas() throws {
    let path = try #require(Corpus.file("live/pairs/iphone7plus-ios10.MOV"))
    let opened = try RandomAccessFile(path)
    let movie = try QuickTimeFile(ByteSource(byteCount: opened.byteCount, read: opened.read)).movie
    let box = try #require(movie.children.first { $0.type == "meta" })
    #expect(movie.metadata?.box == Array(movie.bytes[box.range]))
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) func readsEveryFilmOrSaysWhyNot() throws {
    var read = 0
    for path in Corpus.files(below: "video") {
      let opened = try RandomAccessFile(path)
      do {
        let movie = try QuickTimeFile(ByteSource(byteCount: opened.byteCount, read: opened.read)).movie
        #expect(!movie.tracks.isEmpty && movie.seconds > 0, "\(path)")
        read += 1
      } catch { #expect(error is Problem) }
    }
    #expect(read >= 25)
  }
}
