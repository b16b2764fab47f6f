import Foundation
import TestSupport
import Testing

/// What the program does on a terminal; script(1) makes one.
@Suite struct TerminalTests {
  private static let forged = "a.jpg\nshiying: 100 copies made"

  /// Runs lines of bash on a terminal; $shiying is the program.
  private func terminal(_ lines: String, in samples: Samples) throws -> String {
    let text = "shiying='\(Program.executable.path)'\n\(lines)\n"
    try Data(text.utf8).write(to: samples.folder.appendingPathComponent("run.sh"))
    // Standard input stays open: its end would be the end of what is typed.
    let shell = "mkfifo held; exec 3<>held; script -qefc 'bash run.sh' typescript <&3; rm held"
    let outcome = try Program.tool("bash", ["-c", shell], in: samples.folder)
    return String(decoding: outcome.output, as: UTF8.self)
  }

  @Test func aNameForgesNoMessage() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try Data("text".utf8).write(to: samples.folder.appendingPathComponent(Self.forged))
    let name = "$'a.jpg\\nshiying: 100 copies made'"
    for command in [
      "convert --to png \(name)", "convert --to png -o x.png \(name)", "register \(name)", "info \(name)",
      "set --favourite \(name)", "\(name)", "convert --to \(name) x", "convert --to jpeg -o \(name).png x",
    ] {
      let shown = try terminal("$shiying \(command)", in: samples)
      #expect(shown.contains(#"a.jpg\nshiying: 100 copies made"#), "\(command): \(shown)")
      #expect(
        !shown.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("shiying: 100") },
        "\(command): \(shown)"
      )
    }
    // The words of the program itself keep their lines.
    #expect(try terminal("$shiying convert", in: samples).split(whereSeparator: \.isNewline).count == 2)
  }

  @Test func pathsAreShownEscapedOnATerminalAlone() throws {
    let samples = try Samples()
    defer { samples.remove() }
    let name = "e\u{1B}]0;x\u{7}\n\u{202E}b.jpg"
    try samples.add("portrait.jpg", as: name)
    let program = samples.program
    #expect(try program.run(["register", name]).exitCode == 0)
    for command in ["list", "list -0", "check", "convert --to jpeg --quality 50 --print all e*", "info e*"] {
      let shown = try terminal("$shiying \(command) 2>/dev/null", in: samples)
      #expect(!shown.contains("\u{1B}") && !shown.contains("\u{202E}"), "\(command)")
      if command != "check" { #expect(shown.contains(#"e\x1b]0;x\x07\n\u{202e}b"#), "\(command): \(shown)") }
    }
    let json = try terminal("$shiying list --json", in: samples)
    #expect(json.contains(#"\u202e"#) && !json.contains("\u{202E}"))
    #expect(String(decoding: try program.run(["list"]).output, as: UTF8.self).contains("/\(name)\n"))
  }

  @Test func theFirstSignalEndsTheQuestion() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("sunset-ultra-hdr.jpg")
    let shown = try terminal(
      """
      $shiying convert --to png sunset-ultra-hdr.jpg </dev/tty & pid=$!
      for i in {1..300}; do grep -q Answer typescript && break; sleep 0.1; done
      kill -TERM $pid
      for i in {1..50}; do kill -0 $pid 2>/dev/null || break; sleep 0.1; done
      kill -KILL $pid 2>/dev/null
      wait $pid
      echo "code $?"
      """,
      in: samples
    )
    #expect(shown.contains("sunset-ultra-hdr.jpg is HDR"))
    #expect(shown.contains("code 143"), "\(shown)")
    #expect(shown.contains("interrupted"))
    #expect(try samples.delivered().isEmpty)
  }

  @Test func aCollageShowsHowFarItIsOnATerminalAlone() throws {
    let samples = try Samples()
    defer { samples.remove() }
    for name in ["live.heic", "live.mov", "harbour.jpg"] { try samples.add(name) }
    let make = "TERM=xterm $shiying collage --canvas 240x320 harbour.jpg live.heic"
    let shown = try terminal(make, in: samples)
    for words in ["reading 0/2", "drawing 0 %", "drawing the video: 0.0 of", "checking"] {
      #expect(shown.contains(words), "\(words): \(shown)")
    }
    // It is gone before something is said.
    for part in shown.components(separatedBy: "shiying: ").dropLast() {
      #expect(part.unicodeScalars.last == "\n" || part.hasSuffix("\r\u{1B}[K"), "\(shown)")
    }
    for quiet in ["--gap 1 --quiet", "--gap 2 --json", "--gap 3 2>&1 | cat", "--gap 4 2>errors"] {
      let nothing = try terminal("\(make) \(quiet)", in: samples)
      #expect(!nothing.contains("\u{1B}") && !nothing.contains("drawing"), "\(quiet): \(nothing)")
    }
    #expect(
      try terminal("\(make) --gap 5".replacingOccurrences(of: "xterm", with: "dumb"), in: samples).contains(
        "drawing"
      ) == false
    )
  }
}
