internal import Pixels
internal import StillImages

/// How a copy stays as bright as its original.
enum HDRKeeping: Hashable, Sendable {
  /// It does not, or the original is of standard range.
  case none
  /// It has the original's gain map.
  case gainMap
  /// Its samples are coded as the original's.
  case transfer
  /// A picture of standard range with a gain map that is computed.
  case computedMap

  /// What can be done for a copy of a format.
  init(of header: StillImageHeader, in format: StillFormat, laidOnBackground: Bool) {
    switch header.hdr {
    case .none: self = .none
    case .gainMap:
      self = header.gainMap?.isComplete == true && CodedGainMap.isHeld(by: format) ? .gainMap : .none
    case .perceptualQuantizer, .hybridLogGamma:
      let points = header.colour.codePoints
      let isTold = points?.transfer == 16 || points?.transfer == 18
      let isBlended = header.layout.hasAlpha && (laidOnBackground || !StillImageEncoder.holdsAlpha(format))
      switch format {
      // What colour of which brightness a background would be is nowhere said.
      case _ where !isTold || isBlended: self = .none
      case .heic, .avif, .jxl: self = .transfer
      case .png: self = points?.primaries == 2 ? .none : .transfer
      case .jpeg: self = .computedMap
      case .webp, .tiff, .bmp, .gif: self = .none
      }
    }
  }

  /// What the copy's file must say of itself.
  func kind(of header: StillImageHeader) -> HDRKind {
    switch self {
    case .none: .none
    case .gainMap, .computedMap: .gainMap
    case .transfer: header.hdr
    }
  }
}
