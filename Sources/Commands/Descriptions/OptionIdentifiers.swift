internal import Arguments

/// Every option of the program under its name in the code.
extension OptionIdentifier {
  // What a copy is
  static let to = OptionIdentifier("to")
  static let quality = OptionIdentifier("quality")
  static let lossless = OptionIdentifier("lossless")
  static let longEdge = OptionIdentifier("long-edge")
  static let background = OptionIdentifier("background")
  static let allImages = OptionIdentifier("all-images")
  static let hdr = OptionIdentifier("hdr")
  static let still = OptionIdentifier("still")
  static let at = OptionIdentifier("at")
  static let start = OptionIdentifier("start")
  static let length = OptionIdentifier("length")
  static let live = OptionIdentifier("live")
  static let fps = OptionIdentifier("fps")
  static let width = OptionIdentifier("width")
  static let height = OptionIdentifier("height")
  static let crop = OptionIdentifier("crop")
  static let speed = OptionIdentifier("speed")
  static let loop = OptionIdentifier("loop")
  static let bounce = OptionIdentifier("bounce")
  static let colours = OptionIdentifier("colors")
  static let dither = OptionIdentifier("dither")

  // What a collage is
  static let tier = OptionIdentifier("as")
  static let motion = OptionIdentifier("motion")
  static let layout = OptionIdentifier("layout")
  static let canvas = OptionIdentifier("canvas")
  static let scale = OptionIdentifier("scale")
  static let gap = OptionIdentifier("gap")
  static let margin = OptionIdentifier("margin")
  static let radius = OptionIdentifier("radius")
  static let order = OptionIdentifier("order")
  static let hero = OptionIdentifier("hero")
  static let focusPoint = OptionIdentifier("focus-point")
  static let format = OptionIdentifier("format")
  static let short = OptionIdentifier("short")
  static let perCell = OptionIdentifier("per-cell")
  static let audio = OptionIdentifier("audio")
  static let title = OptionIdentifier("title")
  static let plan = OptionIdentifier("plan")

  // Where it goes
  static let toAlbum = OptionIdentifier("to-album")
  static let output = OptionIdentifier("output")
  static let into = OptionIdentifier("into")
  static let beside = OptionIdentifier("beside")
  static let keepFolders = OptionIdentifier("keep-folders")
  static let nameTemplate = OptionIdentifier("name")
  static let sidecar = OptionIdentifier("sidecar")
  static let library = OptionIdentifier("library")

  // What is taken
  static let filesFrom = OptionIdentifier("files-from")
  static let null = OptionIdentifier("null")
  static let printNull = OptionIdentifier("print0")
  static let shard = OptionIdentifier("shard")
  static let maxSize = OptionIdentifier("max-size")
  static let maxPixels = OptionIdentifier("max-pixels")

  // How a run works
  static let jobs = OptionIdentifier("jobs")
  static let dryRun = OptionIdentifier("dry-run")
  static let verify = OptionIdentifier("verify")
  static let timeLimit = OptionIdentifier("time-limit")
  static let memoryLimit = OptionIdentifier("memory-limit")
  static let noInput = OptionIdentifier("no-input")

  // What is said
  static let print = OptionIdentifier("print")
  static let json = OptionIdentifier("json")
  static let failedTo = OptionIdentifier("failed-to")
  static let quiet = OptionIdentifier("quiet")
  static let verbose = OptionIdentifier("verbose")
  static let progress = OptionIdentifier("progress")
  static let help = OptionIdentifier("help")
  static let version = OptionIdentifier("version")

  // set and list
  static let favourite = OptionIdentifier("favourite")
  static let tag = OptionIdentifier("tag")
  static let noTag = OptionIdentifier("no-tag")
  static let album = OptionIdentifier("album")
  static let noAlbum = OptionIdentifier("no-album")
  static let rating = OptionIdentifier("rating")
  static let date = OptionIdentifier("date")
  static let place = OptionIdentifier("place")
  static let kind = OptionIdentifier("kind")
  static let since = OptionIdentifier("since")
  static let until = OptionIdentifier("until")
  static let creations = OptionIdentifier("creations")

  // check, documentation
  static let repair = OptionIdentifier("repair")
  static let deep = OptionIdentifier("deep")
  static let only = OptionIdentifier("only")
}
