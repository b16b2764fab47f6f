internal import Files

/// What a process that was killed between two files of one delivery has brought out: the next run takes it back. Without a
/// library there is no catalogue to tell, so a record beside the staged files does.
enum UnfinishedDelivery {
  private static let name = "delivery"
  private static let fieldCount = 3

  /// Notes durably which files are about to come out of a staging folder, in their order, into the folder that it stands in.
  static func record(_ moves: [(file: FinishedFile, target: FilePath)], in folder: FilePath) throws {
    let fields = moves.flatMap {
      [$0.file.staged.lastComponent, $0.target.lastComponent, Array($0.file.contentHash.hex.utf8)]
    }
    try DurableFile.write(Array(fields.joined(separator: [0])), to: folder.appending(name))
    try DurableFile.synchronizeDirectory(folder)
  }

  /// Removes what came out of a dead process's staging folder, unless all of it did. A file that was changed since stays.
  static func undo(in folder: FilePath) {
    guard let (bytes, _) = try? FileReader.read(folder.appending(name), maximumByteCount: 1 << 16) else {
      return
    }
    let fields = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
    guard fields.count.isMultiple(of: fieldCount), !fields.joined().contains(0x2F) else { return }
    let moves = stride(from: 0, to: fields.count, by: fieldCount).map {
      Array(fields[$0..<($0 + fieldCount)])
    }
    // The last one is out, so all are.
    guard let last = moves.last, exists(folder.appending(last[0])) else { return }
    for move in moves where !exists(folder.appending(move[0])) {
      let target = folder.parent.appending(move[1])
      guard let hash = ContentHash(hex: String(decoding: move[2], as: UTF8.self)),
        (try? FileStatus.of(target, followLinks: false))?.kind == .regular,
        (try? ContentHash.ofFile(target)) == hash
      else { continue }
      try? DurableFile.remove(target)
    }
    try? DurableFile.synchronizeDirectory(folder.parent)
  }

  private static func exists(_ path: FilePath) -> Bool {
    (try? FileStatus.of(path, followLinks: false)) != nil
  }
}
