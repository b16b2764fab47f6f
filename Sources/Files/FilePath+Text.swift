internal import Glibc

extension FilePath {
  /// The last component as text; invalid bytes become U+FFFD.
  public var lastComponentText: String { String(decoding: lastComponent, as: UTF8.self) }

  /// The folder part of a relative path, empty where it has none ("a/b" of "a/b/c.jpg", "" of "c.jpg").
  public var relativeParent: FilePath {
    let folder = parent
    return folder == FilePath(".") ? FilePath("") : folder
  }

  /// The folder for files that live no longer than the process: TMPDIR, else /tmp.
  public static var temporaryFolder: FilePath {
    guard let value = getenv("TMPDIR"), let text = String(validatingCString: value), text.hasPrefix("/")
    else {
      return FilePath("/tmp")
    }
    return FilePath(text)
  }
}
