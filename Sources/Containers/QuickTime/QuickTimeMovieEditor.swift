internal import Messages

/// Changes a finished movie file: its metadata, its still-image-time track, what a muxer lost of the picture. Everything else
/// stays byte for byte; the movie box goes to the end, so that media data stays where it is.
///
/// Samples that change file positions (a file that has no room for QuickTime's `ftyp`) have their chunk offsets changed.
public struct QuickTimeMovieEditor {
  private let file: QuickTimeFile
  private var patches = BoxPatches()
  private var metadata: QuickTimeMetadata?
  private var userData: [BoxType: [UInt8]?] = [:]
  private var still: (ticks: UInt32, video: UInt32)?
  private var creationTime: UInt64?
  private var dropsTopLevelXMP = false
  /// Whether the file stays what its `ftyp` says, as an MP4 file; else it becomes a QuickTime movie.
  public var keepsType = false
  /// Whether the movie box comes before the media, so that a video plays while it is still coming in from the net. Only of a
  /// file that keeps its type and gets no still-image-time track; others have the movie box at the end, and so has a file
  /// whose media stand on both sides of it.
  public var startsFast = false
  private var movie: QuickTimeMovie { file.movie }

  /// Takes a file to be edited.
  /// - Throws: `format.unsupported` for a fragmented file, which has samples that its movie box does not know.
  public init(_ file: QuickTimeFile) throws {
    if file.isFragmented { throw Problem(.formatUnsupported, ["format": "fragmented MP4"]) }
    self.file = file
  }

  // MARK: - Changes

  /// Gives a named key of `moov/meta` one value; nil takes it away.
  public mutating func setMetadata(_ key: String, to value: QuickTimeValue?) {
    var changed =
      metadata ?? movie.metadata.flatMap { $0.handler == "mdta" ? $0 : nil } ?? QuickTimeMetadata()
    changed.set(key, to: value)
    metadata = changed
  }

  /// Gives `moov/udta` a box of a type, in place of any that are there; nil takes them away.
  public mutating func setUserData(_ type: BoxType, to content: [UInt8]?) { userData[type] = .some(content) }

  /// Gives the file an XMP packet where QuickTime has it; nil takes XMP away.
  public mutating func setXMP(_ packet: [UInt8]?) {
    setUserData("XMP_", to: packet)
    dropsTopLevelXMP = true
  }

  /// Gives the movie and all its tracks a time of creation and change, in seconds since 1904-01-01 UTC.
  public mutating func setCreationTime(_ seconds: UInt64) { creationTime = seconds }

  /// Puts the still-image-time track in, or in place of the one there.
  ///
  /// - Parameters:
  ///   - time: the moment that the still shows: the presentation time of a frame.
  ///   - scale: how many of `time` are a second.
  /// - Throws: `metadata.failed` where there is no video or the moment can't be told.
  public mutating func setStillImageTime(_ time: Int64, scale: UInt32) throws {
    guard let video = movie.videoTrack else { throw Self.failed("no video track") }
    let (product, isOverflow) = time.multipliedReportingOverflow(by: Int64(movie.timescale))
    guard time >= 0, scale > 0, !isOverflow else { throw Self.failed("still at \(time)/\(scale)") }
    // Rounded up: the moment lies in its frame, not in the one before.
    let ticks = product / Int64(scale) + (product % Int64(scale) == 0 ? 0 : 1)
    guard ticks < Int64(UInt32.max) else { throw Self.failed("still at \(time)/\(scale)") }
    still = (UInt32(truncatingIfNeeded: ticks), video.id)
  }

  /// Puts right what a muxer lost of a track's picture, in each of its sample descriptions.
  public mutating func correct(_ track: QuickTimeTrack, _ correction: QuickTimePictureCorrection) {
    for entry in track.sampleEntries {
      let path = [movie.box, track.box] + track.descriptionPath + [entry.box]
      for (type, content) in correction.boxes {
        let box = BoxWriter.box(type, content)
        if let old = entry.children.first(where: { $0.type == type }) {
          patches.replace(old.range, with: box, inside: path)
        } else if let end = entry.children.last?.range.upperBound {
          patches.replace(end..<end, with: box, inside: path)
        }
      }
    }
    if let matrix = correction.matrix, matrix.count == 9 {
      let isLong = movie.bytes[track.header.content.lowerBound] == 1
      let start = track.header.content.lowerBound + (isLong ? 52 : 40)
      let bytes = matrix.flatMap { BigEndian.bytes(Int(UInt32(bitPattern: $0)), count: 4) }
      patches.replace(start..<(start + 36), with: bytes, inside: [])
    }
  }

