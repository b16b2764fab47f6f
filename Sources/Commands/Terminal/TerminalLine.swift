internal import Glibc

/// A line that a person types on standard input.
enum TerminalLine {
  /// Waits for a line; nil at the end of input, or as soon as the run is to stop.
  ///
  /// `readLine` would not notice a signal: read(2) is begun again after a handler (SA_RESTART). poll(2) never is, and it
  /// looks up now and then for a signal that came just before.
  static func read(unless isStopped: () -> Bool) -> String? {
    var bytes: [UInt8] = []
    while !isStopped() {
      var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 200) > 0 else { continue }
      // Byte by byte, so that nothing behind the line is taken away from whoever reads next.
      var byte: UInt8 = 0
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }
}
