internal import Glibc

// What libFuzzer calls. The target is named by SHIYING_FUZZ_TARGET; with SHIYING_FUZZ_SEEDS the program divides the files
// that it is given into seeds below that folder instead, and ends.

/// Chosen once, before the first input.
private nonisolated(unsafe) var target: FuzzTarget?

/// Chooses the target.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  if let folder = variable("SHIYING_FUZZ_SEEDS") {
    let names = (1..<max(1, Int(count.pointee))).compactMap {
      arguments.pointee[$0].map { String(cString: $0) }
    }
    for name in names { Seeds.divide(name, into: folder) }
    exit(0)
  }
  guard let name = variable("SHIYING_FUZZ_TARGET"),
    let found = FuzzTarget.all.first(where: { $0.name == name })
  else {
    for target in FuzzTarget.all { print(target.name) }
    exit(64)
  }
  target = found
  return 0
}

/// Takes one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // What a target throws is the right answer to most inputs.
  try? target?.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
