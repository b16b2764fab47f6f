internal import Containers
internal import Pixels
internal import Testing

@testable internal import Metadata

/// Regions as they lie in the upright picture.
@Suite struct PictureRegionTests {
  private func packet(_ properties: String) -> [UInt8] {
    let names = [
      ("mwg-rs", XMPNamespace.regions), ("stArea", XMPNamespace.area), ("stDim", XMPNamespace.dimensions),
      ("MP", XMPNamespace.microsoftPeople), ("MPRI", XMPNamespace.microsoftRegionInfo),
      ("MPReg", XMPNamespace.microsoftRegion),
    ]
    let namespaces = names.map { " xmlns:\($0.0)=\"\($0.1)\"" }.joined()
    return Array(
      ("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"\(XMPNamespace.rdf)\">"
        + "<rdf:Description rdf:about=\"\"\(namespaces)>\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>")
        .utf8
    )
  }

  private func list(_ items: String, of width: Int, _ height: Int) -> String {
    """
    <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:AppliedToDimensions stDim:w="\(width)" stDim:h="\(height)"
    stDim:unit="pixel"/><mwg-rs:RegionList><rdf:Bag>\(items)</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
    """
  }

  private func item(_ type: String, _ area: String) -> String {
    "<rdf:li rdf:parseType=\"Resource\">\(type)<mwg-rs:Area \(area) stArea:unit=\"normalized\"/></rdf:li>"
  }

  private func exif(_ orientation: Int, subject: [Int] = []) throws -> [UInt8] {
    var editor = try ExifEditor.empty()
    editor.set(ExifTag.orientation, in: .main, to: .shorts([orientation], editor.order))
    editor.set(ExifTag.pixelXDimension, in: .exif, to: .shorts([4000], editor.order))
    editor.set(ExifTag.pixelYDimension, in: .exif, to: .shorts([3000], editor.order))
    if !subject.isEmpty { editor.set(ExifTag.subjectArea, in: .exif, to: .shorts(subject, editor.order)) }
    try editor.commit()
    return editor.bytes
  }

  private func read(_ properties: String, orientation: Int, _ size: PixelSize) throws -> [PictureRegion] {
    PictureRegionReader.read(
      MetadataBlocks(exif: try exif(orientation), xmp: packet(properties)),
      size: size
    )
  }

  private let portrait = PixelSize(width: 3000, height: 4000)

  @Test func kinds() throws {
    let area = #"stArea:x="0.3" stArea:y="0.4" stArea:w="0.1" stArea:h="0.2""#
    let types = [
      "<mwg-rs:Type>Face</mwg-rs:Type>", "", "<mwg-rs:Type>Pet</mwg-rs:Type>",
      "<mwg-rs:Type>Focus</mwg-rs:Type>",
    ]
    let items = (types + ["<mwg-rs:Type>BarCode</mwg-rs:Type>"]).map { item($0, area) }.joined()
    let found = try read(list(items, of: 4000, 3000), orientation: 1, PixelSize(width: 4000, height: 3000))
    #expect(found.map(\.kind) == [.face, .face, .pet, .focus])
    #expect(
      abs((found.first?.area.x ?? 0) - 0.25) < 1e-9 && abs((found.first?.area.height ?? 0) - 0.2) < 1e-9
    )
  }

  @Test func areasAreTurned() throws {
    let face = item(
      "<mwg-rs:Type>Face</mwg-rs:Type>",
      #"stArea:x="0.2" stArea:y="0.7" stArea:w="0.1" stArea:h="0.2""#
    )
    let found = try #require(try read(list(face, of: 4000, 3000), orientation: 6, portrait).first).area
    let (x, y) = found.centre
    #expect(abs(x - 0.3) < 1e-9 && abs(y - 0.2) < 1e-9)
    #expect(abs(found.width - 0.2) < 1e-9 && abs(found.height - 0.1) < 1e-9)
    // Told of the turned picture already.
    let upright = try #require(try read(list(face, of: 3000, 4000), orientation: 6, portrait).first).area
    #expect(abs(upright.centre.x - 0.2) < 1e-9)
    // Of neither.
    #expect(try read(list(face, of: 1000, 1000), orientation: 6, portrait).isEmpty)
  }

  @Test func circles() throws {
    let face = item("", #"stArea:x="0.5" stArea:y="0.5" stArea:d="0.4""#)
    let found = try #require(try read(list(face, of: 4000, 3000), orientation: 6, portrait).first).area
    // 0.4 of 3000 pixels is 1200 in both directions.
    #expect(abs(found.width - 0.4) < 1e-9 && abs(found.height - 0.3) < 1e-9)
  }

  @Test func microsoft() throws {
    let people = """
      <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag><rdf:li rdf:parseType="Resource">
      <MPReg:Rectangle>0.1, 0.6, 0.2, 0.2</MPReg:Rectangle></rdf:li><rdf:li rdf:parseType="Resource">
      <MPReg:PersonDisplayName>Ann</MPReg:PersonDisplayName></rdf:li></rdf:Bag></MPRI:Regions></MP:RegionInfo>
      """
    let found = try read(people, orientation: 6, portrait)
    #expect(found.count == 1 && found.first?.kind == .face)
    let centre = try #require(found.first?.area.centre)
    #expect(abs(centre.x - 0.3) < 1e-9 && abs(centre.y - 0.2) < 1e-9)
  }

  @Test func subjectAreas() throws {
    let blocks = MetadataBlocks(exif: try exif(6, subject: [800, 2100, 400, 600]))
    let found = try #require(PictureRegionReader.read(blocks, size: portrait).first)
    #expect(found.kind == .focus)
    #expect(abs(found.area.centre.x - 0.3) < 1e-3 && abs(found.area.centre.y - 0.2) < 1e-3)
    #expect(abs(found.area.width - 0.2) < 1e-3 && abs(found.area.height - 0.1) < 1e-3)
    let point = MetadataBlocks(exif: try exif(1, subject: [800, 2100]))
    #expect(
      PictureRegionReader.read(point, size: PixelSize(width: 4000, height: 3000)).first?.area.width == 0
    )
  }

  /// What makes no sense is not there.
  @Test func nonsense() throws {
    for area in [
      #"stArea:x="nan" stArea:y="0.5""#, #"stArea:x="7" stArea:y="0.5""#, #"stArea:x="0.5""#,
      #"stArea:x="-0.2" stArea:y="0.5""#,
    ] {
      #expect(
        try read(list(item("", area), of: 4000, 3000), orientation: 1, PixelSize(width: 4000, height: 3000))
          .isEmpty
      )
    }
    #expect(PictureRegionReader.read(MetadataBlocks(exif: [1, 2, 3], xmp: [1, 2]), size: portrait).isEmpty)
  }
}
