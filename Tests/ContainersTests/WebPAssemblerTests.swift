import Messages
import Pixels
import Testing

@testable import Containers

@Suite("WebP assembly")
struct WebPAssemblerTests {
  private static let still = WebPAssembler.file(WebPAssembler.chunk("VP8L", [0x2F, 0, 0, 0, 0]))

  private static var animation: [UInt8] {
    let size = PixelSize(width: 4, height: 4)
    let frame = [UInt8](repeating: 0, count: 16) + WebPAssembler.chunk("VP8L", [0x2F, 0, 0, 0, 0])
    return WebPAssembler.file(
      WebPAssembler.header(size: size, flags: 2) + WebPAssembler.chunk("ANMF", frame)
    )
  }

  private func assemble(_ stream: [UInt8]) throws -> [UInt8] {
    try WebPAssembler.assemble(
      stream: stream,
      size: PixelSize(width: 1, height: 1),
      hasAlpha: false,
      blocks: MetadataBlocks(xmp: [2]),
      iccProfile: [3]
    )
  }

  @Test("a still keeps its picture and gets metadata")
  func still() throws {
    let file = try WebPChunks(try assemble(Self.still))
    #expect(file.blocks.xmp == [2])
    #expect(file.profile == [3])
    #expect(file.picture.count == 1)
  }

  @Test("an animation is refused: its frames would be lost")
  func animation() throws {
    #expect(try WebPChunks(Self.animation).firstFrame != nil)
    let problem = #expect(throws: Problem.self) { try assemble(Self.animation) }
    #expect(problem?.code == .encodeFailed)
  }
}
