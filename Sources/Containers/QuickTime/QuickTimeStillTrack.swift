internal import Messages

/// Writes the track that tells which moment of a Live Photo's video its still shows: one sample of timed metadata whose edit
/// list puts it there. Its bytes are those that iPhones write, but for time stamps and numbers.
enum QuickTimeStillTrack {
  /// The sample: its size, the local key 1, the value -1 that cameras always write.
  static let sample: [UInt8] = [0, 0, 0, 9, 0, 0, 0, 1, 0xFF]

  /// What differs from track to track.
  struct Facts {
    /// The track's number.
    var id: UInt32
    /// The moment, in ticks of the movie's clock.
    var ticks: UInt32
    /// The video's track.
    var video: UInt32
    /// Where the sample stands in the file.
    var sampleOffset: Int
    /// Seconds since 1904.
    var creationTime: UInt32
  }

  /// The whole `trak` box.
  static func box(_ facts: Facts) -> [UInt8] {
    let edits: [[Int]] = facts.ticks == 0 ? [[1, 0]] : [[Int(facts.ticks), 0xFFFF_FFFF], [1, 0]]
    let list = numbers([edits.count]) + edits.flatMap { numbers($0 + [0x1_0000]) }
    return BoxWriter.box(
      "trak",
      header(facts) + BoxWriter.box("edts", BoxWriter.fullBox("elst", list))
        + BoxWriter.box("tref", BoxWriter.box("cdsc", numbers([Int(facts.video)])))
        + BoxWriter.box("mdia", media(facts))
    )
  }

  private static func header(_ facts: Facts) -> [UInt8] {
    let time = Int(facts.creationTime)
    let matrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]
    return BoxWriter.fullBox(
      "tkhd",
      flags: 0xF,
      numbers([time, time, Int(facts.id), 0, Int(facts.ticks) + 1, 0, 0, 0, 0] + matrix + [0, 0])
    )
  }

  private static func media(_ facts: Facts) -> [UInt8] {
    let time = Int(facts.creationTime)
    // The language "und"; its quality is 0.
    let header = BoxWriter.fullBox("mdhd", numbers([time, time, 600, 1, 0x55C4_0000]))
    let information =
      BoxWriter.box(
        "gmhd",
        BoxWriter.fullBox("gmin", [0, 0x40] + [0x80, 0, 0x80, 0, 0x80, 0] + [0, 0, 0, 0])
      )
      + handler("dhlr", "alis", flags: 0, name: "Core Media Data Handler")
      + BoxWriter.box(
        "dinf",
        BoxWriter.fullBox("dref", numbers([1]) + BoxWriter.fullBox("alis", flags: 1, []))
      )
      + BoxWriter.box("stbl", table(facts))
    return header + handler("mhlr", "meta", flags: 1, name: "Core Media Metadata")
      + BoxWriter.box("minf", information)
  }

  /// QuickTime's handler boxes end with a Pascal string.
  private static func handler(_ kind: String, _ type: String, flags: Int, name: String) -> [UInt8] {
    BoxWriter.fullBox(
      "hdlr",
      Array((kind + type + "appl").utf8) + numbers([flags, 0]) + [UInt8(truncatingIfNeeded: name.utf8.count)]
        + Array(name.utf8)
    )
  }

  private static func table(_ facts: Facts) -> [UInt8] {
    let name = BoxWriter.box("keyd", Array("mdta".utf8) + Array(QuickTimeMetadataKey.stillImageTime.utf8))
    let type = BoxWriter.box("dtyp", numbers([0, 65]))
    let keys = BoxWriter.box("keys", BoxWriter.box(BoxType(1), name + type))
    let entry = BoxWriter.box("mebx", [0, 0, 0, 0, 0, 0, 0, 1] + keys)
    let isLong = facts.sampleOffset > Int(UInt32.max)
    return BoxWriter.fullBox("stsd", numbers([1]) + entry) + BoxWriter.fullBox("stts", numbers([1, 1, 1]))
      + BoxWriter.fullBox("stsc", numbers([1, 1, 1, 1]))
      + BoxWriter.fullBox("stsz", numbers([sample.count, 1]))
      + BoxWriter.fullBox(
        isLong ? "co64" : "stco",
        numbers([1]) + BigEndian.bytes(facts.sampleOffset, count: isLong ? 8 : 4)
      )
  }

  private static func numbers(_ values: [Int]) -> [UInt8] { values.flatMap { BigEndian.bytes($0, count: 4) } }
}
