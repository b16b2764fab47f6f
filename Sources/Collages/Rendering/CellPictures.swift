internal import Files
internal import Messages
internal import Movies
internal import Pixels
internal import StillImages

/// Gives what cells show, in their size, upright, in the page's colours.
struct CellPictures {
  /// The page's profile.
  let profile: [UInt8]
  /// Whether that is sRGB.
  let isSRGB: Bool
  /// The most threads a decoder may use.
  let threads: Int

  /// The rows of a cell: red, green, blue, and alpha where the source has it.
  /// - Throws: `Problem` where the source can't be read, at once or after some rows.
  func rows(_ cell: CollageCell, of source: CollageSource) throws -> any PictureRows {
    switch source.picture {
    case .still(let limits): try still(cell, source.path, limits)
    case .video(let video, let limits): try frame(cell, video, limits)
    case nil: throw source.problem ?? Problem(.internalError, ["detail": "a source without a picture"])
    }
  }

  // MARK: Stills

  private func still(_ cell: CollageCell, _ path: FilePath, _ limits: DecodingLimits) throws
    -> any PictureRows
  {
    let rows = try StillImageRows(path, limits: limits)
    let header = rows.header
    if header.hdr == .perceptualQuantizer || header.hdr == .hybridLogGamma {
      return try standardRange(cell, path, limits)
    }
    let window = StoredWindow(cell, header.orientation)
    try rows.start(atLeast: window.wholeSize(in: header.size))
    let scaled = try RowResampler(rows, window: window.pixels(in: rows.size), to: window.target)
    let converted = try ConvertedRows(
      scaled,
      header.colour.usable(for: header.layout),
      to: profile,
      isMirrored: header.orientation == .upMirrored
    )
    switch header.orientation {
    case .up, .upMirrored: return converted
    // The upper row of the cell is not the first that is decoded: the cell is gathered, in its size.
    default:
      return PixelBufferRows(try PixelBuffer(reading: converted).oriented(header.orientation))
    }
  }

  /// A PQ or HLG picture, which 8 bits are too few for until it is in standard range: decoded whole.
  ///
  /// By one thread: with more, libaom 3.6 decodes rows side by side and keeps the coefficients of the whole picture for that,
  /// 1,584 MB instead of 379 MB for an AVIF of 21 megapixels (4:4:4), with twice the CPU.
  private func standardRange(_ cell: CollageCell, _ path: FilePath, _ limits: DecodingLimits) throws
    -> any PictureRows
  {
    let reader = try StillImageReader(bytes: FileReader.read(path).bytes, limits: limits)
    let header = reader.header
    let window = StoredWindow(cell, header.orientation)
    let decoded = try reader.decodePixels(threads: 1, atLeast: window.wholeSize(in: header.size))
    let part = window.wholePixels(in: decoded.size)
    let cropped = decoded.cropped(left: part.left, top: part.top, size: part.size).converted(to: .sixteen)
    let (picture, colour) = try ToneMapping.standardRange(
      of: cropped.resized(to: window.target, linearLight: false),
      codePoints: header.colour.codePoints
        ?? CodePoints(primaries: 9, transfer: 16, matrix: 9, isFullRange: true),
      target: isSRGB ? .sRGB : .displayP3,
      depth: .eight
    )
    return try ConvertedRows(PixelBufferRows(picture.oriented(header.orientation)), colour, to: profile)
  }

  // MARK: Videos

  /// A video's first frame.
  private func frame(_ cell: CollageCell, _ video: MovieReader, _ limits: MovieLimits) throws
    -> any PictureRows
  {
    var limits = limits
    limits.threads = threads
    let reader = video.limited(to: limits)
    let window = StoredWindow(cell, .up)
    var options = MovieFrameOptions()
    options.colour = .sRGB
    options.size = window.wholeSize(in: reader.information.video.displaySize)
    let picture = try reader.frame(at: .zero, options: options).picture
    let scaled = try RowResampler(
      PixelBufferRows(picture),
      window: window.pixels(in: picture.size),
      to: window.target
    )
    return try ConvertedRows(scaled, ColourDescription(), to: profile)
  }
}

extension ColourDescription {
  /// The description without a profile that can't explain such pictures.
  func usable(for layout: ChannelLayout) -> ColourDescription {
    guard let profile = iccProfile, ICCProfile.inspect(profile)?.fits(layout) != true else { return self }
    return ColourDescription(codePoints: codePoints)
  }
}
