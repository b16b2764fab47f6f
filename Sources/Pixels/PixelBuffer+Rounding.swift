extension PixelBuffer {
  /// The picture with 16-bit samples that stand for numbers of `bits` bits, each rounded to the nearest one: what a
  /// format of that depth can keep without any loss. 8-bit pictures stay as they are.
  /// - Parameter bits: 1...16.
  public func rounded(toBits bits: Int) -> PixelBuffer {
    guard depth == .sixteen, (1..<16).contains(bits) else { return self }
    let top = UInt32(1) << UInt32(bits) - 1
    let rounded = withWords { words in
      [UInt16](unsafeUninitializedCapacity: words.count) { buffer, count in
        for index in 0..<words.count {
          let number = (UInt32(words[index]) &* top &+ 32_767) / 65_535
          buffer[index] = UInt16(truncatingIfNeeded: (number &* 65_535 &+ top / 2) / top)
        }
        count = words.count
      }
    }
    return PixelBuffer(size: size, layout: layout, words: rounded)
  }
}
