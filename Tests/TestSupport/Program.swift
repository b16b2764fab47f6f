public import Foundation

/// Runs the built program as a shell would: clean environment, own working folder, output kept apart.
public struct Program: Sendable {
  /// What a run left behind.
  public struct Outcome: Sendable {
    /// Exit code, or 128 + the signal that ended the program, as a shell reports it.
    public var exitCode: Int32
    /// Standard output, byte for byte.
    public var output: Data
    /// Standard error.
    public var errors: String

    /// Standard output as lines.
    public var lines: [String] {
      String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// The folder that the program runs in; its library is `library` below it.
  public let folder: URL
  /// Variables besides the few that every run has.
  public var environment: [String: String] = [:]

  /// Runs in `folder`.
  public init(in folder: URL) { self.folder = folder }

  /// The program that this test build made: it lies beside the test bundle.
  public static var executable: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("shiying")
  }

  /// Runs the program to its end.
  public func run(_ arguments: [String], input: Data = Data()) throws -> Outcome {
    try Self.run(Self.executable, arguments, in: folder, environment: environment, input: input)
  }

  /// Runs another program (exiftool, exiv2...) by its name on the path.
  public static func tool(
    _ name: String,
    _ arguments: [String],
    in folder: URL,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [name] + arguments,
      in: folder,
      environment: environment.merging(["LC_ALL": "C.UTF-8"]) { own, _ in own },
      input: Data()
    )
  }

  private static func run(
    _ executable: URL,
    _ arguments: [String],
    in folder: URL,
    environment: [String: String],
    input: Data
  ) throws -> Outcome {
    // Files instead of pipes: a full pipe nobody reads would stop the program.
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let names = ["input", "output", "errors"].map { scratch.appendingPathComponent($0) }
    try input.write(to: names[0])
    for name in names.dropFirst() { try Data().write(to: name) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var variables = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "TZ": "UTC", "LC_ALL": "C.UTF-8",
    ]
    variables["SHIYING_LIBRARY"] = folder.appendingPathComponent("library").path
    for name in ["ASAN_OPTIONS", "LSAN_OPTIONS"] {
      variables[name] = ProcessInfo.processInfo.environment[name]
    }
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    process.standardInput = try FileHandle(forReadingFrom: names[0])
    process.standardOutput = try FileHandle(forWritingTo: names[1])
    process.standardError = try FileHandle(forWritingTo: names[2])
    try process.run()
    process.waitUntilExit()
    let code =
      process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    return Outcome(
      exitCode: code,
      output: try Data(contentsOf: names[1]),
      errors: String(decoding: try Data(contentsOf: names[2]), as: UTF8.self)
    )
  }
}
