internal import CLibav
internal import Pixels

/// What a track's samples mean: the decoded frame says it, then the container, then custom.
struct StreamColour {
  var codePoints: CodePoints
  var isGuessed = false

  /// - Parameters:
  ///   - frame: the first decoded frame.
  ///   - parameters: what the container states.
  init(_ frame: AVFrame, _ parameters: AVCodecParameters, isRGB: Bool) {
    func stated(_ first: UInt32, _ second: UInt32) -> Int? {
      // H.273: 2 is unspecified, 0 (but for a matrix) and 3 are reserved.
      [first, second].first { $0 != 2 && $0 != 3 }.map { Int($0) }
    }
    let primaries = stated(frame.color_primaries.rawValue, parameters.color_primaries.rawValue).flatMap {
      $0 == 0 ? nil : $0
    }
    let transfer = stated(frame.color_trc.rawValue, parameters.color_trc.rawValue).flatMap {
      $0 == 0 ? nil : $0
    }
    var matrix = stated(frame.colorspace.rawValue, parameters.color_space.rawValue)
    // Matrix 0 is for red, green and blue; stated of colour differences it is a slip.
    if isRGB { matrix = 0 } else if matrix == 0 { matrix = nil }
    let isHDR = transfer == 16 || transfer == 18
    let isWide = isHDR || primaries == 9 || matrix == 9
    isGuessed = primaries == nil || transfer == nil || matrix == nil
    codePoints = CodePoints(
      primaries: primaries ?? (isWide ? 9 : 1),
      transfer: transfer ?? 1,
      matrix: matrix ?? (isWide ? 9 : Self.isHighDefinition(frame) ? 1 : 6),
      isFullRange: Self.isFullRange(frame, parameters) ?? isRGB
    )
  }

  /// ITU-R BT.709 is for HDTV, BT.601 for what is smaller; players draw the line here.
  private static func isHighDefinition(_ frame: AVFrame) -> Bool { frame.height >= 720 || frame.width > 1024 }

  private static func isFullRange(_ frame: AVFrame, _ parameters: AVCodecParameters) -> Bool? {
    for range in [frame.color_range, parameters.color_range] {
      if range == AVCOL_RANGE_JPEG { return true }
      if range == AVCOL_RANGE_MPEG { return false }
    }
    let format = AVPixelFormat(frame.format)
    return FrameFormat.fullRangeFormats.contains(format.rawValue) ? true : nil
  }

  /// The brightness that such samples hold.
  var dynamicRange: MovieDynamicRange {
    switch codePoints.transfer {
    case 16: .perceptualQuantizer
    case 18: .hybridLogGamma
    default: .standard
    }
  }
}
