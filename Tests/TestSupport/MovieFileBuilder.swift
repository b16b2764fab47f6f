/// Builds small QuickTime files byte by byte, for tests of what reads and edits them.
public struct MovieFileBuilder {
  private typealias Box = HEIFFileBuilder

  /// The first brand; nil: no `ftyp`.
  public var brand: String? = "qt  "
  /// Whether the movie box stands before the media data.
  public var isMovieFirst = false
  /// Ticks a second of the movie.
  public var timescale = 600
  /// Sizes of the video's samples; each is a chunk of its own and lasts 20 ticks of 600.
  public var samples = [100, 50, 60]
  /// Whether chunk offsets have 64 bits.
  public var hasLongOffsets = false
  /// "hvc1", "avc1"...
  public var format = "hvc1"
  /// Boxes in the video's sample entry behind its `hvcC`.
  public var entryBoxes: [UInt8] = []
  /// Content of `moov/udta`.
  public var userData: [UInt8] = []
  /// Whole boxes behind everything in the movie box.
  public var movieBoxes: [UInt8] = []
  /// Whole boxes of the first level behind everything.
  public var trailer: [UInt8] = []
  /// Seconds since 1904.
  public var creationTime = 3_564_000_000
  /// Flags of the video's header.
  public var trackFlags = 15

  /// A small film.
  public init() {}

  private var media: [UInt8] {
    samples.enumerated().flatMap { index, size in
      [UInt8](repeating: UInt8(truncatingIfNeeded: index + 1), count: size)
    }
  }

  /// The length in ticks of the movie.
  public var duration: Int { samples.count * 20 * timescale / 600 }

  /// The file.
  public func bytes() -> [UInt8] {
    let head =
      (brand.map { Box.box("ftyp", Array($0.utf8) + Box.number(0, 4) + Array($0.utf8)) } ?? [])
      + Box.box("wide", [])
    let mediaBox = Box.box("mdat", media)
    if isMovieFirst {
      let movie = movieBox(mediaStart: 0)
      return head + movieBox(mediaStart: head.count + movie.count + 8) + mediaBox + trailer
    }
    return head + mediaBox + movieBox(mediaStart: head.count + 8) + trailer
  }

  /// The movie box.
  public func movieBox(mediaStart: Int) -> [UInt8] {
    let header =
      Box.number(creationTime, 4) + Box.number(creationTime, 4) + Box.number(timescale, 4)
      + Box.number(duration, 4)
      + Box.number(0x1_0000, 4) + Box.number(0x100, 2) + [UInt8](repeating: 0, count: 10) + Self.matrix
      + [UInt8](repeating: 0, count: 24) + Box.number(2, 4)
    return Box.box(
      "moov",
      Box.fullBox("mvhd", header) + track(mediaStart: mediaStart)
        + (userData.isEmpty ? [] : Box.box("udta", userData)) + movieBoxes
    )
  }

  private static let matrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000].flatMap {
    Box.number($0, 4)
  }

  private func track(mediaStart: Int) -> [UInt8] {
    let header =
      Box.number(creationTime, 4) + Box.number(creationTime, 4) + Box.number(1, 4) + Box.number(0, 4)
      + Box.number(duration, 4) + [UInt8](repeating: 0, count: 16) + Self.matrix + Box.number(64 << 16, 4)
      + Box.number(48 << 16, 4)
    let mediaHeader =
      Box.number(creationTime, 4) + Box.number(creationTime, 4) + Box.number(600, 4)
      + Box.number(samples.count * 20, 4) + Box.number(0x55C4, 2) + Box.number(0, 2)
    let handler = Array("mhlrvide".utf8) + [UInt8](repeating: 0, count: 13)
    return Box.box(
      "trak",
      Box.fullBox("tkhd", flags: trackFlags, header)
        + Box.box("edts", Box.fullBox("elst", [1, duration, 0, 0x1_0000].flatMap { Box.number($0, 4) }))
        + Box.box(
          "mdia",
          Box.fullBox("mdhd", mediaHeader) + Box.fullBox("hdlr", handler)
            + Box.box("minf", Box.box("stbl", table(mediaStart: mediaStart)))
        )
    )
  }

  private func table(mediaStart: Int) -> [UInt8] {
    var position = mediaStart
    var offsets: [Int] = []
    for size in samples {
      offsets.append(position)
      position += size
    }
    let entry =
      [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 16) + Box.number(64, 2) + Box.number(48, 2)
      + [UInt8](repeating: 0, count: 50) + Box.box(format == "avc1" ? "avcC" : "hvcC", [1, 2, 3]) + entryBoxes
    let count = Box.number(samples.count, 4)
    return Box.fullBox("stsd", Box.number(1, 4) + Box.box(format, entry))
      + Box.fullBox("stts", Box.number(1, 4) + count + Box.number(20, 4))
      + Box.fullBox("stsc", [1, 1, 1, 1].flatMap { Box.number($0, 4) })
      + Box.fullBox("stsz", Box.number(0, 4) + count + samples.flatMap { Box.number($0, 4) })
      + Box.fullBox(
        hasLongOffsets ? "co64" : "stco",
        count + offsets.flatMap { Box.number($0, hasLongOffsets ? 8 : 4) }
      )
  }
}
