internal import CLCMS
internal import Messages

/// An lcms2 context: no state is shared with other conversions, and the library's complaints are kept for the
/// `Problem`.
///
/// Not for use by two threads at once. Profiles and transforms hold on to the context that they were made in.
final class LCMSContext {
  let handle: cmsContext
  private let log: Log

  /// What lcms2 said last; its callback reaches it through the context's user data.
  private final class Log {
    var text = ""
  }

  init?() {
    let log = Log()
    // The log lives as long as this object, which deletes the context.
    guard let handle = cmsCreateContext(nil, Unmanaged.passUnretained(log).toOpaque()) else { return nil }
    self.log = log
    self.handle = handle
    cmsSetLogErrorHandlerTHR(handle) { context, _, text in
      guard let user = cmsGetContextUserData(context), let text else { return }
      Unmanaged<Log>.fromOpaque(user).takeUnretainedValue().text = String(cString: text)
    }
  }

  deinit { cmsDeleteContext(handle) }

  /// What failed, with the library's text.
  func failure(_ what: String) -> Problem {
    Problem(.internalError, ["detail": log.text.isEmpty ? "lcms2: \(what)" : "lcms2: \(what): \(log.text)"])
  }
}
