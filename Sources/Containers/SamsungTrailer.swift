/// Samsung's directory of extra data (SEF) behind a JPEG picture or in a `sefd` box of HEIC; little-endian.
///
/// It is read from its end: "SEFT", before it the length of the directory, which is "SEFH", a version, a count, and
/// entries of 12 bytes: two zero bytes, type, distance of the record from "SEFH" backwards, and the record's length.
/// A record is two zero bytes, its type, the length of its name, the name, the data.
public struct SamsungTrailer: Sendable {
  /// One piece of data.
  public struct Record: Hashable, Sendable {
    /// Its number.
    public var type: Int
    /// Its name, as "MotionPhoto_Data".
    public var name: String
    /// Its data in the file.
    public var data: Range<Int>
  }

  /// The video of a Motion Photo.
  static let motionType = 0x0A30
  static let motionName = "MotionPhoto_Data"

  /// The records whose places make sense, in the directory's order.
  public private(set) var records: [Record] = []

  /// No device writes nearly as many.
  private static let maximumRecordCount = 256
  private static let version = 107

  /// Reads the directory that ends at `end` and whose records lie behind `start`; nil where there is none.
  init?(_ bytes: [UInt8], from start: Int = 0, endingAt end: Int) {
    let end = min(end, bytes.count)
    guard start >= 0, end - start >= 20 else { return nil }
    var foot = ByteCursor(bytes, in: (end - 8)..<end)
    guard let length = try? foot.readNumber(4, isLittleEndian: true), foot.stands(Array("SEFT".utf8)),
      length >= 12, length <= end - 8 - start
    else { return nil }
    let head = end - 8 - length
    var cursor = ByteCursor(bytes, in: head..<(end - 8))
    guard cursor.stands(Array("SEFH".utf8)), (try? cursor.take(8)) != nil,
      let count = try? cursor.readNumber(4, isLittleEndian: true)
    else { return nil }
    for _ in 0..<min(count, Self.maximumRecordCount) {
      guard (try? cursor.take(2)) != nil, let type = try? cursor.readNumber(2, isLittleEndian: true),
        let distance = try? cursor.readNumber(4, isLittleEndian: true),
        let size = try? cursor.readNumber(4, isLittleEndian: true)
      else { break }
      guard distance <= head - start, size <= distance else { continue }
      let place = (head - distance)..<(head - distance + size)
      if let record = Self.record(bytes, at: place, type: type) { records.append(record) }
    }
  }

  private static func record(_ bytes: [UInt8], at place: Range<Int>, type: Int) -> Record? {
    var cursor = ByteCursor(bytes, in: place)
    guard (try? cursor.take(4)) != nil, let length = try? cursor.readNumber(4, isLittleEndian: true),
      length <= 256, let name = try? cursor.read(length)
    else { return nil }
    return Record(
      type: type,
      name: String(decoding: name, as: UTF8.self),
      data: cursor.position..<place.upperBound
    )
  }

  /// Where the directory says that the video is: the record's data are the video itself, or in HEIC 12 bytes: "mpv2", its
  /// place in the file and its length, big-endian.
  func motionVideos(in bytes: [UInt8]) -> [Range<Int>] {
    records.filter { $0.type == Self.motionType || $0.name == Self.motionName }.compactMap { record in
      var cursor = ByteCursor(bytes, in: record.data)
      guard cursor.stands(Array("mpv".utf8)) else { return record.data }
      guard (try? cursor.take(4)) != nil, let start = try? cursor.readNumber(4),
        let length = try? cursor.readNumber(4), start + length <= bytes.count
      else { return nil }
      return start..<(start + length)
    }
  }

  // MARK: - Writing

  /// What stands before the video so that it is a record's data.
  public static let videoRecordHead: [UInt8] =
    [0, 0] + little(motionType, 2) + little(motionName.utf8.count, 4) + Array(motionName.utf8)

  /// What stands behind a video of `byteCount` bytes that has `videoRecordHead` before it: the directory, wrapped in a box
  /// so that video and trailer together are a movie file still, as readers take it that know the still picture's end or
  /// the XMP alone.
  ///
  /// - Parameter byteCount: at most 4 GiB less 64 bytes.
  public static func directory(forVideoOf byteCount: Int) -> [UInt8] {
    let boxHead = 8
    let record = videoRecordHead.count + byteCount
    let entry = [0, 0] + little(motionType, 2) + little(boxHead + record, 4) + little(record, 4)
    let directory = Array("SEFH".utf8) + little(version, 4) + little(1, 4) + entry
    let content = directory + little(directory.count, 4) + Array("SEFT".utf8)
    return BigEndian.bytes(content.count + boxHead, count: 4) + Array("sefd".utf8) + content
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    BigEndian.bytes(value, count: count).reversed()
  }
}
