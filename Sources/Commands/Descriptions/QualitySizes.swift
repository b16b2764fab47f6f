internal import Arguments
internal import Messages

/// What copies come to at some qualities, for the manual; measured by Tests/scripts/bench-formats --sizes.
enum QualitySizes {
  /// A format, and the megabytes at quality 50, 75, 90 and 95.
  private static let measured: [(format: String, megabytes: [String])] = [
    ("jpeg", ["0.58", "0.92", "1.69", "2.50"]),
    ("heic", ["0.32", "0.57", "0.99", "1.33"]),
    ("avif", ["0.24", "0.50", "1.02", "1.36"]),
    ("webp", ["0.37", "0.64", "1.31", "1.95"]),
    ("jxl", ["0.31", "0.53", "1.10", "1.57"]),
  ]

  /// The manual's section.
  static let section = ManualSection(
    LocalizedText("QUALITY AND SIZE", zh: "品質與大小"),
    [
      LocalizedText(
        """
        A quality looks about the same in every format; the formats differ in the bytes that it takes. A photo of \
        12 megapixels came to so many megabytes at quality 50, 75, 90 and 95 (the mean of four photos from \
        telephones; the smoothest took little more than half of it, the one with most grain nearly twice as much):
        """,
        zh:
          """
          同一個品質在各格式看起來差不多，差別在所需的大小。\
          一張 1200 萬像素的照片在品質 50、75、90、95 時的大小如下\
          （四張手機照片的平均；最平滑的那張只要一半多一點，顆粒最多的將近兩倍）：
          """
      )
    ],
    entries: measured.map { format, megabytes in
      DescribedName(
        format,
        LocalizedText(
          megabytes.dropLast().joined(separator: ", ") + " and \(megabytes.last ?? "") MB.",
          zh: megabytes.joined(separator: "、") + " MB。"
        )
      )
    }
  )
}
