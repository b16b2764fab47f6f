internal import Files
internal import Metadata
internal import StillImages

extension FuzzTarget {
  static var sidecars: [FuzzTarget] {
    [
      FuzzTarget("takeout", takeout), FuzzTarget("export-json", exportJSON),
      FuzzTarget("photoprism", photoPrism),
      FuzzTarget("template", template), FuzzTarget("sidecar-names", sidecarNames), FuzzTarget("dates", dates),
    ]
  }

  private static func takeout(_ bytes: [UInt8]) throws {
    let file = try TakeoutJSON(bytes)
    _ = file?.isTitle(of: Array("IMG_20210714_180322(1).jpg".utf8))
  }

  private static func exportJSON(_ bytes: [UInt8]) throws {
    _ = try ExportJSON.read(bytes, picture: Array("IMG_1.jpg".utf8), isShared: false)
    _ = try ExportJSON.read(bytes, picture: Array("IMG_1.jpg".utf8), isShared: true)
  }

  private static func photoPrism(_ bytes: [UInt8]) throws { _ = try PhotoPrismYAML.read(bytes) }

  /// A template, and behind a NUL the name of the source.
  private static func template(_ bytes: [UInt8]) throws {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let fields = CopyName.Fields(
      source: FilePath(bytes: parts.count > 1 ? parts[1] : []),
      format: "jpg",
      date: CopyName.Date(year: 2021, month: 7, day: 14, hour: 18, minute: 3, second: 22)
    )
    let text = String(decoding: parts.first ?? [], as: UTF8.self)
    let name = try CopyName(template: text, fields: fields, fileExtension: "jpg").fileName(reserving: 4)
    expect(name.count <= 251 && !name.isEmpty, "\(name.count) bytes")
    expect(!name.contains(UInt8(ascii: "/")) && !name.contains(0), "a name with / or NUL")
  }

  /// The names in a folder, divided by newlines.
  private static func sidecarNames(_ bytes: [UInt8]) throws {
    let names = bytes.prefix(8192).split(separator: UInt8(ascii: "\n")).prefix(64).map { Array($0) }
    let folder = TakeoutFolder(names: names)
    for name in names {
      _ = folder.candidates(for: name)
      _ = TakeoutFolder.isAlbumName(name)
      _ = Sidecar.candidates(for: FilePath(bytes: name)) { names }
    }
  }

  private static func dates(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    for date in [CaptureDate(iso8601: text), CaptureDate(exif: text, subsec: text, offset: text)] {
      guard let date else { continue }
      _ = date.unixTime(assumingOffsetMinutes: 540)
      _ = date.isEquivalent(to: date)
    }
  }
}
