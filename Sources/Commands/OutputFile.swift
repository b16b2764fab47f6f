internal import Files
internal import Messages

/// The file of `-o`: what can be refused before any work, with the reason that fits.
enum OutputFile {
  /// Why the file can't be made; nil where nothing speaks against it. A folder is never made for it: a name that was
  /// mistyped would become one.
  static func refusal(_ output: FilePath, source: FilePath) -> Problem? {
    let folder = output.parent
    if status(folder)?.kind != .directory {
      return Problem(
        .cannotWrite,
        ["path": output.lossyString, "reason": "no-folder", "folder": folder.lossyString]
      )
    }
    if output.bytes.last == UInt8(ascii: "/") && status(output) == nil {
      return Problem(
        .cannotWrite,
        ["path": output.lossyString, "reason": "no-folder", "folder": output.lossyString]
      )
    }
    guard status(output, followLinks: false) != nil else { return nil }
    let target = status(output)
    let original = source == FilePath("-") ? nil : status(source)
    var values = ["path": output.lossyString]
    if target?.kind == .directory {
      values["kind"] = "folder"
    } else if let target, let original, (target.device, target.inode) == (original.device, original.inode) {
      values["kind"] = "original"
    }
    return Problem(.destinationExists, values)
  }

  private static func status(_ path: FilePath, followLinks: Bool = true) -> FileStatus? {
    try? FileStatus.of(path, followLinks: followLinks)
  }
}
