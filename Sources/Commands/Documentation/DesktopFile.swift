internal import Messages

/// What file managers show in a photo's menu (Desktop Entry Specification, version 1.1).
enum DesktopFile {
  /// The file by its path.
  static var file: (path: String, text: String) { ("applications/shiying.desktop", text) }

  /// Every kind of picture that is read.
  private static let mediaTypes = [
    "image/jpeg", "image/heic", "image/heif", "image/png", "image/avif", "image/webp", "image/tiff",
    "image/bmp", "image/gif",
  ]

  /// It runs in a terminal, where the progress is seen and the question about HDR can be answered, and stands in menus of
  /// files alone: without files there is nothing to do.
  private static var text: String {
    let entry =
      [
        "[Desktop Entry]", "Version=1.1", "Type=Application",
      ]
      + localized("Name", LocalizedText("Convert to JPEG (shiying)", zh: "轉成 JPEG（拾映）"))
      + localized(
        "Comment",
        LocalizedText(
          "Make JPEG copies of photos in the library; the originals are not touched",
          zh: "在圖庫裡製作照片的 JPEG 副本；原檔不動"
        )
      ) + [
        "Exec=shiying convert --to jpeg %F", "Terminal=true", "NoDisplay=true",
        "Categories=Graphics;Photography;",
        "MimeType=" + mediaTypes.map { $0 + ";" }.joined(), "Actions=compress;", "",
        "[Desktop Action compress]",
      ]
      + localized("Name", LocalizedText("Compress", zh: "壓縮")) + [
        "Exec=shiying convert --to same --max-size 2M %F"
      ]
    return entry.joined(separator: "\n") + "\n"
  }

  private static func localized(_ key: String, _ text: LocalizedText) -> [String] {
    ["\(key)=\(text.english)", "\(key)[zh_TW]=\(text.chinese)"]
  }
}
