internal import Arguments
internal import Messages

/// What becomes of a video or an animation as a GIF.
enum AnimationSection {
  static let section = ManualSection(
    LocalizedText("GIFS", zh: "GIF"),
    [
      LocalizedText(
        """
        --to gif takes videos, the video of Live Photos and Motion Photos, and animations (GIF, WebP, PNG, AVIF, HEIC, \
        JPEG XL). A still picture fails, or is skipped where it lies in a folder. A GIF is left as it is unless an option \
        asks for another; it keeps its size and times where they are not asked for. What is cut off or damaged in a video \
        is left out, and that is said.
        """,
        zh:
          """
          --to gif 的來源是影片、原況照片與動態相片裡的影片，以及動畫（GIF、WebP、PNG、AVIF、HEIC、JPEG XL）。\
          不會動的圖算失敗；放在資料夾裡的則略過。GIF 維持原樣，除非有選項要求別的；沒有要求時，大小與時間都照舊。\
          影片裡缺少或損壞的部分會省略，並會說明。
          """
      ),
      LocalizedText(
        """
        Pictures are upright, with square pixels, in sRGB. HDR (HLG, PQ, Dolby Vision 8.4) is brought into standard range, \
        the same way in every frame; Dolby Vision 5 has no picture of its own and fails.
        """,
        zh:
          """
          畫面轉正，像素是正方形，色彩是 sRGB。HDR（HLG、PQ、杜比視界 8.4）轉成標準動態範圍，每一格都一樣；\
          杜比視界 5 沒有可用的畫面，算失敗。
          """
      ),
      LocalizedText(
        """
        Date, place, favourite, tags and albums stand in the GIF as XMP, and in a sidecar, as few programs read them in a \
        GIF. Memory is bounded by the size of a frame, not by the length; a file that will be large, or take long, is said \
        before the work.
        """,
        zh:
          """
          日期、地點、收藏、標籤與相簿以 XMP 寫在 GIF 裡，也寫在附屬檔裡，因為很少程式會讀 GIF 裡的資料。\
          需要的記憶體只看一格的大小，不看長度；會很大或做很久的檔案，開始之前就會說。
          """
      ),
    ]
  )
}
