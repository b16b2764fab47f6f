import Synchronization

/// Counts calls from closures that must be Sendable.
final class Counter: Sendable {
  private let count = Atomic(0)

  /// 1, 2, 3...
  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
