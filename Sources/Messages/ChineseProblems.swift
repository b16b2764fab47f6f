/// The Traditional Chinese sentence of every problem: one switch, so that a code without words does not compile.
enum ChineseProblems {
  private static let copyAnew = "請從原來的地方再複製一次"
  private static let report = "請回報這個問題，可以的話附上檔案"

  static func sentence(_ code: ProblemCode, _ facts: Facts) -> Sentence {
    switch code {
    case .inputMissing: Sentence("沒有這個檔案或資料夾", remedy: "請檢查名稱")
    case .inputUnreadable: Sentence("無法讀取", why: facts.detail, remedy: "請檢查權限與磁碟")
    case .inputTooLarge:
      Sentence(
        "檔案太大",
        why: "有 \(facts.size("found"))，最多只讀 \(facts.size("limit"))",
        remedy: "請確認它真的是照片"
      )
    case .inputNotAFile: Sentence("不是一般檔案", why: kind(facts["kind"]), remedy: "請給照片，或裝照片的資料夾")
    case .inputChanged: Sentence("讀取途中被改動了", remedy: "等沒有程式在寫它時再執行一次")
    case .inputEmpty: Sentence("是空檔案", why: "一個位元組也沒有", remedy: copyAnew)
    case .inputStalled:
      Sentence(
        "讀不出來",
        why: "它所在的地方 \(facts["seconds"]) 秒都沒有回應",
        remedy: "確認伺服器與網路正常後再執行一次"
      )
    case .inputNotFetched: Sentence("抓不下來", why: facts.detail, remedy: "請檢查網址")
    case .formatUnknown: Sentence("不是本程式認得的照片或影片", why: facts["found"], remedy: "請確認檔案的內容")
    case .formatUnsupported where facts["kind"] == "stream":
      Sentence("無法轉換", why: "這是影片，標準輸入只收照片和動畫", remedy: "請改成指定檔案")
    case .formatUnsupported where facts["kind"] == "video":
      Sentence("是影片", why: "照片只能由照片轉成", remedy: "--to live 可以做成原況照片，--to gif 可以做成動畫")
    case .formatUnsupported:
      Sentence("無法轉換", why: "還不支援 \(facts.format)", remedy: "請先用別的程式轉成 JPEG、PNG 或 TIFF")
    case .codecUnsupported:
      Sentence(
        "無法解碼",
        why: "沒有能解 \(facts["codec"]) 的解碼器\(bracketed(facts.detail))",
        remedy: facts["library"].isEmpty
          ? "看看能否安裝較新的 libheif 或它的外掛" : "看看能否安裝較新的 \(facts["library"])"
      )
    case .truncated: Sentence("檔案不完整，提早結束", why: facts.detail, remedy: copyAnew)
    case .damaged: Sentence("檔案已損壞", why: facts.detail, remedy: copyAnew)
    case .tooManyPixels:
      Sentence(
        "像素太多",
        why: "有 \(facts["width"]) x \(facts["height"])，上限是 \(facts["limit"])",
        remedy: "如果信得過這個檔案，用 --max-pixels 提高上限"
      )
    case .cmykWithoutProfile:
      Sentence(
        "無法轉換",
        why: "它是沒有色彩描述檔的 CMYK，無從得知顏色",
        remedy: "請用製作它的程式存成 RGB，或連同描述檔一起存"
      )
    case .motionVideoMissing:
      Sentence(
        "裡面的影片不見了",
        why: "它說自己是動態相片，檔案裡卻沒有完整的影片",
        remedy: "從手機重新複製一次，或當成一般照片轉換"
      )

    case .severalPictures:
      Sentence(
        "有 \(facts["count"]) 張圖",
        why: "--all-images 每張寫一個檔案，而 --output 只指定了一個",
        remedy: "請拿掉 --all-images，或改用 --into 指定資料夾"
      )

    case .movieNoVideo: Sentence("沒有影片", why: movieContent(facts["found"]), remedy: "請給有動態畫面的檔案")
    case .movieIncomplete:
      Sentence("錄影或複製不完整", why: "缺少索引（moov）", remedy: "\(copyAnew)，或用修復錄影的程式修復")
    case .movieCodecUnknown:
      Sentence(
        "無法解碼影片",
        why: "沒有能解 \(facts["codec"]) 的解碼器",
        remedy: "請先用別的程式轉成 H.264 或 HEVC"
      )
    case .movieDolbyVisionOnly:
      Sentence(
        "無法顯示影片",
        why: "Dolby Vision 設定檔 \(facts["profile"]) 沒有不靠 Dolby Vision 就能看的畫面",
        remedy: "請在製作它的程式裡匯出成 HLG 或 HDR10"
      )
    case .movieLibraryMissing:
      Sentence(
        "無法讀取影片",
        why: "無法載入 \(facts["library"])\(bracketed(facts.detail))",
        remedy: "請安裝套件 \(facts["package"])"
      )

    case .hdrUndecided:
      Sentence(
        "沒有轉換",
        why: facts.detail.isEmpty
          ? "它是 HDR（\(Terms.hdr(facts["kind"], .traditionalChinese))），轉成 \(facts.format) 會失去 HDR"
          : "它是 HDR，但\(Terms.unusableGainMap(facts.detail, .traditionalChinese))",
        remedy: "加上 --hdr sdr 就會轉成標準動態範圍的副本"
      )
    case .hdrNotPossible:
      Sentence(
        "沒有轉換",
        why: "它是 HDR（\(Terms.hdr(facts["kind"], .traditionalChinese))），\(facts.format) 放不下",
        remedy: "加上 --hdr sdr 就會轉成標準動態範圍的副本"
      )
    case .animationMissing:
      Sentence(
        "無法轉成 GIF",
        why: "它是不會動的圖" + (facts["format"].isEmpty ? "" : "（\(facts.format)）"),
        remedy: "請給影片或動畫，或選照片的格式，例如 --to png"
      )
    case .cropOutside:
      Sentence(
        "無法裁切成 \(facts["crop"])",
        why: "它只有 \(facts["width"]) x \(facts["height"]) 像素",
        remedy: "請選畫面以內的部分，或選形狀，例如 --crop 1:1"
      )
    case .startOutside:
      Sentence(
        "無法從第 \(facts["start"]) 秒開始",
        why: "它只有 \(facts["length"]) 秒",
        remedy: "--start 請選長度以內"
      )
    case .sizeNotPossible:
      Sentence(
        "無法轉成 \(facts.format)",
        why: "它有 \(facts["width"]) x \(facts["height"]) 像素，而每一邊最多 \(facts["limit"])",
        remedy: "用 --long-edge \(facts["limit"]) 縮小"
      )
    case .formatNotWritten:
      Sentence("無法做成同格式的副本", why: "\(facts.format) 只能讀取", remedy: "用 --to 指定別的格式")
    case .collageCount:
      Sentence(
        "無法做成拼貼",
        why: "有 \(facts["found"]) 張照片，而拼貼要 \(facts["least"]) 到 \(facts["most"]) 張",
        remedy: "請增減照片"
      )
    case .collageNoRoom:
      Sentence(
        "無法做成拼貼",
        why: facts["height"] == "0"
          ? "寬度 \(facts["width"]) 扣掉間隔與留邊後，放不下 \(facts["count"]) 張照片"
          : "\(facts["width"]) x \(facts["height"]) 扣掉間隔與留邊後，放不下 \(facts["count"]) 張照片",
        remedy: "把 --gap 與 --margin 調小，或把 --canvas 調大"
      )
    case .collageHeroMissing:
      Sentence(
        "無法做成拼貼",
        why: "指定第 \(facts["number"]) 張當主角，但只有 \(facts["count"]) 張",
        remedy: "--hero 請給 1 到 \(facts["count"]) 的數字"
      )
    case .collageTooLarge:
      Sentence(
        "無法做成拼貼",
        why: facts["pixels"].isEmpty == false
          ? "會有 \(facts["width"]) x \(facts["height"]) 像素，而最多只做 \(facts["pixels"]) 像素"
          : facts["height"] == "0"
            ? "寬度會是 \(facts["width"]) 像素，而 \(facts.format) 每一邊最多 \(facts["limit"])"
            : "會有 \(facts["width"]) x \(facts["height"]) 像素，而 \(facts.format) 每一邊最多 \(facts["limit"])",
        remedy: "把 --canvas 或 --scale 調小"
          + (["png", "tiff"].contains(facts["format"]) || !facts["pixels"].isEmpty ? "" : "，或改用 --format png")
      )
    case .collagePages:
      Sentence(
        "無法做成拼貼",
        why: "\(facts.format) 要分成 \(facts["count"]) 頁才放得下，而只指定了一個檔案",
        remedy: "不要給 -o，或把 --canvas 調小" + (facts["format"] == "png" ? "" : "，或改用 --format png")
      )
    case .collageNotMoving:
      Sentence("無法做成影片", why: "沒有會動的來源，或讀不出它們的動態", remedy: "請改做靜態圖：檔名用 .jpg 結尾")
    case .collageHDRFormat:
      Sentence(
        "無法做成拼貼",
        why: "它是 HDR（\(Terms.hdr(facts["kind"], .traditionalChinese))），\(facts.format) 靜態圖放不下",
        remedy: "--format heic 放得下；加上 --hdr sdr 就會轉成標準動態範圍"
      )
    case .collageUnreadable: Sentence("無法做成拼貼", why: "\(facts["count"]) 張照片都讀不出來")

    case .sizeLimitNotMet:
      Sentence(
        "縮不到 \(facts.size("limit"))",
        why: "最小的副本有 \(facts.size("found"))",
        remedy: "用 --max-size 放寬大小"
      )
    case .encodeFailed: Sentence("無法寫成 \(facts.format)", why: facts.detail, remedy: report)
    case .metadataFailed: Sentence("日期、地點與標籤寫不進去", why: facts.detail, remedy: report)
    case .verificationFailed:
      Sentence(
        "副本沒有交付",
        why: "\(Terms.checked(facts["what"], .traditionalChinese))讀回來不對，應為 \(facts["expected"])，"
          + "讀到 \(facts["found"])",
        remedy: report
      )

    case .cannotWrite: cannotWrite(facts)
    case .destinationInsideLibrary:
      Sentence("無法寫入\(named(facts.otherPath))", why: "那是圖庫自用的資料夾", remedy: "用 --into 另選一個資料夾")
    case .diskFull:
      Sentence("磁碟已滿", why: facts.otherPath, remedy: "騰出空間後再執行同一個命令，已完成的會保留")
    case .destinationExists: destinationExists(facts)
    case .badName:
      Sentence(
        "名稱樣板「\(facts["template"])」得不出可用的名稱",
        why: Terms.templateFault(facts.detail, .traditionalChinese),
        remedy: "請看 shiying-convert(1) 的 --name"
      )
    case .libraryMissing:
      Sentence(
        "這裡還沒有圖庫\(bracketed(facts.otherPath))",
        remedy: "shiying convert 與 shiying register 會建立圖庫；也可以用 -L 指定別的資料夾"
      )
    case .libraryUnusable:
      Sentence("無法開啟圖庫\(bracketed(facts.otherPath))", why: facts.detail, remedy: "請從備份放回 .shiying，或用 -L 另選圖庫")
    case .libraryTooNew:
      Sentence(
        "圖庫是較新版的拾映建立的\(bracketed(facts.otherPath))",
        why: "目錄是第 \(facts["found"]) 版，本程式只認得到第 \(facts["known"]) 版",
        remedy: "請安裝新版程式"
      )
    case .libraryBusy:
      Sentence("圖庫忙碌中\(bracketed(facts.otherPath))", why: "另一個程序佔用太久", remedy: "請稍後再執行同一個命令")
    case .notRegistered: Sentence("不在圖庫裡", remedy: "用 shiying register 登記")

    case .pairStillUnusable: Sentence("這張靜態圖不能當原況照片的一半", why: facts.detail)
    case .pairStillWithoutIdentifier: Sentence("靜態圖沒有配對編號")
    case .pairIdentifierMalformed: Sentence("配對編號不是 UUID", why: facts["found"])
    case .pairVideoUnusable: Sentence("這段影片不能當原況照片的一半", why: facts.detail)
    case .pairVideoNotQuickTime: Sentence("影片不是 QuickTime", why: "它的標記是「\(facts["found"])」")
    case .pairNoVideoTrack: Sentence("影片裡沒有能播放的畫面")
    case .pairCodecNotPlayable:
      Sentence("影片的編碼是 \(facts["codec"])", why: "原況照片只用 H.264（avc1）或 HEVC（hvc1）")
    case .pairVideoWithoutIdentifier: Sentence("影片沒有配對編號")
    case .pairIdentifiersDiffer:
      Sentence("靜態圖和影片的配對編號不同", why: "\(facts["still"]) 與 \(facts["video"])")
    case .pairNoStillImageTime: Sentence("影片沒有說靜態圖是哪一刻")
    case .pairStillTimeOutside:
      Sentence("靜態圖的那一刻不在影片裡", why: "在 \(facts["time"]) 秒，影片長 \(facts["duration"]) 秒")
    case .pairStillSampleUnusable: Sentence("標示靜態圖那一刻的資料已損壞", why: facts.detail)
    case .pairMediaMisplaced: Sentence("影片指向不存在的資料", why: facts.detail)
    case .pairFrameUndecodable:
      Sentence("影片的\(Self.frame(facts["frame"]))無法解碼", why: facts.detail)
    case .momentOutside:
      Sentence(
        "做不成指定的原況照片",
        why: "指定的是第 \(facts["asked"]) 秒，影片只有 \(facts["length"]) 秒",
        remedy: "--at 與 --start 請選影片長度以內"
      )
    case .pairVideoMissing: Sentence("只有原況照片的一半", why: "找不到它的影片", remedy: "請把影片寫在它後面")
    case .pairStillMissing: Sentence("只有原況照片的一半", why: "找不到它的靜態圖", remedy: "請把靜態圖寫在它前面")
    case .motionMissing: Sentence("無法轉成原況照片或動態相片", why: "它是沒有影片的照片", remedy: "請給影片，或帶影片的照片")
    case .pairTimedOut: Sentence("沒能產生原況照片 — 原況照片準備逾時，請稍後再試。")
    case .pairDoesNotMatch: Sentence("產生不了原況照片 — 原況已損壞，只能當靜態圖用。")
    case .pairIdentifierNotRemoved:
      Sentence("無法從靜態圖拿掉配對編號", why: facts.detail, remedy: report)

    case .workerCrashed:
      Sentence(
        "轉換時當掉了",
        why: Terms.signal(facts["signal"], .traditionalChinese),
        remedy: "檔案可能已損壞；\(report)"
      )
    case .workerTimedOut: Sentence("花的時間太久", why: "超過 \(facts["seconds"]) 秒", remedy: "用 --time-limit 放寬")
    case .workerOutOfMemory:
      Sentence("需要的記憶體太多", why: "超過 \(facts.size("limit"))", remedy: "用 --memory-limit 放寬")
    case .cancelled: Sentence("沒有轉換", why: "在輪到它之前就停下了", remedy: "再執行一次即可接著做")
    case .internalError: Sentence("本程式自己的錯", why: facts.detail, remedy: report)
    }
  }

