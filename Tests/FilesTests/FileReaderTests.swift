import CSystem
import Messages
import TestSupport
import Testing

@testable import Files

@Suite struct FileReaderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `reads all bytes and the status`() throws {
    let time = FileTime(seconds: 1_600_000_000, nanoseconds: 123_456_789)
    let path = try folder.write("hello", to: "a", modification: time)
    let (bytes, status) = try FileReader.read(path)
    #expect(bytes == Array("hello".utf8))
    #expect(status.size == 5)
    #expect(status.modification == time)
    #expect(status == (try FileStatus.of(path)))
  }

  @Test func `reads an empty file`() throws {
    let path = try folder.write("", to: "a")
    #expect(try FileReader.read(path).bytes.isEmpty)
    #expect(try FileReader.readHead(path, byteCount: 10).bytes.isEmpty)
  }

  @Test func `reads a head`() throws {
    let path = try folder.write("hello", to: "a")
    #expect(try FileReader.readHead(path, byteCount: 2).bytes == Array("he".utf8))
    #expect(try FileReader.readHead(path, byteCount: 100).bytes == Array("hello".utf8))
  }

  @Test func `checks the size before taking memory`() throws {
    let path = folder.path.appending("sparse")
    let descriptor = try SystemCalls.open(path, O_CREAT | O_RDWR)
    #expect(ftruncate(descriptor, 1 << 40) == 0)
    try SystemCalls.close(descriptor)
    let problem = #expect(throws: Problem.self) { try FileReader.read(path, maximumByteCount: 1 << 20) }
    #expect(problem?.code == .inputTooLarge)
    #expect(problem?.values["found"] == String(1 << 40))
  }

  @Test func `does not hang on a FIFO`() throws {
    let path = folder.path.appending("fifo")
    #expect(path.withCString { mkfifo($0, 0o600) } == 0)
    let problem = #expect(throws: Problem.self) { try FileReader.read(path) }
    #expect(problem?.code == .inputNotAFile)
    #expect(problem?.values["kind"] == "fifo")
  }

  @Test(arguments: [
    ("", ProblemCode.inputNotAFile), ("missing", .inputMissing), ("file/below", .inputMissing),
  ])
  func `says why it can't read`(name: String, code: ProblemCode) throws {
    try folder.write("x", to: "file")
    let path = folder.path.appending(name)
    #expect(throws: Problem.self) { try FileReader.read(path) }
    do { _ = try FileReader.read(path) } catch let problem as Problem { #expect(problem.code == code) }
  }

  @Test func `takes no NUL for the end of a path`() throws {
    let path = try folder.write("x", to: "a")
    let longer = FilePath(bytes: path.bytes + [0, 0x62])
    let problem = #expect(throws: Problem.self) { try FileReader.read(longer) }
    #expect(problem?.code == .inputUnreadable)
  }

  @Test func `turns an I O error into a problem with the system's words`() throws {
    let path = try folder.write("x", to: "a")
    let problem = SystemCalls.$fault.withValue({ $0 == "read" ? EIO : nil }) {
      #expect(throws: Problem.self) { try FileReader.read(path) }
    }
    #expect(problem?.code == .inputUnreadable)
    #expect(problem?.values["detail"] == "Input/output error")
  }

  @Test func `sees a file that grows between its two looks`() throws {
    let path = try folder.write("x", to: "a")
    // The first fstat of the read goes by; while the bytes are read, the file grows.
    let reads = Counter()
    let problem = SystemCalls.$fault.withValue({ call in
      if call == "read", reads.next() == 1 { append("y", to: path) }
      return nil
    }) { #expect(throws: Problem.self) { try FileReader.read(path) } }
    #expect(problem?.code == .inputChanged)
  }

  @Test func `does not follow a file that grows while it is hashed`() throws {
    let path = try folder.write("x", to: "a")
    let problem = SystemCalls.$fault.withValue({ call in
      if call == "read" { append(String(repeating: "y", count: 1 << 20), to: path) }
      return nil
    }) { #expect(throws: Problem.self) { try ContentHash.ofFile(path) } }
    #expect(problem?.code == .inputChanged)
  }
}

/// Appends to a file through the C library, out of sight of injected faults.
private func append(_ text: String, to path: FilePath) {
  guard let file = path.withCString({ fopen($0, "a") }) else { return }
  fputs(text, file)
  fclose(file)
}
