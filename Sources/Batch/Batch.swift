internal import ConversionSink
internal import Conversions
internal import CSystem
internal import Glibc
public import Files
internal import Library
internal import Messages

/// The answer to the question what happens with HDR that can't be kept.
public enum HDRDecision: Sendable {
  /// Convert to standard dynamic range, for the rest of the run.
  case sdr
  /// Fail these files.
  case fail
  /// Stop the run.
  case stop
}

/// A run over many files: expand, plan, hand out to workers, collect. One thread; the work is in processes.
///
/// A worker that crashes, takes too long or holds too much memory costs its one file and is replaced.
public final class Batch {
  private let options: BatchOptions
  private let executable: FilePath
  private let report: (BatchEvent) -> Void
  private let askAboutHDR: ((FilePath) -> HDRDecision?)?
  private var hdr: HDRPolicy
  private var workers: [WorkerProcess] = []
  private var summary = BatchSummary()
  /// Jobs to be done again now that the HDR question is decided.
  private var repeats: [Job] = []
  private var hdrIsDecided = false

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - executable: this program's own file, for the workers.
  ///   - askAboutHDR: asks the person at the terminal about a file; nil where nobody can be asked. Its answer is nil where
  ///     a signal came first.
  ///   - report: receives what happens, in order.
  public init(
    options: BatchOptions,
    executable: FilePath,
    askAboutHDR: ((FilePath) -> HDRDecision?)?,
    report: @escaping (BatchEvent) -> Void
  ) {
    self.options = options
    self.executable = executable
    self.askAboutHDR = askAboutHDR
    self.report = report
    hdr = options.settings.hdr
  }

  /// Runs to the end. Throws only what stops a run before it starts: an unusable library or destination.
  public func run() throws -> BatchSummary {
    StopSignal.watch()
    let library = try openLibrary()
    let sink = try ConversionSink(library: library)
    try prepareDestination(library)
    let working = try FilePath("").absolute()
    var expansion = InputExpansion(skippedFolders: ownFolders(library), workingFolder: working)
    for input in options.inputs { expansion.add(input) }
    func isMine(_ key: [UInt8]) -> Bool { options.shard.map { $0.contains(key) } ?? true }
    let all = PairRecognition.joined(expansion.items, takesBroken: options.settings.letsStillsLeaveAlone)
    let items = all.filter { isMine($0.shardKey) }
    let failures = expansion.failures.filter { isMine($0.shardKey) }
    report(.planned(items.count + failures.count))
    failures.forEach { finish($0.result) }
    let planner = Planner(
      options: options,
      library: library,
      sink: sink,
      workingFolder: working,
      items: all
    )
    work(items.filter { !planner.repeats.contains($0.path) }, planner)
    work(items.filter { planner.repeats.contains($0.path) }, planner)
    endWorkers()
    if StopSignal.number != 0 { summary.signal = StopSignal.number }
    // What interrupted or crashed workers left in the staging folder is removed now rather than by the next run.
    if let library { _ = try? ConversionSink(library: library) }
    return summary
  }

  private func openLibrary() throws -> Library? {
    let exists = (try? FileStatus.of(options.library, followLinks: true)) != nil
    if options.isDryRun && !exists { return nil }
    let library = try Library.open(
      at: options.library,
      create: !options.isDryRun,
      albumNames: options.albumNames
    )
    if !exists { report(.libraryCreated(library.root)) }
    library.notes.forEach { report(.libraryNote($0)) }
    return library
  }

  private func prepareDestination(_ library: Library?) throws {
    switch options.placement {
    case .album: summary.folder = library?.albumFolder(.conversions)
    case .beside: summary.folder = nil
    case .into(let folder):
      summary.folder = folder
      if let library, try isInside(folder, library.innerFolder) {
        throw Problem(.destinationInsideLibrary, ["path": folder.lossyString])
      }
      if options.isDryRun { return }
      try DurableFile.makeDirectories(folder)
      if !FileStatus.isWritable(folder) {
        throw Problem(.cannotWrite, ["path": folder.lossyString, "detail": String(cString: strerror(errno))])
      }
    }
  }

  /// Whether a folder that may not be there yet is another one or lies below it, links resolved.
  private func isInside(_ folder: FilePath, _ other: FilePath) throws -> Bool {
    var existing = folder
    while try FileStatus.ifPresent(existing) == nil, existing.parent != existing {
      existing = existing.parent
    }
    let real = try existing.resolvingSymbolicLinks()
    return real == other || real.relative(to: other) != nil || folder.relative(to: other) != nil
  }

  private func ownFolders(_ library: Library?) -> Set<FilePath> {
    guard let library else { return [] }
    return [
      library.innerFolder, library.albumFolder(.conversions), library.albumFolder(.creations),
    ]
  }

  // MARK: - The loop

  private func work(_ items: [InputItem], _ planner: Planner) {
    var next = 0
    while !isStopped {
      while hasRoom, !isStopped, let job = repeats.popLast() { hand(job) }
      while next < items.count, hasRoom, !isStopped {
        plan(items[next], number: next, of: items.count, planner)
        next += 1
      }
      if workers.contains(where: { $0.job != nil }) {
        waitForWorkers()
        watchLimits()
      } else if repeats.isEmpty && next >= items.count {
        break
      }
      report(.tick(current: workers.first { $0.job != nil }?.job?.item.shown))
    }
  }

