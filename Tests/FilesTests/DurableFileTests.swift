import CSystem
import Messages
import TestSupport
import Testing

@testable import Files

@Suite struct DurableFileTests {
  let folder: TemporaryFolder
  let path: FilePath

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path.appending("a")
  }

  @Test func `writes bytes, time and permissions`() throws {
    let time = FileTime(seconds: 1_500_000_000, nanoseconds: 5)
    let status = try DurableFile.write(Array("hello".utf8), to: path, modification: time, permissions: 0o640)
    #expect(try FileReader.read(path).bytes == Array("hello".utf8))
    #expect(status == (try FileStatus.of(path)))
    #expect(status.modification == time)
    var raw = stat()
    #expect(path.withCString { stat($0, &raw) } == 0)
    #expect(raw.st_mode & 0o777 == 0o640)
  }

  @Test func `never writes over a file or through a link`() throws {
    let target = try folder.write("old", to: "target")
    #expect(path.withCString { symlink("target", $0) } == 0)
    for taken in [target, path] {
      let problem = #expect(throws: Problem.self) { try DurableFile.write([1], to: taken) }
      #expect(problem?.code == .destinationExists)
    }
    let dangling = folder.path.appending("dangling")
    #expect(dangling.withCString { symlink("made-through-link", $0) } == 0)
    #expect(throws: Problem.self) { try DurableFile.write([1], to: dangling) }
    #expect(try FileStatus.ifPresent(folder.path.appending("made-through-link")) == nil)
    #expect(try FileReader.read(target).bytes == Array("old".utf8))
  }

  @Test(arguments: [
    ("write", ENOSPC, ProblemCode.diskFull), ("write", EDQUOT, .diskFull), ("fsync", EIO, .cannotWrite),
    ("fsync", ENOSPC, .diskFull), ("futimens", EPERM, .cannotWrite), ("close", EIO, .cannotWrite),
    ("open", EROFS, .cannotWrite), ("open", EACCES, .cannotWrite), ("fstat", EIO, .cannotWrite),
  ])
  func `leaves nothing behind when it fails`(call: String, code: Int32, expected: ProblemCode) throws {
    let problem = SystemCalls.$fault.withValue({ $0 == call ? code : nil }) {
      #expect(throws: Problem.self) {
        try DurableFile.write([1], to: path, modification: FileTime(seconds: 1))
      }
    }
    #expect(problem?.code == expected)
    #expect(problem?.values["path"] == path.lossyString)
    if expected == .cannotWrite { #expect(problem?.values["detail"]?.isEmpty == false) }
    #expect(try DirectoryWalk.names(in: folder.path).isEmpty)
  }

  @Test func `a file that was only begun waits for the disk when it is asked to, and fails then`() throws {
    let time = FileTime(seconds: 1_500_000_000)
    let problem = try SystemCalls.$fault.withValue({ $0 == "fsync" ? EIO : nil }) {
      let status = try DurableFile.begin(Array("hello".utf8), at: path, modification: time)
      #expect(status.modification == time)
      #expect(try FileReader.read(path).bytes == Array("hello".utf8))
      return #expect(throws: Problem.self) { try DurableFile.synchronize(path) }
    }
    #expect(problem?.code == .cannotWrite)
  }

  @Test func `lets a filesystem without fsync through`() throws {
    try SystemCalls.$fault.withValue({ $0 == "fsync" ? EINVAL : nil }) {
      try DurableFile.write([1], to: path)
    }
    #expect(try FileReader.read(path).bytes == [1])
  }

  @Test(arguments: [nil, EINVAL, ENOSYS]) func `renames without replacing`(fault: Int32?) throws {
    let from = try folder.write("new", to: "from")
    let taken = try folder.write("old", to: "taken")
    try SystemCalls.$fault.withValue({ $0 == "renameat2" ? fault : nil }) {
      let problem = #expect(throws: Problem.self) {
        try DurableFile.renameWithoutReplacing(from, to: taken)
      }
      #expect(problem?.code == .destinationExists)
      #expect(try FileReader.read(taken).bytes == Array("old".utf8))
      try DurableFile.renameWithoutReplacing(from, to: path)
    }
    #expect(try FileReader.read(path).bytes == Array("new".utf8))
    #expect(try FileStatus.ifPresent(from) == nil)
  }

  @Test func `never falls back to a rename that replaces`() throws {
    let from = try folder.write("new", to: "from")
    let problem = SystemCalls.$fault.withValue({ call in
      ["renameat2": EINVAL, "linkat": EPERM][call]
    }) { #expect(throws: Problem.self) { try DurableFile.renameWithoutReplacing(from, to: path) } }
    #expect(problem?.code == .cannotWrite)
    #expect(try FileStatus.ifPresent(path) == nil)
    #expect(try FileReader.read(from).bytes == Array("new".utf8))
  }

  @Test func `makes folders, also when they are there`() throws {
    let deep = folder.path.appending("x/y/z")
    try DurableFile.makeDirectories(deep)
    try DurableFile.makeDirectories(deep)
    #expect(try FileStatus.of(deep).kind == .directory)
    try folder.write("x", to: "file")
    for name in ["file", "file/below"] {
      let problem = #expect(throws: Problem.self) {
        try DurableFile.makeDirectories(folder.path.appending(name))
      }
      #expect(problem?.code == .cannotWrite)
    }
  }

  @Test func `removes a tree without following links`() throws {
    let outside = try folder.write("x", to: "outside/keep")
    try folder.write("x", to: "tree/a/b")
    #expect(folder.path.appending("tree/link").withCString { symlink("../outside", $0) } == 0)
    try DurableFile.removeTree(folder.path.appending("tree"))
    try DurableFile.removeTree(folder.path.appending("tree"))
    #expect(try FileStatus.ifPresent(folder.path.appending("tree")) == nil)
    #expect(try FileReader.read(outside).bytes == Array("x".utf8))
  }

  @Test func `removes what is gone without complaint`() throws { try DurableFile.remove(path) }

  @Test func `sets a time`() throws {
    try folder.write("x", to: "a")
    try DurableFile.setModification(FileTime(seconds: -5, nanoseconds: 7), of: path)
    #expect(try FileStatus.of(path).modification == FileTime(seconds: -5, nanoseconds: 7))
  }
}
