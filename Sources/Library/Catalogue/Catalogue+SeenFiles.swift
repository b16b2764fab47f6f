public import Files

/// The content of a file that has been hashed, and by what to see that it is still the same.
struct SeenFile {
  var status: FileStatus
  var hash: ContentHash
}

extension Catalogue {
  /// The content hash of a file that was hashed before and, by size, modification time and inode, has not
  /// changed.
  ///
  /// The device is recorded, but not compared: its number changes between mounts of the same filesystem.
  public func knownHash(of path: FilePath, status: FileStatus) throws -> ContentHash? {
    if let seen = seen[path] { return isSame(seen.status, status) ? seen.hash : nil }
    return try connection.first(
      """
      SELECT content_hash FROM source_seen
      WHERE path = ?1 AND size = ?2 AND modified = ?3 AND modified_nanoseconds = ?4 AND inode = ?5
      """,
      [
        stored(path), .integer(status.size), .integer(status.modification.seconds),
        .integer(Int64(status.modification.nanoseconds)), .integer(Int64(bitPattern: status.inode)),
      ]
    ) { ContentHash(bytes: $0.blob(0)) } ?? nil
  }

  /// Remembers the content hash of a file whose status was `status` before and after hashing.
  ///
  /// Written in batches (and by `flush`, and when the catalogue is closed): losing some costs only hashing
  /// again. A file changed less than two seconds ago is not remembered, because a change within the clock's
  /// grain (2 s on FAT) would not be seen.
  public func remember(_ hash: ContentHash, of path: FilePath, status: FileStatus) throws {
    if status.modification.seconds >= FileTime.now.seconds - 2 { return }
    seen[path] = SeenFile(status: status, hash: hash)
    if seen.count >= 512 { try flush() }
  }

  /// Writes what `remember` was told.
  public func flush() throws {
    if seen.isEmpty { return }
    try connection.transaction { try writeSeen() }
    seen.removeAll(keepingCapacity: true)
  }

  private func writeSeen() throws {
    for (path, file) in seen {
      try connection.run(
        """
        INSERT OR REPLACE INTO source_seen
          (path, size, modified, modified_nanoseconds, inode, device, content_hash)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """,
        [
          stored(path), .integer(file.status.size), .integer(file.status.modification.seconds),
          .integer(Int64(file.status.modification.nanoseconds)),
          .integer(Int64(bitPattern: file.status.inode)), .integer(Int64(bitPattern: file.status.device)),
          value(file.hash),
        ]
      )
    }
  }

  private func isSame(_ left: FileStatus, _ right: FileStatus) -> Bool {
    left.size == right.size && left.modification == right.modification && left.inode == right.inode
  }
}
