/// How much of a picture covers what is below it, for every sample of a canvas's planes.
public struct PlanarMask: Sendable {
  /// Columns and rows of the picture, even.
  public let size: PixelSize
  /// Shares of 255 for luma and for colour differences; one row that holds for all where they are even.
  private let luma, chroma: [UInt8]
  private let isEven: Bool

  /// The mask of a picture of which everywhere the same share is there, 0...1.
  public init(size: PixelSize, share: Double) {
    let share = UInt8((min(max(share, 0), 1) * 255).rounded())
    self.size = size
    luma = [UInt8](repeating: share, count: size.width)
    chroma = [UInt8](repeating: share, count: size.width / 2)
    isEven = true
  }

  /// A mask by a function of columns and rows, 0...1.
  private init(size: PixelSize, _ share: (_ x: Int, _ y: Int) -> Double) {
    self.size = size
    isEven = false
    let width = size.width
    var luma = [UInt8](repeating: 0, count: width * size.height)
    for y in 0..<size.height {
      for x in 0..<width { luma[y * width + x] = UInt8((min(max(share(x, y), 0), 1) * 255).rounded()) }
    }
    let half = PixelSize(width: width / 2, height: size.height / 2)
    var chroma = [UInt8](repeating: 0, count: half.width * half.height)
    for y in 0..<half.height {
      for x in 0..<half.width {
        let place = 2 * y * width + 2 * x
        let sum = Int(luma[place]) + Int(luma[place + 1]) + Int(luma[place + width])
        chroma[y * half.width + x] = UInt8((sum + Int(luma[place + width + 1]) + 2) / 4)
      }
    }
    (self.luma, self.chroma) = (luma, chroma)
  }

  /// The mask of a picture with round corners, smooth at their edges.
  ///
  /// - Parameters:
  ///   - size: of the picture, even.
  ///   - radius: in pixels, above 0.
  public init(size: PixelSize, radius: Double) {
    let (width, height) = (Double(size.width), Double(size.height))
    let radius = min(radius, min(width, height) / 2)
    self.init(size: size) { x, y in
      let (middleX, middleY) = (Double(x) + 0.5, Double(y) + 0.5)
      let beside = max(radius - middleX, middleX - (width - radius))
      let above = max(radius - middleY, middleY - (height - radius))
      guard beside > 0, above > 0 else { return 1 }
      return radius - (beside * beside + above * above).squareRoot() + 0.5
    }
  }

  /// The edges of a picture towards which it may vanish.
  public struct Edges: OptionSet, Sendable {
    /// A bit an edge.
    public let rawValue: Int

    /// Edges by their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The left one.
    public static let left = Edges(rawValue: 1)
    /// The upper one.
    public static let top = Edges(rawValue: 2)
    /// The right one.
    public static let right = Edges(rawValue: 4)
    /// The lower one.
    public static let bottom = Edges(rawValue: 8)
  }

  /// The mask of a picture of which `share` (0...1) is there, and less and less of it towards some edges.
  ///
  /// - Parameter ramp: how many pixels before such an edge it begins to vanish, above 0.
  public init(size: PixelSize, share: Double, vanishingAt edges: Edges, ramp: Double) {
    func part(_ before: Int, _ behind: Int, _ first: Edges, _ last: Edges) -> Double {
      let one = edges.contains(first) ? min(1, (Double(before) + 0.5) / ramp) : 1
      let other = edges.contains(last) ? min(1, (Double(behind) - 0.5) / ramp) : 1
      return one * other
    }
    let columns = (0..<size.width).map { part($0, size.width - $0, .left, .right) }
    let rows = (0..<size.height).map { part($0, size.height - $0, .top, .bottom) * share }
    self.init(size: size) { x, y in columns[x] * rows[y] }
  }

  /// Runs `body` with the shares of some columns of a plane's row.
  @inline(__always)
  func withRow(
    _ y: Int,
    _ plane: Int,
    _ columns: Range<Int>,
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let width = plane == 0 ? size.width : size.width / 2
    let rows = isEven ? 1 : plane == 0 ? size.height : size.height / 2
    guard y >= 0, isEven || y < rows else { return }
    let columns = columns.clamped(to: 0..<width)
    let start = isEven ? 0 : y * width
    (plane == 0 ? luma : chroma).withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[(start + columns.lowerBound)..<(start + columns.upperBound)]))
    }
  }
}
