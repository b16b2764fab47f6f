/// The names in a folder of a Google Takeout export, and which JSON file belongs to which picture.
///
/// Takeout calls the JSON file after the picture, but cuts the name to 46 UTF-16 units, puts the number of a repeated name
/// elsewhere, and lets an edited picture and the video of a Live Photo share the JSON of the original. All of a folder's
/// names are looked at once, so that a folder of many thousand pictures costs each of them a few look-ups.
public struct TakeoutFolder: Sendable {
  /// A file that may belong to a picture.
  public struct Candidate: Hashable, Sendable {
    /// Its name in the folder.
    public let name: [UInt8]
    /// Whether it only counts if the title in it is the picture's name.
    public let wantsTitle: Bool
    /// Whether other files of the folder could own it as well.
    public let isShared: Bool
  }

  /// Real pictures have one or two.
  private static let maximumCandidateCount = 64

  private var jsonByKey: [String: [TakeoutJSONName]] = [:]
  private var othersByStem: [String: [TakeoutName]] = [:]
  private var looseJSON: [[UInt8]] = []

  /// Looks at the names of all files in a folder.
  public init(names: [[UInt8]]) {
    for name in names {
      let readings = TakeoutJSONName.readings(of: name)
      for reading in readings {
        for key in Set([reading.core, TakeoutName.divided(reading.core).0].map(Self.key)) {
          jsonByKey[key, default: []].append(reading)
        }
      }
      if readings.isEmpty, let text = String(validating: name, as: UTF8.self) {
        let other = TakeoutName(text)
        othersByStem[Self.key(other.stem), default: []].append(other)
      }
      // An album's own JSON is called by one word in the user's language: "metadata.json", "Metadaten.json".
      if let reading = readings.first, !reading.core.contains(".") { looseJSON.append(name) }
    }
  }

  /// Whether there is any JSON file.
  public var isEmpty: Bool { jsonByKey.isEmpty }

  /// JSON files that may describe the folder itself: their names are no picture's. Those called as Google calls them
  /// first, at most 16.
  public var albumCandidates: [[UInt8]] {
    let free = looseJSON.filter { name in
      TakeoutJSONName.readings(of: name).allSatisfy { othersByStem[Self.key($0.core)] == nil }
    }
    let known = free.filter { Self.isAlbumName($0) }
    return Array((known + free.filter { !Self.isAlbumName($0) }).prefix(16))
  }

  /// Whether a file is called "metadata.json" in one of the languages whose words for it look alike.
  public static func isAlbumName(_ name: [UInt8]) -> Bool {
    let text = String(decoding: name, as: UTF8.self).lowercased()
    return ["meta", "méta", "мета"].contains { text.hasPrefix($0) }
  }

  /// JSON files that may belong to the picture, the surest first. The first that is no stranger by its title counts.
  public func candidates(for picture: [UInt8]) -> [Candidate] {
    guard let text = String(validating: picture, as: UTF8.self) else { return [] }
    let name = TakeoutName(text)
    var found: [(kinship: TakeoutJSONName.Kinship, reading: TakeoutJSONName)] = []
    for key in Self.keys(of: name) where found.count < Self.maximumCandidateCount {
      for reading in jsonByKey[key] ?? [] {
        if found.count >= Self.maximumCandidateCount { break }
        if found.contains(where: { $0.reading == reading }) { continue }
        guard let kinship = reading.kinship(to: name) else { continue }
        if kinship == .same || kinship.isShared || !isOwned(reading, before: kinship, by: name) {
          found.append((kinship, reading))
        }
      }
    }
    let sorted = found.sorted { left, right in
      if left.kinship != right.kinship { return left.kinship < right.kinship }
      // Of two exports in one folder the newer one has the longer names.
      let (first, second) = (left.reading.file, right.reading.file)
      return first.count == second.count
        ? first.lexicographicallyPrecedes(second) : first.count > second.count
    }
    var names: Set<[UInt8]> = []
    return sorted.filter { names.insert($0.reading.file).inserted }.prefix(Self.maximumCandidateCount).map {
      kinship,
      reading in
      let namesakes = kinship == .bare ? othersByStem[Self.key(name.stem)]?.count ?? 0 : 1
      return Candidate(
        name: reading.file,
        wantsTitle: kinship.wantsTitle,
        isShared: kinship > .sameButCase && (kinship != .bare || namesakes > 1)
      )
    }
  }

  /// Whether another file of the folder has a better claim.
  private func isOwned(
    _ reading: TakeoutJSONName,
    before kinship: TakeoutJSONName.Kinship,
    by name: TakeoutName
  ) -> Bool {
    let stems = [reading.core, TakeoutName.divided(reading.core).0].map(Self.key)
    return Set(stems).contains { stem in
      (othersByStem[stem] ?? []).contains { other in
        guard other != name, let claim = reading.kinship(to: other) else { return false }
        return claim < kinship
      }
    }
  }

  private static func key(_ name: String) -> String { name.lowercased() }

  /// All keys under which a JSON file of the picture may stand.
  private static func keys(of name: TakeoutName) -> [String] {
    var names = [name.plain, name.whole, name.stem, TakeoutName.divided(name.whole).0]
    if let original = name.original { names += [original.plain, original.whole, original.stem] }
    for whole in [name.plain] + (name.original.map { [$0.plain] } ?? [])
    where whole.utf16.count > TakeoutJSONName.leastCutLength {
      var beginning = ""
      var count = 0
      for scalar in whole.unicodeScalars {
        beginning.unicodeScalars.append(scalar)
        count += scalar.value > 0xFFFF ? 2 : 1
        if count >= TakeoutJSONName.leastCutLength { names.append(beginning) }
        if count > 60 { break }
      }
    }
    var seen: Set<String> = []
    return names.map(key).filter { seen.insert($0).inserted }
  }
}
