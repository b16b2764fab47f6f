public import Files
public import Metadata
public import StillImages
internal import Containers
internal import Messages

/// Joins a finished still picture and a finished video into a Motion Photo (Motion Photo format 1.0).
///
/// XMP in the still tells the video's length, so a Motion Photo is made in three steps: the video; the still, with
/// `contents` given to `CopyMetadata`; and `pieces`, which write the file without ever holding the video in memory.
///
/// JPEG: the video follows the picture, and Samsung's trailer stands around it (Samsung's gallery asks for it). The trailer
/// can't stand where a gain map follows the picture: what precedes the video would stand between the two, and readers
/// find the gain map right behind the picture. HEIC and AVIF: the video is the last box, `mpvd`.
public struct MotionPhotoWriter: Hashable, Sendable {
  /// The still's format: JPEG, HEIC or AVIF.
  public let format: StillFormat
  /// Bytes of the video.
  public let videoByteCount: Int
  /// What the still's XMP has to say.
  public let contents: PhotoContents

  private static let boxHeadCount = 8
  /// 32-bit numbers tell the video's place and length everywhere.
  private static let largestVideo = Int(UInt32.max) - 4096

  private let hasSamsungTrailer: Bool

  /// Plans a Motion Photo.
  ///
  /// - Parameters:
  ///   - videoByteCount: bytes of the finished video.
  ///   - videoMediaType: "video/mp4" is what readers expect; "video/quicktime" is allowed.
  ///   - presentationMicroseconds: the time of the video's frame that the still shows.
  ///   - gainMapByteCount: bytes of the JPEG stream with a gain map that follows the picture in the still's file.
  /// - Throws: `format.unsupported` for other formats, `encode.failed` for a video of 4 GiB.
  public init(
    format: StillFormat,
    videoByteCount: Int,
    videoMediaType: String = "video/mp4",
    presentationMicroseconds: Int64?,
    gainMapByteCount: Int? = nil
  ) throws {
    guard [.jpeg, .heic, .avif].contains(format) else {
      throw Problem(.formatUnsupported, ["format": format.rawValue])
    }
    guard (1...Self.largestVideo).contains(videoByteCount) else {
      throw Problem(
        .encodeFailed,
        ["format": format.rawValue, "detail": "a video of \(videoByteCount) bytes"]
      )
    }
    self.format = format
    self.videoByteCount = videoByteCount
    hasSamsungTrailer = format == .jpeg && gainMapByteCount == nil
    let tail = hasSamsungTrailer ? SamsungTrailer.directory(forVideoOf: videoByteCount).count : 0
    var contents = PhotoContents()
    if format != .jpeg { contents.primaryPadding = Self.boxHeadCount }
    if hasSamsungTrailer { contents.primaryPadding = SamsungTrailer.videoRecordHead.count }
    contents.gainMapByteCount = format == .jpeg ? gainMapByteCount : nil
    contents.video = PhotoContents.Video(
      mediaType: videoMediaType,
      byteCount: videoByteCount + tail,
      presentationMicroseconds: presentationMicroseconds.flatMap { $0 >= 0 ? $0 : nil },
      isMicroVideoToo: format == .jpeg
    )
    self.contents = contents
  }

  /// The file's pieces, for `DurableFile.write`.
  ///
  /// - Parameters:
  ///   - still: the finished picture file, whose metadata were made with `contents`.
  ///   - video: the finished video, or the pieces that it is made of.
  /// - Throws: `verify.failed` where still and video are not what was planned; what `FileReader` throws for the video.
  public func pieces(still: [UInt8], video: [FilePiece]) throws -> [FilePiece] {
    try checkVideo(video)
    try check(still)
    return ([.bytes(still), .bytes(head)] + video + [.bytes(tail)]).filter { $0.byteCount > 0 }
  }

  /// The same, of a video that has a file of its own.
  public func pieces(still: [UInt8], video: FilePath) throws -> [FilePiece] {
    let size = try FileStatus.of(video).size
    return try pieces(still: still, video: [.range(of: video, 0..<size)])
  }

  /// Where the video begins in the file of a still of so many bytes.
  public func videoStart(behindStillOf byteCount: Int) -> Int { byteCount + head.count }

  private var head: [UInt8] {
    if hasSamsungTrailer { return SamsungTrailer.videoRecordHead }
    return format == .jpeg ? [] : MotionVideoBox.head(forVideoOf: videoByteCount)
  }

  private var tail: [UInt8] {
    hasSamsungTrailer ? SamsungTrailer.directory(forVideoOf: videoByteCount) : []
  }

  /// A movie begins with its type, and the length was told.
  private func checkVideo(_ video: [FilePiece]) throws {
    try expect(Int(clamping: video.reduce(0) { $0 + $1.byteCount }), videoByteCount, "video-bytes")
    let begin: [UInt8] =
      switch video.first {
      case .bytes(let bytes): Array(bytes.prefix(12))
      case .range(let path, let range):
        try RandomAccessFile(path).read(
          Int(clamping: range.lowerBound)..<Int(clamping: min(range.lowerBound + 12, range.upperBound))
        )
      case nil: []
      }
    try expect(String(decoding: begin.dropFirst(4).prefix(4), as: UTF8.self), "ftyp", "video-type")
  }

  private func check(_ still: [UInt8]) throws {
    let blocks: MetadataBlocks
    if format == .jpeg {
      let segments = try JPEGSegments(still)
      blocks = segments.blocks
      let map = segments.companions.gainMap?.range
      try expect(map?.upperBound ?? segments.primaryEnd, still.count, "still-end")
      try expect(map?.count, contents.gainMapByteCount, "gain-map-bytes")
      try expect(map?.lowerBound ?? segments.primaryEnd, segments.primaryEnd, "gain-map-start")
    } else {
      let items = try HEIFItems(bytes: still)
      try expect(items.topLevelBoxes.last?.range.upperBound, still.count, "still-end")
      try expect(items.topLevelBoxes.contains { $0.type == "mpvd" }, false, "mpvd")
      blocks = MetadataBlocks(xmp: try items.xmp(of: try items.primaryItem().id).packet)
    }
    let tags = MotionTags(blocks)
    try expect(tags.isMotionPhoto, true, "GCamera:MotionPhoto")
    try expect(tags.videoByteCount, contents.video?.byteCount, "Item:Length")
    try expect(
      tags.presentationMicroseconds,
      contents.video?.presentationMicroseconds,
      "PresentationTimestampUs"
    )
  }

  private func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
    guard found == expected else {
      throw Problem(.verificationFailed, ["what": what, "expected": "\(expected)", "found": "\(found)"])
    }
  }

  /// The stem of a Motion Photo's name: it ends in "MP", without which readers may take the file for a still. One that does
  /// already stays as it is (PXL_20240113_053853.MP, IMG_0001_MP).
  public static func stem(_ stem: [UInt8]) -> [UInt8] {
    stem.count > 2 && stem.suffix(2).elementsEqual("MP".utf8) ? stem : stem + Array("_MP".utf8)
  }
}
