import Foundation
import TestSupport
import Testing

/// Answers to what goes wrong: the right exit code, and a message that points the right way.
@Suite struct AnswerTests {
  @Test(arguments: [
    "register nope", "info nope", "set --favourite nope", "convert --to png nope", "set --favourite ''",
    "info nope nada",
  ])
  func inputsOfWhichNoneExistsAreCalledSo(command: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    #expect(try samples.program.run(["register", "portrait.jpg"]).exitCode == 0)
    let words = command.split(separator: " ").map { $0 == "''" ? "" : String($0) }
    let outcome = try samples.program.run(words)
    #expect(outcome.exitCode == 66)
    #expect(outcome.errors.contains("no such file") && !outcome.errors.contains("add it with"))
    #expect(try samples.program.run(words + ["portrait.jpg"]).exitCode == 1)
  }

  @Test func anEmptyNameIsSeen() throws {
    let samples = try Samples()
    defer { samples.remove() }
    #expect(try samples.program.run(["convert", "--to", "png", ""]).errors.contains("'': there is no"))
  }

  /// Command lines, their exit codes, and what the message names.
  @Test(arguments: [
    ("-o x.png --memory-limit 1G portrait.jpg", 64, "--memory-limit"),
    ("-o x.png --time-limit 9 portrait.jpg", 64, "--time-limit"),
    ("-o none/x.png portrait.jpg", 73, "no folder none"), ("-o . portrait.jpg", 73, "is a folder"),
    ("-o none/ portrait.jpg", 73, "no folder none"),
    ("-o portrait.jpg --to jpeg portrait.jpg", 73, "the original itself"),
    ("-o link.jpg --to jpeg portrait.jpg", 73, "the original itself"),
    ("-o other.png portrait.jpg", 73, "never replaced"),
    ("--memory-limit 1M portrait.jpg", 64, "at least 64M"),
    ("--name {foo} portrait.jpg", 64, "{foo} is no field"),
    ("--name ../{stem} portrait.jpg", 64, "can't have a /"),
    ("--name {stem}/x portrait.jpg", 64, "can't have a /"), ("--name {stem portrait.jpg", 64, "not closed"),
    ("--qual 30 portrait.jpg", 64, "did you mean --quality?"),
    ("--failed-to none/list -n portrait.jpg", 73, "no folder none"),
    ("--failed-to portrait.jpg -n portrait.jpg", 73, "no list of paths"),
    ("--to PNG portrait.jpg", 0, "1 copy made"),
    ("--to Jpg portrait.jpg", 0, ", 1 already JPEG, not copied"),
  ])
  func everyMistakeHasItsReason(options: String, code: Int32, reason: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    try Data("mine".utf8).write(to: samples.folder.appendingPathComponent("other.png"))
    try FileManager.default.createSymbolicLink(
      atPath: samples.folder.appendingPathComponent("link.jpg").path,
      withDestinationPath: "portrait.jpg"
    )
    let words = options.split(separator: " ").map(String.init)
    let outcome = try samples.program.run(
      ["convert"] + (words.contains("--to") ? [] : ["--to", "png"]) + words
    )
    #expect(outcome.exitCode == code, "\(outcome.errors)")
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    let left = try FileManager.default.contentsOfDirectory(atPath: samples.folder.path)
    #expect(!left.contains("none") && !left.contains("x.png"))
  }

