/// Tells files made of ISO base media boxes apart by their brands (ISO/IEC 14496-12, 4.3; ISO/IEC 23008-12, 10).
enum ISOMediaDetector {
  /// What the file is; nil when it does not begin with a box that such files begin with.
  static func detect(_ head: [UInt8]) -> DetectedFormat? {
    guard head.count >= 8 else { return nil }
    switch text(head, at: 4) {
    case "ftyp": return format(brands: brands(head), head)
    // QuickTime files of before 2000 have no ftyp; pnot is a preview before the movie.
    case "moov", "mdat", "wide", "free", "skip", "pnot": return .video(name: "QuickTime")
    default: return nil
    }
  }

  private static let hevcBrands: Set<String> = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs",
  ]
  private static let avifBrands: Set<String> = ["avif", "avis"]
  private static let otherStills = [
    "mif3": "HEIF mini", "crx ": "camera raw", "jxl ": "JPEG XL", "jp2 ": "JPEG 2000",
    "jpeg": "HEIF with JPEG",
    "jpgs": "HEIF with JPEG", "vvic": "HEIF with VVC", "vvis": "HEIF with VVC", "evbi": "HEIF with EVC",
    "j2ki": "HEIF with JPEG 2000", "j2is": "HEIF with JPEG 2000", "avci": "HEIF with AVC",
    "avcs": "HEIF with AVC",
    "unif": "HEIF uncompressed",
  ]

  /// The major brand decides if it says enough; mif1 and msf1 only say "HEIF", so the compatible brands and then the
  /// items' types follow.
  private static func format(brands: [String], _ head: [UInt8]) -> DetectedFormat {
    guard let major = brands.first else { return .video(name: "MP4") }
    for brand in [major] + (isUndecided(major) ? Array(brands.dropFirst()) : []) {
      if hevcBrands.contains(brand) { return .still(.heic) }
      if avifBrands.contains(brand) { return .still(.avif) }
      if let name = otherStills[brand] { return .otherStill(name: name) }
    }
    if major == "qt  " { return .video(name: "QuickTime") }
    guard isUndecided(major) || brands.contains(where: isUndecided) else { return .video(name: "MP4") }
    let codings = [
      ("hvc1", DetectedFormat.still(.heic)), ("av01", .still(.avif)),
      ("vvc1", .otherStill(name: "HEIF with VVC")), ("unci", .otherStill(name: "HEIF uncompressed")),
      ("j2k1", .otherStill(name: "HEIF with JPEG 2000")), ("avc1", .otherStill(name: "HEIF with AVC")),
    ]
    return codings.first { contains(head, $0.0) }?.1 ?? .otherStill(name: "HEIF")
  }

  private static func isUndecided(_ brand: String) -> Bool {
    ["mif1", "mif2", "msf1", "miaf"].contains(brand)
  }

  private static func brands(_ head: [UInt8]) -> [String] {
    let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
    let end = min(head.count, max(length, 12))
    // Bytes 12 to 15 are the minor version.
    let offsets = [8] + Array(stride(from: 16, to: max(16, end - 3), by: 4))
    return offsets.filter { $0 + 4 <= end }.map { text(head, at: $0) }
  }

  private static func text(_ head: [UInt8], at offset: Int) -> String {
    String(decoding: head[offset..<(offset + 4)], as: UTF8.self)
  }

  private static func contains(_ head: [UInt8], _ type: String) -> Bool {
    let pattern = Array(type.utf8)
    return head.indices.dropLast(3).contains {
      head[$0] == pattern[0] && head[$0..<($0 + 4)].elementsEqual(pattern)
    }
  }
}
