public import Pixels

/// A frame as players show it.
public struct MovieFrame: Sendable {
  /// When it is shown, counted from the first frame of the track.
  public var time: MediaTime
  /// How long it is shown.
  public var duration: MediaTime
  /// Its pixels: cut to the clean aperture, with square pixels, upright.
  public var picture: PixelBuffer
  /// What they mean.
  public var colour: ColourDescription
}

/// How frames are to be given.
public struct MovieFrameOptions: Sendable {
  /// Colours of the result.
  public enum Colour: Sendable {
    /// As recorded: 8 bits where there are 8, else 16; BT.709, P3 and BT.2020 stay, PQ and HLG too.
    case native
    /// 8-bit sRGB; HDR is brought into standard range, all frames alike.
    case sRGB
  }

  /// Colours of the result.
  public var colour = Colour.native
  /// The size of the result, upright; nil: `MovieVideoTrack.displaySize`. The picture is stretched to it.
  public var size: PixelSize?

  /// Native colours, full size, all frames.
  public init() {}
}