  @Test func closedOutputIsNoFullDisk() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    for options in ["portrait.jpg", "-o - portrait.jpg"] {
      let shell = "'\(Program.executable.path)' convert --to png \(options) >&-"
      let outcome = try Program.tool("bash", ["-c", shell], in: samples.folder)
      #expect(outcome.exitCode == 73)
      #expect(outcome.errors.contains("standard output is closed") && !outcome.errors.contains("full"))
    }
  }

  @Test func aHomeThatIsNotThereMakesNoLibraryAtTheRoot() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    func run(_ variables: [String], _ options: [String]) throws -> Program.Outcome {
      let command =
        ["-u", "HOME", "-u", "SHIYING_LIBRARY"] + variables + [Program.executable.path, "convert"]
      return try Program.tool("env", command + options + ["--to", "png", "portrait.jpg"], in: samples.folder)
    }
    let unset = try run([], ["-n"])
    #expect(unset.exitCode == 0 && unset.lines.first?.hasPrefix("/Pictures") == false)
    let relative = try run(["HOME=home"], ["-n"])
    #expect(relative.exitCode == 64)
    for name in ["HOME", "-L", "SHIYING_LIBRARY"] { #expect(relative.errors.contains(name)) }
    #expect(try run(["HOME=home"], ["-o", "x.png"]).exitCode == 0)
    #expect(try run(["HOME=home"], ["-n", "-L", "mine"]).exitCode == 0)
  }

  @Test func damageHasOneAdvice() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let program = samples.program
    #expect(try program.run(["register", "portrait.jpg"]).exitCode == 0)
    #expect(try program.run(["convert", "--to", "png", "portrait.jpg"]).exitCode == 0)
    for name in ["portrait.jpg", "library/拾映轉換/portrait.png"] {
      let file = samples.folder.appendingPathComponent(name)
      try Data(try Data(contentsOf: file).prefix(600)).write(to: file)
    }
    let lines = try program.run(["check", "--deep"]).errors.split(separator: "\n")
    let copy = try #require(lines.first { $0.contains("portrait.png") })
    #expect(copy.contains("convert again") && !copy.contains("came from"))
    let original = try #require(lines.first { $0.contains("portrait.jpg") })
    #expect(original.contains("came from") && !original.contains("convert again"))
  }

  @Test func namesThatAListCanNotHoldAreSaid() throws {
    let samples = try Samples()
    defer { samples.remove() }
    let convert = ["convert", "--to", "png", "--failed-to", "failed"]
    let warned = try samples.program.run(convert + ["a\nb.jpg", "c.jpg"])
    #expect(warned.errors.contains("1 name has a line feed") && warned.errors.contains("-0"))
    let null = try samples.program.run(convert + ["-0", "a\nb.jpg", "c.jpg"])
    #expect(!null.errors.contains("line feed"))
    let list = try Data(contentsOf: samples.folder.appendingPathComponent("failed"))
    #expect(list == Data("a\nb.jpg\0c.jpg\0".utf8))
  }

  @Test(arguments: [["-j", "2"], ["--verify"], ["--print", "all"]])
  func whatHasNoEffectOnOneFileIsRefused(option: [String]) throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let outcome = try samples.program.run(
      ["convert", "--to", "png", "-o", "x.png"] + option + ["portrait.jpg"]
    )
    #expect(outcome.exitCode == 64 && outcome.errors.contains("--output and"), "\(outcome.errors)")
  }

  @Test func whatIsNoVideoIsNotCalledAPhoto() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add(Array("some text".utf8), as: "text.mp4")
    for options in [["-o", "x.heic"], []] {
      let outcome = try samples.program.run(["convert", "--to", "live"] + options + ["text.mp4"])
      #expect(
        outcome.exitCode == 1 && outcome.errors.contains("is not a photo or video"),
        "\(outcome.errors)"
      )
    }
  }

  @Test func registerCountsWhatItPassesOver() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg", as: "in/a.jpg")
    try samples.add(Array("some text".utf8), as: "in/b.txt")
    let outcome = try samples.program.run(["register", "in"])
    #expect(outcome.errors.contains("1 registered, 1 skipped (1 of another kind)"), "\(outcome.errors)")
  }

  @Test func theLastLineSaysWhy() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("sticker.png", as: "in/a.png")
    try samples.add("portrait.jpg", as: "in/b.jpg")
    try samples.add("portrait.jpg", as: "in/c.jpg")
    try Data("text".utf8).write(to: samples.folder.appendingPathComponent("in/d.txt"))
    try Data([0x1A, 0x45, 0xDF, 0xA3] + [UInt8](repeating: 0, count: 64)).write(
      to: samples.folder.appendingPathComponent("in/e.mkv")
    )
    let convert = ["convert", "--to", "png", "-j", "1", "in"]
    let first = try samples.program.run(convert)
    #expect(
      first.errors.contains("1 already PNG, not copied, 1 unchanged (1 has the same content as another)"),
      "\(first.errors)"
    )
    #expect(first.errors.contains("2 skipped (1 Matroska, 1 of another kind)"), "\(first.errors)")
    let again = try #require(try samples.program.run(convert + ["--json"]).records().last)
    #expect(again["unchanged"] as? Int == 3)
    #expect(again["already_in_format"] as? Int == 1)
    #expect(again["same_content"] as? Int == 1)
    #expect(again["ignored_kinds"] as? [String: Int] == ["Matroska": 1])
  }

  @Test func `info names colours that code points alone tell`() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("lantern-pq.heic")
    let told = try samples.program.run(["info", "lantern-pq.heic"])
    #expect(told.lines.contains { $0.hasPrefix("Colour ") && $0.hasSuffix("BT.2020, PQ") }, "\(told.lines)")
  }

  @Test func placesAreShownAsPreciselyAsTheyAre() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("portrait.jpg")
    let program = samples.program
    #expect(try program.run(["register", "portrait.jpg"]).exitCode == 0)
    let place = "-33.85678901234567,151.20000000000002,12.3456789"
    #expect(try program.run(["set", "--place", place, "portrait.jpg"]).exitCode == 0)
    let text = String(decoding: try program.run(["info", "portrait.jpg"]).output, as: UTF8.self)
    #expect(text.contains(" -33.856789, 151.2, 12.3 m\n"))
    let json = String(decoding: try program.run(["info", "--json", "portrait.jpg"]).output, as: UTF8.self)
    #expect(json.contains("-33.85678901234567"))
  }
}
