internal import Glibc

/// A parser and how it is called.
struct FuzzTarget {
  /// As on the command line of Tests/scripts/fuzz.
  var name: String
  /// Feeds it; throws what the parser throws.
  var run: ([UInt8]) throws -> Void

  init(_ name: String, _ run: @escaping ([UInt8]) throws -> Void) {
    self.name = name
    self.run = run
  }

  /// All, containers first.
  static var all: [FuzzTarget] { containers + movies + codecs + metadata + sidecars + whole }
}

/// Says that an invariant does not hold, in the way that libFuzzer takes for a finding.
func expect(_ condition: Bool, _ what: @autoclosure () -> String, line: Int = #line) {
  if condition { return }
  let text = Array("invariant broken, line \(line): \(what())\n".utf8)
  write(STDERR_FILENO, text, text.count)
  abort()
}

/// Several blocks in one input: each but the last has its length in front, four bytes, big-endian. Lengths beyond the
/// end mean "the rest".
struct Parts {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The next block; nil for an empty one.
  mutating func next() -> [UInt8]? {
    let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(4)
    let part = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
    return part.isEmpty ? nil : part
  }

  /// Whatever is left.
  var remainder: [UInt8] { Array(rest) }

  /// Blocks as `next` reads them.
  static func joined(_ blocks: [[UInt8]?]) -> [UInt8] {
    blocks.flatMap { block in
      let block = block ?? []
      return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: block.count >> $0) } + block
    }
  }
}
