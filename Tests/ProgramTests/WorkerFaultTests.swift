import Foundation
import TestSupport
import Testing

/// A worker that crashes, hangs or eats memory costs its one file. The hook is `TestFault`'s, in debug builds only.
@Suite struct WorkerFaultTests {
  @Test(arguments: [
    ("crash", ["--time-limit", "60"], "worker.crashed"), ("hang", ["--time-limit", "2"], "worker.timed-out"),
    ("memory", ["--memory-limit", "512M"], "worker.out-of-memory"),
  ])
  func costsOneFile(fault: String, options: [String], code: String) throws {
    let samples = try Samples()
    defer { samples.remove() }
    var program = Program(in: samples.folder)
    // Backtraces, and AddressSanitizer's where the program is built with it, take longer than a worker may.
    program.environment = [
      "SHIYING_TEST_FAULT": "\(fault):bad.png", "SWIFT_BACKTRACE": "enable=no",
      "ASAN_OPTIONS": "detect_leaks=0:symbolize=0:handle_segv=0:handle_sigill=0:handle_abort=0",
    ]
    for name in ["a.png", "bad.png", "c.png"] { try samples.add("sticker.png", as: name) }
    let outcome = try program.run(
      ["convert", "--to", "jpeg", "--json", "-j", "2"] + options + ["a.png", "bad.png", "c.png"]
    )
    #expect(outcome.exitCode == 1)
    let records = try outcome.records()
    let failed = records.filter { $0["status"] as? String == "failed" }
    #expect(failed.count == 1)
    let error = try #require(failed.first?["error"] as? [String: Any])
    #expect(error["code"] as? String == code)
    #expect((failed.first?["source"] as? [String: Any])?["path"] as? String == "bad.png")
    // The other two have the same content, so one is the copy of both.
    #expect(records.filter { ["delivered", "unchanged"].contains($0["status"] as? String) }.count == 2)
    #expect(outcome.errors.contains("bad.png"))
  }
}
