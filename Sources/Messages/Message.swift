/// A sentence of the command line's own, besides problems and notes: facts only, worded by `Wording`.
public enum Message: Hashable, Sendable {
  // A run
  /// The last line of a run.
  case summary(RunSummary)
  /// A run stopped early, safe to be run again.
  case stoppedEarly
  /// A signal stopped the run.
  case interrupted
  /// There was nothing to convert below the inputs.
  case nothingToDo
  /// Names with line feeds stand in the list of failed inputs, which is separated by line feeds.
  case listHasLineFeeds(list: String, count: Int)

  // The HDR question, once per run
  /// The question with its numbered answers; several lines, the last without a line feed.
  case hdrQuestion(file: String, format: String)
  /// The answer was none of the three; asked again.
  case hdrAnswerUnclear
  /// Said after a run in which nobody could be asked and `count` files waited for an answer.
  case hdrUndecided(count: Int)

  /// As many further files of a run have a note like this one, which is worded.
  case furtherNotes(count: Int, note: String, differ: Bool)

  // The library
  /// The library was made just now.
  case libraryCreated(path: String)
  /// The library has no assets, or none that match.
  case nothingFound
  /// Heads the list of all collages.
  case creations(count: Int)
  /// `register` is done.
  case registered(RegistrationSummary)
  /// `set` is done.
  case changed(count: Int, failed: Int)
  /// What was set is not in so many copies that were made before.
  case copiesKeepTheirs(count: Int)

  // check
  /// One finding, as `LibraryCheck` names its kinds. `detail` may be empty.
  /// `isOriginal`: the file is no copy, so nothing can make it anew.
  case finding(kind: FindingKind, path: String, detail: String, isOriginal: Bool = false)
  /// One finding was put right.
  case repaired(kind: FindingKind, path: String)
  /// The last line of `check`.
  case checked(files: Int, findings: Int, repaired: Int)

  // verify
  /// The last line of `verify`.
  case verified(pairs: Int, failed: Int, timedOut: Int)

  // Values of fields
  case yes
  /// Of what plays again and again.
  case withoutEnd
  case no
  case unknown
  /// A dynamic range: the raw value of its kind ("gain-map", or "none" for standard range), of a gain map by how many stops
  /// it makes the brightest parts brighter where that is known, and where the file speaks of it, as raw values.
  case dynamicRange(kind: String, headroom: Double?, carriers: [String])
  /// A kind of asset or file by its raw value ("live").
  case kind(String)

  // Collages
  /// Behind the path of an original of a collage that has an empty cell in its place.
  case sourceMissing
  /// Another collage is being made in this library, and this one waits.
  case collageWaiting
  /// What the chosen motion of a Live collage does, by its raw value (together, relay, focus).
  /// `hasSound`: whether anything is heard.
  case collageMotion(String, hasSound: Bool)
  /// The poster of a video that went elsewhere is kept here.
  case collagePoster(path: String)
  /// The last line of `collage`: how many sources are in it, how many of them as grey cells, and where it lies (nil: a
  /// file that was named).
  case collageDone(CollageSummary)

  // Terminal
  /// Standard input is a terminal where bytes or a list are expected.
  case readingFromTerminal
  /// Picture bytes would go to a terminal.
  case refusingTerminalOutput
}

/// How a collage ended.
public struct CollageSummary: Hashable, Sendable {
  /// What it became: "live", "video" or "still".
  public var tier: String
  /// Its sources.
  public var count: Int
  /// Those of them that are grey cells.
  public var missing: Int
  /// Whether it was there already.
  public var isUnchanged: Bool
  /// The album's folder, where it lies in a library.
  public var folder: String?

  /// Makes a summary.
  public init(tier: String, count: Int, missing: Int, isUnchanged: Bool, folder: String?) {
    self.tier = tier
    self.count = count
    self.missing = missing
    self.isUnchanged = isUnchanged
    self.folder = folder
  }
}

