internal import Pixels

@testable internal import Containers
@testable internal import StillImages

extension FuzzTarget {
  static var containers: [FuzzTarget] {
    [
      FuzzTarget("heif", heif), FuzzTarget("heif-write", heifWrite), FuzzTarget("jpeg", jpeg),
      FuzzTarget("jpeg-write", jpegWrite), FuzzTarget("png", png), FuzzTarget("webp", webP),
      FuzzTarget("tiff", tiff), FuzzTarget("tiff-write", tiffWrite), FuzzTarget("gif", gif),
      FuzzTarget("bmp", bmp), FuzzTarget("photoshop", photoshop), FuzzTarget("motion", motion),
      FuzzTarget("gain-map", gainMap), FuzzTarget("picture-end", pictureEnd),
    ]
  }

  /// The end of a picture is the same however its bytes come in.
  private static func pictureEnd(_ bytes: [UInt8]) throws {
    var whole = PictureEnd()
    let end = bytes.withUnsafeBytes { whole.end(in: $0) }
    if let end { expect((0...bytes.count).contains(end), "end at \(end) of \(bytes.count)") }
    let step = 1 + Int(bytes.last ?? 0)
    var pieces = PictureEnd()
    var found: Int?
    for start in stride(from: 0, to: bytes.count, by: step) where found == nil {
      let piece = bytes[start..<min(start + step, bytes.count)]
      found = piece.withUnsafeBytes { pieces.end(in: $0) }.map { start + $0 }
    }
    expect(found == end, "end at \(end ?? -1), in pieces of \(step) at \(found ?? -1)")
  }

  /// ISO 21496-1: what was read is written and read again as the same.
  private static func gainMap(_ bytes: [UInt8]) throws {
    let read = try GainMapPayload.read(bytes)
    let again = try GainMapPayload.read(GainMapPayload.bytes(read))
    expect(read == again, "\(read), again \(again)")
  }

