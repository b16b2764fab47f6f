public import Containers
internal import FoundationEssentials
internal import Metadata

/// What ties the still and the video of a Live Photo together: a UUID in upper case. Devices compare the text as it is.
public struct PairingIdentifier: Hashable, Sendable, Codable, CustomStringConvertible {
  /// 36 characters.
  public let text: String

  /// The key of a movie's metadata that holds it.
  public static let movieKey = "com.apple.quicktime.content.identifier"

  /// One that no other pair has.
  public init() { text = UUID().uuidString }

  /// One that was read; nil where it is no UUID of 36 characters. Its letters stay as they are.
  public init?(_ text: String) {
    guard text.utf8.count == 36, UUID(uuidString: text) != nil else { return nil }
    self.text = text
  }

  /// The text that a still's Exif has in its place, whatever it is.
  public static func text(inExif exif: [UInt8]?) -> String? { PairingTag.identifier(inExif: exif) }

  /// The text that a movie has in its place, whatever it is. Only `moov/meta` counts: that is where devices look.
  public static func text(in movie: QuickTimeMovie) -> String? { movie.metadata?.value(of: movieKey)?.text }

  /// Whether letters are as devices write them.
  public var isUpperCase: Bool { text == text.uppercased() }

  /// The text.
  public var description: String { text }
}
