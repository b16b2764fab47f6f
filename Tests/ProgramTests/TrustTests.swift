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

  @Test(arguments: ["'/dev/full'", "&-"])
  func dataThatIsLostIsNoSuccess(output: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    #expect(try Program(in: samples.folder).run(["register", "portrait.jpg"]).exitCode == 0)
    for command in ["list", "info portrait.jpg", "convert --to png -o - portrait.jpg", "--help"] {
      let shell = "SHIYING_LIBRARY=library '\(Program.executable.path)' \(command) >\(output)"
      let outcome = try Program.tool("bash", ["-c", shell], in: samples.folder)
      #expect(outcome.exitCode == 75, "\(command): \(outcome.errors)")
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
