/// A file name of a Google Takeout export, taken apart. Names are NFC.
struct TakeoutName: Hashable {
  /// Without number: "IMG_1" of "IMG_1(2).jpg".
  var stem: String
  /// With its dot: ".jpg"; empty where there is none.
  var ending: String
  /// 2 of "IMG_1(2).jpg".
  var number: Int?

  /// The name without its number.
  var plain: String { stem + ending }
  /// The name as it was.
  var whole: String { stem + (number.map { "(\($0))" } ?? "") + ending }

  init(_ name: String) {
    let (body, ending) = Self.divided(name.composed)
    (stem, number) = Self.withoutNumber(body)
    self.ending = ending
  }

  /// A name before and after its last dot, which stays with what is behind it.
  static func divided(_ name: String) -> (String, ending: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }

  /// "IMG_1" and 2 of "IMG_1(2)".
  static func withoutNumber(_ text: String) -> (String, Int?) {
    guard text.hasSuffix(")"), let start = text.lastIndex(of: "("), start != text.startIndex else {
      return (text, nil)
    }
    let digits = text[text.index(after: start)..<text.index(before: text.endIndex)]
    guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy(CaptureDate.isDigit),
      digits.first != "0", let number = Int(digits)
    else { return (text, nil) }
    return (String(text[..<start]), number)
  }

  /// Ends that Google Photos gives to edited pictures in the languages of its users. The edited picture has no JSON of
  /// its own: that of the original speaks for both.
  static let editedWords: Set<String> = [
    "edited", "effects", "smile", "mix", "bearbeitet", "modifié", "modifie", "bewerkt", "editado", "editada",
    "ha editado", "modificato", "modificata", "edytowane", "redigerad", "redigerat", "redigert", "redigeret",
    "muokattu", "upraveno", "upravené", "szerkesztett", "editat", "editată", "düzenlendi", "изменено",
    "отредактировано",
    "відредаговано", "редактирано", "επεξεργασμένο", "編集済み", "编辑", "已编辑", "編輯", "已編輯", "편집됨", "수정됨",
    "diedit", "đã chỉnh sửa", "แก้ไข", "संपादित", "נערך", "معدّلة",
  ]

  /// The original's name where this is the name of an edited picture, else nil. Where the name was cut the word may be
  /// cut too.
  var original: TakeoutName? {
    guard let dash = stem.lastIndex(of: "-"), dash != stem.startIndex else { return nil }
    let word = String(stem[stem.index(after: dash)...]).lowercased()
    let isCut = stem.utf16.count >= TakeoutJSONName.cutLength
    guard !word.isEmpty,
      Self.editedWords.contains(word) || (isCut && Self.editedWords.contains { $0.hasPrefix(word) })
    else { return nil }
    var original = self
    original.stem = String(stem[..<dash])
    return original
  }
}

/// The name of a JSON file, as it may have been made out of a picture's name.
struct TakeoutJSONName: Hashable {
  /// The file's name as it is in the folder.
  let file: [UInt8]
  /// What may be the picture's name or its beginning.
  let core: String
  /// 1 of "IMG_1.jpg(1).json".
  let number: Int?
  /// Whether ".supplemental-metadata" or a beginning of it was taken away.
  let hasSuffix: Bool

  /// UTF-16 units that Takeout leaves of a JSON file's name before ".json".
  static let cutLength = 46
  /// Less is never left of a name that was cut.
  static let leastCutLength = 40
  static let suffix = "supplemental-metadata"

  /// Every way to read a name; none where it does not end in ".json" or is not UTF-8.
  static func readings(of file: [UInt8]) -> [TakeoutJSONName] {
    guard let name = String(validating: file, as: UTF8.self)?.composed else { return [] }
    let (whole, ending) = TakeoutName.divided(name)
    guard ending.lowercased() == ".json" else { return [] }
    let (body, number) = TakeoutName.withoutNumber(whole)
    var readings = [TakeoutJSONName(file: file, core: body, number: number, hasSuffix: false)]
    let (front, tail) = TakeoutName.divided(body)
    if !tail.isEmpty, suffix.utf8.starts(with: tail.dropFirst().lowercased().utf8) {
      readings.append(TakeoutJSONName(file: file, core: front, number: number, hasSuffix: true))
    }
    return readings
  }

