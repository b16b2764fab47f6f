import FoundationEssentials
import Testing

@testable import Files

@Suite struct FilePathTests {
  @Test(arguments: [
    ("/a/b/IMG_1.HEIC", "IMG_1.HEIC", "IMG_1", "HEIC", "/a/b"),
    ("IMG_1.HEIC", "IMG_1.HEIC", "IMG_1", "HEIC", "."),
    ("/x", "x", "x", "", "/"),
    ("//x//", "x", "x", "", "/"),
    ("a/b/", "b", "b", "", "a"),
    ("a//b", "b", "b", "", "a"),
    (".hidden", ".hidden", ".hidden", "", "."),
    (".hidden.jpg", ".hidden.jpg", ".hidden", "jpg", "."),
    ("..", "..", "..", "", "."),
    ("a.b.jpeg", "a.b.jpeg", "a.b", "jpeg", "."),
    ("ends.", "ends.", "ends", "", "."),
    ("/", "", "", "", "/"),
  ])
  func `takes paths apart`(text: String, name: String, stem: String, ext: String, parent: String) {
    let path = FilePath(text)
    #expect(path.lastComponent == Array(name.utf8))
    #expect(path.stem == Array(stem.utf8))
    #expect(path.pathExtension == Array(ext.utf8))
    #expect(path.parent == FilePath(parent))
  }

  @Test func `joins`() {
    #expect(FilePath("a").appending("b") == FilePath("a/b"))
    #expect(FilePath("a/").appending("b") == FilePath("a/b"))
    #expect(FilePath("/").appending("b") == FilePath("/b"))
    #expect(FilePath("").appending("b") == FilePath("b"))
    #expect(FilePath("a").appending("") == FilePath("a"))
    #expect(FilePath("a.jpg").appendingToName(".xmp") == FilePath("a.jpg.xmp"))
  }

  @Test func `makes absolute without resolving what links may change`() {
    let folder = FilePath("/home/u")
    #expect(FilePath("./a//b/.").absolute(relativeTo: folder) == FilePath("/home/u/a/b"))
    #expect(FilePath("../a").absolute(relativeTo: folder) == FilePath("/home/u/../a"))
    #expect(FilePath("/a/./b/").absolute(relativeTo: folder) == FilePath("/a/b"))
    #expect(FilePath("-x").absolute(relativeTo: folder) == FilePath("/home/u/-x"))
  }

  @Test func `tells what lies below a folder`() {
    #expect(FilePath("/a/b/c").relative(to: FilePath("/a")) == FilePath("b/c"))
    #expect(FilePath("/a/b/c").relative(to: FilePath("/a/")) == FilePath("b/c"))
    #expect(FilePath("/ab").relative(to: FilePath("/a")) == nil)
    #expect(FilePath("/a").relative(to: FilePath("/a")) == nil)
    #expect(FilePath("/a").relative(to: FilePath("/")) == FilePath("a"))
  }

  @Test func `keeps bytes that are no UTF-8`() throws {
    let path = FilePath(bytes: [0x2F, 0xFF, 0x0A, 0x2E, 0x6A])
    #expect(path.utf8 == nil)
    #expect(path.stem == [0xFF, 0x0A])
    let json = try JSONEncoder().encode([path, FilePath("/ä")])
    #expect(try JSONDecoder().decode([FilePath].self, from: json) == [path, FilePath("/ä")])
    #expect(String(decoding: json, as: UTF8.self).contains("base64"))
  }

  @Test func `orders by bytes, not by locale`() {
    let paths = ["b", "a", "B", "ä", "a/b", "a.b"].map { FilePath($0) }
    #expect(paths.sorted() == ["B", "a", "a.b", "a/b", "b", "ä"].map { FilePath($0) })
  }
}
