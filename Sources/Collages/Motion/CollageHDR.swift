public import Pixels
public import StillImages

/// Whether a collage of some sources can move in HDR. Where each of them moves in HDR of one kind it can: then nothing has to be
/// said how bright standard range would be beside it.
public enum CollageHDR: Hashable, Sendable {
  /// Nothing that moves is HDR.
  case none
  /// All that moves is, and all does.
  case possible(VideoColour)
  /// Some is, and the collage can't be.
  case impossible(Obstacle)

  /// What stands in the way.
  public enum Obstacle: String, Sendable {
    /// A source does not move, can't be read, or is standard range.
    case sources
    /// Some are HLG and some PQ.
    case mixed
  }

  /// What can be said of these sources, whose videos are open (`CollageSource.probed`).
  public init(_ sources: [CollageSource]) {
    let colours = Set(sources.map(\.motionColour))
    if colours.subtracting([.standard]).isEmpty {
      self = .none
    } else if colours.contains(.standard) {
      self = .impossible(.sources)
    } else if let colour = colours.first, colours.count == 1 {
      self = .possible(colour)
    } else {
      self = .impossible(.mixed)
    }
  }
}

extension CollageSource {
  /// The light that its video has; standard range where nothing moves, or where the video was not opened.
  public var motionColour: VideoColour { problem == nil ? motion?.colour ?? .standard : .standard }
}

extension HDRKind {
  /// What canvases of a colour hold.
  public init(_ colour: VideoColour) {
    switch colour {
    case .standard: self = .none
    case .hybridLogGamma: self = .hybridLogGamma
    case .perceptualQuantizer: self = .perceptualQuantizer
    }
  }
}
