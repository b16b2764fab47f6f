internal import CXXHash
internal import Messages

/// XXH3-128 of a file's content: tells contents apart, fast; no defence against forgery (nothing relies on
/// one).
public struct ContentHash: Hashable, Sendable, Comparable {
  /// The upper and lower half of the number.
  private let high, low: UInt64

  /// The hash of bytes in memory.
  public init(of bytes: [UInt8]) {
    self.init(bytes.withUnsafeBytes { XXH3_128bits($0.baseAddress, $0.count) })
  }

  /// Reads 32 hex digits; nil for anything else.
  public init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 32, digits.allSatisfy({ Self.isHexDigit($0) }),
      let high = UInt64(String(decoding: digits[..<16], as: UTF8.self), radix: 16),
      let low = UInt64(String(decoding: digits[16...], as: UTF8.self), radix: 16)
    else { return nil }
    self.high = high
    self.low = low
  }

  /// Reads the 16 bytes of the canonical (big-endian) form; nil for another count.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private init(_ hash: XXH128_hash_t) {
    high = hash.high64
    low = hash.low64
  }

  /// 32 lower-case hex digits, as `xxhsum -H2` prints.
  public var hex: String { Self.hex(high) + Self.hex(low) }

  /// The 16 bytes of the canonical (big-endian) form.
  public var bytes: [UInt8] {
    [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
  }

  /// The first 8 hex digits, for telling names apart.
  public var shortHex: String { String(hex.prefix(8)) }

  /// The order of the hex forms.
  public static func < (left: ContentHash, right: ContentHash) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  /// The hash of a file's content, read in pieces of 1 MiB.
  /// - Throws: as `FileReader.read`.
  public static func ofFile(_ path: FilePath) throws -> ContentHash { try withStatus(ofFile: path).hash }

  /// The hash of a file's content and the file's status, which was the same before and after.
  /// - Throws: as `FileReader.read`.
  public static func withStatus(ofFile path: FilePath) throws -> (hash: ContentHash, status: FileStatus) {
    try FileReader.translating(path) { () throws in
      let file = try OpenFile(reading: path)
      let status = try FileReader.regular(file, path)
      let stream = try HashStream()
      var size: Int64 = 0
      try file.forEachPiece { piece in
        stream.add(piece)
        size += Int64(piece.count)
        // A file that grows as fast as it is read would never end.
        if size > status.size { throw FileReader.changed(path) }
      }
      guard size == status.size, try file.status == status else { throw FileReader.changed(path) }
      return (ContentHash(stream.digest), status)
    }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }

  private static func hex(_ half: UInt64) -> String {
    let digits = String(half, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension ContentHash: Codable, CustomStringConvertible {
  /// The hex form.
  public var description: String { hex }

  /// Written as its hex form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }

  /// Reads the hex form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let hash = ContentHash(hex: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not 32 hex digits")
    }
    self = hash
  }
}

/// Owner of the library's streaming state.
private struct HashStream: ~Copyable {
  private let state: OpaquePointer

  init() throws {
    guard let state = XXH3_createState() else {
      throw Problem(.internalError, ["detail": "XXH3_createState: no memory"])
    }
    self.state = state
    _ = XXH3_128bits_reset(state)
  }

  deinit { _ = XXH3_freeState(state) }

  func add(_ piece: UnsafeRawBufferPointer) { _ = XXH3_128bits_update(state, piece.baseAddress, piece.count) }

  var digest: XXH128_hash_t { XXH3_128bits_digest(state) }
}

extension OpenFile {
  /// Calls `body` with the content in pieces of at most 1 MiB.
  func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { buffer.deallocate() }
    while true {
      let count = try fill(buffer)
      if count == 0 { return }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}