  private func plan(_ item: InputItem, number: Int, of count: Int, _ planner: Planner) {
    switch planner.plan(item) {
    case .done(let result): finish(result)
    case .work(let folder, let claims):
      hand(
        Job(
          number: number,
          item: item,
          folder: folder,
          claims: claims,
          hdr: hdr,
          threads: innerThreads(left: count - number)
        )
      )
    }
  }

  private var isStopped: Bool { StopSignal.number != 0 || summary.stoppedBy != nil }

  private var hasRoom: Bool { workers.filter { $0.job != nil }.count < options.jobs }

  /// Cores over workers: with many files each codec has one thread. The last file has some more, since it would run on when
  /// the other workers have nothing left to do; all of them where no other worker is busy.
  private func innerThreads(left: Int) -> Int {
    let share = max(1, Machine.coreCount / max(1, options.jobs))
    if left > 1 { return share }
    let isAlone = workers.allSatisfy { $0.job == nil }
    return max(share, isAlone ? Machine.coreCount : min(Machine.coreCount, Self.mostBesideOthers))
  }

  /// Threads of the last file while others are at work: more of them take more memory than they save time.
  private static let mostBesideOthers = 4

  /// Gives a job to an idle worker, or a new one. An idle worker may have died meanwhile; then a new one gets the job.
  private func hand(_ job: Job) {
    while let idle = workers.first(where: { $0.job == nil }) {
      if (try? idle.start(job, at: Machine.monotonicSeconds)) != nil { return }
      idle.end()
      workers.removeAll { $0 === idle }
    }
    do {
      let worker = try WorkerProcess(executable: executable, options: options)
      try worker.start(job, at: Machine.monotonicSeconds)
      workers.append(worker)
    } catch {
      let problem = error as? Problem ?? Problem(.internalError, ["detail": "\(error)"])
      finish(ItemResult(source: job.item.shown, status: .failed, problem: problem))
    }
  }

  private func waitForWorkers() {
    let busy = workers.filter { $0.job != nil }
    var entries = busy.map { pollfd(fd: $0.output, events: Int16(POLLIN), revents: 0) }
    guard poll(&entries, nfds_t(entries.count), 50) > 0 else { return }
    for (worker, entry) in zip(busy, entries) where entry.revents != 0 {
      guard let job = worker.job else { continue }
      let reading = worker.readAnswer()
      for note in worker.takeNotices() { report(.notice(job.item.shown, note)) }
      switch reading {
      case .nothing: break
      case .answer(let result): settle(job, result)
      case .progress: worker.restartClock(at: Machine.monotonicSeconds)
      case .ended:
        let signal = worker.reap()
        replace(worker, job, Problem(.workerCrashed, ["signal": "\(signal)"]))
      }
    }
  }

  private func watchLimits() {
    let now = Machine.monotonicSeconds
    for worker in workers {
      guard let job = worker.job else { continue }
      if now - worker.startedAt > Double(options.timeLimitInSeconds) {
        replace(worker, job, Problem(.workerTimedOut, ["seconds": "\(options.timeLimitInSeconds)"]))
      } else if let bytes = Machine.residentBytes(of: worker.process), bytes > options.memoryLimitInBytes {
        replace(worker, job, Problem(.workerOutOfMemory, ["limit": "\(options.memoryLimitInBytes)"]))
      }
    }
  }

  private func replace(_ worker: WorkerProcess, _ job: Job, _ problem: Problem) {
    worker.end()
    workers.removeAll { $0 === worker }
    job.folder.map(ConversionSink.removeRemains(in:))
    var result = ItemResult(source: job.item.shown, status: .failed, problem: problem)
    result.take(worker.delivered)
    finish(result)
  }

  private func endWorkers() {
    let folders = workers.compactMap { $0.job?.folder }
    workers.forEach { $0.end() }
    workers = []
    // What a worker had staged outside the library, on the destination's filesystem.
    folders.forEach(ConversionSink.removeRemains(in:))
  }

  // MARK: - Results

  private func settle(_ job: Job, _ result: ItemResult) {
    guard result.problem?.code == .hdrUndecided, let askAboutHDR else { return finish(result) }
    if !hdrIsDecided {
      hdrIsDecided = true
      switch askAboutHDR(job.item.shown) {
      case .sdr?: hdr = .sdr
      case .fail?: break
      case .stop?: summary.stoppedBy = Problem(.cancelled)
      // The signal ends the run; this file is as if it had not come to its turn.
      case nil: return
      }
    }
    guard hdr == .sdr else { return finish(result) }
    var job = job
    job.hdr = .sdr
    repeats.append(job)
  }

  private func finish(_ result: ItemResult) {
    summary.count(result)
    switch result.problem?.code {
    case .diskFull?, .libraryBusy?, .libraryUnusable?: summary.stoppedBy = result.problem
    default: break
    }
    report(.item(result))
  }
}
