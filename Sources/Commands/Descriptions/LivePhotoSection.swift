internal import Arguments
internal import Messages

/// What a Live Photo is, and how it gets to an iPhone.
enum LivePhotoSection {
  static let section = ManualSection(
    LocalizedText("LIVE PHOTOS", zh: "原況照片"),
    [
      LocalizedText(
        """
        A Live Photo is two files of one name, NAME.heic or NAME.jpg and NAME.MOV, with the same pairing identifier; the \
        movie says which moment the still shows. Both are read from disk again before they are delivered, by the rules \
        of shiying verify. A pair that would not be taken for one is delivered as a plain still without the identifier, \
        and that is said; where the identifier can't be taken out, nothing is delivered.
        """,
        zh:
          """
          原況照片是同名的兩個檔案：NAME.heic 或 NAME.jpg，以及 NAME.MOV。兩者的配對編號相同，影片記載靜態圖是哪一刻。\
          交付之前會照 shiying verify 的規則，從磁碟把兩個檔案再讀一次。配不起來的，就交付沒有配對編號的靜態圖，並說明；\
          配對編號拿不掉的，什麼都不交付。
          """
      ),
      LocalizedText(
        """
        To an iPhone: keep the two files together and import them together. On a Mac, drag both into Photos, or import \
        their folder; without one, use a program that uploads both halves. Two loose files sent by AirDrop, or put into \
        iCloud Drive, arrive as a photo and a video.
        """,
        zh:
          """
          送進 iPhone：兩個檔案放在一起，一起匯入。在 Mac 上把兩個檔案一起拖進「照片」，或匯入整個資料夾；\
          沒有 Mac 就用會上傳兩個檔案的程式。用 AirDrop 傳兩個散檔，或放進 iCloud 雲碟，會變成一張照片和一段影片。
          """
      ),
      LocalizedText(
        """
        The files are compared, byte by byte, with pairs of real iPhones and read by other programs. Nothing was tried on \
        an Apple device. Lock screens want more than a Live Photo: that is not made.
        """,
        zh: "檔案和真正 iPhone 的原況照片逐位元組比對過，也用別的程式讀過。沒有在 Apple 裝置上試過。鎖定畫面的動態桌布另有要求，這裡不做。"
      ),
    ]
  )
}
