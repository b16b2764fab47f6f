internal import Files
internal import Messages
internal import Metadata
internal import Synchronization

/// The folder beside whose pictures sidecars lie: its names, and the album that it is.
///
/// The last folder is kept in memory, since the pictures of one folder come one after the other and a folder may have
/// many thousand.
struct SidecarFolder {
  let path: FilePath
  let takeout: TakeoutFolder
  /// The album that a Takeout JSON file without a picture describes.
  let album: AlbumReference?
  /// What was unusable.
  let notes: [Note]
  private let json: [[UInt8]]
  private let status: FileStatus

  private static let last = Mutex<SidecarFolder?>(nil)
  /// By the folder in which they lie: the folders of an export.
  private static let siblings = Mutex<(root: FilePath, folders: [Sibling])?>(nil)
  private static let maximumFolderCount = 10_000
  /// Bytes of an album's JSON file.
  private static let maximumAlbumByteCount = 1 << 18

  /// The folder, or nil where it can't be read or has no JSON file.
  static func of(_ path: FilePath) -> SidecarFolder? {
    guard let status = try? FileStatus.of(path) else { return nil }
    let known = last.withLock { $0 }.flatMap { $0.path == path ? $0 : nil }
    if let known, known.status == status { return known.json.isEmpty ? nil : known }
    let folder = SidecarFolder(path, status, known: known)
    last.withLock { $0 = folder }
    return folder.json.isEmpty ? nil : folder
  }

  private init(_ path: FilePath, _ status: FileStatus, known: SidecarFolder?) {
    self.path = path
    self.status = status
    let names = (try? DirectoryWalk.names(in: path)) ?? []
    json = names.filter { FilePath(bytes: $0).lowercaseExtension == "json" }
    // Copies that appear beside their originals change the folder, but nothing that is asked of it.
    if let known, known.json == json {
      (takeout, album, notes) = (known.takeout, known.album, known.notes)
      return
    }
    takeout = TakeoutFolder(names: json.isEmpty ? [] : names)
    (album, notes) = Self.album(path, takeout)
  }

  private static func album(_ path: FilePath, _ takeout: TakeoutFolder) -> (AlbumReference?, [Note]) {
    var notes: [Note] = []
    for name in takeout.albumCandidates {
      let file = path.appending(name)
      do {
        let (bytes, _) = try FileReader.read(file, maximumByteCount: maximumAlbumByteCount)
        if let album = try TakeoutJSON(bytes)?.album { return (album, notes) }
      } catch {
        // A JSON file of any other name may be anything.
        if TakeoutFolder.isAlbumName(name) { notes.append(SidecarFiles.unusable(file, error)) }
      }
    }
    return (nil, notes)
  }

  /// A folder of an export that lies beside another.
  struct Sibling {
    let path: FilePath
    /// The album that it is; nil for a folder of a year.
    let album: AlbumReference?

    /// Its names, read anew.
    func folder() -> SidecarFolder? {
      (try? FileStatus.of(path)).map { SidecarFolder(path, $0, known: nil) }
    }
  }

  /// Takeout puts a picture into the folder of its year and into that of each of its albums.
  /// - Returns: the other folders beside this one that hold JSON files and the same picture.
  func siblings(with name: [UInt8], _ source: SinkSource) -> [Sibling] {
    let root = path.parent
    if path == root { return [] }
    return Self.siblings(below: root).filter { sibling in
      guard sibling.path != path else { return false }
      let twin = sibling.path.appending(name)
      guard let status = try? FileStatus.of(twin), status.kind == .regular,
        status.size == source.byteCount
      else { return false }
      return (try? ContentHash.ofFile(twin)) == source.contentHash
    }
  }

  private static func siblings(below root: FilePath) -> [Sibling] {
    if let known = siblings.withLock({ $0 }), known.root == root { return known.folders }
    let names = ((try? DirectoryWalk.names(in: root)) ?? []).prefix(maximumFolderCount)
    let folders = names.compactMap { name -> Sibling? in
      let path = root.appending(name)
      guard let status = try? FileStatus.of(path), status.kind == .directory else { return nil }
      let known = last.withLock { $0 }.flatMap { $0.path == path ? $0 : nil }
      let folder = known ?? SidecarFolder(path, status, known: nil)
      return folder.json.isEmpty ? nil : Sibling(path: path, album: folder.album)
    }
    siblings.withLock { $0 = (root, folders) }
    return folders
  }
}
