/// How often an animation plays.
public enum AnimationLooping: Hashable, Sendable, Codable {
  /// Without end.
  case forever
  /// Once; the last frame stays.
  case once
  /// So many times, 2...65,536.
  case times(Int)
}

/// How colours that the palette does not have are made up of those that it has.
public enum Dithering: Hashable, Sendable, Codable {
  /// As much as the picture needs: full strength in smooth areas, next to none in busy ones.
  case adaptive
  /// None: the nearest colour.
  case none
}

/// How a GIF is coded.
public struct GIFEncodingSettings: Hashable, Sendable, Codable {
  /// 1 (smallest) ... 100 (no loss but that of the palette).
  public var quality = 80
  /// Colours in the palette of a frame, 2...256; the transparent one counts.
  public var colourCount = 256
  /// How missing colours are made up.
  public var dithering = Dithering.adaptive
  /// How often it plays.
  public var looping = AnimationLooping.forever

  /// The defaults.
  public init() {}
}