  private static func heif(_ bytes: [UInt8]) throws {
    let file = try HEIFItems(bytes: bytes)
    _ = (file.topLevelPictures, file.auxiliaryKinds, file.sequenceFrameCount)
    for box in file.topLevelBoxes {
      expect(box.range.lowerBound >= 0 && box.range.upperBound <= bytes.count, "box \(box.type)")
    }
    if let video = file.motionVideo(of: file.primaryID ?? 1) {
      expect(video.range.upperBound <= bytes.count && !video.range.isEmpty, "video at \(video.range)")
    }
    try? file.checkNothingIsCutOff()
    for id in file.order.prefix(20) {
      guard let item = try? file.item(id) else { continue }
      if let extents = try? file.checkedExtents(of: item) {
        expect(extents.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= bytes.count }, "extents of \(id)")
      }
      _ = try? file.data(of: item)
      _ = (file.auxiliaries(of: id), file.alphaItem(of: id), file.hasGainMap(of: id))
      _ = try? file.exif(of: id)
      _ = try? file.xmp(of: id)
    }
  }

  private static func heifWrite(_ bytes: [UInt8]) throws {
    let written = try HEIFItemLocations.withoutBaseOffsets(bytes)
    expect(written.count == bytes.count, "\(written.count) bytes of \(bytes.count)")
    guard let before = try? HEIFItems(bytes: bytes) else { return }
    guard let after = try? HEIFItems(bytes: written) else {
      expect(false, "can't be read again")
      return
    }
    var assembler = HEIFAssembler(brands: ["mif1", "heic"])
    for id in before.order.prefix(20) {
      guard let item = try? before.item(id), let extents = try? before.checkedExtents(of: item) else {
        continue
      }
      let moved = try? after.checkedExtents(of: try after.item(id))
      expect(moved == extents, "extents of \(id): \(extents), now \(String(describing: moved))")
      guard let data = try? before.data(of: item) else { continue }
      assembler.items.append(HEIFAssembler.Item(item.type, data: data))
    }
    let made = try HEIFItems(bytes: try assembler.bytes())
    expect(made.items.count == assembler.items.count, "\(made.items.count) items")
    for (index, item) in assembler.items.enumerated() {
      let found = try? made.data(of: try made.item(UInt32(index + 1)))
      expect(found == item.data || item.data.isEmpty, "data of item \(index + 1)")
    }
  }

  private static func jpeg(_ bytes: [UInt8]) throws {
    let file = try JPEGSegments(bytes)
    expect((0...bytes.count).contains(file.primaryEnd), "end of the picture at \(file.primaryEnd)")
    for range in [file.companions.gainMap?.range, file.companions.motionVideo?.range].compactMap(\.self) {
      expect(range.lowerBound >= 0 && range.upperBound <= bytes.count, "companion at \(range)")
    }
  }

  /// Metadata goes in and comes out the same.
  private static func jpegWrite(_ bytes: [UInt8]) throws {
    var parts = Parts(bytes)
    var blocks = MetadataBlocks(exif: parts.next(), xmp: parts.next())
    blocks.iptc = parts.next()
    let profile = parts.next()
    let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]
    let stream = [0xFF, 0xD8] + frame + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xFF, 0xD9]
    let made = try JPEGAssembler.assemble(stream: stream, blocks: blocks, iccProfile: profile)
    guard let file = try? JPEGSegments(made) else {
      expect(false, "can't be read again")
      return
    }
    expect(file.blocks.iptc == blocks.iptc, "IPTC")
    // Exif's TIFF structure is the one of 1992, with offsets of 32 bits.
    if let exif = blocks.exif, (try? TIFFFile(exif)) != nil, exif[..<4].contains(42) {
      expect(file.blocks.exif == exif, "Exif")
    }
  }

  private static func png(_ bytes: [UInt8]) throws {
    let file = try PNGChunks(bytes)
    expect(file.blocks.texts.reduce(0) { $0 + $1.bytes.count } <= EmbeddedText.maximumByteCount, "texts")
  }

  private static func webP(_ bytes: [UInt8]) throws {
    let file = try WebPChunks(bytes)
    for range in file.picture { expect(range.upperBound <= bytes.count, "chunk at \(range)") }
    if let frame = file.firstFrame { _ = try? WebPChunks(file.file(of: frame)) }
    let blocks = MetadataBlocks(exif: [1], xmp: [2])
    let made = try WebPAssembler.assemble(
      stream: bytes,
      size: file.canvas ?? PixelSize(width: 1, height: 1),
      hasAlpha: true,
      blocks: blocks,
      iccProfile: file.profile
    )
    expect((try? WebPChunks(made))?.blocks.xmp == [2], "metadata can't be read again")
  }

  private static func tiff(_ bytes: [UInt8]) throws {
    let pages = try TIFFPages(bytes)
    expect(pages.offset < bytes.count, "page at \(pages.offset)")
    if let exif = pages.blocks.exif { expect((try? TIFFFile(exif)) != nil, "Exif block") }
  }

  /// An Exif block, with strips behind it.
  private static func tiffWrite(_ bytes: [UInt8]) throws {
    var parts = Parts(bytes)
    var blocks = MetadataBlocks(exif: parts.next(), xmp: parts.next())
    blocks.iptc = parts.next()
    let assembler = try TIFFAssembler(blocks: blocks, iccProfile: parts.next())
    let picture = TIFFAssembler.Picture(
      size: PixelSize(width: 4, height: 2),
      layout: .rgb,
      depth: .eight,
      rowsPerStrip: 1
    )
    let made = try assembler.file(picture, strips: [[1, 2, 3], [4, 5]])
    guard let file = try? TIFFPages(made) else {
      expect(false, "can't be read again")
      return
    }
    expect(file.blocks.xmp == blocks.xmp || blocks.xmp?.last == 0, "XMP")
  }

  private static func gif(_ bytes: [UInt8]) throws {
    _ = try? GIFOutline(ByteSource(bytes))
    _ = try GIFBlocks(bytes)
  }

  private static func bmp(_ bytes: [UInt8]) throws {
    _ = try BMPHeader(bytes)
    let reader = try BMPReader(bytes: bytes, limits: FuzzTarget.limits)
    _ = try reader.decodePixels(threads: 1)
  }

  private static func photoshop(_ bytes: [UInt8]) throws {
    _ = PhotoshopResources.iptc(in: bytes)
    if bytes.isEmpty { return }
    expect(PhotoshopResources.iptc(in: PhotoshopResources.wrapping(iptc: bytes)) == bytes, "IPTC")
  }

  /// What is behind a picture, with XMP, and the same in a box of HEIC: what is found is there.
  private static func motion(_ bytes: [UInt8]) throws {
    var parts = Parts(bytes)
    let tags = MotionTags(MetadataBlocks(xmp: parts.next()))
    let end = min(parts.next()?.count ?? 0, 64)
    let rest = parts.remainder
    let found = MotionVideoSearch(jpeg: rest, primaryEnd: min(end, rest.count), tags: tags).find()
    if let range = found?.range {
      expect(range.lowerBound >= min(end, rest.count) && range.upperBound <= rest.count, "video at \(range)")
      expect(
        MovieOutline.end(rest, from: range.lowerBound, limit: range.upperBound) == range.upperBound,
        "not whole"
      )
    }
    for record in SamsungTrailer(rest, endingAt: rest.count)?.records ?? [] {
      expect(record.data.lowerBound >= 0 && record.data.upperBound <= rest.count, "record at \(record.data)")
    }
    // Around a movie that is whole and begins with its type, the trailer tells the movie.
    guard let length = found?.range.count, let video = found.map({ Array(rest[$0.range]) }),
      MovieOutline.hasType(video, at: 0)
    else { return }
    let file = [0xFF] + SamsungTrailer.videoRecordHead + video + SamsungTrailer.directory(forVideoOf: length)
    let again = MotionVideoSearch(jpeg: file, primaryEnd: 1, tags: MotionTags(MetadataBlocks())).find()
    expect(again?.range == 25..<(25 + length), "written, but not found again")
  }
}
