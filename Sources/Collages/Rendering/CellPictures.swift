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
    let reader = try StillImageReader(bytes: FileReader.read(path).bytes, limits: limits)
    let header = reader.header
    let window = StoredWindow(cell, header.orientation)
    let decoded = try reader.decodePixels(threads: threads, atLeast: window.wholeSize(in: header.size))
    let part = window.pixels(in: decoded.size)
    let cropped = decoded.cropped(left: part.left, top: part.top, size: part.size)
    let (scaled, colour) = try standardRange(cropped, header, window.target)
    let converted = try ConvertedRows(BufferRows(scaled), colour, to: profile).wholePicture()
    return BufferRows(converted.oriented(header.orientation))
  }

  /// The picture in its new size, in 8 bits of standard range.
  private func standardRange(_ picture: PixelBuffer, _ header: StillImageHeader, _ size: PixelSize) throws
    -> (
      PixelBuffer, ColourDescription
    )
  {
    guard header.hdr == .perceptualQuantizer || header.hdr == .hybridLogGamma else {
      return (try picture.resized(to: size).converted(to: .eight), header.colour.usable(for: header.layout))
    }
    let points =
      header.colour.codePoints ?? CodePoints(primaries: 9, transfer: 16, matrix: 9, isFullRange: true)
    return try ToneMapping.standardRange(
      of: picture.converted(to: .sixteen).resized(to: size, linearLight: false),
      codePoints: points,
      target: isSRGB ? .sRGB : .displayP3,
      depth: .eight
    )
  }

  // MARK: Videos

  /// A video's first frame.
  private func frame(_ cell: CollageCell, _ video: MovieSource, _ limits: MovieLimits) throws
    -> any PictureRows
  {
    var limits = limits
    limits.threads = threads
    let reader = try MovieReader(video, limits: limits)
    let window = StoredWindow(cell, .up)
    var options = MovieFrameOptions()
    options.colour = .sRGB
    options.size = window.wholeSize(in: reader.information.video.displaySize)
    let picture = try reader.frame(at: .zero, options: options).picture
    let part = window.pixels(in: picture.size)
    let cropped = picture.cropped(left: part.left, top: part.top, size: part.size)
    let scaled = try cropped.resized(to: window.target).converted(to: .eight)
    return try ConvertedRows(BufferRows(scaled), ColourDescription(), to: profile)
  }
}

extension ColourDescription {
  /// The description without a profile that can't explain such pictures.
  func usable(for layout: ChannelLayout) -> ColourDescription {
    guard let profile = iccProfile, ICCProfile.inspect(profile)?.fits(layout) != true else { return self }
    return ColourDescription(codePoints: codePoints)
  }
}
