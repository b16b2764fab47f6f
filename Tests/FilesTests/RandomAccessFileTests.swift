import Messages
import TestSupport
import Testing

@testable import Files

@Suite struct RandomAccessFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func readsRanges() throws {
    let file = try RandomAccessFile(try folder.write("0123456789", to: "a"))
    #expect(file.byteCount == 10)
    #expect(try file.read(8..<20) == Array("89".utf8))
    #expect(try file.read(2..<5) == Array("234".utf8))
    #expect(try file.read(10..<10).isEmpty)
    try file.checkUnchanged()
  }

  @Test func saysWhenTheFileWasCutOff() throws {
    let path = try folder.write("0123456789", to: "a")
    let file = try RandomAccessFile(path)
    try DurableFile.remove(path)
    #expect(try file.read(0..<2) == Array("01".utf8))
    let failure = SystemCalls.$fault.withValue({ $0 == "pread" ? 5 : nil }) {
      #expect(throws: Problem.self) { try file.read(0..<2) }
    }
    #expect(failure?.code == .inputUnreadable)
    #expect(throws: Problem.self) { try RandomAccessFile(folder.path) }
    #expect(throws: Problem.self) { try RandomAccessFile(path) }
  }
}
