/// Words for addresses that can't be fetched (`input.not-fetched`, and `input.missing` of a server): libcurl's own are in
/// English, whatever the user's language.
enum FetchWords {
  /// The server has no such file.
  static func missing(_ facts: Facts, _ language: Language) -> Sentence {
    Sentence(
      LocalizedText("the server has no such file", zh: "伺服器上沒有這個檔案")[language],
      why: LocalizedText("it answered HTTP \(facts["status"])", zh: "它回應 HTTP \(facts["status"])")[language],
      remedy: checkAddress[language]
    )
  }

  /// The whole sentence.
  static func notFetched(_ facts: Facts, _ language: Language) -> Sentence {
    Sentence(
      LocalizedText("could not be fetched", zh: "抓不下來")[language],
      why: why(facts, language),
      remedy: remedy(facts)[language]
    )
  }

  /// Why it can't be fetched; what has no words here, in libcurl's own.
  static func why(_ facts: Facts, _ language: Language) -> String {
    let text: LocalizedText? =
      switch facts["reason"] {
      case "address": LocalizedText("that is no valid address", zh: "網址不正確")
      case "protocol":
        LocalizedText("it leads to an address that is not http or https", zh: "它轉到不是 http 或 https 的網址")
      case "resolve": LocalizedText("its server is not known by this name", zh: "查不到這個名稱的伺服器")
      case "connect": LocalizedText("its server refuses connections", zh: "連不上伺服器")
      case "tls":
        LocalizedText("no secure connection to its server can be trusted", zh: "無法和伺服器建立可信任的安全連線")
      case "redirects": LocalizedText("it redirects too often", zh: "轉址太多次")
      case "broken-off": LocalizedText("the connection broke off", zh: "連線中斷了")
      case "library": LocalizedText("libcurl can't be loaded", zh: "無法載入 libcurl")
      case "status": status(facts["status"])
      default: nil
      }
    return text?[language] ?? facts.detail
  }

  /// What a server says (RFC 9110, 15).
  private static func status(_ status: String) -> LocalizedText {
    switch Int(status) ?? 0 {
    case 401, 403, 407:
      LocalizedText("its server does not allow that (HTTP \(status))", zh: "伺服器不允許（HTTP \(status)）")
    case 404, 410:
      LocalizedText("its server has no such file (HTTP \(status))", zh: "伺服器上沒有這個檔案（HTTP \(status)）")
    case 429:
      LocalizedText("its server was asked too often (HTTP \(status))", zh: "對伺服器的要求太頻繁（HTTP \(status)）")
    case 500...599: LocalizedText("its server has a fault (HTTP \(status))", zh: "伺服器發生錯誤（HTTP \(status)）")
    default: LocalizedText("its server answered HTTP \(status)", zh: "伺服器回應 HTTP \(status)")
    }
  }

  private static func remedy(_ facts: Facts) -> LocalizedText {
    switch (facts["reason"], Int(facts["status"]) ?? 0) {
    case ("library", _): LocalizedText("install the package libcurl4", zh: "請安裝套件 libcurl4")
    case ("resolve", _), ("connect", _):
      LocalizedText("check the address and the network", zh: "請檢查網址與網路")
    case ("tls", _):
      LocalizedText(
        "check the address, and this computer's clock and certificates",
        zh: "請檢查網址，以及這台電腦的時間與憑證"
      )
    case ("broken-off", _), (_, 429), (_, 500...599): LocalizedText("try again later", zh: "請稍後再試")
    case (_, 401), (_, 403), (_, 407):
      LocalizedText("copy it here first with a program that may read it", zh: "請先用有權限的程式把它存到這台電腦")
    default: checkAddress
    }
  }

  private static let checkAddress = LocalizedText("check the address", zh: "請檢查網址")
}
