/// Finds, while a photo comes in, where its picture ends and the video of a Motion Photo, or whatever else cameras put behind
/// it, begins.
///
/// Of a JPEG that is behind the first EOI that belongs to no segment (ITU-T T.81, B.1.1: so no thumbnail's) and behind which no
/// other JPEG follows at once, as gain maps do (CIPA DC-007, Multi-Picture Format); of HEIF at the
/// box `mpvd`, in which a Motion Photo's video lies, or Samsung's `sefd`. Other files have no such end.
public struct PictureEnd: Sendable {
  private enum State {
    /// The first bytes, which tell the kind of file.
    case head
    /// Of no kind that has an end here, or behind that.
    case none
    /// In a JPEG: where FF is due, behind it, in the two bytes of a segment's length, in coded data.
    case marker, code, length, data
    /// Behind an EOI.
    case behind
    /// In the header of a box.
    case box
  }

  private var state = State.head
  private var collected: [UInt8] = []
  /// Content that says nothing.
  private var skipped: UInt64 = 0
  private var isScan = false

  /// Begins with the first byte of a file.
  public init() {}

  /// Takes the next bytes.
  /// - Returns: how many of them belong to the picture, where it ends in them; less than 0 where so many of those before don't
  ///   either; nil: all do, and it goes on.
  public mutating func end(in bytes: UnsafeRawBufferPointer) -> Int? {
    var index = 0
    while index < bytes.count {
      if case .none = state { return nil }
      if skipped > 0 {
        let step = Int(min(skipped, UInt64(bytes.count - index)))
        skipped -= UInt64(step)
        index += step
        continue
      }
      let byte = bytes[index]
      index += 1
      // Whose a box is, is known once its type is read; its first bytes may have come before these.
      if take(byte) { return index - collected.count }
    }
    return nil
  }

  /// Whether the picture has ended with this byte, or with this header of a box.
  private mutating func take(_ byte: UInt8) -> Bool {
    switch state {
    case .none: break
    case .head: takeHead(byte)
    case .marker: if byte == 0xFF { state = .code }
    case .code: takeCode(byte)
    case .behind: return takeBehind(byte)
    case .length: takeLength(byte)
    case .data: if byte == 0xFF { state = .code }
    case .box: return takeBox(byte)
    }
    return false
  }

  private mutating func takeHead(_ byte: UInt8) {
    collected.append(byte)
    if collected == [0xFF, 0xD8] {
      collected = []
      state = .marker
    } else if collected.count == 8 {
      state = collected[4...].elementsEqual("ftyp".utf8) ? .box : .none
      if case .box = state { _ = takeBox(nil) }
    }
  }

  // MARK: JPEG

  /// The byte behind FF.
  private mutating func takeCode(_ byte: UInt8) {
    switch byte {
    case 0xFF: break
    case 0xD9: state = .behind
    // A stuffed FF, TEM or RSTn: what was goes on.
    case 0x00, 0x01, 0xD0...0xD8: state = isScan ? .data : .marker
    default:
      isScan = byte == 0xDA
      state = .length
    }
  }

  /// Whether what follows a JPEG is no other one.
  private mutating func takeBehind(_ byte: UInt8) -> Bool {
    collected.append(byte)
    guard collected.elementsEqual([0xFF, 0xD8].prefix(collected.count)) else { return true }
    if collected.count == 2 {
      (collected, isScan, state) = ([], false, .marker)
    }
    return false
  }

  private mutating func takeLength(_ byte: UInt8) {
    collected.append(byte)
    guard collected.count == 2 else { return }
    let length = UInt64(collected[0]) << 8 | UInt64(collected[1])
    skipped = length > 2 ? length - 2 : 0
    collected = []
    state = isScan ? .data : .marker
  }

  // MARK: Boxes (ISO/IEC 14496-12, 4.2)

  private mutating func takeBox(_ byte: UInt8?) -> Bool {
    if let byte { collected.append(byte) }
    guard collected.count >= 8 else { return false }
    let type = collected[4..<8]
    if type.elementsEqual("mpvd".utf8) || type.elementsEqual("sefd".utf8) { return true }
    var size = number(collected[0..<4])
    if size == 1 {
      guard collected.count == 16 else { return false }
      size = number(collected[8..<16])
    }
    guard size >= UInt64(collected.count) else {
      // To the end of the file (0), or damaged.
      state = .none
      return false
    }
    skipped = size - UInt64(collected.count)
    collected = []
    return false
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
