/// A frame as it stands in the file, without its delay.
struct CodedFrame {
  /// What becomes of the frame's box when its time is over.
  enum Disposal: Int {
    case keep = 1
    case clear = 2
  }

  var box: FrameBox
  /// Its own colours (packed); nil: those of the file.
  var palette: [UInt32]?
  /// The index that leaves a pixel as it was.
  var transparentIndex: Int?
  var disposal = Disposal.keep
  /// The LZW codes, without the byte that tells their least width, which follows from the number of colours.
  var codes: [UInt8]

  /// The same frame, which stays when its time is over.
  var keeping: CodedFrame {
    var frame = self
    frame.disposal = .keep
    return frame
  }

  /// What holds this frame when its delay can't say how long: one pixel that paints nothing; or, where the box has to be
  /// taken away in the end, the frame again.
  var continued: CodedFrame {
    if disposal == .clear { return self }
    return CodedFrame(
      box: FrameBox(left: 0, top: 0, right: 1, bottom: 1),
      palette: [PackedFrame.opaque, 0],
      transparentIndex: 1,
      // Of 3 bits each: clear (4), 1, end (5).
      codes: [0x4C, 0x01]
    )
  }

  /// Bits of an index into a table of so many colours.
  static func indexBits(colourCount: Int) -> Int {
    var bits = 1
    while 1 << bits < colourCount { bits += 1 }
    return bits
  }
}
