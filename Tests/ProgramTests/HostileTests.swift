import Foundation
import Glibc
import TestSupport
import Testing

/// Input made to hurt. A file that asks for too much costs one line and no memory worth mentioning; things that are no
/// files are not opened; a run goes on.
@Suite(.serialized) struct HostileTests {
  /// What a run may hold more than one over a picture of 8 x 8, KiB. AddressSanitizer holds back what was freed, 256 MB
  /// of it, and puts a shadow beside it.
  private static let room = (getenv("ASAN_OPTIONS") == nil ? 100 : 500) << 10

  private struct Run {
    var outcome: Program.Outcome
    /// The largest resident set of the program and of the workers that it waited for, KiB: what wait4(2) tells GNU time
    /// (%M). Time itself is small, so that nothing of this process counts.
    var peak: Int
  }

  private func convert(_ arguments: [String], in samples: Samples) throws -> Run {
    let report = samples.folder.appendingPathComponent("peak")
    let outcome = try Program.tool(
      "time",
      ["-q", "-f", "%M", "-o", report.path, Program.executable.path, "convert", "-j", "1"] + arguments,
      in: samples.folder,
      environment: ["SHIYING_LIBRARY": samples.folder.appendingPathComponent("library").path]
    )
    let text = try String(contentsOf: report, encoding: .utf8)
    return Run(outcome: outcome, peak: try #require(Int(text.filter(\.isNumber))))
  }

  /// The peak of a run over a small good picture.
  private func start(in samples: Samples) throws -> Int {
    try Data(try Bombs.plain()).write(to: samples.folder.appendingPathComponent("small.png"))
    let run = try convert(["--to", "jpeg", "small.png"], in: samples)
    #expect(run.outcome.exitCode == 0, "\(run.outcome.errors)")
    return run.peak
  }

  @Test func whatAsksForTooMuchFailsAlone() throws {
    let samples = try Samples()
    defer { samples.remove() }
    let start = try start(in: samples)
    for bomb in try Bombs.failing() {
      try Data(bomb.bytes).write(to: samples.folder.appendingPathComponent(bomb.name))
      // What has the format already is not even opened.
      let format = bomb.name.hasSuffix(".png") ? "jpeg" : "png"
      let run = try convert(["--to", format, bomb.name], in: samples)
      #expect(run.outcome.exitCode == 1, "\(bomb.name): \(run.outcome.errors)")
      let lines = run.outcome.errors.split(separator: "\n").filter { $0.contains(bomb.name) }
      #expect(lines.count == 1, "\(bomb.name): \(run.outcome.errors)")
      for word in ["crash", "time", "memory of", "internal"] {
        #expect(!run.outcome.errors.contains(word), "\(bomb.name): \(run.outcome.errors)")
      }
      #expect(run.peak - start < Self.room, "\(bomb.name): \(run.peak) KiB, \(start) at the start")
    }
    #expect(try samples.delivered() == ["拾映轉換/small.jpg"])
  }

  @Test func whatIsHostileInMetadataCostsOnlyTheMetadata() throws {
    let samples = try Samples()
    defer { samples.remove() }
    let start = try start(in: samples)
    for bomb in try Bombs.survivable() {
      try Data(bomb.bytes).write(to: samples.folder.appendingPathComponent(bomb.name))
      let run = try convert(["--to", "jpeg", bomb.name], in: samples)
      #expect(run.outcome.exitCode == 0, "\(bomb.name): \(run.outcome.errors)")
      #expect(run.outcome.errors.contains(bomb.name), "\(bomb.name) without a word: \(run.outcome.errors)")
      #expect(run.peak - start < Self.room, "\(bomb.name): \(run.peak) KiB, \(start) at the start")
    }
  }

  @Test func oneBadFileDoesNotStopTheOthers() throws {
    let samples = try Samples()
    defer { samples.remove() }
    for bomb in try Bombs.failing().prefix(4) {
      try Data(bomb.bytes).write(to: samples.folder.appendingPathComponent(bomb.name))
    }
    try samples.add("sticker.png", as: "good.png")
    let run = try convert(["--to", "jpeg", "."], in: samples)
    #expect(run.outcome.exitCode == 1)
    #expect(try samples.delivered() == ["拾映轉換/good.jpg"])
  }

  /// Names that promise photos and are none.
  @Test func whatIsNoFileIsCountedInAFolderAndFailsWhereItIsNamed() throws {
    let samples = try Samples()
    defer { samples.remove() }
    try samples.add("sticker.png", as: "in/good.png")
    let folder = samples.folder.appendingPathComponent("in").path
    #expect(mkdir("\(folder)/folder.jpg", 0o700) == 0)
    #expect(mkfifo("\(folder)/pipe.jpg", 0o600) == 0)
    #expect(symlink("/dev/zero", "\(folder)/device.jpg") == 0)
    #expect(symlink(".", "\(folder)/loop.jpg") == 0)
    #expect(socket(at: "\(folder)/socket.jpg"))
    let program = samples.program
    let whole = try program.run(["convert", "--to", "jpeg", "--json", "in"])
    #expect(whole.exitCode == 0, "\(whole.errors)")
    #expect(try whole.records().last?["ignored"] as? Int == 3)
    let summary = try program.run(["convert", "--to", "jpeg", "in"])
    for words in ["3 skipped (", "1 pipe", "1 device", "1 socket"] {
      #expect(summary.errors.contains(words), "\(summary.errors)")
    }
    #expect(try program.run(["register", "in"]).exitCode == 0)
    for name in ["pipe", "device", "socket"] {
      let named = try program.run(["convert", "--to", "jpeg", "in/\(name).jpg"])
      #expect(named.exitCode == 1)
      #expect(named.errors.contains("in/\(name).jpg: "), "\(named.errors)")
    }
  }

  private func socket(at path: String) -> Bool {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      buffer.copyBytes(from: path.utf8.prefix(room - 1))
    }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
    }
  }
}
