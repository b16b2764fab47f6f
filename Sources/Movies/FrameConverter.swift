internal import CLibav
internal import Messages
internal import Pixels

/// Turns decoded frames into upright pictures.
final class FrameConverter {
  private let video: MovieVideoTrack
  private let options: MovieFrameOptions
  /// What the colours of the results mean.
  let description: ColourDescription
  private let depth: SampleDepth
  /// Primaries to convert to; nil: numbers stay.
  private let primaries: Int?
  private let toneMapper: ToneMapper?
  private var conversion: (key: Key, conversion: PlanarConversion)?
  private var planarizer: FramePlanarizer?

  private struct Key: Hashable {
    var form: PlanarPicture.Form
    var region: PlanarConversion.Region?
    var target: PixelSize
  }

  init(_ video: MovieVideoTrack, _ options: MovieFrameOptions) throws {
    self.video = video
    self.options = options
    let isHDR = video.dynamicRange != .standard
    depth = isHDR || (options.colour == .native && video.bitDepth > 8) ? .sixteen : .eight
    switch (options.colour, isHDR) {
    case (.native, true):
      description = ColourDescription(codePoints: video.colour)
      (primaries, toneMapper) = (nil, nil)
    case (.sRGB, true):
      let peak = video.dynamicRange == .hybridLogGamma ? 1000 : min(video.peakLuminance ?? 1000, 4000)
      toneMapper = try ToneMapper(video.colour, target: .sRGB, peak: peak)
      (description, primaries) = (ColourDescription(), nil)
    case (.native, false):
      (description, primaries) = Self.kept(video.colour)
      toneMapper = nil
    case (.sRGB, false):
      (description, primaries, toneMapper) = (ColourDescription(), 1, nil)
    }
  }

  /// Standard range as it is kept: players show BT.709's curve, BT.601's and 2.2 as they show sRGB's, so that curve is
  /// stated; the wide primaries stay, the others are near BT.709's and become those.
  private static func kept(_ colour: CodePoints) -> (ColourDescription, Int?) {
    switch colour.primaries {
    case 9, 12:
      let points = CodePoints(primaries: colour.primaries, transfer: 13, matrix: 0, isFullRange: true)
      let profile = colour.primaries == 12 ? ICCProfile.displayP3() : ICCProfile.profile(for: points)
      return (ColourDescription(iccProfile: profile, codePoints: points), nil)
    default: return (ColourDescription(), 1)
    }
  }

  /// The frame as it is to be shown.
  func convert(_ frame: UnsafeMutablePointer<AVFrame>) throws -> PixelBuffer {
    try convert(planar(frame), window: .whole, size: options.size ?? video.displaySize)
  }

  /// A part of a frame in another size.
  func convert(_ planar: PlanarPicture, window: MovieWindow, size shown: PixelSize) throws -> PixelBuffer {
    let orientation = video.orientation
    let target = orientation.swapsSides ? shown.transposed : shown
    let picture = try conversion(planar.form, window, target).convert(planar)
    let coloured =
      picture.layout.isGrey ? picture.converted(to: picture.layout.hasAlpha ? .rgba : .rgb) : picture
    let mapped = toneMapper.map { $0.map(coloured, depth: .eight) } ?? coloured
    return mapped.oriented(orientation)
  }

  /// The conversion for such frames; a new one where they change within the track.
  private func conversion(
    _ form: PlanarPicture.Form,
    _ window: MovieWindow,
    _ target: PixelSize
  ) throws -> PlanarConversion {
    let region = region(window, in: form.size)
    let key = Key(form: form, region: region, target: target)
    if let conversion, conversion.key == key { return conversion.conversion }
    let fresh = try PlanarConversion(
      form,
      region: region,
      to: target,
      depth: depth,
      primaries: convertsPrimaries(form) ? primaries : nil
    )
    conversion = (key, fresh)
    return fresh
  }

  private func convertsPrimaries(_ form: PlanarPicture.Form) -> Bool {
    let known = [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22]
    return primaries != nil && known.contains(form.codePoints.primaries)
  }

  /// Whether samples of this form are those of a canvas of these options' colours, but for matrix, range, bits and size.
  func isNearCanvas(_ form: PlanarPicture.Form) -> Bool {
    toneMapper == nil && form.family == .colourDifferences && !form.hasAlpha
      && (!convertsPrimaries(form) || form.codePoints.primaries == primaries)
  }

  /// A part of the clean aperture, which is in proportion where the frame has another size than the first; nil: all.
  func region(_ window: MovieWindow, in size: PixelSize) -> PlanarConversion.Region? {
    let (width, height) = (Double(size.width), Double(size.height))
    var seen = PlanarConversion.Region(left: 0, top: 0, width: width, height: height)
    if let region = video.aperture?.region(in: video.codedSize) {
      let (x, y) = (width / Double(video.codedSize.width), height / Double(video.codedSize.height))
      seen = PlanarConversion.Region(
        left: region.left * x,
        top: region.top * y,
        width: region.width * x,
        height: region.height * y
      )
    } else if window == .whole {
      return nil
    }
    return window.region(of: seen, stored: video.orientation)
  }

  /// The planes of a frame.
  func planar(_ frame: UnsafeMutablePointer<AVFrame>) throws -> PlanarPicture {
    guard let format = FrameFormat(AVPixelFormat(frame.pointee.format)) else {
      throw Problem(
        .codecUnsupported,
        [
          "codec": video.codec, "detail": "sample format \(frame.pointee.format)", "library": "libavcodec",
        ]
      )
    }
    guard let numbers = format.planes else {
      if planarizer == nil { planarizer = FramePlanarizer() }
      guard let planarizer else { throw Libav.noMemory }
      return try planar(try planarizer.planar(frame, format))
    }
    var colour = video.colour
    if format.isRGB { colour.matrix = 0 }
    let size = PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
    let form = format.form(size: size, colour, frame.pointee.chroma_location)
    let (data, strides) = (frame.pointee.data, frame.pointee.linesize)
    let starts = [data.0, data.1, data.2, data.3]
    let bytes = [strides.0, strides.1, strides.2, strides.3]
    let planes = numbers.compactMap { number in
      starts.indices.contains(number)
        ? starts[number].map { PlanarPicture.Plane(start: UnsafeRawPointer($0), stride: Int(bytes[number])) }
        : nil
    }
    guard let picture = PlanarPicture(form, planes: planes) else {
      throw Problem(.damaged, ["detail": "planes of a frame"])
    }
    return picture
  }
}
