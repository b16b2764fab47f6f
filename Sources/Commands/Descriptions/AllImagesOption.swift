internal import Arguments
internal import Messages

extension ConvertOptions {
  /// What the option means for `--time-limit`.
  static let allImagesTimeLimit = LocalizedText(
    "With --all-images each picture of a file has that long.",
    zh: "用 --all-images 時，檔案裡每張圖各有這麼久。"
  )

  /// `--all-images`
  static let allImages = OptionDescription(
    .allImages,
    group: .main,
    help: LocalizedText(
      "Copy each picture of a file that has several: bursts, stereo pairs, pages, frames of animations.",
      zh: "檔案裡有好幾張圖時每張都複製：連拍、立體照片、多頁、動畫的每一格。"
    ),
    details: [
      LocalizedText(
        """
        The main picture's copy has the photo's name as always, and the second and further ones have their \
        number in the file behind it: burst.jpg, burst-2.jpg; burst-02.jpg where there are ten or more. Frames \
        are copied as a viewer shows them. Each is a copy of its own with the date, place and tags of the file; \
        where one can't be read the others are made all the same, and the file counts as failed. Without this \
        option the main picture alone is copied, and that there are others is said. Previews, gain maps and \
        depth are no such pictures. With -o a file of several pictures is refused.
        """,
        zh:
          "主要的一張沿用照片的名稱，第二張起在名稱後加上它在檔案裡的編號：burst.jpg、burst-2.jpg；十張以上則是 burst-02.jpg。動畫的每一格都照看圖程式顯示的樣子複製。每張都是獨立的副本，帶有檔案的日期、地點與標籤；其中一張讀不出來時其餘照做，該檔案算失敗。不加這個選項就只複製主要的一張，並說明另有幾張。預覽圖、增益圖與深度圖不算在內。搭配 -o 時，有好幾張圖的檔案會被拒絕。"
      )
    ]
  )
}
