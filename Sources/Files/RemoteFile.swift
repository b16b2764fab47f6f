internal import CCurl
internal import Messages

/// Files behind http and https URLs.
public enum RemoteFile {
  /// Whether an input is a URL that can be fetched: nobody has a folder "http:" with an empty one in it.
  public static func isURL(_ path: FilePath) -> Bool {
    let head = String(decoding: path.bytes.prefix(8), as: UTF8.self).lowercased()
    return head.hasPrefix("http://") || head == "https://"
  }

  /// The address without a name and password in front of the host (RFC 3986, 3.2.1), as it is shown and recorded.
  public static func withoutCredentials(_ url: FilePath) -> FilePath {
    guard isURL(url), let scheme = url.bytes.firstIndex(of: UInt8(ascii: ":")) else { return url }
    let start = scheme + 3
    let end = url.bytes[start...].firstIndex {
      [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0)
    }
    guard let at = url.bytes[start..<(end ?? url.bytes.endIndex)].lastIndex(of: UInt8(ascii: "@")) else {
      return url
    }
    return FilePath(bytes: Array(url.bytes[..<start] + url.bytes[(at + 1)...]))
  }

  /// Brings a file here.
  ///
  /// - Parameters:
  ///   - target: gets the bytes; what came before an error stays in it.
  ///   - maximumByteCount: the most that is taken.
  ///   - patienceInSeconds: how long nothing may come.
  ///   - end: is shown the bytes as they come, in order; how many of them are wanted, where no more are (less than 0: so many of
  ///     those before aren't either); nil: all, and it goes on. Nothing that the server says of the length is relied on.
  /// - Throws: `input.stalled`, `input.not-fetched`, `input.missing`, `input.too-large`; `diskFull`, `cannotWrite`.
  public static func fetch(
    _ url: FilePath,
    into target: UnnamedFile,
    maximumByteCount: Int64,
    patienceInSeconds: Double,
    end: @escaping (UnsafeRawBufferPointer) -> Int? = { _ in nil }
  ) throws {
    guard let text = url.utf8 else {
      throw Problem(
        .inputNotFetched,
        ["path": withoutCredentials(url).lossyString, "reason": "address", "detail": "not UTF-8"]
      )
    }
    let taker = Taker(target, end)
    let result = ccurl_fetch(
      text,
      ProgramVersion.nameAndVersion,
      Int(patienceInSeconds * 1000),
      maximumByteCount,
      { context, bytes, count in
        guard let context, let bytes else { return 1 }
        // The taker lives until ccurl_fetch returns.
        return Unmanaged<Taker>.fromOpaque(context).takeUnretainedValue()
          .take(UnsafeRawBufferPointer(start: bytes, count: count))
      },
      Unmanaged.passUnretained(taker).toOpaque()
    )
    try withExtendedLifetime(taker) {
      if let problem = taker.problem { throw problem }
      try check(result, url, target, maximumByteCount, patienceInSeconds)
    }
  }

  private static func check(
    _ result: ccurl_result,
    _ url: FilePath,
    _ target: UnnamedFile,
    _ limit: Int64,
    _ patience: Double
  ) throws {
    let words = withUnsafeBytes(of: result.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let path = withoutCredentials(url).lossyString
    switch ccurl_status(UInt32(result.status)) {
    case CCURL_OK: if target.byteCount == 0 { throw Problem(.inputEmpty, ["path": path]) }
    case CCURL_STALLED: throw stalled(withoutCredentials(url), patience)
    case CCURL_TOO_LARGE:
      throw Problem(.inputTooLarge, ["path": path, "found": "\(target.byteCount)", "limit": "\(limit)"])
    case CCURL_REFUSED:
      let isGone = [404, 410].contains(result.http_status)
      throw Problem(
        isGone ? .inputMissing : .inputNotFetched,
        ["path": path, "reason": "status", "status": "\(result.http_status)", "detail": words]
      )
    case CCURL_NO_LIBRARY:
      throw Problem(.inputNotFetched, ["path": path, "reason": "library", "detail": words])
    default:
      var values = ["path": path, "detail": words]
      values["reason"] = reason(ccurl_reason(UInt32(result.reason)))
      throw Problem(.inputNotFetched, values)
    }
  }

  /// What `reason` of `input.not-fetched` says; nil: only libcurl's own words are there.
  private static func reason(_ reason: ccurl_reason) -> String? {
    switch reason {
    case CCURL_REASON_ADDRESS: "address"
    case CCURL_REASON_PROTOCOL: "protocol"
    case CCURL_REASON_RESOLVE: "resolve"
    case CCURL_REASON_CONNECT: "connect"
    case CCURL_REASON_TLS: "tls"
    case CCURL_REASON_REDIRECTS: "redirects"
    case CCURL_REASON_BROKEN_OFF: "broken-off"
    default: nil
    }
  }

  static func stalled(_ path: FilePath, _ patience: Double) -> Problem {
    Problem(.inputStalled, ["path": path.lossyString, "seconds": "\(Int(patience.rounded()))"])
  }

  /// Receives bytes from C.
  private final class Taker {
    private let target: UnnamedFile
    private let end: (UnsafeRawBufferPointer) -> Int?
    private(set) var problem: (any Error)?

    init(_ target: UnnamedFile, _ end: @escaping (UnsafeRawBufferPointer) -> Int?) {
      self.target = target
      self.end = end
    }

    /// The answers of `ccurl_take`.
    func take(_ bytes: UnsafeRawBufferPointer) -> Int32 {
      let wanted = end(bytes)
      do {
        try target.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(max(0, wanted ?? bytes.count))))
        if let wanted, wanted < 0 { try target.removeLast(Int64(-wanted)) }
      } catch {
        problem = error
        return 1
      }
      return wanted == nil ? 0 : 2
    }
  }
}
