import Messages
import TestSupport
import Testing

@testable import Files

@Suite struct FilePieceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `bytes and ranges follow each other`() throws {
    let large = (0..<(5 << 18)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let source = try folder.write(large, to: "source")
    let target = folder.path.appending("target")
    let pieces: [FilePiece] = [
      .bytes([1, 2]), .range(of: source, 0..<Int64(large.count)), .bytes([]), .range(of: source, 7..<7),
      .range(of: source, 100..<103), .bytes([3]),
    ]
    let time = FileTime(seconds: 1_500_000_000, nanoseconds: 5)
    let status = try DurableFile.write(pieces, to: target, modification: time)
    #expect(try FileReader.read(target).bytes == [1, 2] + large + large[100..<103] + [3])
    #expect(status.size == pieces.reduce(0) { $0 + $1.byteCount })
    #expect(status.modification == time)
  }

  @Test func `a source that is too short or missing leaves nothing behind`() throws {
    let source = try folder.write([1, 2, 3], to: "source")
    let target = folder.path.appending("target")
    for (piece, code) in [
      (FilePiece.range(of: source, 1..<4), ProblemCode.inputChanged),
      (.range(of: folder.path.appending("none"), 0..<1), .inputMissing),
      (.range(of: folder.path, 0..<1), .inputNotAFile),
    ] {
      let problem = #expect(throws: Problem.self) { try DurableFile.write([.bytes([1]), piece], to: target) }
      #expect(problem?.code == code)
      #expect(throws: Problem.self) { try FileStatus.of(target) }
    }
    try folder.write([1], to: "target")
    let problem = #expect(throws: Problem.self) { try DurableFile.write([.bytes([1])], to: target) }
    #expect(problem?.code == .destinationExists)
  }
}
