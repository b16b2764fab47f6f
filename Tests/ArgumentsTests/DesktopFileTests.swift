import Arguments
import Testing

@testable import Commands

@Suite("Menus of file managers")
struct DesktopFileTests {
  private func lines(_ name: String) throws -> [String] {
    let file = try #require(DesktopFile.files.first { $0.path == "applications/\(name)" })
    return file.text.split(separator: "\n").map(String.init)
  }

  private func value(_ key: String, _ lines: [String]) -> [String] {
    lines.filter { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
  }

  @Test("Photos and videos have their entries, in both languages")
  func entries() throws {
    let photos = try lines("shiying.desktop")
    #expect(value("Actions", photos) == ["compress;collage;live;"])
    #expect(value("Name[zh_TW]", photos).dropFirst() == ["壓縮", "拼貼", "轉原況"])
    let videos = try lines("shiying-video.desktop")
    #expect(value("Actions", videos) == ["live;collage;"])
    #expect(value("Name[zh_TW]", videos).dropFirst() == ["轉原況", "拼貼"])
    #expect(value("MimeType", videos).first?.contains("video/quicktime;") == true)
    for lines in [photos, videos] {
      #expect(value("Name", lines).count == value("Name[zh_TW]", lines).count)
      for action in value("Actions", lines).flatMap({ $0.split(separator: ";") }) {
        #expect(lines.contains("[Desktop Action \(action)]"))
      }
    }
  }

  @Test(
    "The program takes every command of the menus, of several files",
    arguments: DesktopFile.files.map(\.path)
  )
  func commands(path: String) throws {
    let file = try #require(DesktopFile.files.first { $0.path == path })
    let commands = value("Exec", file.text.split(separator: "\n").map(String.init))
    #expect(commands.count >= 3)
    for command in commands {
      var words = command.split(separator: " ").map { Array($0.utf8) }
      #expect(words.removeFirst() == Array("shiying".utf8) && words.last == Array("%F".utf8))
      words.removeLast()
      words += ["/a b/1.heic", "/a b/2.mov"].map { Array($0.utf8) }
      guard case .run(_, let parsed) = CommandLineParser.parse(words, program: Descriptions.program) else {
        Issue.record("\(command) is no command line")
        continue
      }
      #expect(parsed.operands.count == 2)
    }
  }
}
