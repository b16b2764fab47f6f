import Foundation
import TestSupport
import Testing

/// What a person trusts the program with: originals, names, and a success that is one.
@Suite struct TrustTests {
  @Test func theListOfFailuresReplacesOnlyAList() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let program = Program(in: samples.folder)
    let photo = samples.folder.appendingPathComponent("portrait.jpg")
    let before = try Data(contentsOf: photo)
    let refused = try program.run(["convert", "--to", "png", "--failed-to", "portrait.jpg", "missing.jpg"])
    #expect(refused.exitCode == 73)
    #expect(try Data(contentsOf: photo) == before)
    let list = samples.folder.appendingPathComponent("failed")
    for _ in 1...2 {
      #expect(
        try program.run(["convert", "--to", "png", "--failed-to", "failed", "missing.jpg"]).exitCode == 66
      )
      #expect(try String(contentsOf: list, encoding: .utf8) == "missing.jpg\n")
    }
    _ = try program.run(["convert", "--to", "png", "-n", "--failed-to", "dry", "missing.jpg"])
    #expect(!FileManager.default.fileExists(atPath: samples.folder.appendingPathComponent("dry").path))
  }

  @Test func anEmptyPathIsNotTheWorkingFolder() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let outcome = try Program(in: samples.folder).run(["convert", "--to", "png", ""])
    #expect(outcome.exitCode == 66)
    #expect(try samples.delivered().isEmpty)
  }

  @Test func everyRecipeOfOnePhotoGetsAName() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("sticker.png")
    let program = Program(in: samples.folder)
    for quality in [10, 20, 30, 40, 50, 60] {
      let outcome = try program.run(["convert", "--to", "jpeg", "--quality", "\(quality)", "sticker.png"])
      #expect(outcome.exitCode == 0)
    }
    let names = try samples.delivered()
    #expect(names.count == 6)
    for name in names { #expect(name.wholeMatch(of: /拾映轉換\/sticker(~[0-9a-f]{8})?\.jpg/) != nil) }
  }

  @Test func aCopyBesideItsOriginalHasItsName() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let outcome = try Program(in: samples.folder).run(["convert", "--to", "png", "--beside", "portrait.jpg"])
    #expect(outcome.lines == [samples.folder.appendingPathComponent("portrait.png").path])
  }

  @Test func aNameThatLiesIsRefused() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let outcome = try Program(in: samples.folder).run([
      "convert", "--to", "jpeg", "-o", "x.png", "portrait.jpg",
    ])
    #expect(outcome.exitCode == 64)
  }

  @Test(arguments: [("'/dev/full'", 75), ("&-", 73)])
  func dataThatIsLostIsNoSuccess(output: String, code: Int32) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    #expect(try Program(in: samples.folder).run(["register", "portrait.jpg"]).exitCode == 0)
    for command in ["list", "info portrait.jpg", "convert --to png -o - portrait.jpg", "--help"] {
      let shell = "SHIYING_LIBRARY=library '\(Program.executable.path)' \(command) >\(output)"
      let outcome = try Program.tool("bash", ["-c", shell], in: samples.folder)
      #expect(outcome.exitCode == code, "\(command): \(outcome.errors)")
    }
  }

  @Test func listsComeThroughPipes() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let shell = "'\(Program.executable.path)' convert --to png -L library --files-from <(echo portrait.jpg)"
    #expect(try Program.tool("bash", ["-c", shell], in: samples.folder).exitCode == 0)
    #expect(try samples.delivered() == ["拾映轉換/portrait.png"])
  }

  @Test func whatIsSetCanBeCarried() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let program = Program(in: samples.folder)
    #expect(try program.run(["register", "portrait.jpg"]).exitCode == 0)
    for option in [
      ["--tag", "a\tb"], ["--album", "\u{1}"], ["--place", "0,0"], ["--place", "1,2,5e6"], ["--tag", "a//b"],
    ] {
      #expect(try program.run(["set"] + option + ["portrait.jpg"]).exitCode == 64, "\(option)")
    }
    #expect(
      try program.run(["set", "--tag", " Places / Tokyo ", "--album", " Summer ", "portrait.jpg"]).exitCode
        == 0
    )
    #expect(try program.run(["convert", "--to", "png", "portrait.jpg"]).exitCode == 0)
    #expect(try program.run(["list", "--tag", "Places/Tokyo", "--album", "Summer"]).lines.count == 2)
  }

  @Test func setTakesFolders() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg", as: "trip/day 1/a.jpg")
    try samples.add("harbour.jpg", as: "trip/b.jpg")
    let program = samples.program
    #expect(try program.run(["register", "trip"]).exitCode == 0)
    #expect(try program.run(["set", "--tag", "Trip", "trip"]).exitCode == 0)
    #expect(try program.run(["set", "--favourite", "trip/day 1"]).exitCode == 0)
    #expect(try program.run(["list", "--tag", "Trip"]).lines.count == 2)
    #expect(
      try program.run(["list", "--favourite"]).lines.map { $0.suffix(14) } == ["trip/day 1/a.jpg".suffix(14)]
    )
    let outcome = try program.run(["set", "--favourite", "library"])
    #expect(outcome.exitCode == 1 && outcome.errors.contains("shiying register"))
  }

  @Test(arguments: ["list", "check", "set --favourite x.jpg"])
  func aLibraryThatIsNotThereIsCalledSo(command: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    let outcome = try samples.program.run(command.split(separator: " ").map(String.init))
    #expect(outcome.exitCode == 66)
    #expect(outcome.errors.contains("no library here yet"))
  }

  @Test func aConfigurationThatCanNotBeUsedIsNotPassedOver() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let configuration = samples.folder.appendingPathComponent("config/shiying")
    try FileManager.default.createDirectory(at: configuration, withIntermediateDirectories: true)
    var program = samples.program
    program.environment["XDG_CONFIG_HOME"] = samples.folder.appendingPathComponent("config").path
    program.environment["SHIYING_LIBRARY"] = ""
    program.environment["HOME"] = samples.folder.path
    for (text, code) in [("library = pictures\n", 64), ("library\n", 64), ("library = ~/mine\n", 0)] {
      try Data(text.utf8).write(to: configuration.appendingPathComponent("config"))
      let outcome = try program.run(["convert", "--to", "png", "portrait.jpg"])
      #expect(outcome.exitCode == Int32(code), "\(text)")
    }
    #expect(
      FileManager.default.fileExists(atPath: samples.folder.appendingPathComponent("mine/.shiying").path)
    )
  }

  @Test func albumsAreNamedWhenALibraryIsMade() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    try samples.add("harbour.jpg")
    let configuration = samples.folder.appendingPathComponent("config/shiying")
    try FileManager.default.createDirectory(at: configuration, withIntermediateDirectories: true)
    var program = samples.program
    program.environment["XDG_CONFIG_HOME"] = samples.folder.appendingPathComponent("config").path
    func write(_ text: String) throws {
      try Data(text.utf8).write(to: configuration.appendingPathComponent("config"))
    }
    try write("conversions-album = a/b\n")
    #expect(try program.run(["convert", "--to", "png", "portrait.jpg"]).exitCode == 64)
    try write("conversions-album = Copies\ncreations-album = \"My collages\"\n")
    #expect(try program.run(["convert", "--to", "png", "portrait.jpg"]).exitCode == 0)
    // A library that is there keeps its names.
    try write("conversions-album = Other\n")
    #expect(try program.run(["convert", "--to", "png", "harbour.jpg"]).exitCode == 0)
    #expect(try samples.delivered() == ["Copies/portrait.png", "Copies/harbour.png"])
    #expect(try program.run(["list", "--album", "Copies"]).lines.count == 2)
  }

  @Test func theLibrarysOwnFolderIsNoDestination() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    try samples.add("harbour.jpg")
    #expect(try samples.program.run(["convert", "--to", "png", "harbour.jpg"]).exitCode == 0)
    let outcome = try samples.program.run([
      "convert", "--to", "png", "portrait.jpg", "--into", "library/.shiying/x",
    ])
    #expect(outcome.exitCode == 73 && outcome.errors.contains("keeps for itself"))
  }

  @Test func qualityMeansNothingToALosslessFormat() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    #expect(try samples.program.run(["convert", "--to", "png", "-o", "p.png", "portrait.jpg"]).exitCode == 0)
    let outcome = try samples.program.run(["convert", "--to", "png", "--quality", "50", "--json", "p.png"])
    #expect(outcome.lines.first?.contains(#""status":"unchanged""#) == true)
  }

  @Test func nullSeparatesTheListOrTheOutput() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    try samples.add("harbour.jpg", as: "a\nb.jpg")
    let list = Data("portrait.jpg\0a\nb.jpg\0".utf8)
    let convert = ["convert", "--to", "png"]
    func output(_ options: [String], _ input: Data = Data()) throws -> String {
      String(decoding: try samples.program.run(convert + options, input: input).output, as: UTF8.self)
    }
    let lines = try output(["--files-from", "-", "-0"], list)
    #expect(lines.hasSuffix(".png\n") && !lines.contains("\0"))
    let paths = try output(["--files-from", "-", "-0", "--print0"], list).split(separator: "\0")
    #expect(
      Set(paths.map { $0.suffix(7) }) == ["ait.png", "a\nb.png"].reduce(into: []) { $0.insert($1.suffix(7)) }
    )
    #expect(try output(["-0", "portrait.jpg"]).hasSuffix(".png\0"))
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func aSignalLeavesNothingBesideTheOutput(number: Int32) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("lake.heic")
    let out = samples.folder.appendingPathComponent("out")
    try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
    // Ends as soon as something is staged; a run that was faster has delivered, and left nothing else.
    let name = number == SIGTERM ? "TERM" : "INT"
    let shell = """
      '\(Program.executable.path)' convert --to png -L none -o out/x.png lake.heic & pid=$!
      while kill -0 $pid 2>/dev/null; do
        if ls -A out | grep -q '^.shiying-'; then kill -\(name) $pid; break; fi
      done
      wait $pid
      """
    _ = try Program.tool("bash", ["-c", shell], in: samples.folder)
    let left = try FileManager.default.contentsOfDirectory(atPath: out.path).filter { $0 != "x.png" }
    #expect(left.isEmpty)
  }
}