  // MARK: - The new file

  /// The edited file, piece by piece.
  /// - Throws: `metadata.failed` for what can't be written.
  public func pieces() throws -> [MoviePiece] {
    if startsFast, let pieces = try fastPieces() { return pieces }
    var layout = try QuickTimeLayout(file, droppingXMP: dropsTopLevelXMP, keepingType: keepsType)
    let offset = layout.byteCount + 8
    if still != nil { layout.append(BoxWriter.box("mdat", QuickTimeStillTrack.sample)) }
    layout.append(try movieBox(mediaMovedBy: layout.shift, stillSampleAt: offset))
    return layout.pieces
  }

  /// The same with the movie box behind the file's type; nil where that can't be.
  private func fastPieces() throws -> [MoviePiece]? {
    let boxes = file.topLevelBoxes
    guard keepsType, still == nil, boxes.first?.type == "ftyp",
      let old = boxes.first(where: { $0.type == "moov" })?.range
    else { return nil }
    let media = boxes.filter { $0.type == "mdat" }.map(\.range.lowerBound)
    let isBehind = media.allSatisfy { $0 > old.lowerBound }
    guard isBehind || media.allSatisfy({ $0 < old.lowerBound }) else { return nil }
    // How long the box is may hang on how far the media go: a table of 64-bit offsets takes more.
    var byteCount = old.count
    for _ in 0..<3 {
      let made = try movieBox(mediaMovedBy: byteCount - (isBehind ? old.count : 0), stillSampleAt: 0)
      if made.count == byteCount {
        return try QuickTimeLayout(file, droppingXMP: dropsTopLevelXMP, keepingType: true, movie: made).pieces
      }
      byteCount = made.count
    }
    return nil
  }

  private func movieBox(mediaMovedBy shift: Int, stillSampleAt offset: Int) throws -> [UInt8] {
    var patches = self.patches
    if shift != 0 { try shiftChunks(by: shift, &patches) }
    if let creationTime { putCreationTime(creationTime, &patches) }
    var duration = movie.tracks.map(\.duration).max() ?? 0
    if let still {
      try putStillTrack(still, offset, &patches)
      duration = max(duration, UInt64(still.ticks) + 1)
    }
    if movie.duration < duration { setDuration(duration, &patches) }
    putUserData(&patches)
    if let metadata {
      // Last in the movie box, where cameras have it.
      for old in movie.children where old.type == "meta" {
        // That of iTunes is another thing.
        if QuickTimeMetadata(old, in: movie.bytes)?.handler == "mdir" { continue }
        patches.replace(old.range, with: [], inside: [movie.box])
      }
      patches.replace(end..<end, with: metadata.box, inside: [movie.box])
    }
    let made = try patches.applied(to: movie.bytes)
    try verify(made)
    return made
  }

  private var end: Int { movie.children.last?.range.upperBound ?? movie.box.content.upperBound }

  /// A damaged movie box may hide what is put into it: better none than one that does not say what it was told.
  private func verify(_ made: [UInt8]) throws {
    guard let again = try? QuickTimeMovie(made), again.tracks.count >= movie.tracks.count,
      metadata == nil || again.metadata?.items == metadata?.items
    else { throw Self.failed("damaged movie box") }
  }

  private static func failed(_ detail: String) -> Problem { Problem(.metadataFailed, ["detail": detail]) }

  /// The track that a new one goes in place of.
  private var oldStillTrack: QuickTimeTrack? {
    movie.tracks.first { track in
      track.metadataKeys.contains { $0.name == QuickTimeMetadataKey.stillImageTime }
    }
  }

