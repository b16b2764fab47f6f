public import Files
public import Library

/// Where a copy goes. Every road is the same; only a library registers.
public enum Destination {
  /// A library. `folder` nil: the album's own folder; otherwise the copy's files lie in that folder and the copy is
  /// registered, and a member of the album, all the same.
  case library(Library, album: AlbumKind, folder: FilePath?)
  /// Exactly this file; nothing is registered. An existing file is never replaced.
  case file(FilePath)
  /// Standard output; nothing is registered.
  case standardOutput
}

/// How the copy of a source is named.
public struct CopyNaming: Sendable {
  /// The `--name` template, or nil for the source's stem.
  public var template: String?
  /// Another source of the same run has the better claim to the plain name: take the suffixed one at once, so that
  /// names do not depend on which worker is faster.
  public var isSuffixed: Bool

  /// Makes a rule.
  public init(template: String? = nil, isSuffixed: Bool = false) {
    self.template = template
    self.isSuffixed = isSuffixed
  }
}

/// When a sidecar is written beside a copy.
public enum SidecarPolicy: String, Sendable, Codable, CaseIterable {
  /// Where desktop programs cannot read or edit the metadata inside the file (HEIC).
  case auto
  case always
  case never
}
