internal import Files
internal import Messages
internal import Metadata

/// The sidecars that lie beside an original.
struct SidecarFiles {
  private let source: SinkSource
  /// What was unusable: said, never silently passed over.
  private(set) var notes: [Note] = []
  /// The packet of the XMP sidecar, where there is one.
  private(set) var xmpPacket: [UInt8]?

  /// Bytes of a sidecar that is read.
  static let maximumByteCount = 4 << 20

  init(of source: SinkSource) { self.source = source }

  private var name: [UInt8] { source.path.lastComponent }

  /// What all of them say over what the file itself says, most trusted first: XMP, Takeout, PhotoPrism, osxphotos.
  mutating func metadata(above embedded: SourceMetadata) -> SourceMetadata {
    let (takeout, export) = json()
    var result = embedded
    for sidecar in [export, photoPrism(), takeout].compactMap(\.self) {
      result = sidecar.metadata(above: result)
    }
    return xmp().filling(from: result, joiningLists: true)
  }

  static func unusable(_ path: FilePath, _ error: any Error) -> Note {
    let problem = error as? Problem
    let detail = problem?.values["detail"] ?? problem?.code.rawValue ?? ""
    return Note(.sidecarUnusable, ["path": path.lossyString, "detail": detail])
  }

  private static func exists(_ path: FilePath) -> Bool { (try? FileStatus.of(path)) != nil }

  /// Reads a sidecar; nil, and a note, where it is damaged.
  private mutating func read<Content>(
    _ path: FilePath,
    maximumByteCount: Int = Self.maximumByteCount,
    _ parse: ([UInt8]) throws -> Content?
  ) -> Content? {
    do {
      let (bytes, _) = try FileReader.read(path, maximumByteCount: maximumByteCount)
      return try parse(bytes)
    } catch {
      notes.append(Self.unusable(path, error))
      return nil
    }
  }

  /// The first XMP sidecar that exists, can be read and is this file's.
  private mutating func xmp() -> SourceMetadata {
    let folder = source.path.parent
    // A folder of 40,000 photos is listed only where the answer matters.
    let siblings = { [stem = source.path.stem] () -> [[UInt8]] in
      let shared = [".xmp", ".XMP"].map { folder.appending(stem + Array($0.utf8)) }
      return shared.contains(where: Self.exists) ? (try? DirectoryWalk.names(in: folder)) ?? [] : []
    }
    for candidate in Sidecar.candidates(for: source.path, siblings: siblings)
    where Self.exists(candidate.path) {
      let content = read(candidate.path, maximumByteCount: 16 << 20) { packet in
        try candidate.read(packet).map { (metadata: $0, packet: packet) }
      }
      if let content {
        xmpPacket = content.packet
        return content.metadata
      }
    }
    return SourceMetadata()
  }

  /// `NAME.yml`, beside the picture or in PhotoPrism's hidden folder there.
  private mutating func photoPrism() -> SidecarMetadata? {
    let file = source.path.stem + Array(".yml".utf8)
    let folder = source.path.parent
    for path in [folder.appending(file), folder.appending(".photoprism").appending(file)]
    where Self.exists(path) {
      if let sidecar = read(path, { try PhotoPrismYAML.read($0) }) { return sidecar }
    }
    return nil
  }

  /// What JSON files of Takeout and of other exports say.
  private mutating func json() -> (takeout: SidecarMetadata?, export: SidecarMetadata?) {
    guard let folder = SidecarFolder.of(source.path.parent) else { return (nil, nil) }
    notes += folder.notes
    var (takeout, export) = readJSON(in: folder)
    if takeout != nil || folder.album != nil {
      let siblings = folder.siblings(with: name, source)
      for sibling in siblings where takeout == nil {
        takeout = sibling.folder().flatMap { readJSON(in: $0).takeout }
      }
      let albums = [folder.album].compactMap(\.self) + siblings.compactMap(\.album)
      if !albums.isEmpty { takeout = (takeout ?? SidecarMetadata()).adding(albums) }
    }
    return (takeout, export)
  }

  private mutating func readJSON(in folder: SidecarFolder) -> (
    takeout: SidecarMetadata?, export: SidecarMetadata?
  ) {
    var result: (takeout: SidecarMetadata?, export: SidecarMetadata?)
    for candidate in folder.takeout.candidates(for: name) {
      let content = read(folder.path.appending(candidate.name)) {
        [name] bytes -> (takeout: TakeoutJSON?, export: SidecarMetadata?)? in
        if let takeout = try TakeoutJSON(bytes) { return (takeout, nil) }
        return (nil, try ExportJSON.read(bytes, picture: name, isShared: candidate.isShared))
      }
      result.export = result.export ?? content?.export
      guard result.takeout == nil, let takeout = content?.takeout, takeout.album == nil else { continue }
      if !candidate.wantsTitle || takeout.isTitle(of: name) { result.takeout = takeout.sidecar }
    }
    return result
  }
}
