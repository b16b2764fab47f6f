extension Language {
  /// The language that the environment asks for, in the order of gettext.
  ///
  /// The locale is the first non-empty one of LC_ALL, LC_MESSAGES and LANG. "C" and "POSIX" mean English, whatever
  /// LANGUAGE says; otherwise the colon-separated LANGUAGE goes before the locale (gettext manual, "Locale Environment
  /// Variables" and "The LANGUAGE variable"). `setlocale` is never called: it would change how C libraries read numbers.
  public static func from(environment: [String: String]) -> Language {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let locale, locale != "C", locale != "POSIX" else { return .english }
    let preferred = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
    for name in preferred + [locale] {
      if let language = Language(localeName: name) { return language }
    }
    return .english
  }

  /// The language of a locale name such as "zh_TW.UTF-8" or "zh-Hant-HK"; nil where it is neither of the two.
  init?(localeName: String) {
    let name = localeName.prefix { $0 != "." && $0 != "@" }.lowercased().split { $0 == "_" || $0 == "-" }
    switch name.first {
    case "en", "c", "posix": self = .english
    case "zh" where name.dropFirst().contains(where: { ["tw", "hk", "mo", "hant"].contains($0) }):
      // "zh_Hans_HK" is simplified script in Hong Kong.
      if name.contains("hans") { return nil }
      self = .traditionalChinese
    default: return nil
    }
  }
}
