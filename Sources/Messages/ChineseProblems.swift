/// The Traditional Chinese sentence of every problem: one switch, so that a code without words does not compile.
enum ChineseProblems {
  static let copyAnew = "請從原來的地方再複製一次"
  static let report = "請回報這個問題，可以的話附上檔案"

  static func sentence(_ code: ProblemCode, _ facts: Facts) -> Sentence {
    switch code {
    case .inputMissing where !facts["status"].isEmpty: FetchWords.missing(facts, .traditionalChinese)
    case .inputMissing: Sentence("沒有這個檔案或資料夾", remedy: "請檢查名稱")
    case .inputUnreadable: Sentence("無法讀取", why: facts.detail, remedy: "請檢查權限與磁碟")
    case .inputTooLarge: inputTooLarge(facts)
    case .inputNotAFile: inputNotAFile(facts)
    case .inputChanged: Sentence("讀取途中被改動了", remedy: "等沒有程式在寫它時再執行一次")
    case .inputEmpty: Sentence("是空檔案", why: "一個位元組也沒有", remedy: copyAnew)
    case .inputStalled: inputStalled(facts)
    case .inputNotFetched: FetchWords.notFetched(facts, .traditionalChinese)
    case .formatUnknown: formatUnknown(facts)
    case .formatUnsupported: formatUnsupported(facts)
    case .codecUnsupported: codecUnsupported(facts)
    case .truncated: Sentence("檔案不完整，提早結束", why: facts.detail, remedy: copyAnew)
    case .damaged: Sentence("檔案已損壞", why: facts.detail, remedy: copyAnew)
    case .tooManyPixels: tooManyPixels(facts)
    case .cmykWithoutProfile: cmykWithoutProfile(facts)
    case .motionVideoMissing: motionVideoMissing(facts)
    case .severalPictures: severalPictures(facts)

    case .movieNoVideo: Sentence("沒有影片", why: movieContent(facts["found"]), remedy: "請給有動態畫面的檔案")
    case .movieIncomplete: movieIncomplete(facts)
    case .movieCodecUnknown: movieCodecUnknown(facts)
    case .movieDolbyVisionOnly: movieDolbyVisionOnly(facts)
    case .movieLibraryMissing: movieLibraryMissing(facts)

    case .hdrUndecided: hdrUndecided(facts)
    case .hdrNotPossible: hdrNotPossible(facts)
    case .animationMissing: animationMissing(facts)
    case .cropOutside: cropOutside(facts)
    case .startOutside: startOutside(facts)
    case .sizeNotPossible: sizeNotPossible(facts)
    case .formatNotWritten: formatNotWritten(facts)

    case .collageCount: collageCount(facts)
    case .collageNoRoom: collageNoRoom(facts)
    case .collageHeroMissing: collageHeroMissing(facts)
    case .collageTooLarge: collageTooLarge(facts)
    case .collagePages: collagePages(facts)
    case .collageNotMoving: collageNotMoving(facts)
    case .collageHDRFormat: collageHDRFormat(facts)
    case .collageUnreadable: Sentence("無法做成拼貼", why: "\(facts["count"]) 張照片都讀不出來")

    case .sizeLimitNotMet: sizeLimitNotMet(facts)
    case .encodeFailed: Sentence("無法寫成 \(facts.format)", why: facts.detail, remedy: report)
    case .metadataFailed: Sentence("日期、地點與標籤寫不進去", why: facts.detail, remedy: report)
    case .verificationFailed: verificationFailed(facts)

    case .cannotWrite: cannotWrite(facts)
    case .destinationInsideLibrary: destinationInsideLibrary(facts)
    case .diskFull: diskFull(facts)
    case .destinationExists: destinationExists(facts)
    case .badName: badName(facts)
    case .libraryMissing: libraryMissing(facts)
    case .libraryUnusable: libraryUnusable(facts)
    case .libraryTooNew: libraryTooNew(facts)
    case .libraryBusy: libraryBusy(facts)
    case .notRegistered: Sentence("不在圖庫裡", remedy: "用 shiying register 登記")

    case .pairStillUnusable: Sentence("這張靜態圖不能當原況照片的一半", why: facts.detail)
    case .pairStillWithoutIdentifier: Sentence("靜態圖沒有配對編號")
    case .pairIdentifierMalformed: Sentence("配對編號不是 UUID", why: facts["found"])
    case .pairVideoUnusable: Sentence("這段影片不能當原況照片的一半", why: facts.detail)
    case .pairVideoNotQuickTime: Sentence("影片不是 QuickTime", why: "它的標記是「\(facts["found"])」")
    case .pairNoVideoTrack: Sentence("影片裡沒有能播放的畫面")
    case .pairCodecNotPlayable: Sentence("影片的編碼是 \(facts["codec"])", why: "原況照片只用 H.264（avc1）或 HEVC（hvc1）")
    case .pairVideoWithoutIdentifier: Sentence("影片沒有配對編號")
    case .pairIdentifiersDiffer: pairIdentifiersDiffer(facts)
    case .pairNoStillImageTime: Sentence("影片沒有說靜態圖是哪一刻")
    case .pairStillTimeOutside: pairStillTimeOutside(facts)
    case .pairStillSampleUnusable: Sentence("標示靜態圖那一刻的資料已損壞", why: facts.detail)
    case .pairMediaMisplaced: Sentence("影片指向不存在的資料", why: facts.detail)
    case .pairFrameUndecodable: Sentence("影片的\(Self.frame(facts["frame"]))無法解碼", why: facts.detail)
    case .momentOutside: momentOutside(facts)
    case .pairVideoMissing: pairVideoMissing(facts)
    case .pairStillMissing: pairStillMissing(facts)
    case .motionMissing: motionMissing(facts)
    case .pairTimedOut: Sentence("沒能產生原況照片 — 原況照片準備逾時，請稍後再試。")
    case .pairDoesNotMatch: pairDoesNotMatch(facts)
    case .pairIdentifierNotRemoved: Sentence("無法從靜態圖拿掉配對編號", why: facts.detail, remedy: report)

    case .workerCrashed: workerCrashed(facts)
    case .workerTimedOut: workerTimedOut(facts)
    case .workerOutOfMemory: workerOutOfMemory(facts)
    case .cancelled: Sentence("沒有轉換", why: "在輪到它之前就停下了", remedy: "再執行一次即可接著做")
    case .internalError: Sentence("本程式自己的錯", why: facts.detail, remedy: report)
    }
  }

  static func bracketed(_ text: String) -> String { text.isEmpty ? "" : "（\(text)）" }

  static func named(_ path: String) -> String { path.isEmpty ? "" : " \(path)" }
}
