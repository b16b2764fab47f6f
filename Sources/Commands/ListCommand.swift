internal import Arguments
internal import Files
internal import Library
internal import Messages
internal import Metadata

/// `shiying list`: the assets of a library that match, one path a line.
struct ListCommand {
  let arguments: ParsedArguments
  let console: Console

  func run() throws -> ExitCode {
    let query = try query()
    let library = try LibraryLocation.openExisting(arguments, environment: console.environment)
    let assets = try library.catalogue.assets(matching: query)
    let output = StandardOutput(arguments)
    // A heading is for people: paths alone go anywhere else.
    if query.creations, !assets.isEmpty, !arguments.flag(.json), Terminal.isTerminal(.output) {
      console.say(.creations(count: assets.count))
    }
    for asset in assets {
      if arguments.flag(.json) {
        output.write(line: JSONLine.text(AssetRecordJSON(asset)))
      } else if let file = asset.files.first(where: { $0.role != .sidecar && $0.role != .video })
        ?? asset.files.first
      {
        output.write(path: file.path)
      }
    }
    if assets.isEmpty && !arguments.flag(.quiet) { console.say(.nothingFound) }
    return .done
  }

  private func query() throws -> AssetQuery {
    var query = AssetQuery()
    query.album = arguments.text(.album)
    if let text = arguments.text(.tag) {
      guard let tag = TagText.tag(text) else { throw arguments.unusable(.tag, text) }
      query.tag = tag
    }
    query.favourite = arguments.choice(ofFlag: .favourite)
    query.kind = arguments.text(.kind).flatMap(AssetKind.init)
    query.since = try date(.since)
    // A day, month or year as the end means all of it.
    query.until = try date(.until)
    query.creations = arguments.flag(.creations)
    return query
  }

  private func date(_ option: OptionIdentifier) throws -> CaptureDate? {
    guard let text = arguments.text(option) else { return nil }
    guard var date = CaptureDate(iso8601: text) else { throw arguments.unusable(option, text) }
    if option == .until && !text.contains("T") {
      if text.utf8.count == 4 { date.month = 12 }
      if text.utf8.count <= 7 { date.day = 31 }
      (date.hour, date.minute, date.second) = (23, 59, 59)
    }
    return date
  }
}
