internal import ConversionSink
internal import CSystem
internal import Glibc
internal import Files
internal import FoundationEssentials
internal import Library
internal import Messages

/// The other side of the pipes: the hidden command `worker`. One job at a time; everything in it is synchronous.
public enum Worker {
  /// Serves jobs from standard input until it ends. Returns the exit code.
  public static func serve() -> Int32 {
    _ = shiying_die_with_parent()
    if getppid() == 1 { return 0 }
    signal(SIGPIPE, SIG_DFL)
    shiying_keep_memory()
    var buffer = LineBuffer()
    var runner: JobRunner?
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 {
        try? runner?.library?.catalogue.flush()
        return 0
      }
      for line in buffer.append(chunk[..<count]) {
        do {
          if let runner {
            let job = try WorkerMessage.value(Job.self, from: line)
            let result = runner.run(job) { delivered in
              // Where nobody reads, the answer shows it.
              let progress = JobAnswer(number: job.number, delivered: delivered)
              try? WorkerMessage.write(WorkerMessage.line(progress), to: STDOUT_FILENO)
            }
            let answer = JobAnswer(number: job.number, result: result)
            try WorkerMessage.write(WorkerMessage.line(answer), to: STDOUT_FILENO)
          } else {
            runner = try makeRunner(WorkerMessage.value(BatchOptions.self, from: line))
          }
        } catch {
          return 70
        }
      }
    }
  }

  private static func makeRunner(_ options: BatchOptions) throws -> JobRunner {
    limitAddressSpace(to: options.memoryLimitInBytes)
    // A dry run makes no library; it looks into one that is there.
    let library =
      options.isDryRun
      ? try? Library.open(at: options.library, create: false)
      : try Library.open(at: options.library, create: true)
    var runner = JobRunner(options: options, library: library, sink: try ConversionSink(library: library))
    runner.say = { job, note in
      let notice = JobAnswer(number: job.number, notice: note)
      try? WorkerMessage.write(WorkerMessage.line(notice), to: STDOUT_FILENO)
    }
    return runner
  }

  /// A backstop behind the batch's own watch on resident memory: stacks, mapped files and reserved arenas count here
  /// too, hence the margin. Where more than that is reserved from the start (AddressSanitizer takes terabytes) a limit
  /// would only forbid every further step.
  private static func limitAddressSpace(to bytes: Int) {
    let (sum, overflow) = bytes.addingReportingOverflow(8 << 30)
    guard !overflow, (Machine.memory(of: getpid())?.reserved ?? 0) < sum else { return }
    var limit = rlimit(rlim_cur: rlim_t(sum), rlim_max: rlim_t(sum))
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
  }
}
