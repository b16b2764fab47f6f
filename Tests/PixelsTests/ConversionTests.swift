import Pixels
import Testing

@Suite struct ConversionTests {
  @Test func everyByteComesBack() {
    let bytes = (0...255).map { UInt8($0) }
    let picture = PixelBuffer(
      size: PixelSize(width: 16, height: 16),
      layout: .grey,
      depth: .eight,
      bytes: bytes
    )
    let wide = picture.converted(to: .sixteen)
    #expect(wide.words == bytes.map { UInt16($0) * 257 })
    #expect(wide.converted(to: .eight).bytes == bytes)
  }

  @Test func everyWordRoundsToTheNearest() {
    let words = (0...65535).map { UInt16($0) }
    let picture = PixelBuffer(size: PixelSize(width: 256, height: 256), layout: .grey, words: words)
    let expected = (0...65535).map { UInt8((Double($0) / 257).rounded()) }
    #expect(picture.converted(to: .eight).bytes == expected)
  }

  @Test func greyBecomesRGBAndBack() {
    for depth in [SampleDepth.eight, .sixteen] {
      let grey = PixelBuffer.noise(PixelSize(width: 13, height: 7), .grey, depth)
      for layout in [ChannelLayout.greyAlpha, .rgb, .rgba] {
        let other = grey.converted(to: layout)
        #expect(other.layout == layout)
        #expect(other.converted(to: ChannelLayout.grey).bytes == grey.bytes)
      }
    }
  }

  @Test func alphaIsAddedOpaqueAndKept() {
    let picture = PixelBuffer(
      size: PixelSize(width: 1, height: 1),
      layout: .rgb,
      depth: .eight,
      bytes: [10, 20, 30]
    )
    #expect(picture.converted(to: .rgba).bytes == [10, 20, 30, 255])
    let grey = PixelBuffer(
      size: PixelSize(width: 1, height: 1),
      layout: .greyAlpha,
      depth: .eight,
      bytes: [9, 77]
    )
    #expect(grey.converted(to: .rgba).bytes == [9, 9, 9, 77])
    #expect(grey.converted(to: .rgb).bytes == [9, 9, 9])
    let wide = grey.converted(to: .sixteen).converted(to: .rgba)
    let expected: [UInt16] = [2313, 2313, 2313, 19789]
    #expect(wide.words == expected)
  }

  @Test func opacityIsSeen() {
    for (layout, depth) in allKinds {
      let opaque = PixelBuffer.made(5, 3, layout, depth) { _, _, channel in
        layout.hasAlpha && channel == layout.channelCount - 1 ? 1 : 0.2
      }
      #expect(opaque.isOpaque)
      guard layout.hasAlpha else { continue }
      var almost = opaque
      // The least that is not opaque: the low byte of the last alpha, or its only one.
      almost.bytes[almost.bytes.count - depth.byteCount] -= 1
      #expect(!almost.isOpaque)
    }
  }

  @Test func flatteningMixes() {
    let size = PixelSize(width: 3, height: 1)
    let bytes: [UInt8] = [200, 100, 0, 0, 200, 100, 0, 255, 200, 100, 0, 51]
    let picture = PixelBuffer(size: size, layout: .rgba, depth: .eight, bytes: bytes)
    let white = RGBColour(red: 255, green: 255, blue: 255)
    let flat = picture.flattened(onto: white)
    #expect(flat.layout == .rgb)
    #expect(flat.bytes == [255, 255, 255, 200, 100, 0, 244, 224, 204])
    let wide = picture.converted(to: .sixteen).flattened(onto: white)
    #expect(wide.converted(to: .eight).bytes == flat.bytes)
  }

  @Test func flatteningGrey() {
    let picture = PixelBuffer(
      size: PixelSize(width: 2, height: 1),
      layout: .greyAlpha,
      depth: .eight,
      bytes: [0, 255, 0, 0]
    )
    #expect(picture.flattened(onto: RGBColour(red: 7, green: 7, blue: 7)).layout == .grey)
    #expect(picture.flattened(onto: RGBColour(red: 7, green: 7, blue: 7)).bytes == [0, 7])
    #expect(picture.flattened(onto: RGBColour(red: 255, green: 0, blue: 9)).bytes == [0, 0, 0, 255, 0, 9])
  }

  @Test func theBackgroundIsConvertedToTheProfile() {
    let picture = PixelBuffer(
      size: PixelSize(width: 1, height: 1),
      layout: .rgba,
      depth: .eight,
      bytes: [0, 0, 0, 0]
    )
    let red = RGBColour(red: 255, green: 0, blue: 0)
    let flat = picture.flattened(onto: red, profile: ICCProfile.displayP3())
    // sRGB's red in Display P3, as colour pickers show it.
    let expected = [234, 51, 35]
    for channel in 0..<3 { #expect(abs(flat.sample(0, 0, channel) - expected[channel]) <= 1) }
    #expect(picture.flattened(onto: red, profile: [1, 2, 3]).bytes == [255, 0, 0])
  }
}
