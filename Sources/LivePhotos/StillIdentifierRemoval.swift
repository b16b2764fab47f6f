internal import Containers
public import Files
internal import Messages
internal import Metadata
internal import StillImages

/// Takes the pairing identifier out of a finished still: the file keeps its length and every byte that is not the
/// identifier's, so the picture is the same.
public enum StillIdentifierRemoval {
  /// Writes a still without its identifier into a new file, and reads that from disk again to see that it is gone.
  ///
  /// - Returns: the status of the new file.
  /// - Throws: `pair.identifier-not-removed` where it is still there or more than it would be changed; the new file is
  ///   gone then. `input.*`, `write.*`.
  @discardableResult
  public static func write(_ still: FilePath, to path: FilePath) throws -> FileStatus {
    let (bytes, status) = try FileReader.read(still)
    let (cleaned, ranges) = try failing { try removing(from: bytes) }
    let written = try DurableFile.write(cleaned, to: path, modification: status.modification)
    do {
      let (found, _) = try FileReader.read(path)
      try failing { try verify(found, original: bytes, changed: ranges) }
    } catch {
      try? DurableFile.remove(path)
      throw error
    }
    return written
  }

  /// What a damaged file makes of reading it: its identifier can't be taken out.
  private static func failing<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let problem as Problem where problem.code != .pairIdentifierNotRemoved {
      throw failed(problem.values["detail"] ?? problem.code.rawValue)
    }
  }

  private static func failed(_ detail: String) -> Problem {
    Problem(.pairIdentifierNotRemoved, ["detail": detail])
  }

  /// The bytes without the identifier, and the ranges that may have changed.
  static func removing(from bytes: [UInt8]) throws -> (bytes: [UInt8], changed: [Range<Int>]) {
    var result = bytes
    var ranges: [Range<Int>] = []
    for block in try exifBlocks(in: bytes) {
      let exif = block.flatMap { bytes[$0] }
      guard PairingTag.identifier(inExif: exif) != nil else { continue }
      let cleaned: [UInt8]
      do { cleaned = try PairingTag.removing(from: exif) } catch {
        throw failed((error as? Problem)?.values["detail"] ?? "")
      }
      var position = 0
      for range in block {
        result.replaceSubrange(range, with: cleaned[position..<(position + range.count)])
        position += range.count
      }
      ranges += block
    }
    return (result, ranges)
  }

  private static func verify(_ found: [UInt8], original: [UInt8], changed: [Range<Int>]) throws {
    guard found.count == original.count else { throw failed("\(found.count) bytes of \(original.count)") }
    for block in try exifBlocks(in: found)
    where PairingTag.identifier(inExif: block.flatMap { found[$0] }) != nil {
      throw failed("still there")
    }
    let header = try StillImageReader(bytes: found, limits: DecodingLimits()).header
    if PairingTag.identifier(inExif: header.blocks.exif) != nil { throw failed("still there") }
    var position = 0
    for range in changed.sorted(by: { $0.lowerBound < $1.lowerBound }) + [found.count..<found.count] {
      if position < range.lowerBound,
        found[position..<range.lowerBound] != original[position..<range.lowerBound]
      {
        throw failed("bytes of the picture changed")
      }
      position = max(position, range.upperBound)
    }
  }

  /// Where the Exif blocks of a file stand, piece by piece, from their TIFF header on.
  private static func exifBlocks(in bytes: [UInt8]) throws -> [[Range<Int>]] {
    if bytes.starts(with: [0xFF, 0xD8]) { return jpegBlocks(try JPEGSegments(bytes), bytes) }
    let file: HEIFItems
    do { file = try HEIFItems(bytes: bytes) } catch { throw failed("neither JPEG nor HEIC") }
    return file.order.compactMap { id -> [Range<Int>]? in
      guard let item = file.items[id], item.type == "Exif", let extents = try? file.checkedExtents(of: item)
      else { return nil }
      let data = extents.flatMap { bytes[$0] }
      // An offset of four bytes, and perhaps "Exif\0\0" or a whole segment's header, stand before it.
      guard let start = (0..<24).first(where: { isTIFF(data, at: $0) }) else { return nil }
      return dropping(start, from: extents)
    }
  }

  private static func jpegBlocks(_ file: JPEGSegments, _ bytes: [UInt8]) -> [[Range<Int>]] {
    file.exifRange.map { [[$0]] } ?? []
  }

  private static func isTIFF(_ data: [UInt8], at start: Int) -> Bool {
    let head = data.dropFirst(start).prefix(4)
    return head.elementsEqual([0x4D, 0x4D, 0, 0x2A]) || head.elementsEqual([0x49, 0x49, 0x2A, 0])
  }

  private static func dropping(_ count: Int, from ranges: [Range<Int>]) -> [Range<Int>] {
    var rest = count
    return ranges.compactMap { range in
      let dropped = min(rest, range.count)
      rest -= dropped
      return dropped == range.count ? nil : (range.lowerBound + dropped)..<range.upperBound
    }
  }
}
