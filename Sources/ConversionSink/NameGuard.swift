internal import Files
internal import Library

/// Says whether a base name is free in a folder.
///
/// Photo programs pair files by base name, so a copy never shares one with anything but its own source and that
/// source's other copies, and of a collage with those of the same layout alone (facts: PhotoPrism #5799, Immich #14459): `IMG_1.jpg` beside a foreign `IMG_1.MOV` would become its Live Photo.
struct NameGuard {
  let library: Library
  let key: CopyKey
  let recipe: Recipe
  /// The original: beside it, its own name is no stranger's; nil where a copy has several.
  let source: FilePath?

  /// Extensions that a stranger's file may have; looked at one by one, because listing an album of 40,000 files for
  /// each copy would cost more than the copy.
  private static let extensions = [
    "jpg", "jpeg", "png", "heic", "heif", "hif", "avif", "webp", "gif", "tif", "tiff", "jxl", "bmp", "dng",
    "mov", "mp4",
    "m4v", "avi", "mkv", "webm", "3gp", "mts",
  ]

  func isFree(_ stem: [UInt8], in folder: FilePath, for wanted: [String]) throws -> Bool {
    for fileExtension in wanted where exists(path(folder, stem, fileExtension)) { return false }
    for fileExtension in Self.extensions {
      for spelling in [fileExtension, fileExtension.uppercased()] {
        let path = path(folder, stem, spelling)
        if exists(path), try !isOfSameSource(path) { return false }
      }
    }
    return true
  }

  private func path(_ folder: FilePath, _ stem: [UInt8], _ fileExtension: String) -> FilePath {
    folder.appending(stem + [0x2E] + Array(fileExtension.utf8))
  }

  private func exists(_ path: FilePath) -> Bool { (try? FileStatus.of(path, followLinks: false)) != nil }

  private func isOfSameSource(_ path: FilePath) throws -> Bool {
    if path == source { return true }
    guard let copy = try library.catalogue.asset(atPath: path)?.copy else { return false }
    return copy.key.sourceHash == key.sourceHash && recipe.sharesNames(withRecipe: copy.recipe)
  }
}
