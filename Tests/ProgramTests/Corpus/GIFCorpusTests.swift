import Containers
import Files
import Foundation
import Messages
import Movies
import Pixels
import StillImages
import TestSupport
import Testing

/// Every video of the corpus as a GIF: what becomes of it is what its table says, and what is in it is what its own times and
/// frames say.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct GIFCorpusTests {
  /// Seconds that are shown of each; tests are built without optimisation.
  private static let length = 1.2
  private static let tick = 0.08
  private static let width = 96

  /// A row of the table that an independent program made.
  private struct Row {
    var name: String
    var frameCount: Int
    /// Seconds, by what the last frame may last.
    var duration: ClosedRange<Double>

    init?(_ line: Substring) {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count >= 8, let count = Int(cells[3]) else { return nil }
      (name, frameCount) = (cells[0], count)
      let steps = [cells[6], cells[7]].map { (Double($0) ?? 0) / 1000 }
      let last = (Double(cells[5]) ?? 0) - (Double(cells[4]) ?? 0)
      duration = (last + min(steps[0], steps[1]))...(last + max(steps[0], steps[1]))
    }
  }

  @Test func everyVideo() throws {
    let samples = try Samples()
    defer { samples.remove() }
    let folder = try #require(Corpus.folder).appending("video")
    let table = String(decoding: try FileReader.read(folder.appending("EXPECT.tsv")).bytes, as: UTF8.self)
    let rows = table.split(separator: "\n").dropFirst().compactMap(Row.init)
    #expect(rows.count > 30)
    let options = [
      "--to", "gif", "--width", "\(Self.width)", "--length", "\(Self.length)", "--sidecar", "never",
    ]
    let files = rows.map { folder.appending($0.name).lossyString }
    let records = try samples.program.run(["convert", "--json", "-j", "2"] + options + files).records()
    var found: [String: [String: Any]] = [:]
    for record in records {
      if let path = (record["source"] as? [String: Any])?["path"] as? String { found[path] = record }
    }
    for (row, file) in zip(rows, files) {
      let record = try #require(found[file], "\(row.name)")
      if row.frameCount == 0 {
        #expect(record["status"] as? String == "failed", "\(row.name)")
        #expect((record["error"] as? [String: Any])?["message"] as? String != nil, "\(row.name)")
        continue
      }
      let outputs = record["outputs"] as? [[String: Any]]
      guard let gif = outputs?.first?["path"] as? String else {
        // One file of the table decodes nothing here either, and says so.
        Issue.record("\(row.name): \(record["error"] ?? "")")
        continue
      }
      try judge(FilePath(gif), of: FilePath(file), row)
    }
  }

  private func judge(_ gif: FilePath, of source: FilePath, _ row: Row) throws {
    let bytes = try FileReader.read(gif).bytes
    let outline = try GIFOutline(ByteSource(bytes))
    let movie = try MovieReader(.file(source))
    let shown = movie.information.video.displaySize
    let width = min(Self.width, shown.width)
    let height = Int((Double(shown.height) * Double(width) / Double(shown.width)).rounded())
    #expect(outline.canvas == PixelSize(width: width, height: height), "\(row.name)")
    var options = MovieFrameOptions()
    options.colour = .sRGB
    options.size = outline.canvas
    let frames = try movie.frames(to: MediaTime(seconds: Self.length), options: options)
    var all: [MovieFrame] = []
    while let frame = try frames.next() { all.append(frame) }
    let end = min(Self.length, all.last.map { ($0.time + $0.duration).seconds } ?? 0)
    let total = outline.delays.reduce(0, +)
    if end > 0.02 {
      #expect(abs(Double(total) - end * 100) <= 1.01, "\(row.name): \(total) of \(end)")
      if row.duration.upperBound < Self.length - 0.1, row.duration.lowerBound > 0 {
        let seconds = Double(total) / 100
        #expect(seconds > row.duration.lowerBound - 0.12, "\(row.name)")
        #expect(seconds < row.duration.upperBound + 0.12, "\(row.name)")
      }
    }
    checkTimes(outline, all, end: end, keepsTimes: keepsTimes(movie), row.name)
    try checkPictures(bytes, outline, all, row.name)
  }

  private func keepsTimes(_ movie: MovieReader) -> Bool {
    let video = movie.information.video
    return video.isVariableRate != true && (video.frameRate.map { $0 <= 12.75 } ?? false)
  }

  /// Every frame of the GIF begins when a tick, or its own time, brings another frame of the source.
  private func checkTimes(
    _ gif: GIFOutline,
    _ source: [MovieFrame],
    end: Double,
    keepsTimes: Bool,
    _ name: String
  ) {
    var changes: [Double] = [0]
    if keepsTimes {
      changes = source.map(\.time.seconds)
    } else {
      var before = 0
      for number in 0..<Int(Self.length / Self.tick + 2) {
        let moment = Double(number) * Self.tick
        let now = source.lastIndex { $0.time.seconds <= moment + Self.tick / 2 + 1e-6 } ?? 0
        if now != before, moment < end { changes.append(moment) }
        before = now
      }
    }
    var begin = 0
    for delay in gif.delays {
      let nearest = changes.map { abs($0 * 100 - Double(begin)) }.min() ?? .infinity
      #expect(nearest <= 1.01, "\(name): a frame begins at \(begin)")
      #expect(delay >= 2, "\(name)")
      begin += delay
    }
  }

  private func checkPictures(
    _ bytes: [UInt8],
    _ outline: GIFOutline,
    _ source: [MovieFrame],
    _ name: String
  ) throws {
    let player = try GIFPlayer(ByteSource(bytes), canvas: outline.canvas)
    var pictures: [PixelBuffer] = []
    for _ in outline.delays { pictures.append(try player.next()) }
    let firsts = source.filter { $0.time.seconds <= Self.tick / 2 + 1e-6 }.suffix(1)
    for (picture, candidates) in [(pictures.first, Array(firsts)), (pictures.last, Array(source.suffix(4)))] {
      let picture = try #require(picture).converted(to: .rgb)
      let distances = candidates.compactMap {
        PixelComparison.meanAbsoluteDifference(picture, $0.picture.converted(to: .rgb))
      }
      let least = try #require(distances.min(), "\(name)")
      #expect(least < 0.035, "\(name): \(least)")
    }
  }
}
