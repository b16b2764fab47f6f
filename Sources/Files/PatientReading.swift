internal import CSystem
internal import Glibc
internal import Messages

/// Finds out, before anything depends on it, whether a file can be read at all: a mount whose server has gone keeps every
/// system call waiting, which not even SIGKILL ends.
///
/// So another process does the first reading, `cat`, and whoever stalls stays behind in it: a thread of our own would keep this
/// process from ending.
public enum PatientReading {
  /// Reads a file once through where it may lie on a network filesystem, so that the system has it; where nothing of that kind is
  /// mounted, nothing is done.
  ///
  /// - Parameter patienceInSeconds: how long nothing may come.
  /// - Throws: `input.stalled`. What else speaks against the file, whoever opens it finds.
  public static func check(_ path: FilePath, patienceInSeconds: Double) throws {
    guard hasNetworkMounts() else { return }
    try check(
      path,
      patienceInSeconds: patienceInSeconds,
      by: [Array("cat".utf8), Array("--".utf8), path.bytes]
    )
  }

  /// The same with another program, whose output is progress.
  static func check(_ path: FilePath, patienceInSeconds: Double, by arguments: [[UInt8]]) throws {
    guard let reader = Reader(arguments) else { return }
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { piece.deallocate() }
    while true {
      var entry = pollfd(fd: reader.output, events: Int16(POLLIN), revents: 0)
      let count = poll(&entry, 1, Int32(clamping: Int((patienceInSeconds * 1000).rounded())))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        reader.abandon()
        throw RemoteFile.stalled(path, patienceInSeconds)
      }
      if read(reader.output, piece.baseAddress, piece.count) <= 0 { return }
    }
  }

  /// The program that reads, with its output in a pipe.
  private final class Reader {
    let output: Int32
    private let process: pid_t
    private var isAbandoned = false

    /// Nil where no process can be had: then the file is opened unchecked.
    init?(_ arguments: [[UInt8]]) {
      var ends: [Int32] = [-1, -1]
      guard shiying_pipe(&ends) == 0 else { return nil }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
      var texts: [UnsafeMutablePointer<CChar>?] = arguments.map { bytes in
        strdup(bytes.map { CChar(bitPattern: $0) } + [0])
      }
      defer { texts.forEach { free($0) } }
      var process: pid_t = 0
      var code: Int32 = ENOENT
      if let name = texts.first ?? nil {
        texts.append(nil)
        code = posix_spawnp(&process, name, &actions, nil, &texts, shiying_environment())
      }
      close(ends[1])
      guard code == 0 else {
        close(ends[0])
        return nil
      }
      (output, self.process) = (ends[0], process)
    }

    /// It may hang for as long as the mount does; its end is nobody's business.
    func abandon() {
      isAbandoned = true
      kill(process, SIGKILL)
    }

    deinit {
      close(output)
      var status: Int32 = 0
      if isAbandoned {
        waitpid(process, &status, WNOHANG)
      } else {
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
      }
    }
  }

  /// Whether any network or FUSE filesystem is mounted: proc(5), /proc/PID/mountinfo, of whose fields behind " - " the first is
  /// the filesystem's type.
  private static func hasNetworkMounts() -> Bool {
    guard let bytes = try? FileReader.readStream(FilePath("/proc/self/mountinfo")) else { return true }
    let local: Set<String> = ["fusectl", "fuseblk"]
    let network = [
      "nfs", "cifs", "smb", "fuse", "ceph", "afs", "9p", "coda", "gfs", "ocfs", "lustre", "beegfs", "gpfs",
      "orangefs",
      "vboxsf", "ncp", "virtiofs",
    ]
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
      guard let separator = line.range(of: " - ") else { return false }
      let kind = String(line[separator.upperBound...].prefix { $0 != " " })
      return !local.contains(kind) && network.contains { kind.hasPrefix($0) }
    }
  }
}

extension Substring {
  /// The first place of a text; Foundation has this, but is not needed here.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
