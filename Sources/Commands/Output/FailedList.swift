internal import Files
internal import Glibc
internal import Messages
internal import StillImages

/// The file of `--failed-to`: one failed input a line (or NUL), ready for `--files-from`.
///
/// It is written at the end of the run, interrupted or not, beside its place and then renamed, so that the list of an
/// earlier run may be the very input of this one. Only text is replaced: a photo, a catalogue or a link never is.
final class FailedList {
  private let path: FilePath
  private let terminator: UInt8
  private var bytes: [UInt8] = []
  /// How many of its names have the list's own separator in them, so that they can't be read back.
  private(set) var brokenNameCount = 0

  /// - Throws: `write.exists` where something stands there that is no list, `write.failed` where nothing can be made.
  init(_ path: FilePath, isNullSeparated: Bool) throws {
    self.path = path
    terminator = isNullSeparated ? 0 : 0x0A
    guard let folder = try FileStatus.ifPresent(path.parent), folder.kind == .directory else {
      throw Problem(
        .cannotWrite,
        ["path": path.lossyString, "reason": "no-folder", "folder": path.parent.lossyString]
      )
    }
    if !FileStatus.isWritable(path.parent) { throw Self.problem(path) }
    guard let status = try FileStatus.ifPresent(path, followLinks: false) else { return }
    let isList = try status.kind == .regular && Self.isText(FileReader.readHead(path, byteCount: 4096).bytes)
    if !isList { throw Problem(.destinationExists, ["path": path.lossyString, "kind": "no-list"]) }
  }

  /// Paths and what ends them: nothing that a picture, a video or a database begins with.
  private static func isText(_ head: [UInt8]) -> Bool {
    switch FormatDetector.detect(head) {
    case .empty: true
    case .unknown:
      !head.starts(with: "SQLite format".utf8) && head.allSatisfy { $0 == 0 || $0 == 0x0A || $0 >= 0x20 }
    default: false
    }
  }

  func append(_ input: FilePath) {
    bytes += input.bytes + [terminator]
    if input.bytes.contains(terminator) { brokenNameCount += 1 }
  }

  /// The list's path, for messages.
  var shownPath: String { path.lossyString }

  /// Writes the list, an empty one too.
  /// - Throws: `write.failed`, `write.disk-full`.
  func close() throws {
    let draft = path.parent.appending(".\(path.lastComponentText.prefix(60)).\(getpid())")
    try DurableFile.write(bytes, to: draft)
    if draft.withCString({ from in path.withCString { rename(from, $0) } }) != 0 {
      let problem = Self.problem(path)
      try? DurableFile.remove(draft)
      throw problem
    }
  }

  private static func problem(_ path: FilePath) -> Problem {
    Problem(.cannotWrite, ["path": path.lossyString, "detail": String(cString: strerror(errno))])
  }
}
