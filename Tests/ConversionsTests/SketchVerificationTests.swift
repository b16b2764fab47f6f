import Containers
import Files
import Library
import Messages
import Metadata
import Pixels
import StillImages
import TestSupport
import Testing

@testable import ConversionSink

@Suite struct SketchVerificationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Bands of colour and a slope, so that exchanged channels, halves and places show.
  private static func picture(_ layout: ChannelLayout = .rgb) -> PixelBuffer {
    let size = PixelSize(width: 240, height: 400)
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let colour: [UInt8] = [UInt8(y / 100 * 70), UInt8(x), UInt8((x + y) % 256)]
        bytes += layout == .rgba ? colour + [UInt8(255 - x)] : colour
      }
    }
    return PixelBuffer(size: size, layout: layout, depth: .eight, bytes: bytes)
  }

  private func write(
    _ picture: PixelBuffer,
    _ format: StillFormat,
    quality: Int = 90
  ) throws -> (path: FilePath, sketch: PictureSketch) {
    let path = folder.path.appending("\(format)-\(quality)-\(picture.layout)")
    try DurableFile.remove(path)
    let sketch = try StillImageRowWriter.write(
      PixelBufferRows(picture),
      to: path,
      format: format,
      colour: ColourDescription(),
      blocks: MetadataBlocks(),
      options: EncodingOptions(quality: quality)
    )
    return (path, sketch)
  }

  private static func check(_ path: FilePath, _ photo: PhotoExpectation, _ metadata: SourceMetadata = .init())
    throws
    -> ContentHash
  {
    let file = StagedFile(role: .photo, path: path, fileExtension: "x", expectation: .photo(photo))
    return try Verification.check(file, metadata: metadata)
  }

  @Test(arguments: [StillFormat.jpeg, .png, .tiff, .heic], [1, 40, 95])
  func `what was written passes`(format: StillFormat, quality: Int) throws {
    let (path, sketch) = try write(Self.picture(), format, quality: quality)
    let hash = try Self.check(path, PhotoExpectation(format: format, iccProfile: nil, sketch: sketch))
    #expect(try hash == ContentHash(of: FileReader.read(path).bytes))
  }

  @Test(arguments: [StillFormat.png, .tiff]) func `transparency passes`(format: StillFormat) throws {
    let (path, sketch) = try write(Self.picture(.rgba), format)
    _ = try Self.check(path, PhotoExpectation(format: format, iccProfile: nil, sketch: sketch))
  }

  /// Pictures that are not what was declared.
  enum Fault: CaseIterable {
    case exchangedChannels, missingHalf, otherPart, smallSquare, otherSize
  }

  private static func apply(_ fault: Fault, to picture: PixelBuffer) -> PixelBuffer {
    var bytes = picture.bytes
    let row = picture.bytesPerRow
    switch fault {
    case .exchangedChannels:
      for start in stride(from: 0, to: bytes.count, by: 3) { bytes.swapAt(start, start + 2) }
    case .missingHalf: for index in (200 * row)..<bytes.count { bytes[index] = 128 }
    case .otherPart: bytes = Array(bytes[(100 * row)...] + bytes[..<(100 * row)])
    case .smallSquare:
      for y in 20..<50 { for index in 0..<90 { bytes[y * row + 300 + index] ^= 0xFF } }
    case .otherSize:
      let size = PixelSize(width: 240, height: 399)
      return PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: Array(bytes[..<(399 * row)]))
    }
    return PixelBuffer(size: picture.size, layout: .rgb, depth: .eight, bytes: bytes)
  }

  @Test(arguments: Fault.allCases, [StillFormat.jpeg, .png, .heic])
  func `another picture does not pass`(fault: Fault, format: StillFormat) throws {
    let picture = Self.picture()
    let path = try write(Self.apply(fault, to: picture), format).path
    let sketch = try PictureSketch(reading: PixelBufferRows(picture))
    let problem = #expect(throws: Problem.self) {
      try Self.check(path, PhotoExpectation(format: format, iccProfile: nil, sketch: sketch))
    }
    #expect(problem?.code == .verificationFailed)
    #expect(problem?.values["what"] == (fault == .otherSize ? "size" : "pixels"))
  }

  @Test func `a single code of a lossless copy counts`() throws {
    var picture = Self.picture()
    let path = try write(picture, .png).path
    picture.bytes[12_345] ^= 1
    let sketch = try PictureSketch(reading: PixelBufferRows(picture))
    let problem = #expect(throws: Problem.self) {
      try Self.check(path, PhotoExpectation(format: .png, iccProfile: nil, sketch: sketch))
    }
    #expect(problem?.values["what"] == "pixels")
  }

  @Test func `format, profile, metadata and damage are checked`() throws {
    let (path, sketch) = try write(Self.picture(), .jpeg)
    func what(_ photo: PhotoExpectation, _ metadata: SourceMetadata = .init()) -> String? {
      do { _ = try Self.check(path, photo, metadata) } catch { return (error as? Problem)?.values["what"] }
      return nil
    }
    let good = PhotoExpectation(format: .jpeg, iccProfile: nil, sketch: sketch)
    #expect(what(good) == nil)
    #expect(what(PhotoExpectation(format: .png, iccProfile: nil, sketch: sketch)) == "format")
    #expect(what(PhotoExpectation(format: .jpeg, iccProfile: [1, 2], sketch: sketch)) == "colour profile")
    var dated = SourceMetadata()
    dated.place = Place(latitude: 25, longitude: 121)
    #expect(what(good, dated) != nil)
    let bytes = try FileReader.read(path).bytes
    try DurableFile.remove(path)
    try DurableFile.write(Array(bytes.dropLast(bytes.count / 3)), to: path)
    #expect(what(good) == "decoding")
  }
}
