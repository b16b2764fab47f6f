internal import CSystem
internal import FoundationEssentials
internal import Glibc
internal import Messages

/// A path as the kernel sees it: bytes, never decoded, never normalised.
///
/// Names on Linux are any bytes but "/" and NUL: invalid UTF-8 and newlines must survive from the walk to the
/// copy.
public struct FilePath: Hashable, Sendable, Comparable {
  /// The bytes, without a terminating NUL. A NUL inside makes every system call fail with EINVAL.
  public let bytes: [UInt8]

  /// A path from bytes as they come from the kernel, a list or the command line.
  public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// A path from text; its UTF-8 is used as it is.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// Lexicographic order of the bytes: the same everywhere, whatever the locale.
  public static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Whether the path starts at the root.
  public var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// The bytes after the last "/" (trailing "/" do not count); empty for "/" and "".
  public var lastComponent: [UInt8] {
    let trimmed = trimmedBytes
    guard let slash = trimmed.lastIndex(of: UInt8(ascii: "/")) else { return Array(trimmed) }
    return Array(trimmed[(slash + 1)...])
  }

  /// The last component without its extension: "IMG_1" of "a/IMG_1.HEIC", ".hidden" of ".hidden".
  public var stem: [UInt8] {
    let name = lastComponent
    guard let dot = extensionDot(in: name) else { return name }
    return Array(name[..<dot])
  }

  /// The bytes after the last dot of the last component, without the dot; empty where there is none. The
  /// leading dot of a hidden file starts no extension.
  public var pathExtension: [UInt8] {
    let name = lastComponent
    guard let dot = extensionDot(in: name) else { return [] }
    return Array(name[(dot + 1)...])
  }

  /// The extension as text with ASCII letters in lower case, for comparing with known ones.
  public var lowercaseExtension: String { String(decoding: pathExtension, as: UTF8.self).lowercased() }

  /// The folder: everything before the last component; "/" for "/x", "." for "x".
  public var parent: FilePath {
    let trimmed = trimmedBytes
    guard let slash = trimmed.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    let before = trimmed[..<slash]
    guard let end = before.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return FilePath("/") }
    return FilePath(bytes: before[...end])
  }

  /// This path with further components behind it; a "/" is put between where none is.
  public func appending(_ component: String) -> FilePath { appending(Array(component.utf8)) }

  /// This path with further components behind it; a "/" is put between where none is.
  public func appending(_ component: [UInt8]) -> FilePath {
    if bytes.isEmpty { return FilePath(bytes: component) }
    if component.isEmpty { return self }
    let isSeparated = bytes.last == UInt8(ascii: "/")
    return FilePath(bytes: bytes + (isSeparated ? [] : [UInt8(ascii: "/")]) + component)
  }

  /// This path with further components behind it.
  public func appending(_ path: FilePath) -> FilePath { appending(path.bytes) }

  /// This path with bytes glued to its last component, as for `NAME.EXT.xmp`.
  public func appendingToName(_ suffix: String) -> FilePath {
    FilePath(bytes: trimmedBytes + Array(suffix.utf8))
  }

  /// The same file seen from the root: joined to `folder` unless it is absolute already, with "." components
  /// and repeated "/" left out. ".." stays: what it means depends on symbolic links.
  public func absolute(relativeTo folder: FilePath) -> FilePath {
    (isAbsolute ? self : folder.appending(bytes)).cleaned
  }

  /// The same file seen from the root, relative to the working folder.
  /// - Throws: `inputUnreadable` where the working folder is gone.
  public func absolute() throws -> FilePath {
    if isAbsolute { return cleaned }
    do throws(SystemError) { return absolute(relativeTo: try SystemCalls.currentDirectory()) } catch {
      throw error.whenReading(FilePath("."))
    }
  }

  /// The path with every symbolic link, "." and ".." resolved; the file must exist.
  /// - Throws: `inputMissing`, `inputUnreadable`.
  public func resolvingSymbolicLinks() throws -> FilePath {
    do throws(SystemError) { return try SystemCalls.realPath(self) } catch { throw error.whenReading(self) }
  }

  /// The rest of this path below `folder` (both absolute and clean), or nil where it does not lie below it.
  public func relative(to folder: FilePath) -> FilePath? {
    var prefix = Array(folder.trimmedBytes)
    if prefix.last != UInt8(ascii: "/") { prefix.append(UInt8(ascii: "/")) }
    guard bytes.count > prefix.count, bytes.starts(with: prefix) else { return nil }
    return FilePath(bytes: bytes[prefix.count...])
  }

  /// The components between the "/", none of them empty.
  public var components: [[UInt8]] { bytes.split(separator: UInt8(ascii: "/")).map { Array($0) } }

  /// The path as text, or nil where it is not valid UTF-8.
  public var utf8: String? { String(validating: bytes, as: UTF8.self) }

  /// The path as text for messages: invalid bytes become U+FFFD, so it must never be opened again.
  public var lossyString: String { String(decoding: bytes, as: UTF8.self) }

  /// Calls `body` with the path as a C string.
  public func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    // An array's own pointer conversion is used, as withUnsafeBufferPointer gives an optional base address.
    return try body(terminated)
  }

  /// Without "." components, repeated and trailing "/".
  private var cleaned: FilePath {
    let kept = components.filter { $0 != [UInt8(ascii: ".")] }
    let joined = Array(kept.joined(separator: [UInt8(ascii: "/")]))
    if isAbsolute { return FilePath(bytes: [UInt8(ascii: "/")] + joined) }
    return joined.isEmpty ? FilePath(".") : FilePath(bytes: joined)
  }

  /// The bytes without trailing "/", but "/" itself stays.
  private var trimmedBytes: ArraySlice<UInt8> {
    guard let end = bytes.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return bytes.prefix(1) }
    return bytes[...end]
  }

  private func extensionDot(in name: [UInt8]) -> Int? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")),
      name[..<dot].contains(where: { $0 != UInt8(ascii: ".") })
    else { return nil }
    return dot
  }
}

extension FilePath: CustomStringConvertible {
  /// The path for messages.
  public var description: String { lossyString }
}

extension FilePath: Codable {
  private enum Keys: String, CodingKey { case base64 }

  /// Text where the path is UTF-8, else `{"base64": …}`, as in the program's JSON output.
  public func encode(to encoder: any Encoder) throws {
    if let text = utf8 {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    } else {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(base64, forKey: .base64)
    }
  }

  /// Reads either form.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(text)
      return
    }
    let container = try decoder.container(keyedBy: Keys.self)
    let text = try container.decode(String.self, forKey: .base64)
    guard let data = Data(base64Encoded: text) else {
      throw DecodingError.dataCorruptedError(forKey: .base64, in: container, debugDescription: "not base64")
    }
    self.init(bytes: data)
  }

  /// The bytes in base64 (RFC 4648), for output that must be text.
  public var base64: String { Data(bytes).base64EncodedString() }
}
