internal import ConversionSink
internal import Conversions
internal import Files
internal import Library
internal import Messages
internal import StillImages

/// Decides what is to be done with each input, without decoding anything: nothing, a job, or a failure.
struct Planner {
  let options: BatchOptions
  let library: Library?
  let sink: ConversionSink
  let workingFolder: FilePath
  private var suffixed: Set<FilePath> = []
  /// Inputs whose further pictures would have the plain names of other inputs.
  private var furtherSuffixed: Set<FilePath> = []
  /// Inputs with the content of an earlier one. They come last, so that the copy is always the first one's.
  private(set) var repeats: Set<FilePath> = []

  /// - Parameter items: all that the run names, those of other shards too: they have a claim to their names.
  init(
    options: BatchOptions,
    library: Library?,
    sink: ConversionSink,
    workingFolder: FilePath,
    items: [InputItem]
  ) {
    self.options = options
    self.library = library
    self.sink = sink
    self.workingFolder = workingFolder
    suffixed = sharedNames(items)
    furtherSuffixed = sharedFurtherNames(items)
    repeats = repeatedContents(items)
  }

  enum Plan {
    case done(ItemResult)
    case work(folder: FilePath?, claims: NameClaims)
  }

  func plan(_ item: InputItem) -> Plan {
    do {
      let status = try FileStatus.of(item.path, followLinks: true)
      let folder = destinationFolder(item)
      if let result = try alreadyMade(item, status, folder) { return .done(result) }
      if let result = try passedOver(item, status) { return .done(result) }
      let claims = NameClaims(
        isSuffixed: suffixed.contains(item.path),
        isFurtherSuffixed: furtherSuffixed.contains(item.path)
      )
      return .work(folder: folder, claims: claims)
    } catch let problem as Problem {
      return .done(ItemResult(source: item.shown, status: .failed, problem: problem))
    } catch {
      return .done(ItemResult(source: item.shown, status: .failed, problem: Problem(.internalError)))
    }
  }

  /// A file that was hashed before and has not changed since is answered from the catalogue, without opening it.
  private func alreadyMade(_ item: InputItem, _ status: FileStatus, _ folder: FilePath?) throws -> ItemResult?
  {
    // How many copies a file has, it says itself.
    guard !options.settings.writesAllImages else { return nil }
    guard let library, status.kind == .regular, status.size > 0,
      let hash = try library.catalogue.knownHash(of: item.path, status: status)
    else { return nil }
    var videoHash: ContentHash?
    if let video = item.video, options.settings.takesVideoOfLivePhotos {
      videoHash = try library.catalogue.knownHash(of: video, status: FileStatus.of(video))
      if videoHash == nil { return nil }
    }
    let sourceHash = SinkSource.keyHash(contentHash: hash, companion: videoHash)
    for recipe in options.settings.recipes(isLivePhoto: item.video != nil) {
      let key = CopyKey(
        sourceHash: sourceHash,
        recipeHash: recipe.hash,
        folder: folder ?? library.albumFolder(.conversions)
      )
      guard let copy = try sink.existingCopy(for: key, hashing: options.hashesExisting) else { continue }
      return ItemResult(
        source: item.shown,
        status: .unchanged,
        outputs: copy.files.map(ItemOutput.init),
        asset: copy.asset,
        notes: copy.sourcePath == item.path
          ? [] : [Note(.sameContent, ["path": copy.sourcePath.lossyString])]
      )
    }
    return nil
  }

  /// What needs no work: other kinds of files in a folder, copies that this program made, photos that have the format.
  private func passedOver(_ item: InputItem, _ status: FileStatus) throws -> ItemResult? {
    if status.kind != .regular {
      if !item.isNamed { return ItemResult(source: item.shown, status: .ignored, kind: "\(status.kind)") }
      throw Problem(.inputNotAFile, ["kind": "\(status.kind)"])
    }
    if !item.isNamed, let library, try library.catalogue.asset(atPath: item.path)?.copy != nil {
      return ItemResult(source: item.shown, status: .ignored, kind: "copy")
    }
    let head = try FileReader.readHead(item.path, byteCount: FormatDetector.neededByteCount).bytes
    switch FormatDetector.detect(head) {
    case .still(let format):
      switch options.settings.need(of: item.video == nil ? .photo(format) : .livePhoto(format)) {
      case .possible: return nil
      case .none(let format):
        let note = Note(.alreadyInFormat, ["format": format])
        return ItemResult(source: item.shown, status: .unchanged, notes: [note])
      case .unfit:
        if item.isNamed { throw Problem(options.settings.problemOfUnfit, ["format": format.rawValue]) }
        return ItemResult(source: item.shown, status: .ignored, kind: "photo")
      }
    case .otherStill(let name): throw Problem(.formatUnsupported, ["format": name])
    case .video(let name):
      if case .possible = options.settings.need(of: .movie) { return nil }
      if item.isNamed { throw Problem(.formatUnsupported, ["format": name, "kind": "video"]) }
      return ItemResult(source: item.shown, status: .ignored, kind: name)
    case .empty:
      if item.isNamed || isNamedLikeASource(item.path) { throw Problem(.inputEmpty) }
      return ItemResult(source: item.shown, status: .ignored)
    case .unknown:
      if item.isNamed || isNamedLikeASource(item.path) { throw Problem(.formatUnknown, ["found": ""]) }
      return ItemResult(source: item.shown, status: .ignored)
    }
  }

