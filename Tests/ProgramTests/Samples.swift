import Foundation
import TestSupport
import Testing

/// A fresh folder with copies of the project's sample pictures.
struct Samples {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// The project's samples folder, found from this file's own place.
  static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("samples")

  /// Adds a made file.
  func add(_ bytes: [UInt8], as name: String) throws {
    let target = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(bytes).write(to: target)
  }

  func add(_ name: String, as other: String? = nil) throws {
    let target = folder.appendingPathComponent(other ?? name)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try FileManager.default.copyItem(at: Self.source.appendingPathComponent(name), to: target)
  }

  /// The program, run in the folder.
  var program: Program { Program(in: folder) }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Every file below the library's albums, by its path below the library.
  func delivered() throws -> Set<String> {
    let library = folder.appendingPathComponent("library")
    let names = FileManager.default.enumerator(atPath: library.path)?.compactMap { $0 as? String } ?? []
    return Set(
      names.filter { name in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(
          atPath: library.appendingPathComponent(name).path,
          isDirectory: &isFolder
        )
        return !isFolder.boolValue && !name.hasPrefix(".shiying")
      }
    )
  }
}

extension Program.Outcome {
  /// Standard output as JSON records.
  func records() throws -> [[String: Any]] {
    try lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }
}
