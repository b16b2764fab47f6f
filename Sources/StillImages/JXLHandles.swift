internal import CJXL
internal import CStandardErrors
internal import Messages

/// What libjxl needs once in a process.
enum JXLLibrary {
  /// Read before the first call.
  static let isQuiet: Bool = {
    shiying_silence_libjxl()
    return true
  }()
}

/// Owns the threads that libjxl's coders share work between.
final class JXLThreads {
  /// The C handle.
  let handle: UnsafeMutableRawPointer

  /// Starts `count` threads.
  init(count: Int) throws {
    guard let handle = JxlThreadParallelRunnerCreate(nil, max(1, min(count, 64))) else {
      throw Problem(.internalError, ["detail": "libjxl: no threads"])
    }
    self.handle = handle
  }

  deinit { JxlThreadParallelRunnerDestroy(handle) }
}

/// Owns a libjxl decoder that reads a whole file from memory, and tells of the events one after another.
///
/// It must not outlive the bytes.
final class JXLDecoder {
  /// The C handle.
  let handle: OpaquePointer
  private let threads: JXLThreads?
  private var isClosed = false

  /// Makes a decoder.
  /// - Parameters:
  ///   - events: sum of `JXL_DEC_...`.
  ///   - threads: how many threads may work beside this one; nil for none.
  init(_ bytes: UnsafeBufferPointer<UInt8>, events: Int32, threads: Int?) throws {
    guard JXLLibrary.isQuiet, let handle = JxlDecoderCreate(nil) else {
      throw Problem(.internalError, ["detail": "libjxl: no decoder"])
    }
    self.handle = handle
    self.threads = try threads.map { try JXLThreads(count: $0) }
    if let runner = self.threads {
      try check(JxlDecoderSetParallelRunner(handle, JxlThreadParallelRunner, runner.handle))
    }
    try check(JxlDecoderSubscribeEvents(handle, events))
    // The codestream's orientation is applied by the decoder; alpha is straight everywhere in this program.
    try check(JxlDecoderSetUnpremultiplyAlpha(handle, 1))
    try check(JxlDecoderSetDecompressBoxes(handle, 1))
    try check(JxlDecoderSetInput(handle, bytes.baseAddress, bytes.count))
  }

  deinit { JxlDecoderDestroy(handle) }

  /// The next event.
  /// - Throws: `truncated` where the bytes end too early, `damaged` for everything else that can't be decoded.
  func next() throws -> JxlDecoderStatus {
    var status = JxlDecoderProcessInput(handle)
    if status == JXL_DEC_NEED_MORE_INPUT && !isClosed {
      // All it has been given is read. Only when it knows that there is no more does it say whether that was enough; had it
      // known from the beginning, it would not tell what is cut off from what is damaged.
      isClosed = true
      JxlDecoderCloseInput(handle)
      status = JxlDecoderProcessInput(handle)
      if status == JXL_DEC_ERROR { status = JXL_DEC_NEED_MORE_INPUT }
    }
    if status == JXL_DEC_NEED_MORE_INPUT { throw Problem(.truncated, ["detail": "JPEG XL"]) }
    try check(status, isEvent: true)
    return status
  }

  /// Throws where a call failed. libjxl gives no reasons.
  func check(_ status: JxlDecoderStatus, isEvent: Bool = false) throws {
    guard status == JXL_DEC_ERROR || (!isEvent && status != JXL_DEC_SUCCESS) else { return }
    throw Problem(.damaged, ["detail": "JPEG XL"])
  }
}
