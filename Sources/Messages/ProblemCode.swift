/// Every way in which one input, or the whole run, can fail. The raw value stands in the JSON output.
public enum ProblemCode: String, Sendable, CaseIterable, Codable {
  // Reading
  /// The file is not there. values: of an address status (of HTTP), reason, detail
  case inputMissing = "input.missing"
  /// The file can't be read (permissions, I/O error). values: detail
  case inputUnreadable = "input.unreadable"
  /// A FIFO, device, socket or other thing that is not a regular file. values: kind
  case inputNotAFile = "input.not-a-file"
  /// More bytes than may be read into memory. values: found, limit
  case inputTooLarge = "input.too-large"
  /// The file changed while it was being read.
  case inputChanged = "input.changed"
  /// The file has no bytes.
  case inputEmpty = "input.empty"
  /// Nothing came from where the file lies. values: seconds
  case inputStalled = "input.stalled"
  /// A URL could not be fetched. values: detail (libcurl's words), reason (address, protocol, resolve, connect, tls, redirects,
  /// broken-off, library, status; none: only detail tells), status (of HTTP)
  case inputNotFetched = "input.not-fetched"
  /// Content is not a photo or video that is known. values: found (may be empty)
  case formatUnknown = "format.unknown"
  /// Content is a known kind that this program can't read (yet). values: format, kind (video, stream)
  case formatUnsupported = "format.unsupported"
  /// The picture uses a codec that this machine's libraries can't decode. values: codec, detail, library (other than libheif)
  case codecUnsupported = "decode.codec-unsupported"
  /// The file ends too early. values: detail
  case truncated = "decode.truncated"
  /// The file is damaged. values: detail
  case damaged = "decode.damaged"
  /// More pixels than the limit. values: width, height, limit
  case tooManyPixels = "decode.too-many-pixels"
  /// CMYK without a profile: its colours can't be known.
  case cmykWithoutProfile = "decode.cmyk-without-profile"
  /// The file says that it is a Motion Photo, but there is no whole video in it.
  case motionVideoMissing = "motion.video-missing"

  /// A file of several pictures, all of which are asked for, can't become one file. values: count
  case severalPictures = "input.several-pictures"

  // Reading videos
  /// Nothing in the file moves. values: found (sound, cover, or empty)
  case movieNoVideo = "movie.no-video"
  /// The index of a recording is missing (`moov`): it was cut off, or never finished.
  case movieIncomplete = "movie.incomplete"
  /// The video's codec can't be decoded by this machine's libraries. values: codec
  case movieCodecUnknown = "movie.codec-unknown"
  /// Dolby Vision without a picture that can be shown without it. values: profile
  case movieDolbyVisionOnly = "movie.dolby-vision-only"
  /// The libraries that read videos are not installed, or other versions. values: library, package, detail
  case movieLibraryMissing = "movie.library-missing"

  // Converting
  /// HDR would be lost: it must be decided. values: kind, format
  case hdrUndecided = "hdr.undecided"
  /// HDR was to be kept, and the format can't hold it. values: kind, format
  case hdrNotPossible = "hdr.not-possible"
  /// The format can't hold a picture of this size. values: format, width, height, limit
  case sizeNotPossible = "encode.size-not-possible"
  /// The encoder failed. values: format, detail
  case encodeFailed = "encode.failed"
  /// The metadata could not be written. values: detail
  case metadataFailed = "metadata.failed"

  /// Pictures of the format are read, but none are made. values: format
  case formatNotWritten = "format.not-written"

  // Collages
  /// A collage of too few or too many photos. values: found, least, most
  case collageCount = "collage.count"
  /// Gaps and margins leave no room for the photos. values: width, height (0: as much as is needed), count
  case collageNoRoom = "collage.no-room"
  /// The photo that should be the hero is not among those given. values: number, count
  case collageHeroMissing = "collage.hero-missing"

  /// The collage is longer or wider than its format takes, or has too many pixels. values: format, width, height (0: not
  /// known), limit (of a side), pixels (the most of all, where they are the reason)
  case collageTooLarge = "collage.too-large"
  /// The collage has several pages, and one file was named for it. values: count, height (of the first), format
  case collagePages = "collage.several-pages"
  /// A video was named, and nothing moves in the collage.
  case collageNotMoving = "collage.nothing-moves"
  /// HDR of a collage was to be kept, and the format of its still can't hold it. values: kind, format
  case collageHDRFormat = "collage.hdr-format"
  /// None of a collage's sources can be read. values: count
  case collageUnreadable = "collage.unreadable"

