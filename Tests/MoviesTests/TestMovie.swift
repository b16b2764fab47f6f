import Containers
import Files
import Movies
import Pixels
import TestSupport

/// Makes small movies, and changes their boxes.
enum TestMovie {
  /// A picture in whose upper left quarter stands `number`'s shade, with a gradient elsewhere: no two ways of turning it look
  /// alike.
  static func picture(_ number: Int, _ size: PixelSize) -> PixelBuffer {
    var bytes = [UInt8](repeating: 0, count: size.width * size.height * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = (y * size.width + x) * 3
        let isMark = x < size.width / 2 && y < size.height / 2
        let shade = UInt8(40 + number * 9 % 200)
        bytes[place] = isMark ? shade : UInt8(x * 255 / size.width)
        bytes[place + 1] = isMark ? shade : UInt8(y * 255 / size.height)
        bytes[place + 2] = isMark ? shade : 90
      }
    }
    return PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: bytes)
  }

  /// A movie of `count` pictures at these times (in 600ths), by default 30 a second.
  static func make(
    in folder: TemporaryFolder,
    _ name: String = "test.MOV",
    size: PixelSize = PixelSize(width: 96, height: 64),
    count: Int = 60,
    times: [Int64]? = nil,
    colour: MovieEncodingSettings.Colour = .standard
  ) throws -> FilePath {
    var settings = MovieEncodingSettings(size: size)
    settings.colour = colour
    settings.rateFactor = 12
    let path = folder.path.appending(name)
    let encoder = try MovieEncoder(to: path, settings)
    let times = times ?? (0..<Int64(count)).map { $0 * 20 }
    for (number, time) in times.enumerated() {
      try encoder.append(picture(number, size), at: MediaTime(value: time, timescale: 600))
    }
    try encoder.finish(at: MediaTime(value: (times.last ?? 0) + 20, timescale: 600))
    return path
  }

  /// All frames of a movie.
  static func frames(
    _ source: MovieSource,
    from start: MediaTime? = nil,
    to end: MediaTime? = nil,
    _ options: MovieFrameOptions = MovieFrameOptions()
  ) throws -> [MovieFrame] {
    let frames = try MovieReader(source).frames(from: start, to: end, options: options)
    var all: [MovieFrame] = []
    while let frame = try frames.next() { all.append(frame) }
    return all
  }

  /// The place of the first box of a type below the boxes of `path`, which is to be the only one.
  static func find(_ path: [BoxType], in bytes: [UInt8]) throws -> Box? {
    var range = 0..<bytes.count
    var found: Box?
    for (level, type) in path.enumerated() {
      var reader = BoxReader(bytes, in: range)
      found = try reader.readBoxes().first { $0.type == type }
      guard let box = found else { return nil }
      range = box.content
      if level + 1 < path.count {
        if type == "stsd" { range = (range.lowerBound + 8)..<range.upperBound }
        if type == "avc1" || type == "hvc1" { range = (range.lowerBound + 78)..<range.upperBound }
      }
    }
    return found
  }

  /// The movie with another matrix in its track header: a b c d.
  static func turned(_ bytes: [UInt8], _ matrix: (Int, Int, Int, Int)) throws -> [UInt8] {
    guard let header = try find(["moov", "trak", "tkhd"], in: bytes) else { return bytes }
    var result = bytes
    let start = header.content.lowerBound + 40
    for (place, value) in [(0, matrix.0), (4, matrix.1), (12, matrix.2), (16, matrix.3)] {
      result.replaceSubrange(
        (start + place)..<(start + place + 4),
        with: HEIFFileBuilder.number(value << 16, 4)
      )
    }
    return result
  }

  /// The movie with one more box at the end of its picture track's sample entry. The index stands behind the media, so that
  /// nothing else moves.
  static func adding(_ addition: [UInt8], to bytes: [UInt8]) throws -> [UInt8] {
    let path: [BoxType] = ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"]
    var result = bytes
    for length in 1...path.count {
      guard let box = try find(Array(path.prefix(length)), in: bytes) else { return bytes }
      let size = HEIFFileBuilder.number(box.range.count + addition.count, 4)
      result.replaceSubrange(box.range.lowerBound..<(box.range.lowerBound + 4), with: size)
    }
    if let entry = try find(path, in: bytes) {
      result.insert(contentsOf: addition, at: entry.range.upperBound)
    }
    return result
  }
}
