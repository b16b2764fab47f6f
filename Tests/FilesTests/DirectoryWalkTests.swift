import CSystem
import Messages
import TestSupport
import Testing

@testable import Files

@Suite struct DirectoryWalkTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func names(_ paths: [FilePath]) -> [FilePath] { paths.compactMap { $0.relative(to: folder.path) } }

  private func link(_ target: String, at name: String) {
    #expect(folder.path.appending(name).withCString { symlink(target, $0) } == 0)
  }

  @Test func `finds files at every depth, sorted by bytes`() throws {
    for name in ["b/2", "b/1", "a", "b.x", "B", "ä"] { try folder.write("x", to: name) }
    let found = try DirectoryWalk.files(below: folder.path)
    #expect(names(found.files) == ["B", "a", "b.x", "b/1", "b/2", "ä"].map { FilePath($0) })
    #expect(found.unreadable.isEmpty)
  }

  @Test func `keeps newlines and bytes that are no UTF-8`() throws {
    let name: [UInt8] = [0x61, 0x0A, 0xFF, 0x62]
    try DurableFile.write([1], to: folder.path.appending(name))
    #expect(names(try DirectoryWalk.files(below: folder.path).files) == [FilePath(bytes: name)])
  }

  @Test func `leaves a library's own folder out, and what is skipped`() throws {
    for name in [".shiying/staging/x", "a/.shiying/y", "skip/z", "keep", "no.txt", ".hidden"] {
      try folder.write("x", to: name)
    }
    let skipped = [folder.path.appending("skip"), folder.path.appending("no.txt")]
    let found = try DirectoryWalk.files(below: folder.path) { skipped.contains($0) }
    #expect(names(found.files) == [FilePath(".hidden"), FilePath("keep")])
  }

  @Test func `follows links to files, not to folders, and reports those to nothing`() throws {
    try folder.write("x", to: "real/file")
    link("real/file", at: "file-link")
    link("real", at: "folder-link")
    link(".", at: "real/loop")
    link("nowhere", at: "dangling")
    let found = try DirectoryWalk.files(below: folder.path)
    #expect(names(found.files) == [FilePath("file-link"), FilePath("real/file")])
    #expect(names(found.unreadable.map(\.path)) == [FilePath("dangling")])
    #expect(found.unreadable.first?.problem.code == .inputMissing)
  }

  @Test func `enters the folder it is given through a link`() throws {
    try folder.write("x", to: "real/file")
    link("real", at: "link")
    let start = folder.path.appending("link")
    #expect(try DirectoryWalk.files(below: start).files == [start.appending("file")])
  }

  @Test func `tells FIFOs and devices from files`() throws {
    #expect(folder.path.appending("fifo").withCString { mkfifo($0, 0o600) } == 0)
    link("/dev/null", at: "device-link")
    let found = try DirectoryWalk.files(below: folder.path)
    #expect(found.files.isEmpty && found.unreadable.isEmpty)
    #expect(names(found.others) == [FilePath("device-link"), FilePath("fifo")])
  }

  @Test func `reports folders that can't be read and goes on`() throws {
    try folder.write("x", to: "bad/1")
    try folder.write("x", to: "good/2")
    // Which folder meets the fault depends on the order of entering; one of the two does, after the start.
    let opened = Counter()
    let found = try SystemCalls.$fault.withValue({ call in
      call == "open" && opened.next() == 2 ? EACCES : nil
    }) { try DirectoryWalk.files(below: folder.path) }
    #expect(found.files.count == 1)
    #expect(found.unreadable.count == 1)
    #expect(found.unreadable.first?.problem.code == .inputUnreadable)
    #expect(found.unreadable.first?.problem.values["detail"] == "Permission denied")
  }

  @Test func `says why the start can't be read`() throws {
    let file = try folder.write("x", to: "file")
    for (path, code) in [(file, ProblemCode.inputNotAFile), (folder.path.appending("no"), .inputMissing)] {
      let problem = #expect(throws: Problem.self) { try DirectoryWalk.files(below: path) }
      #expect(problem?.code == code)
    }
  }

  @Test func `goes deeper than any stack of calls would like`() throws {
    var path = folder.path
    for _ in 0..<1000 {
      path = path.appending("d")
      try SystemCalls.makeDirectory(path)
    }
    try DurableFile.write([1], to: path.appending("f"))
    #expect(try DirectoryWalk.files(below: folder.path).files == [path.appending("f")])
  }
}
