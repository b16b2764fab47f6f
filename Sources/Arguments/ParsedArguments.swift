public import Messages

/// The values of a command line, by option; the types of the getters are those of the descriptions.
///
/// A getter that does not fit the option's description finds nothing, as for an option that was not given.
public struct ParsedArguments: Hashable, Sendable {
  /// A value as its description reads it.
  enum Value: Hashable, Sendable {
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case path([UInt8])
  }

  /// The command's description.
  public let command: CommandDescription
  /// The operands as bytes, in order; "-" stands for standard input.
  public internal(set) var operands: [[UInt8]] = []
  var values: [OptionIdentifier: [Value]] = [:]

  init(_ command: CommandDescription) { self.command = command }

  /// Whether the option was given, in whatever form.
  public func has(_ option: OptionIdentifier) -> Bool { values[option] != nil }

  /// Whether a switch is on.
  public func flag(_ option: OptionIdentifier) -> Bool { choice(ofFlag: option) ?? false }

  /// A negatable switch: yes, no, or not said.
  public func choice(ofFlag option: OptionIdentifier) -> Bool? {
    if case .flag(let value) = values[option]?.last { value } else { nil }
  }

  /// A whole number, or a size in bytes.
  public func integer(_ option: OptionIdentifier) -> Int? {
    if case .integer(let value) = values[option]?.last { value } else { nil }
  }

  /// A decimal number, or a time in seconds.
  public func number(_ option: OptionIdentifier) -> Double? {
    if case .number(let value) = values[option]?.last { value } else { nil }
  }

  /// A text, or the name of a choice (never an alias).
  public func text(_ option: OptionIdentifier) -> String? {
    if case .text(let value) = values[option]?.last { value } else { nil }
  }

  /// All texts of a repeatable option, in order.
  public func texts(_ option: OptionIdentifier) -> [String] {
    (values[option] ?? []).compactMap { if case .text(let value) = $0 { value } else { nil } }
  }

  /// A path as bytes.
  public func path(_ option: OptionIdentifier) -> [UInt8]? {
    if case .path(let value) = values[option]?.last { value } else { nil }
  }

  /// All paths of a repeatable option, in order.
  public func paths(_ option: OptionIdentifier) -> [[UInt8]] {
    (values[option] ?? []).compactMap { if case .path(let value) = $0 { value } else { nil } }
  }

  /// The problem of a text that the command can't read, worded by the option's form.
  public func unusable(_ option: OptionIdentifier, _ value: String) -> UsageProblem {
    let description = command.option(option)
    return problem(
      .invalidValue(
        option: description?.spelling ?? "--\(option.name)",
        value: value,
        expected: description?.form ?? LocalizedText("something else", zh: "別的值")
      )
    )
  }

  /// A problem of this command's line.
  public func problem(_ fact: UsageProblem.Fact) -> UsageProblem { UsageProblem(fact, command: command.name) }
}