  /// In a folder, a file without known content is passed over, unless its name promises what the target is made of: then
  /// somebody misses it.
  private func isNamedLikeASource(_ path: FilePath) -> Bool {
    let photos: Set<String> = [
      "jpg", "jpeg", "png", "heic", "heif", "hif", "avif", "webp", "tif", "tiff", "jxl", "bmp",
    ]
    let videos: Set<String> = ["mov", "mp4", "m4v", "qt", "3gp", "avi", "mkv", "webm", "mts", "m2ts"]
    let takesVideos = options.settings.need(of: .movie) == .possible
    return (takesVideos ? photos.union(videos) : photos).contains(path.lowercaseExtension)
  }

  private func destinationFolder(_ item: InputItem) -> FilePath? {
    let base: FilePath?
    switch options.placement {
    case .album: base = nil
    case .into(let folder): base = folder.absolute(relativeTo: workingFolder)
    case .beside: return item.path.parent
    }
    guard options.keepsFolders, let relative = item.relativeFolder, !relative.bytes.isEmpty else {
      return base
    }
    return (base ?? albumFolder).appending(relative)
  }

  private var albumFolder: FilePath {
    library?.albumFolder(.conversions) ?? options.library.appending(options.albumNames.conversions)
  }

  /// Inputs that want the same name as an earlier one with other content. The first in order has the plain name and
  /// the others the suffixed one, whichever worker is faster. Only inputs that share a name are opened for this.
  private func sharedNames(_ items: [InputItem]) -> Set<FilePath> {
    guard options.nameTemplate == nil else { return [] }
    var groups: [FilePath: [InputItem]] = [:]
    for item in items {
      let folder = destinationFolder(item) ?? albumFolder
      groups[folder.appending(item.path.stem.map(Self.lowercased)), default: []].append(item)
    }
    var result: Set<FilePath> = []
    for group in groups.values where group.count > 1 {
      let convertible = group.filter(isConvertible)
      guard let first = convertible.first, let content = contentHash(first.path) else { continue }
      for item in convertible.dropFirst() where contentHash(item.path) != content { result.insert(item.path) }
    }
    return result
  }

  /// Inputs of which another one has the name and "-" and a number behind it, as their further pictures would.
  private func sharedFurtherNames(_ items: [InputItem]) -> Set<FilePath> {
    guard options.settings.writesAllImages, options.nameTemplate == nil else { return [] }
    var numbered: Set<FilePath> = []
    for item in items {
      let stem = item.path.stem.map(Self.lowercased)
      let digits = stem.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }.count
      let plain = stem.dropLast(digits)
      guard digits > 0, plain.count > 1, plain.last == UInt8(ascii: "-") else { continue }
      numbered.insert((destinationFolder(item) ?? albumFolder).appending(Array(plain.dropLast())))
    }
    let shared = items.filter {
      numbered.contains((destinationFolder($0) ?? albumFolder).appending($0.path.stem.map(Self.lowercased)))
    }
    return Set(shared.map(\.path))
  }

  /// Only files of equal size are opened for this.
  private func repeatedContents(_ items: [InputItem]) -> Set<FilePath> {
    var groups: [Int64: [FilePath]] = [:]
    for item in items {
      guard let status = try? FileStatus.of(item.path, followLinks: true), status.kind == .regular else {
        continue
      }
      groups[status.size, default: []].append(item.path)
    }
    var result: Set<FilePath> = []
    for group in groups.values where group.count > 1 {
      var seen: Set<ContentHash> = []
      for path in group {
        if let content = contentHash(path), !seen.insert(content).inserted { result.insert(path) }
      }
    }
    return result
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  private func isConvertible(_ item: InputItem) -> Bool {
    guard let head = try? FileReader.readHead(item.path, byteCount: FormatDetector.neededByteCount).bytes,
      case .possible = need(of: item, FormatDetector.detect(head))
    else { return false }
    return true
  }

  private func need(of item: InputItem, _ detected: DetectedFormat) -> CopyNeed {
    switch detected {
    case .still(let format):
      options.settings.need(of: item.video == nil ? .photo(format) : .livePhoto(format))
    case .video: options.settings.need(of: .movie)
    case .otherStill, .unknown, .empty: .unfit
    }
  }

  private func contentHash(_ path: FilePath) -> ContentHash? {
    guard let status = try? FileStatus.of(path, followLinks: true) else { return nil }
    if let library, let known = try? library.catalogue.knownHash(of: path, status: status) { return known }
    guard let hash = try? ContentHash.ofFile(path) else { return nil }
    if let library, !options.isDryRun { try? library.catalogue.remember(hash, of: path, status: status) }
    return hash
  }
}
