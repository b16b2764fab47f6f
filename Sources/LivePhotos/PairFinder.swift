public import Files
internal import Metadata

/// Finds the Live Photos among files: first by identifier, then by name.
///
/// A name alone makes no pair: cameras count from 1 again, and the same name then means another shot (Immich #14459). At
/// least one half has to say that it is half of a Live Photo, neither may say that it belongs elsewhere, and what the
/// other half shows (its date, its length) must fit.
public struct PairFinder {
  /// Two halves.
  public struct Pair: Hashable, Sendable {
    /// The still.
    public var still: FilePath
    /// The video.
    public var video: FilePath

    /// States a pair.
    public init(still: FilePath, video: FilePath) {
      self.still = still
      self.video = video
    }
  }

  /// Reads what decides of a still; asked only where it matters.
  private let readStill: (FilePath) -> PairCandidate?
  private let readVideo: (FilePath) -> PairCandidate?

  /// Videos without an identifier that last longer are no halves; phones record three seconds.
  private static let longestSeconds = 6.0
  /// Seconds that clocks of the two halves may differ: the still is in the middle, and some programs round.
  private static let dateTolerance: Int64 = 60

  /// Makes a finder that reads by these functions.
  public init(
    readStill: @escaping (FilePath) -> PairCandidate? = PairCandidate.still,
    readVideo: @escaping (FilePath) -> PairCandidate? = PairCandidate.video
  ) {
    self.readStill = readStill
    self.readVideo = readVideo
  }

  /// Whether a file's name says that it may be the still of a pair. Only these formats pair.
  public static func isNamedLikeAStill(_ path: FilePath) -> Bool {
    ["heic", "heif", "jpg", "jpeg"].contains(path.lowercaseExtension)
  }

  /// Whether a file's name says that it may be the video of a pair.
  public static func isNamedLikeAVideo(_ path: FilePath) -> Bool {
    ["mov", "mp4", "m4v", "qt"].contains(path.lowercaseExtension)
  }

  /// The pairs, each file in one at most, in the order of the stills.
  public func pairs(stills: [FilePath], videos: [FilePath]) -> [Pair] {
    if stills.isEmpty || videos.isEmpty { return [] }
    var known: [FilePath: PairCandidate?] = [:]
    func facts(ofStill path: FilePath) -> PairCandidate? {
      if let found = known[path] { return found }
      let found = readStill(path)
      known[path] = found
      return found
    }
    var open = videos.compactMap { path in readVideo(path).map { (path: path, facts: $0) } }
    var partner: [FilePath: FilePath] = [:]

    // Of one name and one identifier: no other still has to be read.
    let byName = Dictionary(grouping: stills) { PairName($0).key }
    open.removeAll { video in
      guard let identifier = video.facts.identifier else { return false }
      let near = PairName(video.path).keys.flatMap { byName[$0] ?? [] }
      guard
        let still = near.first(where: { partner[$0] == nil && facts(ofStill: $0)?.identifier == identifier })
      else { return false }
      partner[still] = video.path
      return true
    }
    // Of one identifier, whatever the names: the nearest by folder.
    if open.contains(where: { $0.facts.identifier != nil }) {
      let free = stills.filter { partner[$0] == nil && facts(ofStill: $0)?.identifier != nil }
      let byIdentifier = Dictionary(grouping: free) { facts(ofStill: $0)?.identifier ?? "" }
      open.removeAll { video in
        guard let identifier = video.facts.identifier else { return false }
        let same = (byIdentifier[identifier] ?? []).filter { partner[$0] == nil }
        guard let still = same.first(where: { $0.parent == video.path.parent }) ?? same.first else {
          return false
        }
        partner[still] = video.path
        return true
      }
    }
    // Of one name, where one half has no identifier.
    for video in open {
      let near = PairName(video.path).keys.flatMap { byName[$0] ?? [] }
      let still = near.first { still in
        partner[still] == nil && facts(ofStill: still).map { Self.fit($0, video.facts) } == true
      }
      if let still { partner[still] = video.path }
    }
    return stills.compactMap { still in partner[still].map { Pair(still: still, video: $0) } }
  }

  /// Whether two files of one name may be halves of one Live Photo.
  static func fit(_ still: PairCandidate, _ video: PairCandidate) -> Bool {
    switch (still.identifier, video.identifier) {
    case (nil, nil): return false
    case (let still?, let video?): return still == video
    case (nil, _?), (_?, nil): break
    }
    if let seconds = video.durationInSeconds, seconds > longestSeconds { return false }
    // Halves of phones have dates; without them nothing tells a half from any clip that has the name.
    guard let first = still.captureDate, let second = video.captureDate else { return false }
    if let (one, _) = first.unixTime, let (other, _) = second.unixTime {
      return abs(one - other) <= dateTolerance
    }
    // One tells no zone: the wall clocks then differ by whole quarters of an hour, of less than a day.
    let (one, other) = (
      first.unixTime(assumingOffsetMinutes: 0).seconds, second.unixTime(assumingOffsetMinutes: 0).seconds
    )
    let quarters = abs(one - other) % 900
    return abs(one - other) <= 15 * 3600 && min(quarters, 900 - quarters) <= dateTolerance
  }
}

/// A file's name as far as it tells which files belong together.
struct PairName: Hashable {
  /// The folder and the name without ending, in small letters.
  let key: FilePath
  /// The keys of stills that a video of this name may belong to, the likeliest first.
  let keys: [FilePath]

  init(_ path: FilePath) {
    let stem = path.stem.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    key = path.parent.appending(stem)
    // icloudpd: IMG_1_HEVC.MOV, with a number behind it.
    let suffix = Array("_hevc".utf8)
    var stems = [stem]
    if let range = Self.range(of: suffix, in: stem) {
      stems.append(Array(stem[..<range.lowerBound] + stem[range.upperBound...]))
    }
    keys =
      stems.map { path.parent.appending($0) }
      + stems.flatMap { Self.numbered($0) }.map { path.parent.appending($0) }
  }

  private static func range(of suffix: [UInt8], in stem: [UInt8]) -> Range<Int>? {
    guard stem.count > suffix.count else { return nil }
    return (1...(stem.count - suffix.count)).map { $0..<($0 + suffix.count) }.last { range in
      stem[range].elementsEqual(suffix)
        && (range.upperBound == stem.count || stem[range.upperBound] == 0x28
          || stem[range.upperBound] == 0x2D)
    }
  }

  /// Takeout numbers the two halves each for itself: IMG_1(1).jpg may belong to IMG_1.mov.
  private static func numbered(_ stem: [UInt8]) -> [[UInt8]] {
    (1...3).map { stem + Array("(\($0))".utf8) }
  }
}
