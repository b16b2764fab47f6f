/// A language that the program speaks.
public enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case traditionalChinese = "zh_TW"
}