  /// How sure it is that a file belongs to a picture; less is surer.
  enum Kinship: Int, Comparable {
    /// The picture's name, and the end of the JSON's name at most cut.
    case same
    /// The same, but for upper and lower case of the ending.
    case sameButCase
    /// The picture's name itself was cut to 46 units: the title has to confirm it, since other names may begin alike.
    case cut
    /// Cut elsewhere, or numbered otherwise: the title has to confirm it.
    case cutElsewhere
    /// The video beside a Live Photo's still, which has the JSON of both.
    case companion
    /// The edited picture beside its original, which has the JSON of both.
    case edited
    /// The picture's name without its ending: the title has to confirm it.
    case bare

    static func < (left: Kinship, right: Kinship) -> Bool { left.rawValue < right.rawValue }

    /// Whether the title must agree.
    var wantsTitle: Bool { self == .cut || self == .cutElsewhere || self == .bare }
    /// Whether a JSON may have another owner as well.
    var isShared: Bool { self == .companion || self == .edited }
  }

  private static let videoEndings: Set<String> = [".mp4", ".mov", ".mp", ".mv"]
  private static let stillEndings: Set<String> = [
    ".heic", ".heif", ".jpg", ".jpeg", ".png", ".dng", ".webp", ".avif",
  ]

  /// How this file belongs to a picture of that name, or nil where it does not.
  func kinship(to name: TakeoutName) -> Kinship? {
    if let own = directKinship(to: name) { return own }
    if number == name.number, isStill(of: name) { return .companion }
    if let original = name.original, let own = directKinship(to: original), own < .cutElsewhere {
      return .edited
    }
    return nil
  }

  private func directKinship(to name: TakeoutName) -> Kinship? {
    // "IMG(1).jpg" may have been called so by its owner, and may be numbered in both places.
    let namesake = core == name.whole && (number == nil || number == name.number)
    let isNumbered = number == name.number
    if namesake || (isNumbered && core == name.plain) { return .same }
    let (stem, ending) = TakeoutName.divided(core)
    if !ending.isEmpty, ending.lowercased() == name.ending.lowercased(), isNumbered, stem == name.stem {
      return .sameButCase
    }
    let length = core.utf16.count
    if !hasSuffix, length >= Self.leastCutLength, isBeginning(of: name.plain) {
      let isFull = length == Self.cutLength || (length == Self.cutLength - 1 && isCutInPair(name.plain))
      if isFull, isNumbered { return .cut }
      // Names that were cut to the same beginning are numbered, and so are their JSON files, on their own.
      return isNumbered || number == nil || name.number == nil ? .cutElsewhere : nil
    }
    return bare(name)
  }

  private func bare(_ name: TakeoutName) -> Kinship? {
    (number == name.number && core == name.stem)
      || (number == nil && core == name.stem + "(\(name.number ?? -1))")
      ? .bare : nil
  }

  private func isBeginning(of name: String) -> Bool {
    core.utf8.count < name.utf8.count && name.utf8.starts(with: core.utf8)
  }

  /// Whether the cut would have gone through a character outside of the basic plane, which is then left out whole.
  private func isCutInPair(_ name: String) -> Bool {
    let units = name.utf16
    guard let next = units.index(units.startIndex, offsetBy: core.utf16.count, limitedBy: units.endIndex),
      next != units.endIndex
    else { return false }
    return UTF16.isLeadSurrogate(units[next])
  }

  private func isStill(of name: TakeoutName) -> Bool {
    let (stem, ending) = TakeoutName.divided(core)
    guard Self.stillEndings.contains(ending.lowercased()) else { return false }
    // "PXL_1.MP" is the video of "PXL_1.MP.jpg".
    return Self.videoEndings.contains(name.ending.lowercased()) && (stem == name.stem || stem == name.plain)
  }
}
