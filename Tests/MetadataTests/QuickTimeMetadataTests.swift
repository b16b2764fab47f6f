import Containers
import Files
import TestSupport
import Testing

@testable import Metadata

@Suite struct QuickTimeMetadataTests {
  @Test(arguments: [
    ("+35.6586+139.7454+042.000/", Place(latitude: 35.6586, longitude: 139.7454, altitude: 42)),
    ("-33.8568+151.2153/", Place(latitude: -33.8568, longitude: 151.2153)),
    ("+3530-13945.5/", Place(latitude: 35.5, longitude: -(139 + 45.5 / 60))),
    ("+353000+1394500+10CRSWGS_84/", Place(latitude: 35.5, longitude: 139.75, altitude: 10)),
  ]) func readsPositions(text: String, place: Place) throws {
    let found = try #require(Place(iso6709: text))
    #expect(abs(found.latitude - place.latitude) < 1e-9 && abs(found.longitude - place.longitude) < 1e-9)
    #expect(found.altitude == place.altitude)
  }

  @Test(arguments: [
    "", "/", "+35.6586/", "+00.0000+000.0000/", "+95.0+010.0/", "35.6, 139.7", "+.+./", "+1+2345678901+",
  ])
  func refusesWhatIsNoPosition(text: String) { #expect(Place(iso6709: text) == nil) }

  @Test func writesPositions() {
    #expect(
      Place(latitude: 35.6586, longitude: 139.7454, altitude: 42).iso6709 == "+35.658600+139.745400+042.000/"
    )
    #expect(Place(latitude: -3.5, longitude: -0.000001).iso6709 == "-03.500000-000.000001/")
  }

  private func read(_ path: FilePath) throws -> (SourceMetadata, QuickTimeMovie) {
    let opened = try RandomAccessFile(path)
    let file = try QuickTimeFile(ByteSource(byteCount: opened.byteCount, read: opened.read))
    return (QuickTimeMetadataReader.read(file).0, file.movie)
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) func readsAPhonesFilm() throws {
    let (found, movie) = try read(try #require(Corpus.file("live/pairs/iphone7plus-ios10.MOV")))
    #expect(found.captureDate?.iso8601 == "2016-12-07T11:44:59-06:00")
    #expect(found.place == Place(latitude: 25.034, longitude: 121.5645, altitude: 189.133))
    #expect(QuickTimeMetadataReader.camera(movie) == ("Apple", "iPhone 7 Plus", "10.1.1"))
  }

  @Test(.enabled(if: Corpus.isPresent && Tool.isInstalled("exiftool"), "\(Corpus.absence)"))
  func datesAndPlacesAreThoseOfExiftool() throws {
    var compared = 0
    let paths = Corpus.files(below: "video") + Corpus.files(below: "live/pairs")
    for path in paths
    where [".mp4", ".MOV", ".mov", ".3gp"].contains(where: { path.lossyString.hasSuffix($0) }) {
      guard let (found, _) = try? read(path) else { continue }
      let tool = try Tool.exiftool(path.lossyString, ["-c", "%.6f", "-api", "QuickTimeUTC=1"])
      if let date = tool["Keys:CreationDate"] {
        let text = try #require(found.captureDate).iso8601
        // In the file's own zone, which exiftool turns into that of the machine: minute and second stay.
        #expect(date.dropFirst(13).prefix(6) == text.dropFirst(13).prefix(6), "\(path)")
        compared += 1
      } else if let date = tool["QuickTime:CreateDate"], !date.hasPrefix("0000"),
        found.captureDate?.offsetMinutes == 0
      {
        #expect(found.captureDate?.exifDate == String(date.prefix(19)), "\(path)")
        compared += 1
      }
      let position =
        tool["Keys:GPSCoordinates"] ?? tool["UserData:GPSCoordinates"] ?? tool["UserData:LocationInformation"]
      #expect(
        (position != nil) == (found.place != nil),
        "\(path): \(position ?? "") \(String(describing: found.place))"
      )
    }
    #expect(compared >= 5)
  }

  /// What is written is read again by this program and by exiftool.
  @Test(arguments: [nil, 540]) func writesWhatIsCarried(offset: Int?) throws {
    let folder = try TemporaryFolder()
    var carried = SourceMetadata()
    carried.captureDate = CaptureDate(
      year: 2021,
      month: 7,
      day: 14,
      hour: 18,
      minute: 3,
      second: 22,
      offsetMinutes: offset
    )
    carried.place = Place(latitude: 35.6586, longitude: -139.7454, altitude: 42)
    carried.title = "標題"
    carried.description = "A description"
    carried.rating = 4
    carried.tags = [Tag(levels: ["Places", "Tokyo"]), Tag(levels: ["sea"])]
    let bytes = MovieFileBuilder().bytes()
    var editor = try QuickTimeMovieEditor(try QuickTimeFile(ByteSource(bytes)))
    QuickTimeMetadataWriter.write(carried, xmp: nil, into: &editor)
    let made = try editor.pieces().flatMap { piece -> [UInt8] in
      switch piece {
      case .bytes(let new): new
      case .source(let range): Array(bytes[range])
      }
    }
    let path = try folder.write(made, to: "a.mov")
    let (found, movie) = try read(path)
    #expect(found.captureDate == carried.captureDate && found.place == carried.place)
    #expect(found.title == carried.title && found.description == carried.description && found.rating == 4)
    #expect(found.tags.map(\.levels) == [["Tokyo"], ["sea"]])
    if offset != nil {
      #expect(QuickTimeMetadataReader.creationDate(movie)?.exifDate == "2021:07:14 09:03:22")
    }
    if Tool.isInstalled("exiftool") {
      let tool = try Tool.exiftool(path.lossyString)
      #expect(tool["Keys:Title"] == "標題")
      #expect(tool["Keys:CreationDate"]?.hasPrefix("2021:07:14 18:03:22") == true)
      #expect(tool["Keys:GPSCoordinates"] != nil && tool["Keys:Description"] == "A description")
    }
  }
}
