internal import Containers
internal import Messages
internal import Pixels

/// What a HEIF picture's boxes say of its colours.
struct HEIFColour {
  /// ICC profile and code points.
  var description = ColourDescription()
  /// HDR by the transfer of the picture itself.
  var transferHDR: HDRKind?
  /// What was left out.
  var notes: [Note] = []
  /// The profile is one for RGB, so grey pictures have to become RGB to fit it.
  var needsColourChannels = false

  /// Reads the colours of an item. A derived picture without colours of its own has those of its first part: phones
  /// (iPhone 7 and 8, some Samsung) write them to the tiles alone. `stream` is what an AV1 stream says, which counts where
  /// the boxes say nothing at all.
  init(of item: HEIFItem, in items: HEIFItems, layout: ChannelLayout, stream: CodePoints? = nil) {
    var source = item
    for _ in 0..<4 where !Self.hasColour(source) {
      guard let part = source.targets(of: "dimg").first, let next = items.items[part] else { break }
      source = next
    }
    for property in source.properties {
      switch property {
      case .iccProfile(let range) where description.iccProfile == nil:
        readProfile(Array(items.bytes[range]), isGrey: layout.isGrey)
      case .codePoints(let primaries, let transfer, let matrix, let isFullRange):
        setTransfer(transfer)
        guard description.codePoints == nil, primaries != 2 || transfer != 2 else { continue }
        description.codePoints = CodePoints(
          primaries: primaries,
          transfer: transfer,
          matrix: matrix,
          isFullRange: isFullRange
        )
      default: break
      }
    }
    if let stream, description == ColourDescription(), stream.primaries != 2 || stream.transfer != 2 {
      setTransfer(stream.transfer)
      description.codePoints = stream
    }
  }

  private static func hasColour(_ item: HEIFItem) -> Bool {
    item.properties.contains {
      switch $0 {
      case .iccProfile, .codePoints: true
      default: false
      }
    }
  }

  private mutating func setTransfer(_ transfer: Int) {
    if transfer == 16 { transferHDR = .perceptualQuantizer }
    if transfer == 18 { transferHDR = .hybridLogGamma }
  }

  /// Takes an ICC profile that is whole and fits the picture; says so where it is not (ICC.1:2022, 7.2).
  private mutating func readProfile(_ bytes: [UInt8], isGrey: Bool) {
    // No profile at all; written by editing programs.
    if bytes.isEmpty { return }
    var reader = BoxReader(bytes)
    guard let length = try? Int(reader.readUInt32()), length >= 132, length <= bytes.count,
      Array(bytes[36..<40]) == Array("acsp".utf8)
    else {
      notes.append(Note(.profileUnusable, ["detail": "damaged"]))
      return
    }
    let space = String(decoding: bytes[16..<20], as: UTF8.self)
    switch (space, isGrey) {
    case ("RGB ", false), ("GRAY", true): break
    case ("RGB ", true): needsColourChannels = true
    default:
      notes.append(Note(.profileUnusable, ["detail": "colour space \(space)"]))
      return
    }
    let profile = Array(bytes.prefix(length))
    description.iccProfile = profile
    if let transfer = Self.transferTag(of: profile) { setTransfer(transfer) }
  }

  /// The transfer characteristics in a profile's "cicp" tag (ICC.1:2022, 9.2.17, 10.3).
  private static func transferTag(of profile: [UInt8]) -> Int? {
    var reader = BoxReader(profile, in: 128..<profile.count)
    guard let count = try? reader.readUInt32() else { return nil }
    for _ in 0..<count {
      guard let signature = try? reader.readType(), let offset = try? Int(reader.readUInt32()),
        let size = try? Int(reader.readUInt32())
      else { return nil }
      guard signature == "cicp", size >= 12, offset <= profile.count - 12 else { continue }
      return Int(profile[offset + 9])
    }
    return nil
  }
}
