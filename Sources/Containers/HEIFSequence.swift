extension HEIFItems {
  /// Frames of the image sequence in the file (ISO/IEC 23008-12, 7): the samples of its longest track of pictures; 0
  /// where there is none or it can't be read.
  public var sequenceFrameCount: Int {
    guard let movie = topLevelBoxes.first(where: { $0.type == "moov" }) else { return 0 }
    return boxes(in: movie.content).filter { $0.type == "trak" }.map(frameCount(ofTrack:)).max() ?? 0
  }

  private func frameCount(ofTrack track: Box) -> Int {
    let media = child("mdia", of: track)
    guard let handler = child("hdlr", of: media), let sizes = child("stsz", of: tables(of: media)) else {
      return 0
    }
    var fields = BoxReader(bytes, in: handler.content)
    // Alpha has a track of its own, with another handler ("auxv").
    guard (try? fields.skip(8)) != nil, (try? fields.readType()) == "pict" else { return 0 }
    var counts = BoxReader(bytes, in: sizes.content)
    guard (try? counts.skip(8)) != nil, let count = try? counts.readUInt32() else { return 0 }
    return Int(count)
  }

  private func tables(of media: Box?) -> Box? { child("stbl", of: child("minf", of: media)) }

  private func child(_ type: BoxType, of box: Box?) -> Box? {
    box.flatMap { boxes(in: $0.content).first { $0.type == type } }
  }

  private func boxes(in range: Range<Int>) -> [Box] {
    var reader = BoxReader(bytes, in: range)
    return (try? reader.readBoxes()) ?? []
  }
}
