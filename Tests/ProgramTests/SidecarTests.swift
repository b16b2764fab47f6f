import Foundation
import TestSupport
import Testing

/// What sidecars and files say of areas, people and rights, as other programs read it from the copies.
@Suite struct SidecarTests {
  private func facts(_ name: String, _ samples: Samples) throws -> [String: Any] {
    let outcome = try Program.tool("exiftool", ["-json", "-n", "-struct", "-G1", name], in: samples.folder)
    return try #require((try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])?.first)
  }

  /// The picture lies on its side; digiKam wrote the faces beside it.
  @Test(arguments: ["jpeg", "heic", "png"]) func facesOfASidecarAreTurned(format: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let region = "{Area={X=0.2,Y=0.7,W=0.1,H=0.2,Unit=normalized},Name=Ann,Type=Face}"
    _ = try Program.tool(
      "exiftool",
      [
        "-RegionInfo={AppliedToDimensions={W=720,H=540,Unit=pixel},RegionList=[\(region)]}",
        "-XMP-dc:Creator=Bob",
        "-XMP-crs:Exposure2012=1.5", "-o", "portrait.jpg.xmp",
      ],
      in: samples.folder
    )
    let program = Program(in: samples.folder)
    let made = try program.run([
      "convert", "--to", format, "--long-edge", "360", "-o", "c.\(format)", "portrait.jpg",
    ])
    #expect(made.exitCode == 0)
    let found = try facts("c.\(format)", samples)
    let info = try #require(found["XMP-mwg-rs:RegionInfo"] as? [String: Any])
    let dimensions = try #require(info["AppliedToDimensions"] as? [String: Any])
    #expect(["W", "H"].map { dimensions[$0] as? Int } == [270, 360])
    let face = try #require((info["RegionList"] as? [[String: Any]])?.first)
    let area = try #require(face["Area"] as? [String: Any])
    #expect(["X", "Y", "W", "H"].map { area[$0] as? Double } == [0.3, 0.2, 0.2, 0.1])
    #expect(face["Name"] as? String == "Ann")
    #expect("\(found["XMP-dc:Creator"] ?? "none")".contains("Bob"))
    #expect(found["XMP-crs:Exposure2012"] == nil)
    #expect(found["ExifIFD:DateTimeOriginal"] as? String == "2024:06:01 07:05:00")
    let exiv2 = try Program.tool("exiv2", ["-PXkv", "pr", "c.\(format)"], in: samples.folder).lines
    #expect(
      exiv2.contains {
        $0.hasPrefix("Xmp.mwg-rs.Regions/mwg-rs:RegionList[1]/mwg-rs:Name") && $0.hasSuffix("Ann")
      }
    )
  }

  @Test func commentsOfAJPEGAreRead() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("takeout.jpg", as: "c.jpg")
    _ = try Program.tool(
      "exiftool",
      ["-overwrite_original", "-Comment=Grandma's garden", "c.jpg"],
      in: samples.folder
    )
    #expect(
      try Program(in: samples.folder).run(["convert", "--to", "heic", "-o", "c.heic", "c.jpg"]).exitCode == 0
    )
    #expect(try facts("c.heic", samples)["XMP-dc:Description"] as? String == "Grandma's garden")
    let exiv2 = try Program.tool(
      "exiv2",
      ["-g", "Xmp.dc.description", "-Pv", "pr", "c.heic"],
      in: samples.folder
    )
    #expect(exiv2.lines.first?.contains("Grandma's garden") == true)
  }
}
