/// English sentences about copies that could not be made.
extension EnglishProblems {
  static func hdrUndecided(_ facts: Facts) -> Sentence {
    Sentence(
      "was not converted",
      why: facts.detail.isEmpty
        ? "it is HDR (\(Terms.hdr(facts["kind"], .english))), which the \(facts.format) would lose"
        : "it is HDR, but \(Terms.unusableGainMap(facts.detail, .english))",
      remedy: "--hdr sdr makes copies in standard dynamic range"
    )
  }

  static func hdrNotPossible(_ facts: Facts) -> Sentence {
    Sentence(
      "was not converted",
      why: "it is HDR (\(Terms.hdr(facts["kind"], .english))), which \(facts.format) can't hold",
      remedy: "--hdr sdr makes a copy in standard dynamic range"
    )
  }

  static func sizeNotPossible(_ facts: Facts) -> Sentence {
    Sentence(
      "can't become \(facts.format)",
      why:
        "it has \(facts["width"]) x \(facts["height"]) pixels, and no side may have more than \(facts["limit"])",
      remedy: "make it smaller with --long-edge \(facts["limit"])"
    )
  }

  static func formatNotWritten(_ facts: Facts) -> Sentence {
    Sentence(
      "no copy can be made in its own format",
      why: "\(facts.format) is only read",
      remedy: "name another with --to"
    )
  }

  static func sizeLimitNotMet(_ facts: Facts) -> Sentence {
    Sentence(
      "can't become as small as \(facts.size("limit"))",
      why: "the smallest copy has \(facts.size("found"))",
      remedy: "allow more with --max-size"
    )
  }

  static func verificationFailed(_ facts: Facts) -> Sentence {
    Sentence(
      "the copy was not delivered",
      why: "\(Terms.checked(facts["what"], .english)) did not read back as it should: "
        + "\(facts["expected"]) expected, \(facts["found"]) found",
      remedy: report
    )
  }

  static func workerCrashed(_ facts: Facts) -> Sentence {
    Sentence(
      "crashed the conversion",
      why: Terms.signal(facts["signal"], .english),
      remedy: "the file may be damaged; \(report)"
    )
  }

  static func workerTimedOut(_ facts: Facts) -> Sentence {
    Sentence(
      "took too long",
      why: "more than \(English.count(facts["seconds"], "second"))",
      remedy: "give it more with --time-limit"
    )
  }

  static func workerOutOfMemory(_ facts: Facts) -> Sentence {
    Sentence(
      "needs too much memory",
      why: "more than \(facts.size("limit"))",
      remedy: "allow more with --memory-limit"
    )
  }
}
