/// One dataset of IPTC-IIM (IIM 4.2, section 1.6).
struct IPTCDataset: Hashable {
  /// 1: envelope, 2: application.
  var record: UInt8
  /// Number of the dataset in its record.
  var number: UInt8
  /// Its bytes.
  var value: [UInt8]
}

/// The datasets of an IPTC-IIM block.
struct IPTCRecords {
  /// All datasets in order.
  private(set) var datasets: [IPTCDataset] = []
  /// Whether the block ends in something that is no dataset; padding with zeros is none.
  private(set) var isDamaged = false

  /// 1:90 says with this that texts are UTF-8 (ISO 2022: ESC % G).
  static let utf8Escape: [UInt8] = [0x1B, 0x25, 0x47]

  /// Datasets of record 2 that hold no text: version, rasterised caption, preview.
  private static let binary: Set<UInt8> = [0, 125, 200, 201, 202]

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while rest.first == 0x1C {
      guard let dataset = Self.next(&rest) else { break }
      datasets.append(dataset)
    }
    isDamaged = rest.contains { $0 != 0 }
  }

  private static func next(_ rest: inout ArraySlice<UInt8>) -> IPTCDataset? {
    let header = Array(rest.prefix(5))
    guard header.count == 5 else { return nil }
    var length = Int(header[3]) << 8 | Int(header[4])
    var body = rest.dropFirst(5)
    if length & 0x8000 != 0 {
      // Extended: the number says how many bytes the real length has.
      let count = length & 0x7FFF
      guard (1...4).contains(count), body.count >= count else { return nil }
      length = body.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      body = body.dropFirst(count)
    }
    guard length <= body.count else { return nil }
    rest = body.dropFirst(length)
    return IPTCDataset(record: header[1], number: header[2], value: Array(body.prefix(length)))
  }

  /// The block's bytes.
  var bytes: [UInt8] {
    datasets.flatMap { dataset -> [UInt8] in
      let count = dataset.value.count
      let length =
        count < 0x8000
        ? [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
        : [0x80, 4] + ByteOrder.big.bytes(UInt32(clamping: count))
      return [0x1C, dataset.record, dataset.number] + length + dataset.value
    }
  }

  /// Whether the block says that its texts are UTF-8.
  var isDeclaredUTF8: Bool {
    datasets.contains { $0.record == 1 && $0.number == 90 && $0.value == Self.utf8Escape }
  }

  /// Texts of all datasets of record 2 with this number. UTF-8 where it is valid (many writers forget to declare it),
  /// else Latin-1.
  func texts(_ number: UInt8) -> [String] {
    datasets.filter { $0.record == 2 && $0.number == number }
      .compactMap { ByteText.decoded($0.value).carriedText }
  }

  func text(_ number: UInt8) -> String? { texts(number).first }

  /// A date of a "CCYYMMDD" dataset and a "HHMMSS±HHMM" dataset.
  func date(_ day: UInt8, _ time: UInt8) -> CaptureDate? {
    guard let day = text(day) else { return nil }
    let digits = Array(day.filter { $0 != "-" && $0 != ":" })
    guard digits.count == 8 else { return nil }
    var date = "\(String(digits[0..<4]))-\(String(digits[4..<6]))-\(String(digits[6..<8]))"
    let clock = Array((text(time) ?? "").filter { $0 != ":" })
    if clock.count >= 6 {
      date += "T\(String(clock[0..<2])):\(String(clock[2..<4])):\(String(clock[4..<6]))\(String(clock[6...]))"
    }
    return CaptureDate(iso8601: date)
  }

  /// Puts texts in place of all datasets of record 2 with this number: where the first one stood, else at the end.
  mutating func replace(_ number: UInt8, with texts: [String]) {
    if texts.contains(where: { !$0.utf8.allSatisfy { $0 < 0x80 } }) && !isDeclaredUTF8 { declareUTF8() }
    let isReplaced = { (dataset: IPTCDataset) in dataset.record == 2 && dataset.number == number }
    let isLater = { (dataset: IPTCDataset) in (dataset.record, dataset.number) > (2, number) }
    let position =
      datasets.firstIndex(where: isReplaced) ?? datasets.firstIndex(where: isLater) ?? datasets.count
    datasets.removeAll(where: isReplaced)
    let new = texts.map { IPTCDataset(record: 2, number: number, value: Array($0.utf8)) }
    datasets.insert(contentsOf: new, at: position)
  }

  mutating func remove(_ number: UInt8) { datasets.removeAll { $0.record == 2 && $0.number == number } }

  func contains(_ number: UInt8) -> Bool { datasets.contains { $0.record == 2 && $0.number == number } }

  /// Turns all texts into UTF-8 and says so.
  private mutating func declareUTF8() {
    for index in datasets.indices
    where datasets[index].record == 2 && !Self.binary.contains(datasets[index].number) {
      datasets[index].value = Array(ByteText.decoded(datasets[index].value).utf8)
    }
    datasets.removeAll { $0.record == 1 && $0.number == 90 }
    let position = datasets.firstIndex { ($0.record, $0.number) > (1, 90) } ?? datasets.count
    datasets.insert(IPTCDataset(record: 1, number: 90, value: Self.utf8Escape), at: position)
  }
}
