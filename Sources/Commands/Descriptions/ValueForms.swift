internal import Arguments
internal import Messages

/// How values are written that several commands take.
extension CommandDescription {
  /// How a tag is written.
  static let tagForm = LocalizedText("a tag such as Places/Tokyo", zh: "標籤，例如 地點/東京")
  /// How an album is named.
  static let albumForm = LocalizedText("the name of an album", zh: "相簿名稱")
  /// How a date is written.
  static let dateForm = LocalizedText(
    "a date such as 2021-07-14 or 2021-07-14T18:03:22+09:00",
    zh: "日期，例如 2021-07-14 或 2021-07-14T18:03:22+09:00"
  )
}
