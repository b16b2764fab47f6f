/// Something worth saying about a copy that was delivered all the same. Facts only; `Wording` words it.
public struct Note: Hashable, Sendable, Codable {
  /// What there is to say; stable, part of the machine output.
  public var code: NoteCode
  /// The facts of this case by name.
  public var values: [String: String]

  /// States a note.
  public init(_ code: NoteCode, _ values: [String: String] = [:]) {
    self.code = code
    self.values = values
  }
}

/// Every kind of note. The raw value stands in the JSON output.
public enum NoteCode: String, Sendable, CaseIterable, Codable {
  /// The gain map or HDR transfer was given up as asked (`--hdr sdr`). values: kind
  case hdrDropped = "hdr.dropped"
  /// HDR was converted, as the format can't hold it. values: kind, format
  case hdrToneMapped = "hdr.tone-mapped"
  /// Said before the work: it will take long, or the file will be large. values: frames, seconds, bytes (about), width, height
  case animationLarge = "gif.large"
  /// Samples were reduced. values: from, to (bits)
  case bitDepthReduced = "pixels.bit-depth-reduced"
  /// Quality or size gave way so that the file is as small as was asked. values: bytes, width, height, quality (where the
  /// format has one), rate (frames a second, of animations)
  case fittedToSize = "copy.fitted-to-size"
  /// Transparency was laid on a background. values: background
  case alphaFlattened = "pixels.alpha-flattened"
  /// Half transparency became all or nothing. values: format
  case alphaReduced = "pixels.alpha-reduced"
  /// CMYK was converted to RGB through its profile.
  case cmykConverted = "pixels.cmyk-converted"
  /// The embedded profile is unusable and was left out. values: detail
  case profileUnusable = "colour.profile-unusable"
  /// Further pictures in the file are not in the copy. values: count
  case furtherImages = "content.further-images"
  /// An auxiliary picture (depth, matte...) is not in the copy. values: kind
  case auxiliaryDropped = "content.auxiliary-dropped"
  /// The video of a Live or Motion Photo is not in the copy.
  case motionDropped = "content.motion-dropped"
  /// The sound of a Live Photo had to be coded anew. values: codec (of the source)
  case soundEncoded = "live.sound-encoded"
  /// The video of a Live Photo had to be coded anew. values: codec (of the source)
  case videoEncoded = "live.video-encoded"
  /// Tracks of a video are not in the copy. values: tracks ("sound ac4, subtitles mov_text")
  case tracksDropped = "live.tracks-dropped"
  /// A plain still was delivered: the pair could not be checked in time. values: seconds
  case pairTimedOut = "live.still-only-time"
  /// A plain still was delivered: the pair does not match. values: reasons
  case pairBroken = "live.still-only-mismatch"
  /// Frames of a video could not be decoded and were passed over. values: count
  case movieFramesSkipped = "movie.frames-skipped"
  /// A video ends before the time that it states. values: found, expected (seconds)
  case movieEndsEarly = "movie.ends-early"
  /// A collage that could move is a still. values: reason (none: nothing moves; pages; format: the still's can't pair; pipe:
  /// one file goes down it), count (pages), format
  case collageStillOnly = "collage.still-only"
  /// The motion of a collage's source can't be read, and its cell is still. values: detail
  case collageMotionUnreadable = "collage.motion-unreadable"
  /// The photo that was to be the main one does not move, and another one is. values: number, other
  case collageHeroStill = "collage.hero-still"
  /// The video of a collage is smaller than its still, so that it can be played. values: width, height
  case collageVideoSmaller = "collage.video-smaller"
  /// HDR sources of a collage are shown in standard range. values: count, reason (unasked: it could be kept; why it can't be:
  /// still, sources, mixed, length) where there is more to say
  case collageStandardRange = "collage.standard-range"
  /// A collage's source could not be had in time, and a small picture that was at hand stands for it. values: kind
  /// (thumbnail, embedded), seconds (that nothing came), or those of `input.not-fetched`
  case collageFromPreview = "collage.from-preview"
  /// Options have no effect on this collage. values: options (separated by spaces), reason (still, together, focus: how it
  /// moves; lossless), format
  case collageOptionsIdle = "collage.options-idle"
  /// A relay plays for long. values: seconds
  case collageLong = "collage.long"
  /// Exif does not fit or was damaged. values: detail
  case exifDropped = "metadata.exif-dropped"
  /// Part of Exif was given up so that the rest fits. values: part (thumbnail, makernote)
  case exifReduced = "metadata.exif-reduced"
  /// XMP was damaged and could not be carried. values: detail
  case xmpDropped = "metadata.xmp-dropped"
  /// XMP that was true of the original's pixels alone was left out. values: what (regions, panorama), count (regions)
  case staleXMPDropped = "metadata.xmp-stale"
  /// Texts of a PNG for which XMP has no property are not in the copy. values: keywords
  case textDropped = "metadata.text-dropped"
  /// IPTC has no place in the target; its fields are in XMP.
  /// values: except (names of fields that XMP has no place for, where there are any)
  case iptcMovedToXMP = "metadata.iptc-to-xmp"
  /// A tag's "/" or "|" was replaced so that hierarchies stay readable. values: tag
  case tagRenamed = "metadata.tag-renamed"
  /// A sidecar was damaged and was not used. values: path, detail
  case sidecarUnusable = "metadata.sidecar-unusable"
  /// The same content was already converted; this is that copy. values: path
  case sameContent = "copy.same-content"
  /// The source is in the target format already; nothing was asked of it.
  case alreadyInFormat = "copy.already-in-format"
  /// The source's name does not fit its content. values: format
  case misnamed = "source.misnamed"
  /// The library has no catalogue, but files in its albums: it is new to them. values: count
  case catalogueIsNew = "library.catalogue-is-new"
  /// An earlier copy was altered, so a second one was made. values: path
  case earlierCopyAltered = "copy.earlier-copy-altered"
  /// The track that marks the still's moment describes no track, or one that is not there.
  case pairReferenceDangling = "pair.reference-dangling"
  /// The mark of the still's moment has another value than cameras write. values: found
  case pairStillValueUnusual = "pair.still-value-unusual"
  /// Still and video have different shapes. values: still, video (width to height)
  case pairShapesDiffer = "pair.shapes-differ"
  /// The video is longer than some programs take for a Live Photo. values: seconds
  case pairVideoLong = "pair.video-long"
  /// The video has no sound.
  case pairNoSound = "pair.no-sound"
  /// The two files have different names.
  case pairNamesDiffer = "pair.names-differ"
  /// The identifier has lower-case letters.
  case pairIdentifierLowerCase = "pair.identifier-lower-case"
  /// HEVC that does not say its colours.
  case pairNoColour = "pair.no-colour"
  /// Frames last differently long.
  case pairVariableRate = "pair.variable-rate"
  /// The library is on a network filesystem: rollback journal instead of WAL. values: filesystem
  case networkFilesystem = "library.network-filesystem"
}
