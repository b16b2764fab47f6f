public import Files
public import Library
internal import LivePhotos

/// Where a copy goes. Every road is the same; only a library registers.
public enum Destination {
  /// A library. `folder` nil: the album's own folder; otherwise the copy's files lie in that folder and the copy is
  /// registered, and a member of the album, all the same. `album` nil: it is a member of no album of the library's own, as the
  /// video of a collage, whose poster is that; without a folder of its own it lies where collages do, since the albums that
  /// people make have no folders.
  case library(Library, album: AlbumKind?, folder: FilePath?)
  /// Exactly this file; nothing is registered. An existing file is never replaced.
  case file(FilePath)
  /// Standard output; nothing is registered.
  case standardOutput
}

/// How the copy of a source is named.
public struct CopyNaming: Sendable {
  /// The `--name` template, or nil for the plain stem.
  public var template: String?
  /// The plain stem, or nil for the source's.
  public var stem: [UInt8]?
  /// Another source of the same run has the better claim to the plain name: take the suffixed one at once, so that
  /// names do not depend on which worker is faster.
  public var isSuffixed: Bool
  /// What tells a further picture of the source from its primary one: "-2", or "-02" where there are ten and more. Of several
  /// pages, the first has its number, too.
  public let pictureSuffix: String
  /// What tells copies that belong together, and are to be named alike, from others; nil: their source does.
  public var group: ContentHash?
  /// Whether the name is a Motion Photo's, which says so at its end.
  public var isMotionPhoto = false

  /// Makes a rule for one of the pictures of a source; picture 1 of however many has the source's plain name, unless all of
  /// them are numbered.
  public init(
    template: String? = nil,
    isSuffixed: Bool = false,
    picture: Int = 1,
    of count: Int = 1,
    numbersAll: Bool = false
  ) {
    self.template = template
    self.isSuffixed = isSuffixed
    let digits = "\(picture)"
    let zeros = String(repeating: "0", count: max(0, "\(count)".utf8.count - digits.utf8.count))
    pictureSuffix = picture > 1 || numbersAll && count > 1 ? "-\(zeros)\(digits)" : ""
  }

  /// A stem with what stands behind it: what tells it from others, and then what says of which kind the copy is, because
  /// readers of Motion Photos look at the stem's end.
  /// - Parameter byteCount: the most bytes of the whole.
  public func ended(_ stem: [UInt8], with suffix: String, within byteCount: Int) -> [UInt8] {
    let room = byteCount - suffix.utf8.count - (isMotionPhoto ? MotionPhotoWriter.stem([]).count : 0)
    let stem = CopyName.cut(stem, toByteCount: room) + Array(suffix.utf8)
    return isMotionPhoto ? MotionPhotoWriter.stem(stem) : stem
  }
}

/// When a sidecar is written beside a copy.
public enum SidecarPolicy: String, Sendable, Codable, CaseIterable {
  /// Where desktop programs cannot read or edit the metadata inside the file (HEIC).
  case auto
  case always
  case never
}
