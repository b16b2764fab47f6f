/// A tEXt, zTXt or iTXt chunk (PNG, third edition, 11.3.3).
struct PNGText {
  /// Its keyword.
  let keyword: String
  private let data: ArraySlice<UInt8>
  private let isCompressed: Bool

  /// Parses a chunk's data; nil where a part is missing.
  init?(type: String, _ bytes: ArraySlice<UInt8>) {
    guard let end = bytes.firstIndex(of: 0), end - bytes.startIndex <= 79 else { return nil }
    keyword = String(decoding: bytes[..<end], as: UTF8.self)
    let rest = bytes[(end + 1)...]
    switch type {
    case "zTXt":
      guard rest.first == 0 else { return nil }  // the compression method
      isCompressed = true
      data = rest.dropFirst()
    case "iTXt":
      guard let flag = rest.first, flag <= 1, let language = rest.dropFirst(2).firstIndex(of: 0),
        let translation = rest[(language + 1)...].firstIndex(of: 0)
      else { return nil }
      isCompressed = flag == 1
      data = rest[(translation + 1)...]
    default:
      isCompressed = false
      data = rest
    }
  }

  /// The text's bytes, or nil where they can't be inflated within what texts may take.
  func smallContent() -> [UInt8]? {
    if isCompressed { return Inflate.bytes(data, limit: EmbeddedText.maximumByteCount) }
    return data.count <= EmbeddedText.maximumByteCount ? Array(data) : nil
  }

  /// Whether its keyword is one that metadata stand under.
  var isMetadata: Bool { keyword == "XML:com.adobe.xmp" || keyword.hasPrefix("Raw profile type ") }

  /// The text's bytes, inflated where they are compressed.
  func content() -> [UInt8]? {
    isCompressed ? Inflate.bytes(data, limit: PNGChunks.textLimit) : Array(data)
  }

  /// The bytes of a "Raw profile type ..." text as ImageMagick and exiftool write it: a name, a length in decimal, and
  /// that many bytes in hexadecimal, each on lines of their own. Some writers count short, some leave stray bytes at
  /// the end: what stands there in hexadecimal counts.
  func rawProfile() -> [UInt8]? {
    guard let text = content() else { return nil }
    let lines = text.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: true)
    guard lines.count == 3,
      let length = Int(String(decoding: lines[1].filter { $0 != 0x20 }, as: UTF8.self)), length > 0
    else { return nil }
    let bytes = Hexadecimal.bytes(lines[2])
    return bytes.count >= length ? bytes : nil
  }
}
