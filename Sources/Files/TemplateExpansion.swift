internal import Messages

/// One pass over a name template; see `CopyName` for its language.
struct TemplateExpansion {
  private let template: String
  private let fields: CopyName.Fields
  private var rest: Substring

  init(template: String, fields: CopyName.Fields) {
    self.template = template
    self.fields = fields
    rest = template[...]
  }

  mutating func expand() throws -> [UInt8] {
    var result: [UInt8] = []
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        result += Array(String(character).utf8)
      case "{":
        guard let end = rest.firstIndex(of: "}") else { throw bad("{") }
        result += try value(of: rest[..<end])
        rest = rest[rest.index(after: end)...]
      case "}": throw bad("}")
      default: result += Array(String(character).utf8)
      }
    }
    return result
  }

  private func value(of field: Substring) throws -> [UInt8] {
    let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first ?? ""
    let form = parts.count > 1 ? parts[1] : nil
    switch (name, form) {
    case ("stem", nil): return fields.source.stem
    case ("name", nil): return fields.source.lastComponent
    case ("ext", nil): return fields.source.pathExtension
    case ("format", nil): return Array(fields.format.utf8)
    case ("year", nil): return try date("%Y", in: field)
    case ("month", nil): return try date("%m", in: field)
    case ("day", nil): return try date("%d", in: field)
    case ("date", _): return try date(form ?? "%Y-%m-%d", in: field)
    case ("time", _): return try date(form ?? "%H-%M-%S", in: field)
    default: throw bad("{\(field)}")
    }
  }

  private func date(_ form: Substring, in field: Substring) throws -> [UInt8] {
    guard let date = fields.date else {
      throw Problem(.badName, ["template": template, "detail": "no date"])
    }
    var result = ""
    var form = form
    while let character = form.popFirst() {
      guard character == "%" else {
        result.append(character)
        continue
      }
      switch form.popFirst() {
      case "Y": result += padded(date.year, 4)
      case "y": result += padded(date.year % 100, 2)
      case "m": result += padded(date.month, 2)
      case "d": result += padded(date.day, 2)
      case "H": result += padded(date.hour, 2)
      case "M": result += padded(date.minute, 2)
      case "S": result += padded(date.second, 2)
      case "j": result += padded(dayOfYear(date), 3)
      case "%": result += "%"
      default: throw bad("{\(field)}")
      }
    }
    return Array(result.utf8)
  }

  private func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private func dayOfYear(_ date: CopyName.Date) -> Int {
    let isLeap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return lengths.prefix(max(0, min(12, date.month) - 1)).reduce(date.day, &+)
  }

  private func bad(_ detail: String) -> Problem {
    Problem(.badName, ["template": template, "detail": detail])
  }
}
