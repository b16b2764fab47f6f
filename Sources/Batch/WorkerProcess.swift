internal import CSystem
internal import Glibc
internal import Files
internal import Messages

/// One worker as the batch sees it: a process, two pipes, and the job it is on.
///
/// The descriptors are closed and the process reaped in `end()`, which `deinit` calls too.
final class WorkerProcess {
  let process: pid_t
  let output: Int32
  private let input: Int32
  private var buffer = LineBuffer()
  private var isEnded = false
  /// The job that was sent and not answered yet.
  private(set) var job: Job?
  private(set) var startedAt = 0.0
  /// What of the job is delivered already, where it makes several copies.
  private(set) var delivered: [ItemOutput] = []

  /// Starts the program's own binary as a worker and sends it the options.
  init(executable: FilePath, options: BatchOptions) throws {
    var toWorker: [Int32] = [-1, -1]
    var fromWorker: [Int32] = [-1, -1]
    guard shiying_socket_pair(&toWorker) == 0 else { throw Self.failure("pipe") }
    guard shiying_pipe(&fromWorker) == 0 else {
      toWorker.forEach { close($0) }
      throw Self.failure("pipe")
    }
    defer {
      close(toWorker[0])
      close(fromWorker[1])
    }
    do {
      process = try Self.spawn(
        executable,
        input: toWorker[0],
        output: fromWorker[1],
        isVerbose: options.isVerbose
      )
    } catch {
      close(toWorker[1])
      close(fromWorker[0])
      throw error
    }
    input = toWorker[1]
    output = fromWorker[0]
    _ = shiying_set_nonblocking(output)
    try WorkerMessage.write(WorkerMessage.line(options), to: input, isSocket: true)
  }

  deinit { end() }

  /// Own process group: Ctrl-C reaches the batch alone, which then ends its workers in order.
  private static func spawn(
    _ executable: FilePath,
    input: Int32,
    output: Int32,
    isVerbose: Bool
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    if !isVerbose { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var process: pid_t = 0
    let code = executable.withCString { path in
      "worker".withCString { argument in
        var arguments: [UnsafeMutablePointer<CChar>?] = [
          UnsafeMutablePointer(mutating: path), UnsafeMutablePointer(mutating: argument), nil,
        ]
        return posix_spawn(&process, path, &actions, &attributes, &arguments, shiying_environment())
      }
    }
    guard code == 0 else {
      throw Problem(.internalError, ["detail": "worker: \(String(cString: strerror(code)))"])
    }
    return process
  }

  private static func failure(_ call: String) -> Problem {
    Problem(.internalError, ["detail": "\(call): \(String(cString: strerror(errno)))"])
  }

  /// Sends a job to the idle worker.
  func start(_ job: Job, at time: Double) throws {
    self.job = job
    delivered = []
    startedAt = time
    try WorkerMessage.write(WorkerMessage.line(job), to: input, isSocket: true)
  }

  /// One of the job's copies is made: the next one has the whole time for itself.
  func restartClock(at time: Double) { startedAt = time }

  /// What the job has to say before it is done, and was not taken yet.
  private var notices: [Note] = []

  /// Gives it, once.
  func takeNotices() -> [Note] {
    defer { notices = [] }
    return notices
  }

  /// What a look at the pipe found.
  enum Reading {
    case nothing
    case progress
    case answer(ItemResult)
    case ended
  }

  /// Reads what is there. A line that is no answer, or an answer to another job, counts as a crash.
  func readAnswer() -> Reading {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var hasProgress = false
    while true {
      let count = read(output, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return hasProgress ? .progress : .nothing }
      if count <= 0 { return .ended }
      for line in buffer.append(chunk[..<count]) {
        guard let answer = try? WorkerMessage.value(JobAnswer.self, from: line), answer.number == job?.number
        else {
          return .ended
        }
        if let result = answer.result {
          job = nil
          return .answer(result)
        }
        if let notice = answer.notice {
          notices.append(notice)
        } else {
          delivered += answer.delivered
          hasProgress = true
        }
      }
    }
  }

  /// Ends the process if it still runs, reaps it, and says how it went: the signal, or 0.
  @discardableResult
  func end() -> Int32 {
    guard !isEnded else { return 0 }
    isEnded = true
    close(input)
    close(output)
    var status: Int32 = 0
    // An idle worker leaves by itself when its input ends; a busy one is not waited for.
    if job != nil { kill(process, SIGKILL) }
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return shiying_terminating_signal(status)
  }

  /// The signal or exit code by which a worker that closed its pipe died.
  func reap() -> Int32 {
    guard !isEnded else { return 0 }
    isEnded = true
    close(input)
    close(output)
    var status: Int32 = 0
    kill(process, SIGKILL)
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return shiying_terminating_signal(status)
  }
}
