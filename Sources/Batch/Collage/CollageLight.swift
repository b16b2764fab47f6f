internal import Collages
internal import Conversions
internal import Messages
internal import Pixels
internal import StillImages

/// In which light a collage moves, and the format that its still has for that.
struct CollageLight {
  /// What its canvases hold; standard range where it does not move.
  let colour: VideoColour
  /// The still's format.
  let format: StillFormat
  private let hdr: CollageHDR
  private let options: CollageRunOptions

  /// Decides by what was asked for and what the sources' videos are.
  /// - Parameter moves: whether the collage will move, as far as is known.
  init(_ options: CollageRunOptions, _ sources: [CollageSource], moves: Bool) {
    self.options = options
    hdr = CollageHDR(sources)
    if case .possible(let kept) = hdr, options.hdr == .keep, moves, options.tier != .still {
      colour = kept
      // The poster of a video is of standard range.
      format = options.isFormatChosen || options.tier == .video ? options.format : .heic
    } else {
      (colour, format) = (.standard, options.format)
    }
  }

  /// Whether the collage is HDR.
  var isHDR: Bool { colour != .standard }

  /// Of the two formats whose stills pair, only HEIC holds HDR that is no gain map.
  /// - Throws: `collage.hdr-format`.
  func refuseFormat(_ tier: CollageTier) throws {
    guard isHDR, tier == .live, format != .heic else { return }
    throw Problem(.collageHDRFormat, ["kind": HDRKind(colour).rawValue, "format": format.rawValue])
  }

  /// What there is to say of sources that are brighter than the collage.
  /// - Parameter moves: whether it moves after all.
  func note(_ sources: [CollageSource], moves: Bool) -> Note? {
    let count = sources.count { $0.hdr != .none || $0.motionColour != .standard }
    guard !isHDR, count > 0 else { return nil }
    var note = Note(.collageStandardRange, ["count": "\(count)"])
    note.values["reason"] = reason(moves: moves)
    return note
  }

  /// Why HDR is not kept; nil: nothing is to be added to that.
  private func reason(moves: Bool) -> String? {
    switch (options.hdr, hdr) {
    case (.sdr, _): nil
    case (.ask, .possible): moves ? "unasked" : nil
    case (.ask, _): nil
    case (.keep, _) where !moves: "still"
    case (.keep, .impossible(let obstacle)): obstacle.rawValue
    case (.keep, .none): CollageHDR.Obstacle.sources.rawValue
    case (.keep, .possible): "length"
    }
  }
}
