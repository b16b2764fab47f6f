internal import CEXIF

/// An Exif block as libexif reads it.
struct LibExifData: ~Copyable {
  /// libexif ignores what lies beyond the size of a JPEG segment (exif-data.c caps at 0xFFFE, its own header included).
  static let maximumByteCount = 0xFFFE - 6

  private let data: UnsafeMutablePointer<ExifData>

  /// The values of a block, or nil where libexif finds none.
  static func fields(of bytes: [UInt8]) -> ExifFields? {
    guard let data = LibExifData(bytes) else { return nil }
    let fields = data.fields
    return fields.isEmpty ? nil : fields
  }

  private init?(_ bytes: [UInt8]) {
    guard let data = exif_data_new() else { return nil }
    self.data = data
    // As it is written: nothing repaired, nothing left out.
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
    let wrapped = Array("Exif\0\0".utf8) + bytes
    exif_data_load_data(data, wrapped, UInt32(clamping: wrapped.count))
  }

  deinit { exif_data_unref(data) }

  private var fields: ExifFields {
    var fields = ExifFields()
    let order: ByteOrder = exif_data_get_byte_order(data) == EXIF_BYTE_ORDER_MOTOROLA ? .big : .little
    let contents = data.pointee.ifd
    add(contents.0, as: .main, order, to: &fields)
    add(contents.2, as: .exif, order, to: &fields)
    add(contents.3, as: .gps, order, to: &fields)
    return fields
  }

  private func add(
    _ content: UnsafeMutablePointer<ExifContent>?,
    as kind: ExifDirectory,
    _ order: ByteOrder,
    to fields: inout ExifFields
  ) {
    guard let content, let entries = content.pointee.entries else { return }
    for index in 0..<Int(content.pointee.count) {
      guard let entry = entries[index]?.pointee else { continue }
      let tag = UInt16(truncatingIfNeeded: entry.tag.rawValue)
      if fields[kind, tag] != nil { continue }
      let bytes = entry.data.map { Array(UnsafeBufferPointer(start: $0, count: Int(entry.size))) } ?? []
      fields[kind, tag] = ExifValue(
        type: UInt16(truncatingIfNeeded: entry.format.rawValue),
        count: UInt32(clamping: entry.components),
        bytes: bytes,
        order: order
      )
    }
  }
}
