internal import Containers
internal import Files
internal import Testing

@testable internal import Metadata

@Suite struct SidecarTests {
  private func names(_ name: String, beside siblings: [String]) -> [(String, Bool)] {
    Sidecar.candidates(for: FilePath("/p/\(name)"), siblings: { siblings.map { Array($0.utf8) } })
      .map { ($0.path.lossyString, $0.isShared) }
  }

  @Test func fullNameFirst() {
    let found = names("IMG_1.HEIC", beside: ["IMG_1.HEIC", "IMG_1.xmp", "IMG_1.AAE", "IMG_10.HEIC"])
    #expect(found.map(\.0) == ["/p/IMG_1.HEIC.xmp", "/p/IMG_1.HEIC.XMP", "/p/IMG_1.xmp", "/p/IMG_1.XMP"])
    #expect(found.allSatisfy { !$0.1 })
  }

  @Test func shortNameIsSharedWithSiblings() {
    let found = names("IMG_1.HEIC", beside: ["IMG_1.HEIC", "IMG_1.MOV"])
    #expect(found.map(\.1) == [false, false, true, true])
    #expect(names("IMG_1", beside: ["IMG_1.MOV"]).map(\.0) == ["/p/IMG_1.xmp", "/p/IMG_1.XMP"])
  }

  @Test func sharedSidecarMustSayWhoseItIs() throws {
    let packet = try Sample.copy(.init(), Sample.everything).sidecar(forExtension: "heic")
    let nameless = try XMPPacket.bytes(try XMPDocument())
    func shared(_ name: String) throws -> Sidecar.Candidate {
      let siblings = ["a.HEIC", "a.MOV"].map { Array($0.utf8) }
      let candidates = Sidecar.candidates(for: FilePath(name), siblings: { siblings })
      return try #require(candidates.first { $0.isShared })
    }
    #expect(try shared("a.HEIC").read(packet)?.favourite == true)
    #expect(try shared("a.MOV").read(packet) == nil)
    #expect(try shared("a.HEIC").read(nameless) == nil)
  }

  @Test func namesThatAreNotUTF8() {
    let path = FilePath(bytes: [0x2F, 0xFF, 0x2E, 0x6A, 0x70, 0x67])
    let first = Sidecar.candidates(for: path, siblings: { [] }).first
    #expect(first?.path.bytes == path.bytes + Array(".xmp".utf8))
  }
}
