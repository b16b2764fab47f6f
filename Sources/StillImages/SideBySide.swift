internal import Dispatch
internal import Messages
internal import Synchronization

/// Work on pieces that don't need one another, by several threads.
enum SideBySide {
  /// What `body` makes of 0..<`count`, in that order. The first problem ends the work and is thrown.
  static func map<Result: Sendable>(
    _ count: Int,
    threads: Int,
    _ body: @Sendable (Int) throws -> Result
  ) throws -> [Result] {
    let work = Mutex(Work<Result>(results: [Result?](repeating: nil, count: count)))
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, count))) { _ in
      while let index = work.withLock({ $0.takeNext() }) {
        do {
          let result = try body(index)
          work.withLock { $0.results[index] = result }
        } catch {
          let problem = error as? Problem ?? Problem(.internalError, ["detail": "\(error)"])
          work.withLock { $0.problem = $0.problem ?? problem }
        }
      }
    }
    return try work.withLock { work in
      if let problem = work.problem { throw problem }
      return work.results.compactMap { $0 }
    }
  }

  private struct Work<Result: Sendable> {
    var next = 0
    var results: [Result?]
    var problem: Problem?

    mutating func takeNext() -> Int? {
      guard problem == nil, next < results.count else { return nil }
      defer { next += 1 }
      return next
    }
  }
}
