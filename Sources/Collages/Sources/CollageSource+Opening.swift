internal import Containers
public import Files
internal import LivePhotos
internal import Messages
internal import Metadata
internal import Movies
internal import Pixels
internal import StillImages

extension CollageSource {
  /// Reads all of a source but its pixels.
  ///
  /// What can't be read becomes a grey cell, and a photo whose video can't be read one that stands still; nothing is thrown.
  /// The video of a photo is only looked at from outside: whether its frames decode shows `CollageMotionSource.probe`.
  ///
  /// - Parameters:
  ///   - path: a photo or a video.
  ///   - video: the video of a Live Photo.
  ///   - maximumPixelCount: of a photo.
  ///   - threads: the most that a decoder may use, at least 1.
  public static func open(
    _ path: FilePath,
    video: FilePath? = nil,
    maximumPixelCount: Int,
    threads: Int
  ) -> CollageSource {
    do {
      let head = try FileReader.readHead(path, byteCount: FormatDetector.neededByteCount).bytes
      if case .video = FormatDetector.detect(head) { return try opened(video: path, threads: threads) }
      var limits = DecodingLimits()
      limits.maximumPixelCount = maximumPixelCount
      return try opened(photo: path, video: video, limits)
    } catch {
      let problem = error as? Problem ?? Problem(.internalError, ["detail": "\(error)"])
      return .missing(path, problem)
    }
  }

  // MARK: Photos

  private static func opened(photo path: FilePath, video: FilePath?, _ limits: DecodingLimits) throws
    -> CollageSource
  {
    let reader = try StillImageRows(path, limits: limits)
    let header = reader.header
    let colour = header.colour.usable(for: header.layout)
    var notes = reader.notes
    if colour != header.colour {
      notes.append(Note(.profileUnusable, ["detail": "\(header.colour.iccProfile?.count ?? 0) bytes"]))
    }
    let date = EmbeddedMetadataReader.read(header.blocks).0.captureDate
    let (motion, problem) = motion(of: path, video: video, header)
    return CollageSource(
      path: path,
      item: item(header, date),
      picture: .still(limits),
      motion: motion,
      motionProblem: problem,
      hdr: header.hdr,
      isWide: !header.layout.isGrey && colour.isWiderThanSRGB,
      notes: notes,
      captureDate: date
    )
  }

  private static func item(_ header: StillImageHeader, _ date: CaptureDate?) -> CollageItem {
    let size = header.orientation.swapsSides ? header.size.transposed : header.size
    let focus = CollageFocus(header.blocks, size: size)
    return CollageItem(
      size: size,
      date: date.map { seconds($0) },
      focusRegions: focus.regions,
      focusPoint: focus.point
    )
  }

  // MARK: Motion

  /// The video beside a photo, or in it.
  private static func motion(of path: FilePath, video: FilePath?, _ header: StillImageHeader) -> (
    CollageMotionSource?, Problem?
  ) {
    do {
      if let video { return (try motion(.file(video), path: video, range: nil, stillTime: nil), nil) }
      guard let photo = try MotionPhoto.read(header) else { return (nil, nil) }
      let range = Int64(photo.video.range.lowerBound)..<Int64(photo.video.range.upperBound)
      let source = MovieSource.part(of: path, offset: range.lowerBound, length: Int64(range.count))
      let time = photo.presentationMicroseconds.map { MediaTime(value: $0, timescale: 1_000_000) }
      return (try motion(source, path: path, range: range, stillTime: time), nil)
    } catch {
      return (nil, error as? Problem ?? Problem(.internalError, ["detail": "\(error)"]))
    }
  }

  /// What the boxes of a video say: the libraries that decode it are not needed yet.
  private static func motion(
    _ source: MovieSource,
    path: FilePath,
    range: Range<Int64>?,
    stillTime: MediaTime?
  )
    throws -> CollageMotionSource
  {
    let file = try QuickTimeFile(ByteSource(try RandomAccessFile(path), range: range))
    let movie = file.movie
    guard movie.videoTrack != nil else { throw Problem(.movieNoVideo) }
    // Fragments keep their lengths elsewhere; decoding tells.
    if movie.seconds <= 0 { return try CollageMotionSource.probe(source, stillTime: stillTime) }
    let own = LivePhotoStillTime(movie).map { MediaTime(seconds: $0.seconds) }
    let clip = CollageClip(
      duration: MediaTime(seconds: movie.seconds),
      stillTime: stillTime ?? own,
      hasSound: movie.tracks.contains { $0.handler == "soun" }
    )
    return CollageMotionSource(source: source, clip: clip)
  }

  // MARK: Videos

  private static func opened(video path: FilePath, threads: Int) throws -> CollageSource {
    var limits = MovieLimits()
    limits.threads = max(1, threads)
    let source = MovieSource.file(path)
    let reader = try MovieReader(source, limits: limits)
    let information = reader.information
    // What the header leaves open is counted, and may be damaged: the first frame is there all the same.
    var (motion, problem): (CollageMotionSource?, Problem?)
    if let duration = information.video.duration ?? information.duration {
      motion = CollageMotionSource(
        reader,
        of: source,
        clip: CollageClip(duration: duration, hasSound: !information.sounds.isEmpty),
        limits: limits
      )
    } else {
      do { motion = try CollageMotionSource.probe(source, limits: limits) } catch let found as Problem {
        problem = found
      }
    }
    let date = date(ofVideo: path)
    return CollageSource(
      path: path,
      item: CollageItem(size: information.video.displaySize, date: date.map { seconds($0) }),
      picture: .video(reader, limits),
      motion: motion,
      motionProblem: problem,
      hdr: HDRKind(rawValue: information.video.dynamicRange.rawValue) ?? .none,
      captureDate: date
    )
  }

  private static func date(ofVideo path: FilePath) -> CaptureDate? {
    guard let file = try? RandomAccessFile(path), let movie = try? QuickTimeFile(ByteSource(file)) else {
      return nil
    }
    return QuickTimeMetadataReader.read(movie).0.captureDate
  }
}
