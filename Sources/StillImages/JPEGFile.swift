internal import Containers
internal import Files
internal import Messages

/// A JPEG file that is read in pieces: what stands before its first scan, and whether it has an end.
struct JPEGFile {
  /// The open file.
  let file: RandomAccessFile
  /// The head's segments.
  let segments: JPEGSegments
  /// Whether something besides the picture may be told by the whole file: pictures or a video behind it, depth in its XMP.
  let mayHaveCompanions: Bool

  /// The first bytes that are looked at; enough for most heads.
  private static let firstPiece = 1 << 16

  /// Depth and further pictures in XMP take tens of megabytes; what is longer is no head.
  private static let largestHead = 1 << 28

  /// Reads the head and walks through the rest.
  /// - Throws: `truncated` for a file that ends before the primary picture's EOI, as `JPEGSegments` does.
  init(_ file: RandomAccessFile) throws {
    self.file = file
    segments = try Self.head(of: file)
    let end = try JPEGFileWalk(file, from: segments.primaryEnd).end()
    mayHaveCompanions = end < file.byteCount || segments.mentionsDepth
  }

  /// The head, of as many bytes as it takes: metadata may be megabytes.
  private static func head(of file: RandomAccessFile) throws -> JPEGSegments {
    var count = firstPiece
    while true {
      do { return try JPEGSegments(head: file.read(0..<count)) } catch let problem as Problem {
        guard problem.code == .truncated, count < min(file.byteCount, largestHead) else { throw problem }
      }
      count *= 4
    }
  }
}

/// A walk over the markers of a file (ITU-T T.81, B.1.1), a piece of it in memory.
private struct JPEGFileWalk {
  private let file: RandomAccessFile
  private var piece: [UInt8] = []
  private var pieceStart: Int
  private var index = 0

  private static let pieceSize = 1 << 16

  /// - Parameter position: the length of a scan's header stands there.
  init(_ file: RandomAccessFile, from position: Int) {
    self.file = file
    pieceStart = position
  }

  /// One past EOI, by the rules of `JPEGMarkers`.
  func end() throws -> Int {
    var walk = self
    try walk.skipSegment(isScan: true)
    while true {
      switch try walk.marker() {
      case 0xD9: return walk.pieceStart + walk.index
      case 0xD8: throw Problem(.damaged, ["detail": "JPEG: a second SOI before EOI"])
      case 0x01, 0xD0...0xD7: continue
      case 0xDA: try walk.skipSegment(isScan: true)
      default: try walk.skipSegment(isScan: false)
      }
    }
  }

  private mutating func skipSegment(isScan: Bool) throws {
    let length = Int(try byte()) << 8 | Int(try byte())
    guard length >= 2 else { throw Problem(.damaged, ["detail": "JPEG: a segment of length \(length)"]) }
    let target = index + length - 2
    if target <= piece.count {
      index = target
    } else {
      (pieceStart, piece, index) = (pieceStart + target, [], 0)
    }
    if isScan { try skipScan() }
  }

  /// The next marker's second byte; whatever stands before it is skipped.
  private mutating func marker() throws -> UInt8 {
    while true {
      try moveToFF()
      var marker = try byte()
      while marker == 0xFF { marker = try byte() }
      if marker != 0 { return marker }
    }
  }

  /// Moves to the marker that ends the scan.
  private mutating func skipScan() throws {
    while true {
      try moveToFF()
      var next = try byte()
      while next == 0xFF { next = try byte() }
      if next == 0 || (0xD0...0xD7).contains(next) { continue }
      pending = next
      return
    }
  }

  /// Moves past the next FF.
  private mutating func moveToFF() throws {
    if pending != nil { return }
    while true {
      if let found = piece[index...].firstIndex(of: 0xFF) {
        index = found + 1
        return
      }
      index = piece.count
      try fill()
    }
  }

  /// The second byte of a marker that a scan ended with.
  private var pending: UInt8?

  private mutating func byte() throws -> UInt8 {
    if let pending {
      self.pending = nil
      return pending
    }
    if index == piece.count { try fill() }
    index += 1
    return piece[index - 1]
  }

  private mutating func fill() throws {
    pieceStart += piece.count
    index = 0
    piece = []
    piece = try file.read(pieceStart..<min(pieceStart + Self.pieceSize, max(pieceStart, file.byteCount)))
    if piece.isEmpty { throw Self.endless }
  }

  private static var endless: Problem { Problem(.truncated, ["detail": "JPEG without EOI"]) }
}
