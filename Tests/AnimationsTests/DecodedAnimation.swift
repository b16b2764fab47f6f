internal import CGIF
import Pixels

/// A GIF as giflib reads it: what is seen of each frame, and the blocks that say how it plays.
struct DecodedAnimation {
  struct Frame {
    /// All pixels of the canvas: red in the lowest byte, green, blue, 255; 0 where nothing is seen.
    var shown: [UInt32]
    var delay: Int
    var disposal: Int
    var left: Int
    var top: Int
    var width: Int
    var height: Int
    /// Colours in its own table; 0 if it has none.
    var ownColourCount: Int
  }

  enum Unreadable: Error { case giflib(Int32) }

  private(set) var frames: [Frame] = []
  private(set) var size = PixelSize(width: 1, height: 1)
  /// What NETSCAPE2.0 says; nil without it.
  private(set) var loopCount: Int?

  private final class Source {
    let bytes: [UInt8]
    var position = 0
    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  init(_ bytes: [UInt8]) throws {
    let source = Source(bytes)
    var code: Int32 = 0
    let opened = DGifOpen(
      Unmanaged.passUnretained(source).toOpaque(),
      { file, buffer, wanted in
        guard let pointer = file?.pointee.UserData, let buffer else { return 0 }
        let source = Unmanaged<Source>.fromOpaque(pointer).takeUnretainedValue()
        let count = min(Int(wanted), source.bytes.count - source.position)
        for place in 0..<count { buffer[place] = source.bytes[source.position + place] }
        source.position += count
        return Int32(count)
      },
      &code
    )
    guard let file = opened else { throw Unreadable.giflib(code) }
    defer { DGifCloseFile(file, &code) }
    guard DGifSlurp(file) == GIF_OK else { throw Unreadable.giflib(file.pointee.Error) }
    size = PixelSize(width: Int(file.pointee.SWidth), height: Int(file.pointee.SHeight))
    var canvas = [UInt32](repeating: 0, count: size.width * size.height)
    for number in 0..<Int(file.pointee.ImageCount) {
      let image = file.pointee.SavedImages[number]
      readLoop(image)
      try draw(image, of: file, number: number, &canvas)
    }
    withExtendedLifetime(source) {}
  }

  private mutating func readLoop(_ image: SavedImage) {
    for number in 0..<Int(image.ExtensionBlockCount) {
      let block = image.ExtensionBlocks[number]
      let data = UnsafeBufferPointer(start: block.Bytes, count: Int(block.ByteCount))
      guard block.Function == APPLICATION_EXT_FUNC_CODE, data.elementsEqual("NETSCAPE2.0".utf8) else {
        continue
      }
      let values = image.ExtensionBlocks[number + 1]
      loopCount = Int(values.Bytes[1]) | Int(values.Bytes[2]) << 8
    }
  }

  private mutating func draw(
    _ image: SavedImage,
    of file: UnsafeMutablePointer<GifFileType>,
    number: Int,
    _ canvas: inout [UInt32]
  ) throws {
    var control = GraphicsControlBlock()
    DGifSavedExtensionToGCB(file, Int32(number), &control)
    let place = image.ImageDesc
    guard let map = (place.ColorMap ?? file.pointee.SColorMap)?.pointee else { throw Unreadable.giflib(0) }
    let (left, top) = (Int(place.Left), Int(place.Top))
    for row in 0..<Int(place.Height) {
      for column in 0..<Int(place.Width) {
        let index = Int(image.RasterBits[row * Int(place.Width) + column])
        guard index != Int(control.TransparentColor) else { continue }
        guard index < Int(map.ColorCount) else { throw Unreadable.giflib(1) }
        let colour = map.Colors[index]
        canvas[(top + row) * size.width + left + column] =
          UInt32(colour.Red) | UInt32(colour.Green) << 8 | UInt32(colour.Blue) << 16 | 0xFF00_0000
      }
    }
    frames.append(
      Frame(
        shown: canvas,
        delay: Int(control.DelayTime),
        disposal: Int(control.DisposalMode),
        left: left,
        top: top,
        width: Int(place.Width),
        height: Int(place.Height),
        ownColourCount: place.ColorMap.map { Int($0.pointee.ColorCount) } ?? 0
      )
    )
    guard Int(control.DisposalMode) == DISPOSE_BACKGROUND else { return }
    for row in 0..<Int(place.Height) {
      for column in 0..<Int(place.Width) { canvas[(top + row) * size.width + left + column] = 0 }
    }
  }

  /// What is seen after so many centiseconds.
  func shown(at centiseconds: Int) -> [UInt32] {
    var end = 0
    for frame in frames {
      end += frame.delay
      if centiseconds < end { return frame.shown }
    }
    return frames.last?.shown ?? []
  }
}
