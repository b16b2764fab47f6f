extension Place {
  /// Reads a position as QuickTime writes it (ISO 6709 Annex H): "+35.6586+139.7454+042.000/", altitude and what follows it
  /// may be missing. Degrees with minutes ("+3539.5") and seconds are understood. nil for what is no position, and for
  /// 0, 0, which writers without one put there.
  public init?(iso6709 text: String) {
    var numbers: [Substring] = []
    var start: String.Index?
    for index in text.indices {
      let character = text[index]
      if character == "+" || character == "-" {
        if let start { numbers.append(text[start..<index]) }
        start = index
      } else if !(character.isASCII && (character.isNumber || character == ".")) {
        if let start { numbers.append(text[start..<index]) }
        start = nil
        break
      }
    }
    if let start { numbers.append(text[start...]) }
    guard numbers.count >= 2, let latitude = Self.degrees(numbers[0], digits: 2),
      let longitude = Self.degrees(numbers[1], digits: 3)
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
    if numbers.count > 2 { altitude = Double(numbers[2]) }
    if !isReal { return nil }
  }

  /// Whether it lies on Earth and is not the "none" of writers: 0, 0.
  var isReal: Bool {
    latitude.magnitude <= 90 && longitude.magnitude <= 180 && (latitude != 0 || longitude != 0)
      && (altitude?.isFinite ?? true)
  }

  /// The position as QuickTime writes it: four decimals would be 11 m, so six.
  var iso6709: String {
    Self.number(latitude, digits: 2, decimals: 6) + Self.number(longitude, digits: 3, decimals: 6)
      + (altitude.map { Self.number($0, digits: 3, decimals: 3) } ?? "") + "/"
  }

  /// Degrees; behind `digits` digits of them may stand two of minutes and two of seconds.
  private static func degrees(_ text: Substring, digits: Int) -> Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    let whole = text.dropFirst().prefix { $0 != "." }.count
    let magnitude = value.magnitude
    let sign = text.first == "-" ? -1.0 : 1.0
    switch whole - digits {
    case ...0: return sign * magnitude
    case 2:
      let degrees = (magnitude / 100).rounded(.down)
      return sign * (degrees + (magnitude - degrees * 100) / 60)
    case 4:
      let degrees = (magnitude / 10_000).rounded(.down)
      let minutes = ((magnitude - degrees * 10_000) / 100).rounded(.down)
      return sign * (degrees + minutes / 60 + (magnitude - degrees * 10_000 - minutes * 100) / 3600)
    default: return nil
    }
  }

  private static func number(_ value: Double, digits: Int, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
    let scaled = Int((min(value.magnitude, 1e9) * Double(scale)).rounded())
    return (value < 0 ? "-" : "+") + CaptureDate.padded(scaled / scale, digits) + "."
      + CaptureDate.padded(scaled % scale, decimals)
  }
}
