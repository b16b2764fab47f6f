internal import Containers
internal import Files
internal import Glibc
internal import Pixels
internal import StillImages

/// Takes a picture's parts out, as inputs for the targets that take parts: seeds/TARGET/NAME.
enum Seeds {
  static func divide(_ name: String, into folder: String) {
    let path = FilePath(name)
    guard let bytes = try? FileReader.read(path, maximumByteCount: 64 << 20).bytes else { return }
    let save = { (target: String, part: [UInt8]?) in
      guard let part, !part.isEmpty, part.count <= 32 << 10 else { return }
      let file = FilePath(folder).appending(target).appending(path.lastComponent)
      guard let stream = fopen(file.lossyString, "w") else { return }
      fwrite(part, 1, part.count, stream)
      fclose(stream)
    }
    if let file = try? HEIFItems(bytes: bytes), let item = try? file.primaryItem() {
      save("av1", try? file.data(of: item))
      for id in file.order {
        guard let properties = try? file.item(id).properties else { continue }
        for case .hevcConfiguration(let range) in properties { save("hevc", Array(bytes[range])) }
      }
    }
    guard let reader = try? StillImageReader(bytes: bytes, limits: DecodingLimits()) else { return }
    let blocks = reader.header.blocks
    let profile = reader.header.colour.iccProfile
    for target in ["exif", "exif-edit", "pairing-tag"] { save(target, blocks.exif) }
    for target in ["xmp", "xmp-text"] { save(target, blocks.xmp ?? blocks.extendedXMP) }
    for target in ["iptc", "photoshop"] { save(target, blocks.iptc) }
    save("icc", profile)
    save("copy", Parts.joined([blocks.exif, blocks.xmp, blocks.extendedXMP, blocks.iptc]))
    for target in ["jpeg-write", "tiff-write"] {
      save(target, Parts.joined([blocks.exif, blocks.xmp, blocks.iptc, profile]))
    }
  }
}
