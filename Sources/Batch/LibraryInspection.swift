internal import ConversionSink
internal import Files
public import Library
internal import Messages
internal import StillImages

/// Compares a library with its disk: for `check`.
public struct LibraryInspection {
  private let library: Library

  /// Looks at `library`.
  public init(_ library: Library) { self.library = library }

  /// What is not as it should be. Files whose bytes changed are decoded, to tell damage from an edit; with `deep` every
  /// file is hashed and every picture decoded.
  public func findings(deep: Bool, progress: (Int, Int) -> Void) throws -> [LibraryCheck.Finding] {
    // Work that dead runs began is finished or undone first: it is no fault of the library's.
    _ = try ConversionSink(library: library)
    let findings = try LibraryCheck(library).findings(deep: deep, progress: progress).map(judged)
    guard deep else { return findings }
    let known = Set(findings.map(\.path))
    let undecodable = try library.catalogue.allFiles().compactMap { entry -> LibraryCheck.Finding? in
      guard [.photo, .still].contains(entry.file.role), !known.contains(entry.file.path),
        let problem = problem(decoding: entry.file.path)
      else { return nil }
      return LibraryCheck.Finding(
        kind: .damaged,
        path: entry.file.path,
        asset: entry.asset,
        role: entry.file.role,
        problem: problem
      )
    }
    return findings + undecodable
  }

  /// Puts right what needs no decision; returns what was put right.
  public func repair(_ findings: [LibraryCheck.Finding]) throws -> [LibraryCheck.Finding] {
    try LibraryCheck(library).repair(findings)
  }

  private func judged(_ finding: LibraryCheck.Finding) -> LibraryCheck.Finding {
    guard finding.kind == .changed, [.photo, .still].contains(finding.role),
      let problem = problem(decoding: finding.path)
    else { return finding }
    var judged = finding
    judged.kind = .damaged
    judged.problem = problem
    return judged
  }

  private func problem(decoding path: FilePath) -> Problem? {
    do {
      let (bytes, _) = try FileReader.read(path)
      _ = try StillImageReader(bytes: bytes, limits: DecodingLimits()).decodePixels(threads: 2)
      return nil
    } catch let problem as Problem {
      return problem
    } catch {
      return Problem(.internalError, ["detail": "\(error)"])
    }
  }
}
