public import Foundation
internal import Glibc

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
    let status = try spawn(
      executable,
      arguments,
      in: folder,
      environment: variables(folder).merging(environment) { _, own in own },
      streams: names
    )
    return Outcome(
      exitCode: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F),
      output: try Data(contentsOf: names[1]),
      errors: String(decoding: try Data(contentsOf: names[2]), as: UTF8.self)
    )
  }

  /// What every run has; the sanitizers' options go on to the program.
  private static func variables(_ folder: URL) -> [String: String] {
    var variables = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "TZ": "UTC", "LC_ALL": "C.UTF-8",
    ]
    variables["SHIYING_LIBRARY"] = folder.appendingPathComponent("library").path
    for name in ["ASAN_OPTIONS", "LSAN_OPTIONS"] {
      variables[name] = ProcessInfo.processInfo.environment[name]
    }
    return variables
  }

  /// Starts a program with standard input, output and errors in these files, and waits for its wait status.
  /// Not by `Process`: two whole runs of these tests once stood still with a child that nobody had waited for.
  private static func spawn(
    _ executable: URL,
    _ arguments: [String],
    in folder: URL,
    environment: [String: String],
    streams: [URL]
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, file) in streams.enumerated() {
      let flags = descriptor == 0 ? O_RDONLY : O_WRONLY
      posix_spawn_file_actions_addopen(&actions, Int32(descriptor), file.path, flags, 0)
    }
    // The threads that tests run on block signals, which a program would inherit.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    // env changes the folder and becomes the program.
    let env = "/usr/bin/env"
    var argv = ([env, "-C", folder.path, executable.path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + variables { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, env, &actions, &attributes, &argv, &variables)
    if code != 0 { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ECHILD) }
    }
    return status
  }
}
