/// The Exif block of a still that was taken out of a video: what the video says of its camera. Date, place and the rest
/// are carried over into it like into any other.
public enum CameraExif {
  /// A block with the texts that are known; nil where none is.
  /// - Parameters:
  ///   - make: the maker ("Apple").
  ///   - model: the device ("iPhone 15 Plus").
  ///   - software: the version of what wrote the video.
  public static func block(make: String?, model: String?, software: String?) throws -> [UInt8]? {
    let texts = [(ExifTag.make, make), (ExifTag.model, model), (ExifTag.software, software)]
      .compactMap { tag, text in text.flatMap(plain).map { (tag, $0) } }
    if texts.isEmpty { return nil }
    var editor = try ExifEditor.empty()
    for (tag, text) in texts { editor.set(tag, in: .main, to: .text(text, editor.order)) }
    editor.set(ExifTag.exifVersion, in: .exif, to: .bytes(Array("0232".utf8), type: 7, editor.order))
    try editor.commit()
    return editor.bytes
  }

  /// Exif's texts end at the first NUL; a device's name is short.
  private static func plain(_ text: String) -> String? {
    let kept = String(text.prefix { $0 != "\0" }.prefix(200))
    return kept.isEmpty ? nil : kept
  }
}
