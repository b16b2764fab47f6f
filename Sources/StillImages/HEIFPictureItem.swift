internal import Containers

/// A coded picture that becomes an item of a HEIF file: a gain map, or a tile.
struct HEIFPictureItem: Sendable {
  /// "hvc1" or "av01".
  var type: BoxType
  /// The coded samples.
  var data: [UInt8]
  /// Size, channels, codec, colours.
  var properties: [HEIFAssembler.Property]
}
