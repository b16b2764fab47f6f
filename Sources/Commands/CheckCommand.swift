internal import Arguments
internal import Batch
internal import Files
internal import FoundationEssentials
internal import Library
internal import Messages

/// `shiying check`: is everything that the catalogue names there, whole and unchanged, and nothing else?
struct CheckCommand {
  private struct FindingRecord: Encodable {
    let v = 1
    let type = "finding"
    let kind: String
    let path: PathRecord
    let asset: String?
    let repaired: Bool
  }

  let arguments: ParsedArguments
  let console: Console

  func run() throws -> ExitCode {
    let library = try LibraryLocation.openExisting(arguments, environment: console.environment)
    let inspection = LibraryInspection(library)
    var fileCount = 0
    let findings = try inspection.findings(deep: arguments.flag(.deep)) { _, total in fileCount = total }
    let repaired = arguments.flag(.repair) ? try inspection.repair(findings) : []
    let output = StandardOutput(arguments)
    for finding in findings {
      let isRepaired = repaired.contains(finding)
      if arguments.flag(.json) {
        output.write(
          line: JSONLine.text(
            FindingRecord(
              kind: finding.kind.rawValue,
              path: PathRecord(finding.path),
              asset: finding.asset,
              repaired: isRepaired
            )
          )
        )
      } else {
        output.write(path: finding.path)
      }
      let kind = finding.kind
      let path = finding.path.lossyString
      let asset = try finding.asset.flatMap { try library.catalogue.asset(uuid: $0) }
      console.say(
        isRepaired
          ? .repaired(kind: kind, path: path)
          : .finding(kind: kind, path: path, detail: detail(finding), isOriginal: asset?.isSource == true)
      )
    }
    if !arguments.flag(.quiet) {
      console.say(.checked(files: fileCount, findings: findings.count, repaired: repaired.count))
    }
    return findings.count == repaired.count ? .done : .someFailed
  }

  /// Why, without an advice: the finding has its own.
  private func detail(_ finding: LibraryCheck.Finding) -> String {
    guard let problem = finding.problem else { return "" }
    let detail = problem.code == .inputUnreadable ? problem.values["detail"] : nil
    return detail ?? console.wording.cause(problem)
  }
}
