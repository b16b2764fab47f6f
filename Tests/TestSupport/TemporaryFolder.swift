public import Files
internal import Glibc

/// A fresh empty folder for one test, removed with all that is in it when the value goes away.
public final class TemporaryFolder: Sendable {
  /// Where it is, without symbolic links.
  public let path: FilePath

  /// Makes the folder below $TMPDIR or /tmp.
  public init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((base + "/shiying-test-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { throw CannotMakeFolder(base: base, code: errno) }
    path = try FilePath(String(cString: made)).resolvingSymbolicLinks()
  }

  deinit { try? DurableFile.removeTree(path) }

  /// Writes a file below the folder, making the folders that lead to it.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String, modification: FileTime? = nil) throws -> FilePath {
    let file = path.appending(name)
    try DurableFile.makeDirectories(file.parent)
    try DurableFile.write(bytes, to: file, modification: modification)
    return file
  }

  /// Writes text as UTF-8, as above.
  @discardableResult
  public func write(_ text: String, to name: String, modification: FileTime? = nil) throws -> FilePath {
    try write(Array(text.utf8), to: name, modification: modification)
  }
}

private struct CannotMakeFolder: Error {
  var base: String
  var code: Int32
}
