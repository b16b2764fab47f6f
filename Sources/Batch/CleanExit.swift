internal import ConversionSink
internal import CSystem
internal import Glibc

/// Ends a conversion in this process in order when a signal comes: staged files go, then the signal takes its course.
///
/// The signals are blocked in every thread (threads of the codecs inherit that) and one thread waits for them: unlike a
/// handler it may do anything.
enum CleanExit {
  static func onSignals() {
    var signals = watched()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var thread = pthread_t()
    pthread_create(
      &thread,
      nil,
      { _ in
        var signals = CleanExit.watched()
        var number: Int32 = 0
        while sigwait(&signals, &number) != 0 {}
        OpenStaging.removeAll()
        signal(number, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        return nil
      },
      nil
    )
  }

  private static func watched() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where shiying_is_ignored(number) == 0 {
      sigaddset(&signals, number)
    }
    return signals
  }
}
