internal import Foundation

/// Runs programs that read metadata as other people's programs do.
enum Tool {
  /// What a program wrote on its standard output.
  static func output(_ name: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin", "TZ": "UTC"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  /// Whether a program is installed.
  static func isInstalled(_ name: String) -> Bool {
    ["/usr/local/bin", "/usr/bin"].contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  /// What exiftool reads from a file: values by "Group:Tag".
  static func exiftool(_ file: String, _ options: [String] = []) throws -> [String: String] {
    let data = try output("exiftool", ["-j", "-G1", "-struct", "-u"] + options + [file])
    guard let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]], let first = list.first
    else {
      return [:]
    }
    return first.mapValues { "\($0)" }
  }

  /// What exiv2 reads from a file: values by key; items of a list are joined by ", ".
  static func exiv2(_ file: String) throws -> [String: String] {
    let text = String(decoding: try output("exiv2", ["-PEIXkv", "pr", file]), as: UTF8.self)
    var result: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard let key = parts.first else { continue }
      let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
      result[String(key)] = result[String(key)].map { "\($0), \(value)" } ?? value
    }
    return result
  }

  /// What exiftool reads from all files of a folder, by their names; numbers as they are.
  static func exiftool(folder: URL) throws -> [String: [String: String]] {
    let data = try output("exiftool", ["-j", "-n", "-G1", "-u", folder.path])
    let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
    return Dictionary(
      list.map { file in
        let path = URL(fileURLWithPath: "\(file["SourceFile"] ?? "")")
        return (path.lastPathComponent, file.mapValues { "\($0)" })
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Blocks that exiftool takes out of files, by the files' names.
  static func blocks(_ tag: String, of files: [String], in scratch: URL) throws -> [String: [UInt8]] {
    let folder = scratch.appendingPathComponent(tag)
    _ = try output("exiftool", ["-b", "-\(tag)", "-w", "\(folder.path)/%f.%e%0c"] + files)
    var result: [String: [UInt8]] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
      result[name] = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }
    return result
  }
}

/// A folder that is gone with its test.
struct Scratch: ~Copyable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("metadata-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file and returns its path.
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let path = folder.appendingPathComponent(name)
    try Data(bytes).write(to: path)
    return path.path
  }
}
