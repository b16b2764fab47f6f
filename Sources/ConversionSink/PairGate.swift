internal import Files
internal import Library
internal import LivePhotos
internal import Messages

/// Live Photos leave only as pairs that pass the check. One that does not becomes an honest still: without the identifier,
/// without the video, and said so. If even that can't be had, nothing leaves.
struct PairGate {
  /// Seconds that the check may take.
  let timeLimitInSeconds: Double

  /// The production as it may leave.
  /// - Throws: `pair.identifier-not-removed`; `run.cancelled`.
  func admit(_ production: Production, in staging: StagingArea) throws -> Production {
    guard production.kind == .live else { return production }
    guard let still = production.files.first(where: { $0.role == .still }),
      let video = production.files.first(where: { $0.role == .video })
    else { throw Problem(.internalError, ["detail": "half a Live Photo"]) }
    let result = try LivePhotoCheck.decodingFrames(threads: 1).check(
      still: still.path,
      video: video.path,
      deadline: PairDeadline(seconds: timeLimitInSeconds)
    )
    guard let problem = result.problem else { return production }
    return try demoted(production, still, video, because: problem, result.reasons, in: staging)
  }

  private func demoted(
    _ production: Production,
    _ still: StagedFile,
    _ video: StagedFile,
    because problem: Problem,
    _ reasons: [Problem],
    in staging: StagingArea
  ) throws -> Production {
    var file = still
    file.role = .photo
    file.path = staging.freshPath(fileExtension: still.fileExtension)
    try StillIdentifierRemoval.write(still.path, to: file.path)
    try DurableFile.remove(still.path)
    try DurableFile.remove(video.path)
    var result = production
    result.kind = .photo
    result.files = [file]
    result.durationInSeconds = nil
    result.isForWantOfTime = problem.code == .pairTimedOut
    let code: NoteCode = result.isForWantOfTime ? .pairTimedOut : .pairBroken
    var values = problem.values
    values["reasons"] = reasons.map(\.code.rawValue).joined(separator: ", ")
    result.notes.append(Note(code, values))
    return result
  }
}