  private func putCreationTime(_ seconds: UInt64, _ patches: inout BoxPatches) {
    let replaced = still == nil ? nil : oldStillTrack?.box
    let kept = movie.tracks.filter { $0.box != replaced }
    for box in [movie.header] + kept.flatMap({ [$0.header, $0.mediaHeader] }) {
      let size = movie.bytes[box.content.lowerBound] == 1 ? 8 : 4
      let start = box.content.lowerBound + 4
      // Time stamps of 32 bits end in 2040.
      let time = BigEndian.bytes(
        Int(clamping: size == 8 ? seconds : min(seconds, UInt64(UInt32.max))),
        count: size
      )
      patches.replace(start..<(start + 2 * size), with: time + time, inside: [])
    }
  }

  private func putStillTrack(
    _ still: (ticks: UInt32, video: UInt32),
    _ offset: Int,
    _ patches: inout BoxPatches
  ) throws {
    let old = oldStillTrack
    let size = movie.bytes[movie.header.content.lowerBound] == 1 ? 8 : 4
    let next = (movie.header.content.upperBound - 4)..<movie.header.content.upperBound
    guard movie.header.content.count >= 80 + 3 * size + 8 else { throw Self.failed("movie header") }
    var id = old?.id ?? 0
    if old == nil {
      let highest = movie.tracks.map(\.id).max() ?? 0
      let stated = movie.bytes[next].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      guard highest < UInt32.max - 1 else { throw Self.failed("track number \(highest)") }
      id = stated > highest && stated < UInt32.max ? stated : highest + 1
      patches.replace(next, with: BigEndian.bytes(Int(id) + 1, count: 4), inside: [])
    }
    let track = QuickTimeStillTrack.box(
      QuickTimeStillTrack.Facts(
        id: id,
        ticks: still.ticks,
        video: still.video,
        sampleOffset: offset,
        creationTime: UInt32(clamping: creationTime ?? movie.creationTime)
      )
    )
    if let old {
      patches.replace(old.box.range, with: track, inside: [movie.box])
    } else {
      let last = movie.children.last { $0.type == "trak" }?.range.upperBound ?? end
      patches.replace(last..<last, with: track, inside: [movie.box])
    }
  }

  private func setDuration(_ duration: UInt64, _ patches: inout BoxPatches) {
    let isLong = movie.bytes[movie.header.content.lowerBound] == 1
    let start = movie.header.content.lowerBound + (isLong ? 24 : 16)
    let size = isLong ? 8 : 4
    let value = Int(clamping: isLong ? duration : min(duration, UInt64(UInt32.max)))
    patches.replace(start..<(start + size), with: BigEndian.bytes(value, count: size), inside: [])
  }

  private func putUserData(_ patches: inout BoxPatches) {
    if userData.isEmpty { return }
    let changes = userData.sorted { $0.key.code < $1.key.code }
    let new = changes.flatMap { type, content in content.map { BoxWriter.box(type, $0) } ?? [] }
    guard let box = movie.userData.box else {
      if !new.isEmpty { patches.replace(end..<end, with: BoxWriter.box("udta", new), inside: [movie.box]) }
      return
    }
    for old in movie.userData.boxes where userData.keys.contains(old.type) {
      patches.replace(old.range, with: [], inside: [movie.box, box])
    }
    let place = movie.userData.boxes.last?.range.upperBound ?? box.content.lowerBound
    patches.replace(place..<place, with: new, inside: [movie.box, box])
  }

  /// Media data moves, so every chunk's offset does; one that no longer fits 32 bits makes a table of 64.
  private func shiftChunks(by shift: Int, _ patches: inout BoxPatches) throws {
    guard movie.unreadableTrackCount == 0 else { throw Self.failed("a track that can't be read") }
    let old = still == nil ? nil : oldStillTrack
    for track in movie.tracks where track.box != old?.box {
      guard let box = track.samples.chunkOffsetBox else { continue }
      let offsets = (0..<track.samples.chunkCount).compactMap { track.samples.offset(ofChunk: $0) }.map {
        $0 &+ shift
      }
      let isLong = box.type == "co64" || offsets.contains { $0 > Int(UInt32.max) }
      let content =
        BigEndian.bytes(offsets.count, count: 4)
        + offsets.flatMap { BigEndian.bytes($0, count: isLong ? 8 : 4) }
      patches.replace(
        box.range,
        with: BoxWriter.fullBox(isLong ? "co64" : "stco", content),
        inside: [movie.box, track.box] + track.descriptionPath.prefix(3)
      )
    }
  }
}