/// What `check` finds in a library. The raw value stands in the JSON output.
public enum FindingKind: String, Sendable, CaseIterable {
  /// A registered file is gone.
  case missing
  /// A registered file has another size, time or content than recorded.
  case changed
  /// A registered file can't be read.
  case unreadable
  /// A registered file does not decode. Only callers that can decode find this.
  case damaged
  /// A file in an album's folder that the catalogue does not name.
  case orphan
  /// Unfinished work of a run that has ended.
  case openIntent
  /// An asset without any file.
  case withoutFiles
  /// Leftovers of a run that has ended: a staging folder, a part file.
  case remains
}

/// The answers to the HDR question.
public enum HDRAnswer: Hashable, Sendable {
  /// Standard dynamic range, for the rest of the run.
  case standardRange
  /// These files fail.
  case fail
  /// The run stops.
  case stop

  /// Reads an answer: its number, nothing else, so that it is the same in every language. nil: unclear.
  public init?(line: String) {
    switch line.split(whereSeparator: \.isWhitespace).joined() {
    case "1": self = .standardRange
    case "2": self = .fail
    case "3": self = .stop
    default: return nil
    }
  }
}

/// Names of fields in the output of `info` and `list`.
public enum Label: String, Sendable, CaseIterable {
  case path, format, kind, size, duration, plays, bytes, colour, bitDepth, dynamicRange, orientation,
    transparency, identifier, keyTime, pairedVideo
  case date, place, favourite, rating, tags, albums, title, description
  case asset, inLibrary, copies, madeFrom, recipe, madeAt, files, sidecar, pictures, furtherContent, notes

  var text: LocalizedText {
    switch self {
    case .path: LocalizedText("Path", zh: "路徑")
    case .format: LocalizedText("Format", zh: "格式")
    case .kind: LocalizedText("Kind", zh: "種類")
    case .size: LocalizedText("Size", zh: "大小")
    case .duration: LocalizedText("Duration", zh: "長度")
    case .plays: LocalizedText("Plays", zh: "播放次數")
    case .bytes: LocalizedText("Bytes", zh: "位元組")
    case .colour: LocalizedText("Colour", zh: "色彩")
    case .bitDepth: LocalizedText("Bits a sample", zh: "位元深度")
    case .dynamicRange: LocalizedText("Dynamic range", zh: "動態範圍")
    case .orientation: LocalizedText("Orientation", zh: "方向")
    case .transparency: LocalizedText("Transparency", zh: "透明度")
    case .identifier: LocalizedText("Pairing identifier", zh: "配對編號")
    case .keyTime: LocalizedText("Key photo at", zh: "主要照片時刻")
    case .pairedVideo: LocalizedText("Its video", zh: "配對的影片")
    case .date: LocalizedText("Date", zh: "日期")
    case .place: LocalizedText("Place", zh: "地點")
    case .favourite: LocalizedText("Favourite", zh: "收藏")
    case .rating: LocalizedText("Rating", zh: "評分")
    case .tags: LocalizedText("Tags", zh: "標籤")
    case .albums: LocalizedText("Albums", zh: "相簿")
    case .title: LocalizedText("Title", zh: "標題")
    case .description: LocalizedText("Description", zh: "說明")
    case .asset: LocalizedText("Asset", zh: "項目")
    case .inLibrary: LocalizedText("In the library", zh: "在圖庫裡")
    case .copies: LocalizedText("Copies", zh: "副本")
    case .madeFrom: LocalizedText("Made from", zh: "來源")
    case .recipe: LocalizedText("Recipe", zh: "配方")
    case .madeAt: LocalizedText("Made at", zh: "製作時間")
    case .files: LocalizedText("Files", zh: "檔案")
    case .sidecar: LocalizedText("Sidecar", zh: "附屬檔")
    case .pictures: LocalizedText("Pictures", zh: "圖片張數")
    case .furtherContent: LocalizedText("Also in the file", zh: "檔案裡另有")
    case .notes: LocalizedText("Notes", zh: "備註")
    }
  }
}
