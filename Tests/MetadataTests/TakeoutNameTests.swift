internal import Testing

@testable internal import Metadata

/// Which JSON file of an export belongs to which picture. The forms are those that people have met in exports of 2019 to
/// 2026; the names are made up.
@Suite struct TakeoutNameTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var picture: String
    var json: String?
    var others: [String] = []
    var title: String?
    var testDescription: String { "\(picture) <- \(json ?? "nothing") (\(others.joined(separator: ", ")))" }
  }

  static let emoji = "🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🐣🐥🦆🦅"

  static let rows: [Row] = [
    // The plain forms.
    Row(picture: "IMG_4711.jpg", json: "IMG_4711.jpg.json"),
    Row(picture: "IMG_4711.jpg", json: nil, others: ["IMG_4712.jpg.json"]),
    Row(picture: "IMG_4711.jpg", json: "IMG_4711.jpg.supplemental-metadata.json"),
    Row(
      picture: "IMG_4711.jpg",
      json: "IMG_4711.jpg.supplemental-metadata.json",
      others: ["IMG_4711.jpg.json"]
    ),
    Row(picture: "IMG_4711.jpg", json: nil, others: ["IMG_4711.jpg.supper.json", "IMG_4711.jpg.xml"]),
    Row(picture: "IMG_1.jpg", json: "IMG_1.jpg.json", others: ["IMG_10.jpg.json", "IMG_1.png.json"]),
    Row(picture: "PXL_20240101_010203456.MP~3.jpg", json: "PXL_20240101_010203456.MP~3.jpg.json"),
    // The end cut anywhere.
    Row(picture: "PXL_20240817_202602411.jpg", json: "PXL_20240817_202602411.jpg.supplemental-metada.json"),
    Row(
      picture: "Screenshot_20240817-202602_Chat.png",
      json: "Screenshot_20240817-202602_Chat.png.supplemen.json"
    ),
    Row(
      picture: "signal-2024-08-17-20-26-02-411-1.jpg",
      json: "signal-2024-08-17-20-26-02-411-1.jpg.supplemen.json"
    ),
    Row(
      picture: "a-name-of-forty-four-characters-0123456.jpeg",
      json: "a-name-of-forty-four-characters-0123456.jpeg.s.json"
    ),
    Row(
      picture: "a-name-of-forty-five-characters-01234567.jpeg",
      json: "a-name-of-forty-five-characters-01234567.jpeg..json"
    ),
    Row(picture: "IMG_4711.jpg", json: "IMG_4711.jpg.suppl.json"),
    Row(picture: "IMG_4711.jpg", json: "IMG_4711.jpg.supplemental-me.json"),
    // The name itself cut to 46.
    Row(
      picture: "a-name-of-forty-seven-characters-0123456789.jpg",
      json: "a-name-of-forty-seven-characters-0123456789.jp.json"
    ),
    Row(
      picture: "PXL_20240101_010203456.NIGHT-SIGHT-02.ORIGINAL2.jpg",
      json: "PXL_20240101_010203456.NIGHT-SIGHT-02.ORIGINAL.json"
    ),
    Row(
      picture: "0a1b2c3d-1111-2222-3333-444455556666_original_x.jpg",
      json: "0a1b2c3d-1111-2222-3333-444455556666_original_.json"
    ),
    Row(
      picture: "12345_678901234567_890123456_7890123_45678_n.jpg",
      json: "12345_678901234567_890123456_7890123_45678_n.j.json"
    ),
    Row(picture: "\(emoji)🦉🦇.jpg", json: "\(emoji).json"),
    // A pair of UTF-16 units is not halved.
    Row(picture: "x\(emoji)🦉.jpg", json: "x\(emoji.dropLast()).json"),
    // Repeated names.
    Row(
      picture: "IMG_4711(1).jpg",
      json: "IMG_4711.jpg(1).json",
      others: ["IMG_4711.jpg.json", "IMG_4711.jpg(2).json"]
    ),
    Row(picture: "IMG_4711(2).jpg", json: nil, others: ["IMG_4711.jpg.json", "IMG_4711.jpg(1).json"]),
    Row(picture: "IMG_4711.jpg", json: nil, others: ["IMG_4711.jpg(1).json"]),
    Row(
      picture: "IMG_4711(1).jpg",
      json: "IMG_4711.jpg.supplemental-metadata(1).json",
      others: ["IMG_4711.jpg.supplemental-metadata.json"]
    ),
    Row(picture: "IMG_4711(12).HEIC", json: "IMG_4711.HEIC.supplement(12).json"),
    Row(picture: "photo(18).jpg", json: "photo(18).jpg.supple(18).json"),
    Row(picture: "holiday(2).jpg", json: "holiday(2).jpg.json", title: "holiday(2).jpg"),
    Row(
      picture: "A_long_walk_along_the_northern_shore_of_lakes_(494).jpg",
      json: "A_long_walk_along_the_northern_shore_of_lakes_(494).json"
    ),
    Row(
      picture: "A_long_walk_along_the_northern_shore_of_the_la_o(494).jpg",
      json: "A_long_walk_along_the_northern_shore_of_the_la(494).json",
      others: ["A_long_walk_along_the_northern_shore_of_the_la(185).json"]
    ),
    Row(
      picture: "A_long_walk_along_the_northern_shore_of_the_la_o(185).jpg",
      json: nil,
      others: ["A_long_walk_along_the_northern_shore_of_the_la(494).json"],
      title: "A_long_walk_along_the_northern_shore_of_the_la_of_it.jpg"
    ),
    Row(
      picture: "12345_678901234567_890123456_7890123_45678_n(1).jpg",
      json: "12345_678901234567_890123456_7890123_45678_n.j(1).json"
    ),
    Row(
      picture: "0a1b2c3d-1111-2222-3333-444455556666_original_x(1).jpg",
      json: "0a1b2c3d-1111-2222-3333-444455556666_original_.json",
      title: "0a1b2c3d-1111-2222-3333-444455556666_original_x.jpg"
    ),
    Row(picture: "2013-12-23(1).jpg", json: "2013-12-23.supplemental-metadata(1).json", title: "2013-12-23"),
    // Without the ending: the title decides.
    Row(picture: "Peach Pie.jpg", json: "Peach Pie.supplemental-metadata.json", title: "Peach Pie.jpg"),
    Row(
      picture: "Peach Pie.jpg",
      json: nil,
      others: ["Peach Pie.supplemental-metadata.json"],
      title: "Peach Pie.png"
    ),
    Row(picture: "7734089303984509579.jpg", json: "7734089303984509579.json", title: "7734089303984509579"),
    Row(picture: "config.jpg", json: nil, others: ["config.json"], title: "Album"),
    // Upper and lower case of the ending; composed and decomposed letters.
    Row(picture: "DSC_0100.JPG", json: "DSC_0100.jpg.json"),
    Row(picture: "DSC_0100.JPG", json: nil, others: ["DSC_0100.jpg.json", "DSC_0100.jpg"]),
    Row(picture: "Ca\u{303}o.jpg", json: "C\u{E3}o.jpg.json"),
    // The video of a Live Photo or Motion Photo.
    Row(picture: "IMG_4711.MP4", json: "IMG_4711.HEIC.json", others: ["IMG_4711.HEIC"]),
    Row(picture: "IMG_4711.MOV", json: "IMG_4711.HEIC.supplemental-metad.json", others: ["IMG_4711.HEIC"]),
    Row(picture: "PXL_20240101_010203456.MP", json: "PXL_20240101_010203456.MP.jpg.json"),
    Row(picture: "IMG_4711.MP4", json: "IMG_4711.MP4.json", others: ["IMG_4711.HEIC.json", "IMG_4711.HEIC"]),
    Row(picture: "IMG_4711.jpg", json: nil, others: ["IMG_4711.HEIC.json", "IMG_4711.HEIC"]),
    // Edited pictures.
    Row(picture: "IMG_4711-edited.jpg", json: "IMG_4711.jpg.json", others: ["IMG_4711.jpg"]),
    Row(picture: "IMG_4711-編輯.jpg", json: "IMG_4711.jpg.supplemental-metadata.json"),
    Row(picture: "IMG_4711-bearbeitet(1).jpg", json: "IMG_4711.jpg(1).json", others: ["IMG_4711.jpg.json"]),
    Row(
      picture: "PXL_20220405_090123740.PORTRAIT-modifie\u{301}.jpg",
      json: "PXL_20220405_090123740.PORTRAIT.jpg.json"
    ),
    Row(
      picture: "PXL_20220405_090123741.PORTRAIT-modifié.jpg",
      json: nil,
      others: ["PXL_20220405_090123740.PORTRAIT.jpg.json"]
    ),
    Row(picture: "IMG_4711-edited.jpg", json: "IMG_4711-edited.jpg.json", others: ["IMG_4711.jpg.json"]),
    Row(
      picture: "a-name-of-forty-one-characters-0123456789-edite.jpg",
      json: "a-name-of-forty-one-characters-0123456789.jpg..json"
    ),
    Row(picture: "beach-house.jpg", json: nil, others: ["beach.jpg.json"]),
  ]

  @Test(arguments: rows) func belongsTo(_ row: Row) throws {
    let names = [row.picture] + row.others + (row.json.map { [$0] } ?? [])
    let folder = TakeoutFolder(names: names.map { Array($0.utf8) })
    let title = row.title ?? TakeoutName(row.picture).plain
    let json = try #require(
      try TakeoutJSON(Array("{\"title\": \"\(title)\", \"photoTakenTime\": {\"timestamp\": \"1\"}}".utf8))
    )
    let found = folder.candidates(for: Array(row.picture.utf8)).first { candidate in
      !candidate.wantsTitle || json.isTitle(of: Array(row.picture.utf8))
    }
    #expect(found.map { String(decoding: $0.name, as: UTF8.self) } == row.json)
  }

  @Test func cutNamesThatAreAlikeAreToldByTheirTitles() throws {
    let start = "A_long_walk_along_the_northern_shore_of_the_la"
    let names = ["\(start)_.jpg", "\(start)-.jpg", "\(start).json", "\(start)(1).json"]
    let folder = TakeoutFolder(names: names.map { Array($0.utf8) })
    let second = folder.candidates(for: Array("\(start)-.jpg".utf8)).map {
      String(decoding: $0.name, as: UTF8.self)
    }
    #expect(second == ["\(start).json", "\(start)(1).json"])
    let json = try #require(
      try TakeoutJSON(
        Array("{\"title\": \"\(start)-2.jpg\", \"photoTakenTime\": {\"timestamp\": \"1\"}}".utf8)
      )
    )
    #expect(json.isTitle(of: Array("\(start)-.jpg".utf8)))
    #expect(!json.isTitle(of: Array("\(start)_.jpg".utf8)))
  }

  @Test func albumFilesAreToldFromPictures() {
    let names = ["a.jpg", "a.json", "Metadaten.json", "b.jpg.json", "b.jpg", "zoo.json", "c.mp4.supp.json"]
    let folder = TakeoutFolder(names: names.map { Array($0.utf8) })
    let found = folder.albumCandidates.map { String(decoding: $0, as: UTF8.self) }
    #expect(found == ["Metadaten.json", "zoo.json"])
  }

  @Test func namesThatAreNoTextBelongToNothing() {
    let folder = TakeoutFolder(names: [
      [0xFF, 0x2E, 0x6A], Array("x.jpg.json".utf8), [0xFF] + Array(".json".utf8),
    ])
    #expect(folder.candidates(for: [0xFF, 0x2E, 0x6A]).isEmpty)
  }
}
