internal import Containers
internal import Files
internal import Glibc

/// Small pictures that file managers have kept (freedesktop.org, Thumbnail Managing Standard 0.9): PNG files that are named
/// by the MD5 digest of the original's URI.
struct ThumbnailCache {
  private let folder: FilePath?

  /// The cache of whoever runs this: below `XDG_CACHE_HOME`, else `~/.cache`.
  init(environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
    if let cache = environment("XDG_CACHE_HOME"), cache.hasPrefix("/") {
      folder = FilePath(cache).appending("thumbnails")
    } else {
      folder = environment("HOME").flatMap { $0.hasPrefix("/") ? FilePath($0) : nil }?
        .appending(".cache/thumbnails")
    }
  }

  /// The largest picture that is kept of a file or URL.
  func picture(of path: FilePath) -> FilePath? {
    guard let folder else { return nil }
    let uri = RemoteFile.isURL(path) ? path.bytes : Self.uri(of: path)
    let name = MD5.hexadecimal(of: uri).lowercased() + ".png"
    return ["xx-large", "x-large", "large", "normal"].map { folder.appending("\($0)/\(name)") }
      .first { (try? FileStatus.of($0).kind) == .regular }
  }

  /// As GLib writes it: all but unreserved characters, sub-delimiters, ":", "@" and "/" in percent signs (RFC 3986, 3.3).
  private static func uri(of path: FilePath) -> [UInt8] {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    return Array("file://".utf8)
      + path.bytes.flatMap { byte in
        plain.contains(byte) ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
  }
}
