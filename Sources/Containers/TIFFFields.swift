/// A directory of a classic TIFF structure that is being written.
struct TIFFFields {
  private struct Field {
    var tag: Int
    var type: Int
    var count: Int
    /// The value; nil where `raw` says it all.
    var value: [UInt8]?
    /// The four bytes of value or offset.
    var raw: [UInt8]
  }

  let isLittleEndian: Bool
  private var fields: [Field] = []

  init(isLittleEndian: Bool) { self.isLittleEndian = isLittleEndian }

  /// The bytes of a number that is not negative.
  static func number(_ value: Int, size: Int, _ isLittleEndian: Bool) -> [UInt8] {
    isLittleEndian ? LittleEndian.bytes(value, count: size) : BigEndian.bytes(value, count: size)
  }

  private func number(_ value: Int, size: Int) -> [UInt8] { Self.number(value, size: size, isLittleEndian) }

  func contains(_ tag: Int) -> Bool { fields.contains { $0.tag == tag } }

  mutating func remove(_ tags: [Int]) { fields.removeAll { tags.contains($0.tag) } }

  /// Adds a value as its bytes stand in the file.
  mutating func add(_ tag: Int, type: Int, count: Int, _ value: [UInt8]) {
    fields.append(Field(tag: tag, type: type, count: count, value: value, raw: []))
  }

  /// Adds a value of which the four bytes in the field are known.
  mutating func addRaw(_ tag: Int, _ type: Int, _ count: Int, _ raw: [UInt8]) {
    fields.append(Field(tag: tag, type: type, count: count, value: nil, raw: raw))
  }

  mutating func add(_ tag: Int, shorts values: [Int]) {
    add(tag, type: 3, count: values.count, values.flatMap { number($0, size: 2) })
  }

  mutating func add(_ tag: Int, longs values: [Int]) {
    add(tag, type: 4, count: values.count, values.flatMap { number($0, size: 4) })
  }

  mutating func add(_ tag: Int, rational numerator: Int, _ denominator: Int) {
    add(tag, type: 5, count: 1, number(numerator, size: 4) + number(denominator, size: 4))
  }

  /// Bytes of the directory and of its values elsewhere, with some further fields whose values need no place.
  func byteCount(withFurther further: Int = 0) -> Int {
    fields.reduce(2 + 12 * (fields.count + further) + 4) { sum, field in
      let count = field.value?.count ?? 0
      return sum + (count > 4 ? count + count % 2 : 0)
    }
  }

  /// The directory for a place in the file, its values behind it. Fields are sorted as TIFF wants them.
  func directory(at offset: Int, next: Int) -> [UInt8] {
    let sorted = fields.sorted { $0.tag < $1.tag }
    var entries = number(sorted.count, size: 2)
    var values: [UInt8] = []
    let behind = offset + 2 + 12 * sorted.count + 4
    for field in sorted {
      entries += number(field.tag, size: 2) + number(field.type, size: 2) + number(field.count, size: 4)
      guard let value = field.value else {
        entries += field.raw
        continue
      }
      if value.count <= 4 {
        entries += value + [UInt8](repeating: 0, count: 4 - value.count)
      } else {
        entries += number(behind + values.count, size: 4)
        values += value
        if value.count % 2 == 1 { values.append(0) }
      }
    }
    return entries + number(next, size: 4) + values
  }
}
