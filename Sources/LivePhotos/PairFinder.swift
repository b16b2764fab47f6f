public import Files

/// Finds the halves of Live Photos among files: by their pairing identifiers first, then by their names.
///
/// A name alone makes no pair, since cameras give the same numbers again and again: at least one of the two must have an
/// identifier, as a half does whose partner lost its own on the way (iOS 18 wrote videos without one; other programs drop
/// a still's). Two files whose identifiers contradict each other are never paired.
public enum PairFinder {
  /// A file that may be a half.
  public struct Candidate: Hashable, Sendable {
    /// Where it is.
    public var path: FilePath
    /// Its pairing identifier, as it is written.
    public var identifier: String?

    /// Makes a candidate.
    public init(path: FilePath, identifier: String?) {
      self.path = path
      self.identifier = identifier
    }
  }

  /// A still and a video that belong together.
  public struct Pair: Hashable, Sendable {
    /// The still.
    public var still: FilePath
    /// The video.
    public var video: FilePath

    /// Makes a pair.
    public init(still: FilePath, video: FilePath) {
      self.still = still
      self.video = video
    }
  }

  private static let stillExtensions: Set<String> = ["heic", "heif", "jpg", "jpeg"]
  private static let videoExtensions: Set<String> = ["mov", "mp4", "m4v"]

  /// The pairs, in the order of their stills in `candidates`. No file is in two pairs; files of other kinds are passed over.
  public static func pairs(among candidates: [Candidate]) -> [Pair] {
    let stills = candidates.filter { stillExtensions.contains($0.path.lowercaseExtension) }
    let videos = candidates.filter { videoExtensions.contains($0.path.lowercaseExtension) }
    var partners: [FilePath: FilePath] = [:]
    var taken: Set<FilePath> = []
    func match(
      _ left: [Candidate],
      _ groups: [AnyHashable: [Candidate]],
      _ isRight: (Candidate, Candidate) -> Bool,
      by key: (Candidate) -> [AnyHashable]
    ) {
      for still in left where partners[still.path] == nil {
        let found = key(still).lazy.flatMap { groups[$0] ?? [] }.first {
          !taken.contains($0.path) && isRight(still, $0)
        }
        guard let found else { continue }
        partners[still.path] = found.path
        taken.insert(found.path)
      }
    }
    // Copies of one pair have one identifier: those that lie side by side, of one name, belong together before others.
    let identified = Dictionary(grouping: videos.filter { $0.identifier != nil }) {
      AnyHashable($0.identifier)
    }
    for isClose in [isSameName, isSameFolder, { _, _ in true }] {
      match(stills.filter { $0.identifier != nil }, identified, isClose) { [AnyHashable($0.identifier)] }
    }
    let named = Dictionary(grouping: videos) { AnyHashable(Name(folder: $0.path.parent, stem: $0.path.stem)) }
    match(stills, named, mayBelong) { still in
      videoStems(of: still.path.stem).map { AnyHashable(Name(folder: still.path.parent, stem: $0)) }
    }
    // "IMG_1(1).jpg" beside "IMG_1.mov": only after "IMG_1.jpg" had its choice.
    match(stills, named, mayBelong) { still in
      guard let stem = withoutCounter(still.path.stem) else { return [] }
      return videoStems(of: stem).map { AnyHashable(Name(folder: still.path.parent, stem: $0)) }
    }
    return stills.compactMap { still in partners[still.path].map { Pair(still: still.path, video: $0) } }
  }

  private struct Name: Hashable {
    var folder: FilePath
    var stem: [UInt8]
  }

  private static func isSameFolder(_ still: Candidate, _ video: Candidate) -> Bool {
    still.path.parent == video.path.parent
  }

  private static func isSameName(_ still: Candidate, _ video: Candidate) -> Bool {
    isSameFolder(still, video) && videoStems(of: still.path.stem).contains(video.path.stem)
  }

  /// Exactly one of them has an identifier.
  private static func mayBelong(_ still: Candidate, _ video: Candidate) -> Bool {
    (still.identifier == nil) != (video.identifier == nil)
  }

  /// Names of a still's video, the likelier first: downloads from iCloud end in "_HEVC".
  private static func videoStems(of stem: [UInt8]) -> [[UInt8]] { [stem, stem + Array("_HEVC".utf8)] }

  /// "IMG_1" of "IMG_1(1)"; nil where there is no such counter.
  private static func withoutCounter(_ stem: [UInt8]) -> [UInt8]? {
    guard stem.last == UInt8(ascii: ")"), let open = stem.lastIndex(of: UInt8(ascii: "(")), open > 0 else {
      return nil
    }
    let digits = stem[(open + 1)...].dropLast()
    return digits.isEmpty || !digits.allSatisfy { (0x30...0x39).contains($0) } ? nil : Array(stem[..<open])
  }
}
