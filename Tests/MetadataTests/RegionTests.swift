internal import Containers
internal import Messages
internal import Pixels
internal import Testing

@testable internal import Metadata

/// Faces and other areas, and panoramas, in copies that are turned, resized and cut.
@Suite struct RegionTests {
  private func packet(_ properties: String) -> [UInt8] {
    let names = [
      ("mwg-rs", XMPNamespace.regions), ("stArea", XMPNamespace.area), ("stDim", XMPNamespace.dimensions),
      ("MP", XMPNamespace.microsoftPeople), ("MPRI", XMPNamespace.microsoftRegionInfo),
      ("MPReg", XMPNamespace.microsoftRegion), ("Iptc4xmpExt", XMPNamespace.iptcExtension),
      ("apple-fi", XMPNamespace.appleFaces), ("GPano", XMPNamespace.googlePanorama),
      ("GImage", XMPNamespace.googleImage), ("tiff", XMPNamespace.tiff),
    ]
    let namespaces = names.map { " xmlns:\($0.0)=\"\($0.1)\"" }.joined()
    return Array(
      ("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"\(XMPNamespace.rdf)\">"
        + "<rdf:Description rdf:about=\"\"\(namespaces)>\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>")
        .utf8
    )
  }

  private func face(_ x: Double, _ y: Double, width: Double = 0.2, height: Double = 0.1, name: String = "Ann")
    -> String
  {
    """
    <rdf:li rdf:parseType="Resource"><mwg-rs:Name>\(name)</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>
    <mwg-rs:Area stArea:x="\(x)" stArea:y="\(y)" stArea:w="\(width)" stArea:h="\(height)" stArea:unit="normalized"/>
    <mwg-rs:Extensions rdf:parseType="Resource"><apple-fi:AngleInfoRoll>270</apple-fi:AngleInfoRoll>
    <apple-fi:FaceID>7</apple-fi:FaceID></mwg-rs:Extensions></rdf:li>
    """
  }

  private func regions(_ faces: String, of width: Int, _ height: Int) -> String {
    """
    <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:AppliedToDimensions stDim:w="\(width)" stDim:h="\(height)"
    stDim:unit="pixel"/><mwg-rs:RegionList><rdf:Bag>\(faces)</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
    """
  }

