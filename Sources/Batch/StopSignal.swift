internal import CSystem
internal import Glibc
internal import Synchronization

/// SIGINT and SIGTERM: the first asks the run to stop and clean up, the second leaves at once.
public enum StopSignal {
  private static let received = Atomic<Int32>(0)

  /// Installs the handlers for the time of a run.
  static func watch() {
    for number in [SIGINT, SIGTERM, SIGHUP] where shiying_is_ignored(number) == 0 {
      signal(number) { number in
        // Only async-signal-safe calls here (signal-safety(7)): an atomic exchange, signal and raise.
        if StopSignal.received.exchange(number, ordering: .relaxed) != 0 {
          signal(number, SIG_DFL)
          raise(number)
        }
      }
    }
  }

  /// The signal that arrived, or 0.
  public static var number: Int32 { received.load(ordering: .relaxed) }
}
