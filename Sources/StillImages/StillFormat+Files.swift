public import Metadata

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

  /// What of metadata its files hold.
  public var metadataCapacity: MetadataCapacity {
    switch self {
    case .jpeg: .jpeg
    case .heic: .heic
    case .png: .png
    case .webp: .webp
    case .tiff: .tiff
    case .bmp: MetadataCapacity(holdsIPTC: false, exifLimit: nil, mediaType: "image/bmp")
    case .gif: MetadataCapacity(holdsIPTC: false, exifLimit: nil, mediaType: "image/gif")
    case .avif: .avif
    case .jxl: .jxl
    }
  }
}
