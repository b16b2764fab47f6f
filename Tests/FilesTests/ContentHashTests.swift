import FoundationEssentials
import TestSupport
import Testing

@testable import Files

@Suite struct ContentHashTests {
  // Printed by `xxhsum -H2` (xxHash 0.8.1).
  @Test(arguments: [("", "99aa06d3014798d86001c324468d497f"), ("hello", "b5e9c1ad071b3e7fc779cfaa5e523818")])
  func `agrees with xxhsum`(text: String, hex: String) throws {
    #expect(ContentHash(of: Array(text.utf8)).hex == hex)
    let folder = try TemporaryFolder()
    #expect(try ContentHash.ofFile(try folder.write(text, to: "a")).hex == hex)
  }

  @Test func `streams what does not fit one piece`() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &>> 3) }
    let folder = try TemporaryFolder()
    let (hash, status) = try ContentHash.withStatus(ofFile: try folder.write(bytes, to: "a"))
    #expect(hash == ContentHash(of: bytes))
    #expect(status.size == 3_000_000)
  }

  @Test func `goes through text, bytes and JSON`() throws {
    let hash = ContentHash(of: [1, 2, 3])
    #expect(ContentHash(hex: hash.hex) == hash)
    #expect(ContentHash(hex: hash.hex.uppercased()) == hash)
    #expect(ContentHash(bytes: hash.bytes) == hash)
    #expect(try JSONDecoder().decode([ContentHash].self, from: JSONEncoder().encode([hash])) == [hash])
    #expect(hash.shortHex.count == 8)
  }

  @Test(arguments: ["", "00", String(repeating: "g", count: 32), "+" + String(repeating: "0", count: 31)])
  func `refuses other text`(text: String) { #expect(ContentHash(hex: text) == nil) }

  @Test func `refuses other byte counts`() { #expect(ContentHash(bytes: [1, 2, 3]) == nil) }
}
