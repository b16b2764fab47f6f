internal import CExempi
internal import CStandardErrors
internal import Messages

/// An XMP data model, kept by exempi.
///
/// Not thread-safe; a document is made, used and dropped in one place.
final class XMPDocument {
  private let pointer: XmpPtr

  /// How a list is written.
  enum ListKind {
    case bag, sequence

    fileprivate var bits: UInt32 {
      switch self {
      case .bag: UInt32(XMP_PROP_VALUE_IS_ARRAY.rawValue)
      case .sequence: UInt32(XMP_PROP_VALUE_IS_ARRAY.rawValue | XMP_PROP_ARRAY_IS_ORDERED.rawValue)
      }
    }
  }

  /// A property at the top of the model.
  struct Property: Hashable {
    var namespace: String
    /// Name with prefix, as paths want it.
    var name: String
  }

  /// exempi is started once for the whole process; so are the prefixes, which are a table of the toolkit.
  private static let isReady: Bool = {
    shiying_silence_standard_errors()
    guard xmp_init() else { return false }
    for (uri, prefix) in XMPNamespace.prefixes { xmp_register_namespace(uri, prefix, nil) }
    return true
  }()

  /// An empty model.
  init() throws {
    guard Self.isReady, let pointer = xmp_new_empty() else { throw Self.failure("exempi can't be started") }
    self.pointer = pointer
  }