  // The sink
  /// No copy is as small as was asked. values: limit, found (bytes)
  case sizeLimitNotMet = "encode.size-limit-not-met"
  /// The finished copy did not read back as what it should be. values: what, expected, found
  case verificationFailed = "verify.failed"
  /// The destination can't be written. values: path, detail, or reason (no-folder with folder, closed-output)
  case cannotWrite = "write.failed"
  /// The destination lies in the folder that the library keeps for itself. values: path
  case destinationInsideLibrary = "write.inside-library"
  /// The disk is full. values: path
  case diskFull = "write.disk-full"
  /// Something already stands at the destination. values: path, kind (folder, original, no-list; else a file)
  case destinationExists = "write.exists"
  /// The name template gives no usable name. values: template, detail
  case badName = "write.bad-name"
  /// There is no library yet where one was to be read. values: path
  case libraryMissing = "library.missing"
  /// The library can't be opened. values: path, detail
  case libraryUnusable = "library.unusable"
  /// The catalogue was made by a newer version. values: path, found, known
  case libraryTooNew = "library.too-new"
  /// The catalogue is locked by another process for too long. values: path
  case libraryBusy = "library.busy"
  /// The path is not in the library. values: path
  case notRegistered = "library.not-registered"

  // Live Photos: making them
  /// The video is shorter than what was asked of it. values: asked, length (seconds)
  case momentOutside = "live.moment-outside"
  /// There is no video in the photo, and a Live Photo needs one.
  case motionMissing = "motion.none"

  // Animations
  /// Nothing moves in the picture. values: format
  case animationMissing = "gif.no-animation"
  /// The part that was asked for is not in the picture. values: crop, width, height
  case cropOutside = "gif.crop-outside"
  /// The source is over before the animation begins. values: start, length (seconds)
  case startOutside = "gif.start-outside"

  // Live Photos: why two files are no pair
  /// The still says that it is half of a Live Photo, and there is no video.
  case pairVideoMissing = "pair.video-missing"
  /// The video says that it is half of a Live Photo, and there is no still.
  case pairStillMissing = "pair.still-missing"
  /// The still is no JPEG or HEIC that decodes. values: detail
  case pairStillUnusable = "pair.still-unusable"
  /// The still has no pairing identifier.
  case pairStillWithoutIdentifier = "pair.still-without-identifier"
  /// A pairing identifier is no UUID. values: found
  case pairIdentifierMalformed = "pair.identifier-malformed"
  /// The video can't be read as a movie. values: detail
  case pairVideoUnusable = "pair.video-unusable"
  /// The video is a movie, but not QuickTime. values: found (its brand)
  case pairVideoNotQuickTime = "pair.video-not-quicktime"
  /// There is no video track that plays.
  case pairNoVideoTrack = "pair.no-video-track"
  /// The picture is coded as Apple's devices don't play it. values: codec
  case pairCodecNotPlayable = "pair.codec-not-playable"
  /// The video has no pairing identifier.
  case pairVideoWithoutIdentifier = "pair.video-without-identifier"
  /// The two identifiers are not the same. values: still, video
  case pairIdentifiersDiffer = "pair.identifiers-differ"
  /// The video does not say which of its moments the still shows.
  case pairNoStillImageTime = "pair.no-still-image-time"
  /// The moment that the still shows is not in the video. values: time, duration (seconds)
  case pairStillTimeOutside = "pair.still-time-outside"
  /// The sample that marks the still's moment is damaged. values: detail
  case pairStillSampleUnusable = "pair.still-sample-unusable"
  /// Media data is said to be where there is none. values: detail
  case pairMediaMisplaced = "pair.media-misplaced"
  /// A frame of the video does not decode. values: frame (first, key, last), detail
  case pairFrameUndecodable = "pair.frame-undecodable"
  /// The check did not end in its time. values: seconds
  case pairTimedOut = "pair.timed-out"
  /// The two files don't make a Live Photo; the reasons are told apart.
  case pairDoesNotMatch = "pair.does-not-match"
  /// The pairing identifier can't be taken out of a still. values: detail
  case pairIdentifierNotRemoved = "pair.identifier-not-removed"

  // Processes
  /// The worker crashed on this file. values: signal
  case workerCrashed = "worker.crashed"
  /// The worker ran out of time. values: seconds
  case workerTimedOut = "worker.timed-out"
  /// The worker took too much memory. values: limit
  case workerOutOfMemory = "worker.out-of-memory"
  /// The run was stopped before this file.
  case cancelled = "run.cancelled"
  /// Something that must not happen. values: detail
  case internalError = "internal"
}
