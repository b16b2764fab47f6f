internal import Glibc

/// Does pieces of work that mostly wait, several at a time.
enum ConcurrentWork {
  /// The results of `body` for 0..<count, in this order.
  ///
  /// - Parameters:
  ///   - threads: the most pieces at a time.
  ///   - progress: is told on the calling thread of each that is done.
  ///   - body: is called on other threads, once for each number; what it gives is not touched by it any more.
  static func map<Value>(
    _ count: Int,
    threads: Int,
    progress: (Int) -> Void = { _ in },
    _ body: (Int) -> Value
  ) -> [Value] {
    withoutActuallyEscaping(body) { body in
      let crew = Crew(count, body)
      var members: [pthread_t] = []
      for _ in 0..<min(threads, count) {
        var thread = pthread_t()
        let code = pthread_create(
          &thread,
          nil,
          { context in
            // The crew lives until all its threads are joined.
            if let context { Unmanaged<Work>.fromOpaque(context).takeUnretainedValue().run() }
            return nil
          },
          Unmanaged.passUnretained(crew as Work).toOpaque()
        )
        if code == 0 { members.append(thread) }
      }
      // Where no thread can be had, it takes longer.
      if members.isEmpty { crew.run() }
      crew.wait(progress)
      for thread in members { pthread_join(thread, nil) }
      return withExtendedLifetime(crew) { crew.results.compactMap { $0 } }
    }
  }

  /// What a thread does; a class that is not generic, for C.
  private class Work {
    func run() {}
  }

  private final class Crew<Value>: Work {
    private let count: Int
    private let body: (Int) -> Value
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var next = 0
    private var done: [Int] = []
    private(set) var results: [Value?]

    init(_ count: Int, _ body: @escaping (Int) -> Value) {
      self.count = count
      self.body = body
      results = [Value?](repeating: nil, count: count)
      pthread_mutex_init(lock, nil)
      pthread_cond_init(changed, nil)
    }

    deinit {
      pthread_cond_destroy(changed)
      pthread_mutex_destroy(lock)
      changed.deallocate()
      lock.deallocate()
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return body()
    }

    private func take() -> Int? {
      locked {
        guard next < count else { return nil }
        next += 1
        return next - 1
      }
    }

    override func run() {
      while let index = take() {
        let value = body(index)
        locked {
          results[index] = value
          done.append(index)
          pthread_cond_signal(changed)
        }
      }
    }

    /// Until all is done.
    func wait(_ progress: (Int) -> Void) {
      var told = 0
      while told < count {
        let news = locked {
          while done.count == told { pthread_cond_wait(changed, lock) }
          return done[told...]
        }
        news.forEach(progress)
        told += news.count
      }
    }
  }
}
