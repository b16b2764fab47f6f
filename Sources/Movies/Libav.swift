internal import CLibav
internal import Messages

/// libav's libraries: opened when the first video is met, and how their failures become problems.
enum Libav {
  /// Opens the libraries; cheap when they are.
  /// - Throws: `movieLibraryMissing`.
  static func load() throws {
    var failure = clibav_failure()
    guard clibav_load(&failure) == 0 else {
      throw Problem(
        .movieLibraryMissing,
        [
          "library": text(failure.library), "package": text(failure.package),
          "detail": text(failure.detail),
        ]
      )
    }
  }

  /// A C text; empty where there is none.
  static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

  /// What went wrong by a result code, with libav's last words where there were any.
  static func detail(_ code: Int32) -> String {
    let (name, words) = (name(code), lastWords())
    return words.isEmpty || words == name ? name : "\(name): \(words)"
  }

  /// libav's name of a result code.
  static func name(_ code: Int32) -> String {
    text(capacity: 128) { _ = av_strerror(code, $0, $1) }
  }

  /// libav's last error message since `forgetWords()`.
  static func lastWords() -> String { text(capacity: 400) { clibav_copy_words($0, $1) } }

  /// What libav says from here on is about what is done from here on.
  static func forgetWords() { clibav_forget_words() }

  private static func text(capacity: Int, _ fill: (UnsafeMutablePointer<CChar>, Int) -> Void) -> String {
    var characters = [CChar](repeating: 0, count: capacity)
    characters.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { fill(start, buffer.count) }
    }
    return String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
