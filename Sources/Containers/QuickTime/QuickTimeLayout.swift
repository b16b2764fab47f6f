internal import Messages

/// The pieces of an edited file up to its new movie box.
struct QuickTimeLayout {
  private(set) var pieces: [MoviePiece] = []
  /// How far media data moves.
  let shift: Int

  private static let brand = BoxWriter.box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0] + Array("qt  ".utf8))

  /// Lays out everything but the movie box, whose place becomes free space unless it was the last box.
  ///
  /// - Parameters:
  ///   - droppingXMP: whether `uuid` boxes with XMP become free space too.
  ///   - keepingType: whether the file stays of the type that it says; else it becomes a QuickTime movie.
  ///   - movie: the new movie box, to be put behind the file's type, with no space left where the old one was; nil: it is
  ///     the caller's to append.
  /// - Throws: `metadata.failed`.
  init(_ file: QuickTimeFile, droppingXMP: Bool, keepingType: Bool, movie: [UInt8]? = nil) throws {
    let old = file.topLevelBoxes.first { $0.type == "ftyp" }?.range
    // QuickTime's brand takes 20 bytes. What a larger box leaves becomes free space, and nothing moves.
    let rest = (old?.count ?? 0) - Self.brand.count
    let fits = old != nil && (keepingType || rest == 0 || rest >= 8)
    shift = fits ? 0 : Self.brand.count - (old?.count ?? 0)
    if let old, keepingType {
      pieces.add(.source(old))
    } else {
      append(Self.brand)
      if fits && rest > 0 { append(Self.free(rest)) }
    }
    if let movie { append(movie) }
    for (index, box) in file.topLevelBoxes.enumerated() {
      let isLast = index == file.topLevelBoxes.count - 1
      switch box.type {
      case "ftyp" where box.range == old: continue
      // Nothing may stand before the brand that a shift would not count.
      case "moov" where isLast || movie != nil: continue
      case "moov": append(Self.free(box.range.count))
      case "uuid"
      where droppingXMP && file.topLevelXMP != nil && box.content.count <= QuickTimeFile.largestXMP:
        if try file.isXMP(box) { append(Self.free(box.range.count)) } else { pieces.add(.source(box.range)) }
      default: try copy(box, isLast: isLast, file)
      }
    }
    if let old, old.lowerBound != 0 {
      throw Problem(.metadataFailed, ["detail": "ftyp at \(old.lowerBound)"])
    }
  }

  /// All so far.
  var byteCount: Int { pieces.reduce(0) { $0 + $1.byteCount } }

  mutating func append(_ bytes: [UInt8]) { pieces.add(.bytes(bytes)) }

  /// The last box may say that it goes to the file's end, which is no longer true.
  private mutating func copy(_ box: Box, isLast: Bool, _ file: QuickTimeFile) throws {
    let start = box.range.lowerBound
    let size = isLast ? try file.source.bytes(in: start..<min(start + 4, box.range.upperBound)) : [1]
    guard size == [0, 0, 0, 0] else {
      pieces.add(.source(box.range))
      return
    }
    guard box.range.count <= Int(UInt32.max) else {
      throw Problem(.metadataFailed, ["detail": "box \(box.type) of \(box.range.count) bytes without a size"])
    }
    append(BigEndian.bytes(box.range.count, count: 4))
    pieces.add(.source((start + 4)..<box.range.upperBound))
  }

  /// Free space of at least 8 bytes, all zeros: nothing of what was there can be found in it.
  private static func free(_ count: Int) -> [UInt8] {
    BoxWriter.box("free", [UInt8](repeating: 0, count: max(0, count - 8)))
  }
}
