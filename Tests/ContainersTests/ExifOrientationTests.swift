import Pixels
import Testing

@testable import Containers

@Suite struct ExifOrientationTests {
  @Test(arguments: 1...8, [false, true])
  func `both byte orders are read`(value: Int, isLittleEndian: Bool) {
    let exif = JPEGBuilder.exif(orientation: value, isLittleEndian: isLittleEndian)
    #expect(ExifOrientation.read(exif: exif)?.rawValue == value)
  }

  @Test(arguments: [0, 9, 65535])
  func `other values count as absent`(value: Int) {
    let exif = JPEGBuilder.exif(orientation: value)
    #expect(ExifOrientation.read(exif: exif) == nil)
    let xmp = Array("<d tiff:Orientation='8'/>".utf8)
    #expect(ExifOrientation.read(MetadataBlocks(exif: exif, xmp: xmp)) == .left)
  }

  @Test func `Exif wins over XMP`() {
    let xmp = Array("<tiff:Orientation>3</tiff:Orientation>".utf8)
    let exif = JPEGBuilder.exif(orientation: 6)
    #expect(ExifOrientation.read(MetadataBlocks(exif: exif, xmp: xmp)) == .right)
    #expect(ExifOrientation.read(MetadataBlocks(xmp: xmp)) == .down)
    #expect(ExifOrientation.read(MetadataBlocks()) == nil)
  }

  @Test func `a cut structure has none`() {
    let exif = JPEGBuilder.exif(orientation: 6)
    for count in 0..<22 { #expect(ExifOrientation.read(exif: Array(exif[..<count])) == nil) }
  }
}