  private func copy(
    _ properties: String,
    orientation: Int,
    to size: PixelSize,
    part: PictureArea = .whole
  ) throws -> (XMPDocument, [Note]) {
    var editor = try ExifEditor.empty()
    editor.set(ExifTag.orientation, in: .main, to: .shorts([orientation], editor.order))
    try editor.commit()
    let metadata = CopyMetadata(
      original: MetadataBlocks(exif: editor.bytes, xmp: packet(properties)),
      carried: SourceMetadata(),
      size: size,
      target: .jpeg,
      identity: Sample.identity,
      derivedFrom: "a.jpg",
      hdrRemoved: false,
      part: part
    )
    let (blocks, notes) = try metadata.blocks()
    return (try XMPDocument(packet: try #require(blocks.xmp)), notes)
  }

  private func area(_ document: XMPDocument, _ index: Int = 1) -> [Double] {
    ["x", "y", "w", "h"].compactMap { name in
      document.text(XMPNamespace.regions, "Regions/mwg-rs:RegionList[\(index)]/mwg-rs:Area/stArea:\(name)")
        .flatMap(Double.init)
    }
  }

  /// A face in the upper left of what is seen, in the pixels as they are stored for each orientation.
  @Test(arguments: [
    (1, 0.3, 0.2, 0.2, 0.1), (2, 0.7, 0.2, 0.2, 0.1), (3, 0.7, 0.8, 0.2, 0.1), (4, 0.3, 0.8, 0.2, 0.1),
    (5, 0.2, 0.3, 0.1, 0.2), (6, 0.2, 0.7, 0.1, 0.2), (7, 0.8, 0.7, 0.1, 0.2), (8, 0.8, 0.3, 0.1, 0.2),
  ])
  func facesAreTurned(_ orientation: Int, _ x: Double, _ y: Double, _ width: Double, _ height: Double) throws
  {
    let upright = PixelSize(width: 800, height: 600)
    let stored = orientation >= 5 ? upright.transposed : upright
    let text = regions(face(x, y, width: width, height: height), of: stored.width, stored.height)
    let (document, notes) = try copy(text, orientation: orientation, to: PixelSize(width: 400, height: 300))
    #expect(notes == [])
    let found = area(document)
    #expect(found.count == 4)
    for (left, right) in zip(found, [0.3, 0.2, 0.2, 0.1]) { #expect(abs(left - right) < 1e-6) }
    let dimensions = "Regions/mwg-rs:AppliedToDimensions/stDim:"
    #expect(document.text(XMPNamespace.regions, dimensions + "w") == "400")
    #expect(document.text(XMPNamespace.regions, dimensions + "h") == "300")
    let list = "Regions/mwg-rs:RegionList[1]/mwg-rs:"
    #expect(document.text(XMPNamespace.regions, list + "Name") == "Ann")
    let roll = document.text(XMPNamespace.regions, list + "Extensions/apple-fi:AngleInfoRoll")
    #expect(roll == (orientation == 1 ? "270" : nil))
    #expect(document.text(XMPNamespace.regions, list + "Extensions/apple-fi:FaceID") == "7")
  }

  @Test func areasToldOfTheTurnedPictureStay() throws {
    let text = regions(face(0.3, 0.2), of: 600, 800)
    let (document, notes) = try copy(text, orientation: 6, to: PixelSize(width: 600, height: 800))
    #expect(notes == [])
    #expect(area(document) == [0.3, 0.2, 0.2, 0.1])
  }

  @Test func areasOfAnotherPictureGoWithANote() throws {
    for (orientation, size) in [(1, (600, 800)), (6, (700, 700))] {
      let text = regions(face(0.3, 0.2), of: size.0, size.1)
      let (document, notes) = try copy(text, orientation: orientation, to: PixelSize(width: 800, height: 600))
      #expect(notes == [Note(.staleXMPDropped, ["what": "regions", "count": "1"])])
      #expect(!document.contains(XMPNamespace.regions, "Regions"))
    }
  }

  @Test func cuttingKeepsWhatIsSeen() throws {
    let faces = face(0.3, 0.2, name: "in") + face(0.9, 0.9, name: "out") + face(0.5, 0.5, name: "half")
    let part = PictureArea(x: 0, y: 0, width: 0.5, height: 0.5)
    let size = PixelSize(width: 400, height: 300)
    let (document, notes) = try copy(regions(faces, of: 800, 600), orientation: 1, to: size, part: part)
    #expect(notes == [])
    #expect(document.itemCount(XMPNamespace.regions, "Regions/mwg-rs:RegionList") == 2)
    for (left, right) in zip(area(document, 1), [0.6, 0.4, 0.4, 0.2]) { #expect(abs(left - right) < 1e-6) }
    for (left, right) in zip(area(document, 2), [0.9, 0.95, 0.2, 0.1]) { #expect(abs(left - right) < 1e-6) }
  }

  @Test func hostileAreas() throws {
    let faces =
      "<rdf:li>text</rdf:li><rdf:li rdf:parseType=\"Resource\"><mwg-rs:Area stArea:x=\"1e300\" stArea:y=\"nan\"/></rdf:li>"
      + face(.infinity, -1e300)
    let (document, notes) = try copy(
      regions(faces, of: 0, -1),
      orientation: 3,
      to: PixelSize(width: 80, height: 60)
    )
    #expect(notes == [Note(.staleXMPDropped, ["what": "regions", "count": "2"])])
    #expect(document.items(XMPNamespace.regions, "Regions/mwg-rs:RegionList") == ["text"])
  }

  /// Numbers that no picture has, in every place where one is read.
  @Test(arguments: ["nan", "inf", "-inf", "1e308", "-1e308", "1e-308", "0", "", "x", "9223372036854775808"])
  func hostileNumbers(_ number: String) throws {
    let circle = "<mwg-rs:Area stArea:x=\"0.5\" stArea:y=\"0.5\" stArea:d=\"\(number)\"/>"
    let faces =
      "<rdf:li rdf:parseType=\"Resource\">\(circle)</rdf:li>"
      + "<rdf:li rdf:parseType=\"Resource\">\(circle.replacing("0.5", with: number))</rdf:li>"
    let sphere = panorama.replacing("6000", with: number).replacing("2000", with: number).replacing(
      "8000",
      with: number
    )
    let people =
      "<MP:RegionInfo rdf:parseType=\"Resource\"><MPRI:Regions><rdf:Bag><rdf:li rdf:parseType=\"Resource\">"
      + "<MPReg:Rectangle>\(number), 0, \(number), 1</MPReg:Rectangle></rdf:li></rdf:Bag></MPRI:Regions></MP:RegionInfo>"
    for orientation in [1, 6] {
      for text in [regions(faces, of: 600, 800), sphere, people] {
        _ = try copy(text, orientation: orientation, to: PixelSize(width: 800, height: 600))
        _ = try copy(
          text.replacing("600", with: number),
          orientation: orientation,
          to: PixelSize(width: 600, height: 800),
          part: PictureArea(x: 0.25, y: 0, width: 0.5, height: 1)
        )
      }
    }
  }

  @Test func microsoftAndIPTC() throws {
    let text = """
      <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
      <rdf:li rdf:parseType="Resource"><MPReg:PersonDisplayName>Ann</MPReg:PersonDisplayName>
      <MPReg:Rectangle>0.1, 0.2, 0.3, 0.4</MPReg:Rectangle></rdf:li>
      <rdf:li rdf:parseType="Resource"><MPReg:PersonDisplayName>Bob</MPReg:PersonDisplayName></rdf:li>
      </rdf:Bag></MPRI:Regions></MP:RegionInfo>
      <Iptc4xmpExt:ImageRegion><rdf:Bag><rdf:li rdf:parseType="Resource"><Iptc4xmpExt:RegionBoundary rdf:parseType="Resource">
      <Iptc4xmpExt:rbUnit>relative</Iptc4xmpExt:rbUnit></Iptc4xmpExt:RegionBoundary></rdf:li></rdf:Bag></Iptc4xmpExt:ImageRegion>
      """
    let size = PixelSize(width: 300, height: 400)
    let (turned, notes) = try copy(text, orientation: 6, to: size)
    let list = "RegionInfo/MPRI:Regions"
    #expect(
      turned.text(XMPNamespace.microsoftPeople, "\(list)[1]/MPReg:Rectangle")
        == "0.400000, 0.100000, 0.400000, 0.300000"
    )
    #expect(turned.text(XMPNamespace.microsoftPeople, "\(list)[2]/MPReg:PersonDisplayName") == "Bob")
    #expect(!turned.contains(XMPNamespace.iptcExtension, "ImageRegion"))
    #expect(notes == [Note(.staleXMPDropped, ["what": "regions", "count": "1"])])
    let (same, none) = try copy(text, orientation: 1, to: size)
    #expect(none == [])
    #expect(same.text(XMPNamespace.microsoftPeople, "\(list)[1]/MPReg:Rectangle") == "0.1, 0.2, 0.3, 0.4")
    #expect(same.contains(XMPNamespace.iptcExtension, "ImageRegion"))
  }

  private let panorama = """
    <GPano:ProjectionType>equirectangular</GPano:ProjectionType><GPano:FullPanoWidthPixels>8000</GPano:FullPanoWidthPixels>
    <GPano:FullPanoHeightPixels>4000</GPano:FullPanoHeightPixels>
    <GPano:CroppedAreaImageWidthPixels>6000</GPano:CroppedAreaImageWidthPixels>
    <GPano:CroppedAreaImageHeightPixels>2000</GPano:CroppedAreaImageHeightPixels>
    <GPano:CroppedAreaLeftPixels>1000</GPano:CroppedAreaLeftPixels><GPano:CroppedAreaTopPixels>0</GPano:CroppedAreaTopPixels>
    """

  /// A width near nothing once made a scale beyond every whole number.
  @Test(arguments: ["1e-9", "0.001", "nan", "inf", "-5", "0"]) func panoramasOfImpossibleSizeAreLeftOut(
    side: String
  ) throws {
    let hostile =
      "<GPano:CroppedAreaImageWidthPixels>\(side)</GPano:CroppedAreaImageWidthPixels>"
      + "<GPano:CroppedAreaImageHeightPixels>\(side)</GPano:CroppedAreaImageHeightPixels>"
      + "<GPano:FullPanoWidthPixels>9999999</GPano:FullPanoWidthPixels>"
    let (document, _) = try copy(hostile, orientation: 1, to: PixelSize(width: 500, height: 500))
    #expect(document.properties(of: XMPNamespace.googlePanorama).isEmpty)
  }

  @Test(arguments: ["nan", "inf", "-inf", "1e308"]) func areasOfImpossibleNumbers(number: String) throws {
    for field in ["x", "y", "w", "h", "d"] {
      var numbers = ["x": "0.5", "y": "0.5", "w": "0.1", "h": "0.1", "d": "0.1"]
      numbers[field] = number
      let area = numbers.map { "stArea:\($0.key)=\"\($0.value)\"" }.sorted().joined(separator: " ")
      let face =
        "<rdf:li rdf:parseType=\"Resource\"><mwg-rs:Area \(area) stArea:unit=\"normalized\"/></rdf:li>"
      for orientation in [1, 6] {
        let (document, _) = try copy(
          regions(face, of: 100, 100),
          orientation: orientation,
          to: PixelSize(width: 100, height: 100)
        )
        #expect(document.itemCount(XMPNamespace.regions, "Regions/mwg-rs:RegionList") <= 1)
      }
    }
  }

  @Test func panoramasAreScaled() throws {
    let (document, notes) = try copy(panorama, orientation: 1, to: PixelSize(width: 1500, height: 500))
    #expect(notes == [])
    let names = [
      "FullPanoWidthPixels", "FullPanoHeightPixels", "CroppedAreaImageWidthPixels", "CroppedAreaLeftPixels",
    ]
    #expect(names.map { document.text(XMPNamespace.googlePanorama, $0) } == ["2000", "1000", "1500", "250"])
    #expect(document.text(XMPNamespace.googlePanorama, "ProjectionType") == "equirectangular")
  }

  @Test func panoramasThatAreTurnedAreNone() throws {
    let (document, notes) = try copy(panorama, orientation: 6, to: PixelSize(width: 500, height: 1500))
    #expect(notes == [Note(.staleXMPDropped, ["what": "panorama"])])
    #expect(document.properties(of: XMPNamespace.googlePanorama).isEmpty)
  }

  @Test func picturesInXMPAreMissedAloud() throws {
    let text =
      "<GImage:Mime>image/jpeg</GImage:Mime><GImage:Data>AAAA</GImage:Data><tiff:Orientation>6</tiff:Orientation>"
    let (document, notes) = try copy(text, orientation: 6, to: PixelSize(width: 500, height: 1500))
    #expect(notes == [Note(.auxiliaryDropped, ["kind": "GImage"])])
    #expect(document.properties(of: XMPNamespace.googleImage).isEmpty)
    #expect(!document.contains(XMPNamespace.tiff, "Orientation"))
  }
}
