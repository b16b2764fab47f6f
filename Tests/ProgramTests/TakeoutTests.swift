import Foundation
import TestSupport
import Testing

/// An export of Google Photos, converted: a folder of a year, an album with the same picture, JSON files beside them.
@Suite struct TakeoutTests {
  private static let json = """
    {"title": "IMG_1.jpg", "description": "Morning at the lake", "photoTakenTime": {"timestamp": "1709941821"},
    "geoData": {"latitude": 23.866, "longitude": 120.909, "altitude": 748.4}, "people": [{"name": "Ann Lee"}],
    "favorited": true}
    """
  private static let album = """
    {"title": "湖邊 Trip", "description": "", "access": "protected", "date": {"timestamp": "1709991000"}}
    """

  private func export() throws -> Samples {
    let samples = try Samples()
    try samples.add("takeout.jpg", as: "Photos from 2024/IMG_1(1).jpg")
    try samples.add("takeout.jpg", as: "Trip/IMG_1(1).jpg")
    try write(Self.json, "Photos from 2024/IMG_1.jpg.supplemental-metadata(1).json", samples)
    try write(Self.album, "Trip/中繼資料.json", samples)
    return samples
  }

  private func write(_ text: String, _ name: String, _ samples: Samples) throws {
    try Data(text.utf8).write(to: samples.folder.appendingPathComponent(name))
  }

  private func facts(_ path: String, _ samples: Samples) throws -> [String: Any] {
    let outcome = try Program.tool("exiftool", ["-json", "-n", "-G1", path], in: samples.folder)
    return try #require((try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])?.first)
  }

  @Test(arguments: ["Photos from 2024", "Trip"])
  func everyFieldReachesTheCopy(folder: String) throws {
    let samples = try export()
    defer { samples.remove() }
    let program = Program(in: samples.folder)
    #expect(try program.run(["convert", "--to", "png", "\(folder)/IMG_1(1).jpg"]).exitCode == 0)
    let found = try facts("library/拾映轉換/IMG_1(1).png", samples)
    #expect(found["ExifIFD:DateTimeOriginal"] as? String == "2024:03:08 23:50:21")
    #expect(found["ExifIFD:OffsetTimeOriginal"] as? String == "+00:00")
    #expect(found["XMP-photoshop:DateCreated"] as? String == "2024:03:08 23:50:21+00:00")
    #expect(found["Composite:GPSLatitude"] as? Double == 23.866)
    #expect(found["GPS:GPSAltitude"] as? Double == 748.4)
    #expect("\(found["XMP-fstop:Favorite"] ?? found["XMP-fstop:favorite"] ?? "none")" == "1")
    #expect("\(found["XMP-mwg-coll:CollectionName"] ?? "none")" == "湖邊 Trip")
    #expect("\(found["XMP-digiKam:TagsList"] ?? "none")" == "People/Ann Lee")
    #expect(found["XMP-dc:Description"] as? String == "Morning at the lake")
    #expect(
      try program.run(["list", "--album", "湖邊 Trip", "--favourite", "--tag", "People/Ann Lee"]).lines.count
        == 1
    )
    let exiv2 = try Program.tool(
      "exiv2",
      ["-g", "DateTimeOriginal", "-Pv", "pr", "library/拾映轉換/IMG_1(1).png"],
      in: samples.folder
    )
    #expect(exiv2.lines.contains("2024:03:08 23:50:21"))
  }

  @Test func infoAndRegisterReadTheSame() throws {
    let samples = try export()
    defer { samples.remove() }
    let program = Program(in: samples.folder)
    let records = try program.run(["info", "--json", "Photos from 2024/IMG_1(1).jpg"]).records()
    let metadata = try #require(records.first?["metadata"] as? [String: Any])
    #expect(metadata["date"] as? String == "2024-03-08T23:50:21+00:00")
    #expect(metadata["albums"] as? [String] == ["湖邊 Trip"])
    #expect(metadata["favourite"] as? Bool == true)
    #expect(try program.run(["register", "Photos from 2024/IMG_1(1).jpg"]).exitCode == 0)
    let listed = try program.run(["list", "--json", "--album", "湖邊 Trip"]).records()
    #expect((listed.first?["metadata"] as? [String: Any])?["tags"] as? [String] == ["People/Ann Lee"])
  }

  /// Exif knows the clock of the place, Takeout the moment: the clock stays, and no offset is computed.
  @Test func theCamerasClockStays() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("takeout.jpg", as: "IMG_1.jpg")
    _ = try Program.tool(
      "exiftool",
      ["-overwrite_original", "-DateTimeOriginal=2024:03:09 07:50:21", "IMG_1.jpg"],
      in: samples.folder
    )
    try write(Self.json, "IMG_1.jpg.json", samples)
    let program = Program(in: samples.folder)
    #expect(try program.run(["convert", "--to", "png", "-o", "copy.png", "IMG_1.jpg"]).exitCode == 0)
    let found = try facts("copy.png", samples)
    #expect(found["ExifIFD:DateTimeOriginal"] as? String == "2024:03:09 07:50:21")
    #expect(found["ExifIFD:OffsetTimeOriginal"] == nil)
    #expect(found["Composite:GPSLatitude"] as? Double == 23.866)
  }

  @Test func theOrderOfSidecars() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("takeout.jpg", as: "IMG_1.jpg")
    try write(Self.json, "IMG_1.jpg.supplemental-metadata.json", samples)
    try write(
      "UID: pq1\nType: image\nTitle: From PhotoPrism\nTitleSrc: manual\nCaption: Not this\nCaptionSrc: manual\n",
      "IMG_1.yml",
      samples
    )
    try write(
      "[{\"SourceFile\": \"IMG_1.jpg\", \"XMP:Title\": \"Not this\", \"XMP:Rating\": 3, \"IPTC:Keywords\": [\"boat\"]}]",
      "IMG_1.jpg.json",
      samples
    )
    let program = Program(in: samples.folder)
    let records = try program.run(["info", "--json", "IMG_1.jpg"]).records()
    let metadata = try #require(records.first?["metadata"] as? [String: Any])
    #expect(metadata["title"] as? String == "From PhotoPrism")
    #expect(metadata["description"] as? String == "Morning at the lake")
    #expect(metadata["rating"] as? Int == 3)
    #expect(metadata["tags"] as? [String] == ["People/Ann Lee", "boat"])
  }

  @Test func aDamagedSidecarIsSaid() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("takeout.jpg", as: "IMG_1.jpg")
    try write("{\"title\": ", "IMG_1.jpg.json", samples)
    let outcome = try Program(in: samples.folder).run([
      "convert", "--to", "png", "-o", "copy.png", "IMG_1.jpg",
    ])
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.contains("IMG_1.jpg.json"))
  }
}
