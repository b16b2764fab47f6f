internal import Messages

/// What file managers show in the menus of photos and videos (Desktop Entry Specification, version 1.1).
///
/// Photos and videos have a file each: a photo is first of all converted to JPEG, which a video can't be.
struct DesktopFile {
  /// Every file by its path below `share`.
  static let files = [photos, videos].map { (path: "applications/\($0.name)", text: $0.text) }

  /// An entry of a menu.
  private struct Action {
    var identifier: String
    var name: LocalizedText
    var command: String
  }

  private static let compress = Action(
    identifier: "compress",
    name: LocalizedText("Compress", zh: "壓縮"),
    command: "shiying convert --to same --max-size 2M %F"
  )
  private static let collage = Action(
    identifier: "collage",
    name: LocalizedText("Collage", zh: "拼貼"),
    command: "shiying collage %F"
  )
  /// Of videos, and of photos that have one inside.
  private static let live = Action(
    identifier: "live",
    name: LocalizedText("Convert to Live Photo", zh: "轉原況"),
    command: "shiying convert --to live %F"
  )

  private static let photos = DesktopFile(
    name: "shiying.desktop",
    title: LocalizedText("Convert to JPEG (shiying)", zh: "轉成 JPEG（拾映）"),
    comment: LocalizedText(
      "Make JPEG copies of photos in the library; the originals are not touched",
      zh: "在圖庫裡製作照片的 JPEG 副本；原檔不動"
    ),
    command: "shiying convert --to jpeg %F",
    // Every kind of picture that is read.
    mediaTypes: [
      "image/jpeg", "image/heic", "image/heif", "image/png", "image/avif", "image/webp", "image/tiff",
      "image/jxl", "image/bmp", "image/gif",
    ],
    actions: [compress, collage, live]
  )

  private static let videos = DesktopFile(
    name: "shiying-video.desktop",
    title: LocalizedText("Convert to Live Photo (shiying)", zh: "轉原況（拾映）"),
    comment: LocalizedText(
      "Make Live Photos of videos in the library; the originals are not touched",
      zh: "在圖庫裡把影片做成原況照片；原檔不動"
    ),
    command: live.command,
    mediaTypes: [
      "video/quicktime", "video/mp4", "video/x-m4v", "video/3gpp", "video/x-matroska", "video/webm",
      "video/x-msvideo", "video/mp2t",
    ],
    actions: [live, collage]
  )

  private let name: String
  private let title: LocalizedText
  private let comment: LocalizedText
  private let command: String
  private let mediaTypes: [String]
  private let actions: [Action]

  /// It runs in a terminal, where the progress is seen and the question about HDR can be answered, and stands in menus of
  /// files alone: without files there is nothing to do.
  private var text: String {
    let entry =
      ["[Desktop Entry]", "Version=1.1", "Type=Application"]
      + Self.localized("Name", title) + Self.localized("Comment", comment)
      + [
        "Exec=\(command)", "Terminal=true", "NoDisplay=true", "Categories=Graphics;Photography;",
        "MimeType=" + mediaTypes.map { $0 + ";" }.joined(),
        "Actions=" + actions.map { $0.identifier + ";" }.joined(),
      ]
    let menu = actions.flatMap { action in
      ["", "[Desktop Action \(action.identifier)]"] + Self.localized("Name", action.name)
        + ["Exec=\(action.command)"]
    }
    return (entry + menu).joined(separator: "\n") + "\n"
  }

  private static func localized(_ key: String, _ text: LocalizedText) -> [String] {
    ["\(key)=\(text.english)", "\(key)[zh_TW]=\(text.chinese)"]
  }
}
