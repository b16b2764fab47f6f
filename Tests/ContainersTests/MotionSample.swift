@testable import Containers

/// Pieces of Motion Photos, right and wrong ones alike.
enum MotionSample {
  /// A movie in its outline.
  static let movie = JPEGBuilder.movie
  /// As QuickTime wrote it before there was an `ftyp`.
  static let oldMovie =
    JPEGBuilder.box("wide") + JPEGBuilder.box("mdat", [1, 2, 3]) + JPEGBuilder.box("moov", [4])
  /// A gain map.
  static let gainMap = JPEGBuilder.stream([
    JPEGBuilder.xmp("<d hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2.3\" hdrgm:HDRCapacityMax=\"2.3\"/>")
  ])

  /// XMP with a directory whose video has a length, with a gain map before it where one is told.
  static func google(length: String, padding: String = "0", gainMap: Int? = nil, prefix: String = "GCamera")
    -> String
  {
    let map = gainMap.map {
      "<rdf:li><Container:Item Item:Mime=\"image/jpeg\" Item:Semantic=\"GainMap\" Item:Length=\"\($0)\"/></rdf:li>"
    }
    return """
      <rdf:Description \(prefix):MotionPhoto="1" \(prefix):MotionPhotoVersion="1" \
      \(prefix):MotionPhotoPresentationTimestampUs="500000"><Container:Directory><rdf:Seq><rdf:li><Container:Item \
      Item:Mime="image/jpeg" Item:Semantic="Primary" Item:Length="0" Item:Padding="\(padding)"/></rdf:li>\(map ?? "")<rdf:li>\
      <Container:Item Item:Mime="video/mp4" Item:Semantic="MotionPhoto" Item:Length="\(length)" Item:Padding="0"/>\
      </rdf:li></rdf:Seq></Container:Directory></rdf:Description>
      """
  }

  static func microVideo(offset: String) -> String {
    """
    <rdf:Description GCamera:MicroVideo="1" GCamera:MicroVideoVersion="1" GCamera:MicroVideoOffset="\(offset)" \
    GCamera:MicroVideoPresentationTimestampUs="750000"/>
    """
  }

  static func jpeg(_ xmp: String? = nil, _ rest: [UInt8] = []) -> [UInt8] {
    JPEGBuilder.stream(xmp.map { [JPEGBuilder.xmp($0)] } ?? []) + rest
  }

  static func little(_ value: Int, _ count: Int) -> [UInt8] {
    BigEndian.bytes(value, count: count).reversed()
  }

  /// A Samsung trailer: records, then the directory. Entries can be changed before they are written.
  static func samsung(
    _ records: [(type: Int, name: String, data: [UInt8])],
    count: Int? = nil,
    length: Int? = nil,
    _ change: (inout (distance: Int, size: Int)) -> Void = { _ in }
  ) -> [UInt8] {
    let whole = records.map {
      [0, 0] + little($0.type, 2) + little($0.name.utf8.count, 4) + Array($0.name.utf8) + $0.data
    }
    var directory = Array("SEFH".utf8) + little(107, 4) + little(count ?? records.count, 4)
    for (index, record) in records.enumerated() {
      var entry = (distance: whole[index...].reduce(0) { $0 + $1.count }, size: whole[index].count)
      change(&entry)
      directory += [0, 0] + little(record.type, 2) + little(entry.distance, 4) + little(entry.size, 4)
    }
    return whole.flatMap { $0 } + directory + little(length ?? directory.count, 4) + Array("SEFT".utf8)
  }

  static func pointer(_ start: Int, _ length: Int) -> [UInt8] {
    Array("mpv2".utf8) + BigEndian.bytes(start, count: 4) + BigEndian.bytes(length, count: 4)
  }
}
