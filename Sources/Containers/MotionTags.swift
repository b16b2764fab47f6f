/// What the XMP of a picture says of a Motion Photo (Motion Photo format 1.0; MicroVideo V1). Editors keep it when they drop
/// the video, and some cameras write wrong lengths, so it says only where to look.
public struct MotionTags: Hashable, Sendable {
  /// GCamera:MotionPhoto or GCamera:MicroVideo: whether the file wants to be shown as a Motion Photo; nil where it does not
  /// say. Only 1 means yes.
  public private(set) var isMotionPhoto: Bool?
  /// The time in the video, in microseconds, of the frame that the still picture shows; nil where it is not told or -1.
  public private(set) var presentationMicroseconds: Int64?
  /// The directory's entries.
  private(set) var items: [PhotoContainer.Item] = []
  /// Bytes from the video's begin to the end of the file.
  private(set) var microVideoOffset: Int?

  /// Reads the blocks of a picture file.
  public init(_ blocks: MetadataBlocks) {
    self.init([blocks.xmp, blocks.extendedXMP].compactMap { $0.map(XMPText.init) })
  }

  init(_ packets: [XMPText]) {
    func number(_ name: String) -> Int64? {
      packets.lazy.compactMap { $0.value(of: name) }.first.flatMap { Int64($0) }
    }
    items = packets.flatMap(PhotoContainer.items(in:))
    microVideoOffset = number(":MicroVideoOffset").flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
    let flags = [number(":MotionPhoto"), number(":MicroVideo")].compactMap(\.self)
    isMotionPhoto = flags.isEmpty ? nil : flags.contains(1)
    presentationMicroseconds = [":MotionPhotoPresentationTimestampUs", ":MicroVideoPresentationTimestampUs"]
      .lazy.compactMap(number).first.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Whether the file is said to hold a video that is to be shown.
  public var claimsVideo: Bool {
    isMotionPhoto ?? (microVideoOffset != nil || items.contains { $0.semantic == Self.video })
  }

  /// Bytes from the video's begin to the end of the file, as the directory tells.
  public var videoByteCount: Int? { items.first { $0.semantic == Self.video }?.length }

  private static let video = "MotionPhoto"

  /// Where the video may begin in a file of `count` bytes whose primary picture ends at `primaryEnd`.
  ///
  /// Items fill the file from its end backwards. Samsung counts the padding behind the video in its length, others don't;
  /// the sums from the picture's end on help where the file got a tail.
  func videoStarts(count: Int, primaryEnd: Int?) -> [(kind: MotionVideo.Kind, start: Int)] {
    var starts: [(MotionVideo.Kind, Int)] = []
    for (index, item) in items.enumerated() where item.semantic == Self.video && item.length > 0 {
      let behind = items[(index + 1)...].reduce(0) { $0 &+ $1.length &+ $1.padding }
      starts.append((.google, count &- item.length &- behind))
      starts.append((.google, count &- item.length &- item.padding &- behind))
      let before = items[..<index]
      let first = before.first?.length ?? 0
      let picture = first > 0 ? first : primaryEnd ?? 0
      let between = before.dropFirst().reduce(0) { $0 &+ $1.length }
      starts.append((.google, picture &+ between &+ before.reduce(0) { $0 &+ $1.padding }))
    }
    if let microVideoOffset { starts.append((.microVideo, count &- microVideoOffset)) }
    return starts
  }
}
