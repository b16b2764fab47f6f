@testable internal import Metadata

/// TIFF structures as cameras write them: header, IFD0 with its values, Exif and GPS directories, thumbnail at the end.
struct TIFFSample {
  var order = ByteOrder.big
  var main: [UInt16: ExifValue] = [:]
  var exif: [UInt16: ExifValue] = [:]
  var gps: [UInt16: ExifValue] = [:]
  var thumbnail: [UInt8]?

  var bytes: [UInt8] {
    var block: [UInt8] = order == .big ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] : [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    var main = main
    if !exif.isEmpty { main[ExifTag.exifDirectory] = .long(0, order) }
    if !gps.isEmpty { main[ExifTag.gpsDirectory] = .long(0, order) }
    let pointers = append(main, to: &block)
    if !exif.isEmpty {
      point(pointers.places[ExifTag.exifDirectory], to: append(exif, to: &block).start, &block)
    }
    if !gps.isEmpty {
      point(pointers.places[ExifTag.gpsDirectory], to: append(gps, to: &block).start, &block)
    }
    if let thumbnail {
      let tags: [UInt16: ExifValue] = [
        ExifTag.thumbnailOffset: .long(0, order), ExifTag.thumbnailLength: .long(thumbnail.count, order),
      ]
      let directory = append(tags, to: &block)
      point(pointers.next, to: directory.start, &block)
      point(directory.places[ExifTag.thumbnailOffset], to: block.count, &block)
      block += thumbnail
    }
    return block
  }

  private func point(_ place: Int?, to offset: Int, _ block: inout [UInt8]) {
    guard let place else { return }
    block.replaceSubrange(place..<(place + 4), with: order.bytes(UInt32(offset)))
  }

  private func append(
    _ tags: [UInt16: ExifValue],
    to block: inout [UInt8]
  ) -> (start: Int, places: [UInt16: Int], next: Int) {
    let start = block.count
    let end = start + 2 + 12 * tags.count + 4
    var entries: [UInt8] = order.bytes(UInt16(tags.count))
    var values: [UInt8] = []
    var places: [UInt16: Int] = [:]
    for (tag, value) in tags.sorted(by: { $0.key < $1.key }) {
      entries += order.bytes(tag) + order.bytes(value.type) + order.bytes(value.count)
      places[tag] = start + entries.count
      if value.bytes.count <= 4 {
        entries += value.bytes + [UInt8](repeating: 0, count: 4 - value.bytes.count)
      } else {
        entries += order.bytes(UInt32(end + values.count))
        values += value.bytes + (value.bytes.count.isMultiple(of: 2) ? [] : [0])
      }
    }
    block += entries + [0, 0, 0, 0] + values
    return (start, places, end - 4)
  }

  /// An iPhone's: everything that a copy changes.
  static func phone(_ order: ByteOrder) -> TIFFSample {
    var sample = TIFFSample(order: order)
    sample.main = [
      0x010F: .text("Apple", order), ExifTag.orientation: .shorts([6], order),
      ExifTag.dateTime: .text("2021:07:14 18:03:22", order),
    ]
    sample.exif = [
      ExifTag.dateTimeOriginal: .text("2021:07:14 18:03:22", order),
      ExifTag.subSecTimeOriginal: .text("123", order), ExifTag.offsetTimeOriginal: .text("+09:00", order),
      ExifTag.subjectArea: .shorts([2000, 1000, 400, 200], order), ExifTag.makerNote: makerNote(order),
      ExifTag.pixelXDimension: .long(4000, order), ExifTag.pixelYDimension: .long(3000, order),
      ExifTag.imageUniqueID: .text("0123456789abcdef0123456789abcdef", order),
    ]
    sample.gps = ExifGPS.values(of: Place(latitude: -36.8, longitude: 174.75, altitude: -3.5), order)
    sample.thumbnail = [0xFF, 0xD8, 0xFF, 0xD9]
    return sample
  }

  static let identifier = "71DCA213-5710-4A6C-BC6D-CE6306AEB8D8"

  /// Apple's MakerNote with a pairing identifier between two other tags.
  static func makerNote(_ order: ByteOrder) -> ExifValue {
    var note = Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D, 0, 3]
    note += [0, 0x01, 0, 9, 0, 0, 0, 1, 0, 0, 0, 15]  // MakerNoteVersion 15
    note += [0, 0x11, 0, 2, 0, 0, 0, 37, 0, 0, 0, 56]  // ContentIdentifier
    note += [0, 0x21, 0, 10, 0, 0, 0, 1, 0, 0, 0, 94]  // HDRHeadroom
    note += [0, 0, 0, 0]
    note += Array(identifier.utf8) + [0, 0] + [0, 0, 0, 101, 0, 0, 0, 100]
    return .bytes(note, type: 7, order)
  }
}
