import Messages
import Testing

@Suite("Language")
struct LanguageTests {
  struct Row: Sendable {
    let environment: [String: String]
    let language: Language
  }

  static let rows: [Row] = [
    Row(environment: [:], language: .english),
    Row(environment: ["LANG": "zh_TW.UTF-8"], language: .traditionalChinese),
    Row(environment: ["LANG": "zh_HK.UTF-8"], language: .traditionalChinese),
    Row(environment: ["LANG": "zh_MO"], language: .traditionalChinese),
    Row(environment: ["LANG": "zh_Hant_HK"], language: .traditionalChinese),
    Row(environment: ["LANG": "zh_TW.Big5"], language: .traditionalChinese),
    Row(environment: ["LANG": "zh_TW@modifier"], language: .traditionalChinese),
    Row(environment: ["LANG": "zh_CN.UTF-8"], language: .english),
    Row(environment: ["LANG": "zh_Hans_HK"], language: .english),
    Row(environment: ["LANG": "ja_JP.UTF-8"], language: .english),
    Row(environment: ["LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_TW.UTF-8"], language: .traditionalChinese),
    Row(environment: ["LANG": "zh_TW.UTF-8", "LC_ALL": "en_US.UTF-8"], language: .english),
    Row(environment: ["LANG": "zh_TW.UTF-8", "LC_ALL": ""], language: .traditionalChinese),
    // LANGUAGE goes before the locale, but not where the locale is "C".
    Row(environment: ["LANG": "en_US.UTF-8", "LANGUAGE": "zh_TW:en"], language: .traditionalChinese),
    Row(environment: ["LANG": "zh_TW.UTF-8", "LANGUAGE": "en"], language: .english),
    Row(environment: ["LANG": "fr_FR", "LANGUAGE": "fr:zh_TW:en"], language: .traditionalChinese),
    Row(environment: ["LANG": "C.UTF-8", "LANGUAGE": "zh_TW"], language: .traditionalChinese),
    Row(environment: ["LC_ALL": "C", "LANGUAGE": "zh_TW"], language: .english),
    Row(environment: ["LC_ALL": "POSIX", "LANGUAGE": "zh_TW"], language: .english),
    Row(environment: ["LANGUAGE": "zh_TW"], language: .english),
  ]

  @Test("The environment decides in the order of gettext", arguments: rows)
  func environment(row: Row) {
    #expect(Language.from(environment: row.environment) == row.language, "\(row.environment)")
  }
}
