import Collages
import Containers
import Files
import Movies
import Pixels
import StillImages
import TestSupport

/// Made photos and videos for collages, in a folder of their own.
struct CollageWorkshop {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A picture that shows how it is turned and cut: its upper left quarter red, its upper right one green, its lower left
  /// one blue, its lower right one yellow, with a grey disc of a quarter of the short side in the middle.
  static func quarters(_ width: Int, _ height: Int, layout: ChannelLayout = .rgb) -> PixelBuffer {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * layout.channelCount)
    let radius = Double(min(width, height)) / 4
    for y in 0..<height {
      for x in 0..<width {
        let (right, low) = (Double(x) + 0.5 - Double(width) / 2, Double(y) + 0.5 - Double(height) / 2)
        let isDisc = right * right + low * low < radius * radius
        bytes += isDisc ? [128, 128, 128] : colour(isRight: right > 0, isLow: low > 0)
        if layout == .rgba { bytes.append(isDisc ? 0 : 255) }
      }
    }
    return PixelBuffer(
      size: PixelSize(width: width, height: height),
      layout: layout,
      depth: .eight,
      bytes: bytes
    )
  }

  static func colour(isRight: Bool, isLow: Bool) -> [UInt8] {
    switch (isRight, isLow) {
    case (false, false): [220, 40, 40]
    case (true, false): [40, 180, 60]
    case (false, true): [50, 60, 200]
    case (true, true): [230, 210, 50]
    }
  }

  /// A picture whose colours lead from one to another, with a stripe of its own.
  static func landscape(_ number: Int, _ width: Int, _ height: Int) -> PixelBuffer {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let isStripe = abs(x * height - y * width) < width * height / 24
        let (across, down) = (x * 200 / width, y * 200 / height)
        bytes +=
          isStripe
          ? [250, 250, UInt8(number * 60 % 250)]
          : [UInt8((across + number * 70) % 230), UInt8(down), UInt8((number * 110 + 40) % 220)]
      }
    }
    return PixelBuffer(
      size: PixelSize(width: width, height: height),
      layout: .rgb,
      depth: .eight,
      bytes: bytes
    )
  }

  /// Writes a photo.
  @discardableResult
  func photo(
    _ name: String,
    _ picture: PixelBuffer,
    format: StillFormat = .png,
    orientation: Orientation = .up,
    colour: ColourDescription = ColourDescription(),
    xmp: String? = nil,
    date: String? = nil
  ) throws -> FilePath {
    var blocks = MetadataBlocks()
    if orientation != .up { blocks.exif = Self.exif(orientation) }
    blocks.xmp = (xmp ?? date.map(Self.packet(date:))).map { Array($0.utf8) }
    let bytes = try StillImageEncoder.encode(
      picture,
      significantBits: picture.depth.rawValue,
      colour: colour,
      blocks: blocks,
      format: format,
      options: EncodingOptions(quality: 95)
    )
    return try folder.write(bytes, to: name)
  }

  /// XMP that says nothing but a date, as ISO 8601 writes it.
  private static func packet(date: String) -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
     photoshop:DateCreated="\(date)"/></rdf:RDF></x:xmpmeta>
    """
  }

  /// An Exif block that says nothing but an orientation.
  static func exif(_ orientation: Orientation) -> [UInt8] {
    [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0]
      + [0, 0, 0, 0]
  }

  /// Writes a video of so many frames, 30 a second, each a little brighter than the one before.
  func movie(_ name: String, _ width: Int, _ height: Int, frames: Int = 12) throws -> FilePath {
    let path = folder.path.appending(name)
    let size = PixelSize(width: width, height: height)
    let encoder = try MovieEncoder(to: path, MovieEncodingSettings(size: size))
    for number in 0..<frames {
      var picture = Self.quarters(width, height)
      picture.bytes = picture.bytes.map { UInt8(min(255, Int($0) + number * 4)) }
      try encoder.append(picture, at: MediaTime(value: Int64(number), timescale: 30))
    }
    try encoder.finish(at: MediaTime(value: Int64(frames), timescale: 30))
    return path
  }

  /// Opens a source as the program does.
  static func open(_ path: FilePath, video: FilePath? = nil) -> CollageSource {
    .open(path, video: video, maximumPixelCount: 100_000_000, threads: 1)
  }

  /// Lays out sources and paints the first page.
  static func paint(
    _ sources: [CollageSource],
    _ settings: CollageSettings,
    inSRGB: Bool = false
  ) throws -> (picture: PixelBuffer, page: CollagePage, painter: CollagePainter) {
    let layout = try CollageLayoutEngine.layout(
      sources.map(\.item),
      settings,
      limit: CollageTestItems.noLimit
    )
    let painter = try CollagePainter(
      layout.pages[0],
      background: layout.background,
      sources: sources,
      threads: 1
    )
    return (try painter.picture(inSRGB: inSRGB), layout.pages[0], painter)
  }
}

extension PixelBuffer {
  /// The channels of a pixel of 8 bits each.
  func pixel(_ x: Int, _ y: Int) -> [Int] {
    let start = y * bytesPerRow + x * bytesPerPixel
    return bytes[start..<(start + bytesPerPixel)].map(Int.init)
  }

  /// The greatest difference of any channel between a pixel and a colour.
  func distance(_ x: Int, _ y: Int, _ colour: [UInt8]) -> Int {
    zip(pixel(x, y), colour).map { abs($0 - Int($1)) }.max() ?? 0
  }
}
