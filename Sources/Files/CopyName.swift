internal import Messages

/// The name of a copy: from a template, cut to what a filesystem takes, told apart by a suffix.
///
/// A template is text with fields: `{stem}` the source's name without its extension, `{name}` with it,
/// `{ext}` the source's extension, `{format}` the copy's, `{year}` `{month}` `{day}` of the date, `{date}`
/// (2021-07-14) and `{time}` (18-03-22); the last two take a form of their own, `{date:%Y%m%d}`, of %Y %y %m
/// %d %H %M %S %j %%. `{{` and `}}` stand for braces. The copy's extension is put behind.
public struct CopyName: Hashable, Sendable {
  /// The longest name: NAME_MAX of Linux.
  public static let maximumByteCount = 255

  /// The name without the extension; any bytes but "/" and NUL.
  public var stem: [UInt8]
  /// The extension without its dot.
  public var fileExtension: String

  /// A name from its parts.
  public init(stem: [UInt8], fileExtension: String) {
    self.stem = stem
    self.fileExtension = fileExtension
  }

  /// The name that a template gives.
  /// - Throws: `badName` for an unknown field, a wrong brace, a date where there is none, or an unusable
  ///   result.
  public init(template: String, fields: Fields, fileExtension: String) throws {
    var expansion = TemplateExpansion(template: template, fields: fields)
    self.init(stem: try expansion.expand(), fileExtension: fileExtension)
    if let fault = fault { throw Problem(.badName, ["template": template, "detail": fault]) }
  }

  /// The whole name, its stem cut at a UTF-8 border so that the name and `reserving` further bytes (a
  /// sidecar's ".xmp") fit.
  public func fileName(reserving: Int = 0) -> [UInt8] { fileName(suffix: "", reserving: reserving) }

  /// The whole name with "~" and the first 8 hex digits of `identity` behind the stem, which alone is cut:
  /// for a name that is taken. The same source always gets the same name; a counter would depend on the order
  /// of work.
  public func fileName(distinguishedBy identity: ContentHash, reserving: Int = 0) -> [UInt8] {
    fileName(suffix: "~" + identity.shortHex, reserving: reserving)
  }

  /// At most `count` bytes of a name, without half of a UTF-8 character at the end. Bytes that are no UTF-8
  /// stay.
  public static func cut(_ name: [UInt8], toByteCount count: Int) -> [UInt8] {
    if name.count <= count { return name }
    var end = max(0, count)
    // A character has at most three continuation bytes (10xxxxxx); more of them are not UTF-8 and need no
    // care.
    var steps = 0
    while end > 0, steps < 3, name[end] & 0xC0 == 0x80 {
      end -= 1
      steps += 1
    }
    if name[end] & 0xC0 == 0x80 { end = max(0, count) }
    return Array(name[..<end])
  }

  private func fileName(suffix: String, reserving: Int) -> [UInt8] {
    let tail = Array(suffix.utf8) + (fileExtension.isEmpty ? [] : Array(".\(fileExtension)".utf8))
    return Self.cut(stem, toByteCount: Self.maximumByteCount - tail.count - reserving) + tail
  }

  /// Why the name can't be used, or nil.
  private var fault: String? {
    if stem.contains(UInt8(ascii: "/")) { return "/" }
    if stem.contains(0) { return "NUL" }
    if stem.isEmpty { return "empty" }
    if fileExtension.isEmpty, [Array(".".utf8), Array("..".utf8)].contains(stem) {
      return String(decoding: stem, as: UTF8.self)
    }
    return nil
  }
}

extension CopyName {
  /// What a template can use.
  public struct Fields: Sendable {
    /// The source.
    public var source: FilePath
    /// The copy's format, as in `{format}`: "jpg".
    public var format: String
    /// The local date and time: of capture, or whatever the caller takes in its place. nil: templates with a
    /// date fail.
    public var date: Date?

    /// The fields of one source.
    public init(source: FilePath, format: String, date: Date?) {
      self.source = source
      self.format = format
      self.date = date
    }
  }

  /// A local date and time, its fields not checked.
  public struct Date: Hashable, Sendable {
    /// The calendar's fields; month and day from 1.
    public var year, month, day, hour, minute, second: Int

    /// Makes a date.
    public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
      self.year = year
      self.month = month
      self.day = day
      self.hour = hour
      self.minute = minute
      self.second = second
    }
  }
}