  /// Reads a packet.
  /// - Throws: `decode.damaged`.
  init(packet: [UInt8]) throws {
    let text = try XMPPacketCheck.checked(packet)
    guard Self.isReady else { throw Self.failure("exempi can't be started") }
    let made = text.withUnsafeBytes { buffer in
      xmp_new(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    guard let made else { throw Problem(.damaged, ["detail": "XMP: error \(xmp_get_error()) of exempi"]) }
    pointer = made
  }

  deinit { xmp_free(pointer) }

  static func failure(_ detail: String) -> Problem {
    Problem(.metadataFailed, ["detail": "XMP: \(detail) (\(xmp_get_error()))"])
  }

  // MARK: Reading

  /// A simple property as it is written, or nil where it is missing or a list.
  func text(_ namespace: String, _ name: String) -> String? {
    let value = XMPString()
    var bits: UInt32 = 0
    guard xmp_get_property(pointer, namespace, name, value.pointer, &bits) else { return nil }
    return bits & UInt32(XMP_PROP_COMPOSITE_MASK.rawValue) == 0 ? value.text : nil
  }

  func contains(_ namespace: String, _ name: String) -> Bool { xmp_has_property(pointer, namespace, name) }

  /// The simple items of a list; a property that is no list though it should be counts as a list of one.
  func items(_ namespace: String, _ name: String) -> [String] {
    if let single = text(namespace, name) { return [single] }
    var items: [String] = []
    let value = XMPString()
    var bits: UInt32 = 0
    var index: Int32 = 1
    while xmp_get_array_item(pointer, namespace, name, index, value.pointer, &bits) {
      if bits & UInt32(XMP_PROP_COMPOSITE_MASK.rawValue) == 0 { items.append(value.text) }
      index += 1
    }
    return items
  }

  /// How many items a list has, of whatever kind they are.
  func itemCount(_ namespace: String, _ name: String) -> Int {
    var bits: UInt32 = 0
    var index: Int32 = 1
    while xmp_get_array_item(pointer, namespace, name, index, nil, &bits) { index += 1 }
    return Int(index) - 1
  }

  /// The default text of a language alternative, or the only one; also of a plain text where one stands instead.
  func localizedText(_ namespace: String, _ name: String) -> String? {
    let value = XMPString()
    var bits: UInt32 = 0
    if xmp_get_localized_text(pointer, namespace, name, "", "x-default", nil, value.pointer, &bits) {
      return value.text
    }
    return items(namespace, name).first
  }

  /// All properties at the top, or those of one namespace.
  func properties(of namespace: String? = nil) -> [Property] {
    let options = XmpIterOptions(rawValue: XMP_ITER_PROPERTIES.rawValue)
    guard let iterator = xmp_iterator_new(pointer, namespace, nil, options) else { return [] }
    defer { xmp_iterator_free(iterator) }
    var found: [Property] = []
    let schema = XMPString()
    let path = XMPString()
    while xmp_iterator_next(iterator, schema.pointer, path.pointer, nil, nil) {
      // The iterator goes through everything below a property too.
      let name = path.text
      if name.isEmpty || name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "[") }) {
        continue
      }
      found.append(Property(namespace: schema.text, name: name))
    }
    return found
  }

  // MARK: Writing

  func set(_ namespace: String, _ name: String, to value: String) throws {
    // What was a list can't become a text otherwise.
    if text(namespace, name) == nil { delete(namespace, name) }
    if !xmp_set_property(pointer, namespace, name, value, 0) { throw Self.failure("\(name) can't be set") }
  }

  /// Sets a list, or deletes it if there are no items.
  func set(_ namespace: String, _ name: String, to items: [String], as kind: ListKind) throws {
    delete(namespace, name)
    for item in items {
      if !xmp_append_array_item(pointer, namespace, name, kind.bits, item, 0) {
        throw Self.failure("\(name) can't be set")
      }
    }
  }

  /// Appends a structure to a list. Fields are named with their prefix.
  func append(_ namespace: String, _ name: String, as kind: ListKind, fields: [(String, String)]) throws {
    let bits = UInt32(XMP_PROP_VALUE_IS_STRUCT.rawValue)
    if !xmp_append_array_item(pointer, namespace, name, kind.bits, nil, bits) {
      throw Self.failure("\(name) can't be set")
    }
    for (field, value) in fields {
      if !xmp_set_property(pointer, namespace, "\(name)[last()]/\(field)", value, 0) {
        throw Self.failure("\(name)/\(field) can't be set")
      }
    }
  }

  /// Sets a structure.
  func set(_ namespace: String, _ name: String, fields: [(String, String)]) throws {
    delete(namespace, name)
    // exempi looks at the first byte of the value even of a structure, which has none.
    if !xmp_set_property(pointer, namespace, name, "", UInt32(XMP_PROP_VALUE_IS_STRUCT.rawValue)) {
      throw Self.failure("\(name) can't be set")
    }
    for (field, value) in fields {
      if !xmp_set_property(pointer, namespace, "\(name)/\(field)", value, 0) {
        throw Self.failure("\(name)/\(field) can't be set")
      }
    }
  }

  /// Sets the default text of a language alternative; other languages stay.
  func setLocalizedText(_ namespace: String, _ name: String, to value: String) throws {
    // A plain text in place of the alternative is an error of its writer that would make this fail.
    if text(namespace, name) != nil { delete(namespace, name) }
    if !xmp_set_localized_text(pointer, namespace, name, "", "x-default", value, 0) {
      throw Self.failure("\(name) can't be set")
    }
  }

  func delete(_ namespace: String, _ name: String) { xmp_delete_property(pointer, namespace, name) }

  func delete(_ properties: [Property]) {
    for property in properties { delete(property.namespace, property.name) }
  }

  /// Deletes all properties of a namespace.
  func deleteAll(of namespace: String) { delete(properties(of: namespace)) }

  /// `x:xmpmeta` as XML, one element a property, without packet wrapper.
  func serialized() throws -> String {
    let buffer = XMPString()
    let options = UInt32(XMP_SERIAL_OMITPACKETWRAPPER)
    if !xmp_serialize_and_format(pointer, buffer.pointer, options, 0, "\n", " ", 0) {
      throw Self.failure("can't be written")
    }
    return buffer.text
  }
}

/// A string of exempi.
private struct XMPString: ~Copyable {
  let pointer: XmpStringPtr?

  init() { pointer = xmp_string_new() }
  deinit { if let pointer { xmp_string_free(pointer) } }

  /// A copy of its text.
  var text: String {
    guard let pointer, let start = xmp_string_cstr(pointer) else { return "" }
    let bytes = UnsafeRawBufferPointer(start: start, count: xmp_string_len(pointer))
    return String(decoding: bytes, as: UTF8.self)
  }
}
