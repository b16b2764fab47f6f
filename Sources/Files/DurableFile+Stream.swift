internal import Messages

extension DurableFile {
  /// Writes a new file piece by piece, as `write` does a whole one: for files that are never in memory at once.
  ///
  /// - Parameter produce: hands over the bytes in order. What it throws comes out, and the file is gone.
  /// - Throws: `diskFull`, `destinationExists`, `cannotWrite`, what `produce` throws.
  @discardableResult
  public static func write(
    to path: FilePath,
    modification: FileTime? = nil,
    _ produce: (_ emit: ([UInt8]) throws -> Void) throws -> Void
  ) throws -> FileStatus {
    let file = try translating(path) { () throws(SystemError) in try OpenFile(creating: path) }
    do {
      try produce { bytes in
        try translating(path) { () throws(SystemError) in
          try bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
            try file.writeAll(UnsafeRawBufferPointer(buffer))
          }
        }
      }
      return try translating(path) { () throws(SystemError) in
        if let modification { try SystemCalls.setModification(modification, of: file.descriptor) }
        try file.synchronize()
        return try file.status
      }
    } catch {
      // The file is ours (O_EXCL) and of no use to anybody.
      try? SystemCalls.unlink(path)
      throw error
    }
  }
}
