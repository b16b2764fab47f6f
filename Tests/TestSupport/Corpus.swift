public import Files
internal import Glibc

/// Real files from cameras and other programs, kept outside the repository.
///
/// Tests that need them say `.enabled(if: Corpus.isPresent, Corpus.absence)`, so that a skip is seen.
public enum Corpus {
  /// $SHIYING_CORPUS, else `../shared/corpus` beside the checkout; nil where there is no such folder.
  public static let folder: FilePath? = {
    let checkout = FilePath(#filePath).parent.parent.parent
    let folder =
      getenv("SHIYING_CORPUS").map { FilePath(String(cString: $0)) }
      ?? checkout.parent.appending("shared/corpus")
    guard let status = try? FileStatus.of(folder), status.kind == .directory else { return nil }
    return try? folder.absolute()
  }()

  /// Whether the corpus is there.
  public static var isPresent: Bool { folder != nil }

  /// What a skipped test says.
  public static let absence = "no corpus: set SHIYING_CORPUS or put it at ../shared/corpus"

  /// A file of the corpus by its path in it, as "still/NAME"; nil where the corpus or the file is missing.
  public static func file(_ name: String) -> FilePath? {
    guard let path = folder?.appending(name), (try? FileStatus.of(path)) != nil else { return nil }
    return path
  }

  /// Every file below a folder of the corpus, sorted; empty where the corpus is missing.
  public static func files(below name: String = "") -> [FilePath] {
    guard let folder else { return [] }
    return (try? DirectoryWalk.files(below: folder.appending(name)).files) ?? []
  }
}
