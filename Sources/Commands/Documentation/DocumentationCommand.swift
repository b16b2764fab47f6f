internal import Arguments
internal import CSystem
internal import Glibc
internal import Messages

/// The hidden command `documentation`: writes what this version says of itself.
enum DocumentationCommand {
  /// Writes the files below `--output`, replacing older ones.
  /// - Throws: `UsageProblem`, or `Problem.cannotWrite`.
  static func run(_ arguments: ParsedArguments) throws {
    guard let folder = arguments.path(.output) else { throw arguments.problem(.missingOption("--output")) }
    var files: [(path: String, text: String)] = []
    let only = arguments.text(.only)
    if only == nil || only == "pages" { files += DocumentationFiles.pages }
    if only == nil || only == "completions" { files += DocumentationFiles.completions }
    if only == nil || only == "desktop" { files += DesktopFile.files }
    for file in files { try write(file.text, to: folder + Array("/\(file.path)".utf8)) }
  }

  /// These files are made anew at will and belong to nobody's library: they need no durable delivery.
  private static func write(_ text: String, to path: [UInt8]) throws {
    let components = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for count in 1..<components.count {
      let folder = Array(components.prefix(count).joined(separator: [UInt8(ascii: "/")]))
      if !folder.isEmpty { _ = withPath(folder) { mkdir($0, 0o777) } }
    }
    guard let file = withPath(path, { fopen($0, "w") }) else { throw failure(path) }
    let bytes = Array(text.utf8)
    let written = fwrite(bytes, 1, bytes.count, file)
    let isWhole = fclose(file) == 0 && written == bytes.count
    if !isWhole { throw failure(path) }
  }

  private static func withPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      // The buffer has at least its NUL, so it has an address.
      buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.map(body) } ?? "".withCString(body)
    }
  }

  private static func failure(_ path: [UInt8]) -> Problem {
    Problem(
      .cannotWrite,
      ["path": String(decoding: path, as: UTF8.self), "detail": String(cString: strerror(errno))]
    )
  }
}
