internal import Glibc
internal import Messages

/// Brings a staged file to its final name, from its own filesystem or from another one.
///
/// rename(2) works within one mount only. For a destination elsewhere the content is first copied into a part
/// file beside it; whoever wants to clean up after a crash records `partPath` before `copyWithinOrAcross`.
public enum Delivery {
  /// Whether a rename from `staged` into `folder` can work: same filesystem and same mount. Both must exist.
  /// - Throws: `inputMissing`, `inputUnreadable`.
  public static func canRename(_ staged: FilePath, into folder: FilePath) throws -> Bool {
    guard try FileStatus.of(staged).device == FileStatus.of(folder).device else { return false }
    guard let mounts = try? [staged, folder].map({ try SystemCalls.mountIdentity(of: $0) }) else {
      // An older kernel does not tell mounts apart; copyWithinOrAcross still sees EXDEV.
      return true
    }
    return mounts[0] == mounts[1]
  }

  /// The name of the part file: ".NAME.shiying-RUN.part" beside the destination, NAME cut so that it fits.
  public static func partPath(for destination: FilePath, run: String) -> FilePath {
    let suffix = ".shiying-\(run).part"
    let room = CopyName.maximumByteCount - suffix.utf8.count - 1
    let name = CopyName.cut(destination.lastComponent, toByteCount: max(0, room))
    return destination.parent.appending([UInt8(ascii: ".")] + name + Array(suffix.utf8))
  }

  /// The run that a part file belongs to, or nil where the path is not one's name.
  public static func run(ofPart path: FilePath) -> String? {
    let name = path.lossyString.split(separator: "/").last ?? ""
    guard name.hasPrefix("."), name.hasSuffix(".part"), let mark = name.ranges(of: ".shiying-").last else {
      return nil
    }
    let run = name[mark.upperBound...].dropLast(".part".count)
    return run.isEmpty || run.contains(".") ? nil : String(run)
  }

  /// Moves a staged file to `destination` without replacing anything.
  ///
  /// Within a mount one rename. Otherwise: copy to `part` (a stale part of the same run is removed first),
  /// fsync, rename the part, fsync the folder, and only then remove the staged file. The destination's folder
  /// is not synchronised in the first case: a sink that delivers several files does that once.
  ///
  /// - Throws: `destinationExists`, `diskFull`, `cannotWrite`; the part file is removed then.
  public static func copyWithinOrAcross(_ staged: FilePath, part: FilePath, to destination: FilePath) throws {
    do throws(SystemError) {
      try DurableFile.rename(staged, destination)
      return
    } catch {
      if error.code != EXDEV { throw error.whenWriting(destination) }
    }
    // Cheap look before a long copy; the rename below decides.
    if try FileStatus.ifPresent(destination, followLinks: false) != nil {
      throw Problem(.destinationExists, ["path": destination.lossyString])
    }
    try DurableFile.remove(part)
    try DurableFile.copy(staged, to: part)
    do {
      try DurableFile.renameWithoutReplacing(part, to: destination)
    } catch {
      try? DurableFile.remove(part)
      throw error
    }
    try DurableFile.synchronizeDirectory(destination.parent)
    try DurableFile.remove(staged)
  }
}
