public import StillImages

extension StillFormat {
  /// The extension of a delivered file.
  public var fileExtension: String {
    switch self {
    case .heic: "heic"
    case .jpeg: "jpg"
    case .png: "png"
    case .webp: "webp"
    case .tiff: "tif"
    case .bmp: "bmp"
    case .gif: "gif"
    case .avif: "avif"
    case .jxl: "jxl"
    }
  }
}
