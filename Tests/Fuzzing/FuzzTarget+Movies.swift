internal import Containers
internal import LivePhotos
internal import Metadata

extension FuzzTarget {
  static var movies: [FuzzTarget] {
    [
      FuzzTarget("quicktime", quickTime), FuzzTarget("quicktime-edit", edit),
      FuzzTarget("pairing-tag", pairingTag),
    ]
  }

  private static func quickTime(_ bytes: [UInt8]) throws {
    let file = try QuickTimeFile(ByteSource(bytes))
    expect(file.movieRange.upperBound <= bytes.count, "movie box at \(file.movieRange)")
    _ = QuickTimeMetadataReader.read(file)
    _ = LivePhotoStillTime(file.movie)
    for track in file.movie.tracks {
      _ = track.samples.firstMisplacedChunk(outside: file.mediaRanges, measuringChunks: true)
      _ = (track.samples.range(of: track.samples.sampleCount - 1), track.samples.hasVariableRate)
      _ = track.samples.decodingTime(of: track.samples.sampleCount - 1)
    }
  }

  /// What is edited can be read again and says what it was told.
  private static func edit(_ bytes: [UInt8]) throws {
    let file = try QuickTimeFile(ByteSource(bytes))
    var editor = try QuickTimeMovieEditor(file)
    editor.setMetadata(PairingIdentifier.movieKey, to: .text("X"))
    editor.setCreationTime(5)
    editor.setXMP([1, 2, 3])
    try editor.setStillImageTime(1, scale: 2)
    let made = try editor.pieces().flatMap { piece in
      switch piece {
      case .bytes(let bytes): bytes
      case .source(let range): Array(bytes[range])
      }
    }
    guard let again = try? QuickTimeFile(ByteSource(made)) else {
      expect(false, "can't be read again")
      return
    }
    expect(PairingIdentifier.text(in: again.movie) == "X", "identifier")
    expect(again.majorBrand == "qt  ", "brand")
    expect(again.movie.tracks.count >= file.movie.tracks.count, "\(again.movie.tracks.count) tracks")
  }

  private static func pairingTag(_ bytes: [UInt8]) throws {
    if let without = try? PairingTag.removing(from: bytes) {
      expect(without.count == bytes.count && PairingTag.identifier(inExif: without) == nil, "not removed")
    }
    let (exif, _) = try PairingTag.set("8AC6ED87-AD3A-41B1-95BC-B9F93B8BE460", in: bytes)
    expect(PairingTag.identifier(inExif: exif) == "8AC6ED87-AD3A-41B1-95BC-B9F93B8BE460", "not set")
  }
}
