import Messages
import TestSupport
import Testing

@testable import Files

@Suite struct PatientReadingTests {
  @Test func `a local file is only looked at`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("text", to: "file")
    try PatientReading.check(path, patienceInSeconds: 5)
    // Whoever opens what is not there finds out.
    try PatientReading.check(folder.path.appending("gone"), patienceInSeconds: 5)
  }

  private func check(_ command: String..., patience: Double) throws {
    try PatientReading.check(
      FilePath("/far/away.jpg"),
      patienceInSeconds: patience,
      by: command.map { Array($0.utf8) }
    )
  }

  @Test func `what does not go on is given up`() {
    let problem = #expect(throws: Problem.self) { try check("sleep", "20", patience: 0.2) }
    #expect(problem?.code == .inputStalled)
    #expect(problem?.values["path"] == "/far/away.jpg")
  }

  @Test func `what goes on slowly is waited for, and what fails is for others to find`() throws {
    try check("bash", "-c", "for i in 1 2 3 4; do sleep 0.3; echo $i; done", patience: 1.5)
    try check("false", patience: 5)
    try check("no such program", patience: 5)
  }

  @Test func `a file without a name is read by its path, and gone with its owner`() throws {
    var path = FilePath("")
    do {
      let file = try UnnamedFile()
      try [UInt8](1...200).withUnsafeBytes { try file.append($0) }
      try [UInt8](201...255).withUnsafeBytes { try file.append($0) }
      path = file.path
      #expect(file.byteCount == 255)
      #expect(try FileReader.read(path).bytes == [UInt8](1...255))
      #expect(try FileReader.read(path).bytes.count == 255)
    }
    #expect((try? FileReader.read(path).bytes) != [UInt8](1...255))
  }

  @Test func `addresses are told from paths`() {
    for text in ["http://a/b.jpg", "HTTPS://a", "https://"] { #expect(RemoteFile.isURL(FilePath(text))) }
    for text in ["", "http", "http:/a", "ftp://a/b", "a/http://b", "httpss://"] {
      #expect(!RemoteFile.isURL(FilePath(text)))
    }
  }
}
