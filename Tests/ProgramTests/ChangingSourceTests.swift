import ConversionSink
import Glibc
import Messages
import Synchronization
import TestSupport
import Testing

@testable import Files

/// A source that is written to while it is read: no copy is made of a mixture of old and new.
@Suite struct ChangingSourceTests {
  /// What happens to the source. Before the first read(2), all bytes are the new ones under the old status; before
  /// the second, the bytes are there and only the look for the end is still to come.
  enum Change: CaseIterable {
    case inPlace, longer, shorter
  }

  @Test(arguments: [1, 2], Change.allCases) func isNotUsed(before read: Int, change: Change) throws {
    let folder = try TemporaryFolder()
    let old = FileTime(seconds: 1_600_000_000)
    let path = try folder.write(String(repeating: "a", count: 100_000), to: "a.jpg", modification: old)
    let reads = Mutex(0)
    let problem = SystemCalls.$fault.withValue({ call in
      guard call == "read" else { return nil }
      let number = reads.withLock { count in
        count += 1
        return count
      }
      if number == read { apply(change, to: path) }
      return nil
    }) { #expect(throws: Problem.self) { try SinkSource.reading(path) } }
    #expect(problem?.code == .inputChanged)
    // Once it is left alone, it is read, and whole.
    #expect(throws: Never.self) { try SinkSource.reading(path) }
  }

  /// Through the C library, out of sight of the injected fault.
  private func apply(_ change: Change, to path: FilePath) {
    path.withCString { name in
      switch change {
      case .shorter: #expect(truncate(name, 50_000) == 0)
      case .inPlace, .longer:
        guard let file = fopen(name, "r+") else { return }
        fseek(file, change == .inPlace ? 50_000 : 100_000, SEEK_SET)
        fputs("bbbb", file)
        fclose(file)
      }
    }
  }
}