  /// 沒有影片的檔案裡有什麼。
  private static func movieContent(_ found: String) -> String {
    switch found {
    case "sound": "裡面只有聲音"
    case "cover": "裡面只有聲音和封面"
    default: found
    }
  }

  private static func cannotWrite(_ facts: Facts) -> Sentence {
    switch facts["reason"] {
    case "no-folder":
      Sentence(
        "無法寫入\(named(facts.otherPath))",
        why: "沒有 \(facts["folder"]) 這個資料夾",
        remedy: "請檢查名稱，或先建立資料夾"
      )
    case "closed-output": Sentence("無法寫入", why: "標準輸出已關閉", remedy: "請導向檔案或管線")
    default: Sentence("無法寫入\(named(facts.otherPath))", why: facts.detail, remedy: "請檢查資料夾與權限")
    }
  }

  private static func destinationExists(_ facts: Facts) -> Sentence {
    let path = facts["path"]
    return switch facts["kind"] {
    case "folder": Sentence("沒有交付", why: "\(path) 是資料夾", remedy: "請指定其中的檔名，或用 --into 把副本放進去")
    case "original": Sentence("沒有交付", why: "\(path) 就是原檔，而原檔絕不更動", remedy: "請換個名稱")
    case "no-list": Sentence("不能當作失敗清單", why: "\(path) 已經存在，而且不是路徑清單", remedy: "請換個名稱")
    default: Sentence("沒有交付", why: "\(path) 已經存在，而檔案絕不覆蓋", remedy: "請把它移開，或換個名稱")
    }
  }

  private static func frame(_ frame: String) -> String {
    switch frame {
    case "first": "第一格"
    case "key": "主要照片那一格"
    case "last": "最後一格"
    default: frame
    }
  }

  private static func kind(_ kind: String) -> String {
    switch kind {
    case "directory": "它是資料夾"
    case "fifo": "它是管線"
    case "device", "characterDevice", "blockDevice": "它是裝置"
    case "socket": "它是通訊端"
    case "symlink": "它是符號連結"
    default: kind
    }
  }

  private static func bracketed(_ text: String) -> String { text.isEmpty ? "" : "（\(text)）" }

  private static func named(_ path: String) -> String { path.isEmpty ? "" : " \(path)" }
}
