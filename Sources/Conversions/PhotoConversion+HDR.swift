internal import ConversionSink
internal import Messages
internal import StillImages

/// What becomes of HDR in a photo copy.
extension PhotoConversion {
  /// How the copy stays HDR.
  static func keeping(
    _ header: StillImageHeader,
    _ settings: PhotoSettings,
    _ format: StillFormat
  ) -> HDRKeeping {
    if settings.hdr == .sdr { return .none }
    return HDRKeeping(of: header, in: format, laidOnBackground: settings.background != nil)
  }

  /// Whether the copy is HDR as the original is.
  var keepsHDR: Bool { preparation.keeping != .none }

  /// Throws `hdr.undecided` where the copy would lose HDR and nobody decided.
  func refuseLossOfHDR() throws {
    guard header.hdr != .none && settings.hdr != .sdr && !keepsHDR else { return }
    var values = ["kind": header.hdr.rawValue, "format": format.rawValue]
    if header.hdr == .gainMap, let facts = header.gainMap, CodedGainMap.isHeld(by: format) {
      values["detail"] = facts.encoding == nil ? "headroom" : facts.size == nil ? "damaged" : "base"
    }
    throw Problem(.hdrUndecided, values)
  }

  /// A recipe with what becomes of HDR, where the copy might keep it: two copies that differ in that are two copies. Of other
  /// originals it says nothing, so that their copies are the same whatever was said of HDR.
  func filed(_ recipe: Recipe) -> Recipe {
    var asking = settings
    asking.hdr = .keep
    guard Self.keeping(header, asking, format) != .none else { return recipe }
    return recipe.with(hdr: keepsHDR ? .keep : .sdr)
  }

  /// Throws `hdr.undecided` where a further picture is HDR and nobody decided, so that this is known before any is made.
  func refuseUndecidedHDR() throws {
    guard settings.hdr != .sdr, pictureCount > 1 else { return }
    for number in 2...pictureCount {
      // What else is wrong with a picture is said when its turn comes.
      guard let further = try? reader.further(number - 1).header, further.hdr != .none,
        Self.keeping(further, settings, format) == .none
      else { continue }
      throw Problem(.hdrUndecided, ["kind": further.hdr.rawValue, "format": format.rawValue])
    }
  }
}
