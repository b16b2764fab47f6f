/// A sentence in both languages of the program; a missing translation does not compile.
public struct LocalizedText: Hashable, Sendable {
  /// The English wording.
  public let english: String
  /// The Traditional Chinese wording (Taiwan usage).
  public let chinese: String

  /// Pairs the two wordings.
  public init(_ english: String, zh chinese: String) {
    self.english = english
    self.chinese = chinese
  }

  /// The wording in `language`.
  public subscript(language: Language) -> String {
    switch language {
    case .english: english
    case .traditionalChinese: chinese
    }
  }
}
