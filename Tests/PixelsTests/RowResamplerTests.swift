import Messages
import Pixels
import Testing

@Suite struct RowResamplerTests {
  private static func distance(_ first: PixelBuffer, _ second: PixelBuffer) -> Int {
    zip(first.bytes, second.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test(arguments: [ChannelLayout.grey, .rgb], [true, false])
  func `equals the resize of a whole picture`(layout: ChannelLayout, linearLight: Bool) throws {
    for (width, height, newWidth, newHeight) in [
      (60, 44, 43, 32), (60, 44, 17, 9), (60, 44, 1, 1), (31, 17, 80, 51), (40, 30, 40, 13), (40, 30, 13, 30),
      (3, 2, 7, 5), (100, 3, 9, 3), (1, 1, 5, 5), (64, 64, 63, 65),
    ] {
      let picture = PixelBuffer.noise(PixelSize(width: width, height: height), layout, .eight)
      let target = PixelSize(width: newWidth, height: newHeight)
      let expected = try picture.resized(to: target, linearLight: linearLight)
      let rows = try RowResampler(PixelBufferRows(picture), to: target, linearLight: linearLight)
      #expect(rows.size == target && rows.layout == layout)
      let found = try PixelBuffer(reading: rows)
      #expect(Self.distance(found, expected) <= 1, "\(width)x\(height) to \(newWidth)x\(newHeight)")
    }
  }

  @Test(arguments: [ChannelLayout.greyAlpha, .rgba])
  func `equals the resize of a whole picture with transparency`(layout: ChannelLayout) throws {
    // Quotients of small alphas are noise in both; these are not small.
    let picture = PixelBuffer.made(60, 44, layout, .eight) { x, y, channel in
      channel == layout.channelCount - 1
        ? 0.4 + 0.6 * Double(x % 7) / 6 : Double((x * 37 + y * 59 + channel * 11) % 256) / 255
    }
    for target in [PixelSize(width: 43, height: 32), PixelSize(width: 90, height: 50)] {
      let expected = try picture.resized(to: target)
      let found = try PixelBuffer(reading: RowResampler(PixelBufferRows(picture), to: target))
      #expect(Self.distance(found, expected) <= 2, "\(layout) to \(target)")
    }
  }

  @Test func `what is behind transparency does not bleed`() throws {
    let picture = PixelBuffer.made(64, 16, .rgba, .eight) { x, _, channel in
      x < 32 ? (channel >= 2 ? 1 : 0) : (channel == 0 ? 1 : 0)
    }
    let rows = try RowResampler(PixelBufferRows(picture), to: PixelSize(width: 15, height: 4))
    let small = try PixelBuffer(reading: rows)
    for x in 0..<15 where small.sample(x, 1, 3) > 0 { #expect(small.sample(x, 1, 0) <= 1, "red at \(x)") }
  }

  @Test func `the same size copies, and so does a whole window`() throws {
    let picture = PixelBuffer.noise(PixelSize(width: 33, height: 21), .rgb, .eight)
    let same = try RowResampler(PixelBufferRows(picture), to: picture.size)
    #expect(try PixelBuffer(reading: same).bytes == picture.bytes)
    let part = PixelSize(width: 20, height: 7)
    let window = PixelWindow(x: 5.000_000_01, y: 11, width: 20, height: 7.000_000_01)
    let cut = try RowResampler(PixelBufferRows(picture), window: window, to: part)
    #expect(try PixelBuffer(reading: cut).bytes == picture.cropped(left: 5, top: 11, size: part).bytes)
  }

  @Test func `a window is the part that is seen`() throws {
    // Away from its edges a window shows what the whole resized picture shows there.
    let picture = PixelBuffer.noise(PixelSize(width: 120, height: 80), .rgb, .eight)
    let whole = try picture.resized(to: PixelSize(width: 60, height: 40))
    let window = PixelWindow(x: 20, y: 10, width: 60, height: 50)
    let rows = try RowResampler(
      PixelBufferRows(picture),
      window: window,
      to: PixelSize(width: 30, height: 25)
    )
    let expected = whole.cropped(left: 10, top: 5, size: PixelSize(width: 30, height: 25))
    #expect(try Self.distance(PixelBuffer(reading: rows), expected) <= 1)
  }

  @Test func `half pixels move the picture`() throws {
    let ramp = PixelBuffer.made(100, 8, .grey, .eight) { x, _, _ in Double(x) / 100 }
    func middle(_ x: Double) throws -> Int {
      let window = PixelWindow(x: x, y: 0, width: 50, height: 8)
      let rows = try RowResampler(
        PixelBufferRows(ramp),
        window: window,
        to: PixelSize(width: 25, height: 4),
        linearLight: false
      )
      return try PixelBuffer(reading: rows).sample(12, 2)
    }
    let (left, right) = (try middle(10), try middle(18.5))
    #expect(abs(right - left - Int(8.5 * 2.55)) <= 1)
  }

  @Test func `windows that are none, and rows that are too many, are refused`() throws {
    let picture = PixelBuffer.noise(PixelSize(width: 10, height: 10), .grey, .eight)
    let target = PixelSize(width: 2, height: 2)
    for window in [
      PixelWindow(x: -1, y: 0, width: 5, height: 5), PixelWindow(x: 6, y: 0, width: 5, height: 5),
      PixelWindow(x: 0, y: 0, width: 0, height: 5), PixelWindow(x: 0, y: 0, width: .nan, height: 5),
      PixelWindow(x: 0, y: 0, width: 5, height: .infinity),
    ] {
      #expect(throws: Problem.self) { try RowResampler(PixelBufferRows(picture), window: window, to: target) }
    }
    let rows = try RowResampler(PixelBufferRows(picture), to: target)
    _ = try PixelBuffer(reading: rows)
    var row: [UInt8] = [0, 0]
    #expect(throws: Problem.self) { try row.withUnsafeMutableBytes { try rows.readRow(into: $0) } }
  }

  /// Rows of which one is damaged.
  private final class DamagedRows: PictureRows {
    let size = PixelSize(width: 8, height: 40)
    let layout = ChannelLayout.grey
    private(set) var rowsRead = 0
    let damage: Int

    init(damage: Int) { self.damage = damage }

    func readRow(into row: UnsafeMutableRawBufferPointer) throws {
      if rowsRead == damage { throw Problem(.damaged, ["detail": "row \(damage)"]) }
      rowsRead += 1
    }
  }

  @Test func `damage passes through, and rows below the window are not read`() throws {
    let target = PixelSize(width: 4, height: 4)
    #expect(throws: Problem(.damaged, ["detail": "row 30"])) {
      try PixelBuffer(reading: RowResampler(DamagedRows(damage: 30), to: target))
    }
    let rows = DamagedRows(damage: 30)
    let window = PixelWindow(x: 0, y: 0, width: 8, height: 8)
    _ = try PixelBuffer(reading: RowResampler(rows, window: window, to: target))
    #expect(rows.rowsRead < 16)
  }
}
