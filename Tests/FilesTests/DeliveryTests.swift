import CSystem
import Messages
import TestSupport
import Testing

@testable import Files

@Suite struct DeliveryTests {
  let folder: TemporaryFolder
  let staged: FilePath
  let destination: FilePath
  let part: FilePath

  init() throws {
    folder = try TemporaryFolder()
    staged = try folder.write("new", to: "staging/s", modification: FileTime(seconds: 1_000_000_000))
    destination = folder.path.appending("album/IMG.jpg")
    try DurableFile.makeDirectories(destination.parent)
    part = Delivery.partPath(for: destination, run: "0badcafe")
  }

  /// Makes renames out of the staging folder fail as between two filesystems, the first time.
  private func acrossFilesystems(_ body: () throws -> Void) throws {
    let renames = Counter()
    try SystemCalls.$fault.withValue(
      { $0 == "renameat2" && renames.next() == 1 ? EXDEV : nil },
      operation: body
    )
  }

  @Test func `moves within a filesystem`() throws {
    #expect(try Delivery.canRename(staged, into: destination.parent))
    try Delivery.copyWithinOrAcross(staged, part: part, to: destination)
    #expect(try FileReader.read(destination).bytes == Array("new".utf8))
    #expect(try FileStatus.ifPresent(staged) == nil)
  }

  @Test func `copies across filesystems, with the time, over a stale part`() throws {
    try DurableFile.write([1, 2, 3], to: part)
    try acrossFilesystems { try Delivery.copyWithinOrAcross(staged, part: part, to: destination) }
    let (bytes, status) = try FileReader.read(destination)
    #expect(bytes == Array("new".utf8))
    #expect(status.modification == FileTime(seconds: 1_000_000_000))
    #expect(try FileStatus.ifPresent(staged) == nil)
    #expect(try DirectoryWalk.names(in: destination.parent) == [destination.lastComponent])
  }

  @Test func `copies from a real other filesystem`() throws {
    let memory = FilePath("/dev/shm")
    guard (try? FileStatus.of(memory).device) != (try FileStatus.of(staged).device),
      memory.withCString({ access($0, W_OK) }) == 0
    else { return }
    let other = memory.appending("shiying-test-\(getpid())-\(ContentHash(of: staged.bytes).shortHex)")
    defer { try? DurableFile.remove(other) }
    #expect(try !Delivery.canRename(staged, into: memory))
    try Delivery.copyWithinOrAcross(staged, part: Delivery.partPath(for: other, run: "r"), to: other)
    #expect(try FileReader.read(other).bytes == Array("new".utf8))
    #expect(try FileStatus.ifPresent(staged) == nil)
  }

  @Test(arguments: [false, true]) func `never replaces`(isAcross: Bool) throws {
    try DurableFile.write(Array("old".utf8), to: destination)
    let deliver = {
      let problem = #expect(throws: Problem.self) {
        try Delivery.copyWithinOrAcross(staged, part: part, to: destination)
      }
      #expect(problem?.code == .destinationExists)
    }
    if isAcross { try acrossFilesystems(deliver) } else { deliver() }
    #expect(try FileReader.read(destination).bytes == Array("old".utf8))
    #expect(try FileReader.read(staged).bytes == Array("new".utf8))
    #expect(try FileStatus.ifPresent(part) == nil)
  }

  @Test func `leaves no part when the disk is full`() throws {
    let problem = SystemCalls.$fault.withValue({ ["renameat2": EXDEV, "write": ENOSPC][$0] }) {
      #expect(throws: Problem.self) {
        try Delivery.copyWithinOrAcross(staged, part: part, to: destination)
      }
    }
    #expect(problem?.code == .diskFull)
    #expect(try DirectoryWalk.names(in: destination.parent).isEmpty)
    #expect(try FileStatus.ifPresent(staged) != nil)
  }

  @Test func `names parts so that their run can be told`() {
    #expect(part.lastComponent == Array(".IMG.jpg.shiying-0badcafe.part".utf8))
    #expect(Delivery.run(ofPart: part) == "0badcafe")
    let long = FilePath(bytes: Array("/x/".utf8) + [UInt8](repeating: 0x61, count: 255))
    let longPart = Delivery.partPath(for: long, run: "0badcafe")
    #expect(longPart.lastComponent.count == 255)
    #expect(Delivery.run(ofPart: longPart) == "0badcafe")
    for other in ["IMG.jpg", ".IMG.jpg.part", ".shiying-.part", "x.shiying-1.part"] {
      #expect(Delivery.run(ofPart: FilePath(other)) == nil)
    }
  }
}
