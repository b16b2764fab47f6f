/// The English sentence of every problem: one switch, so that a code without words does not compile.
enum EnglishProblems {
  static let copyAnew = "copy it again from where it came from"
  static let report = "please report this, with the file if you can"

  static func sentence(_ code: ProblemCode, _ facts: Facts) -> Sentence {
    switch code {
    case .inputMissing where !facts["status"].isEmpty: FetchWords.missing(facts, .english)
    case .inputMissing: Sentence("there is no such file or folder", remedy: "check the name")
    case .inputUnreadable:
      Sentence("can't be read", why: facts.detail, remedy: "check its permissions and the disk")
    case .inputTooLarge: inputTooLarge(facts)
    case .inputNotAFile: inputNotAFile(facts)
    case .inputChanged:
      Sentence("changed while it was being read", remedy: "run again when nothing writes to it any more")
    case .inputEmpty: Sentence("is empty", why: "it has no bytes", remedy: copyAnew)
    case .inputStalled: inputStalled(facts)
    case .inputNotFetched: FetchWords.notFetched(facts, .english)
    case .formatUnknown: formatUnknown(facts)
    case .formatUnsupported: formatUnsupported(facts)
    case .codecUnsupported: codecUnsupported(facts)
    case .truncated: Sentence("ends too early", why: facts.detail, remedy: copyAnew)
    case .damaged: Sentence("is damaged", why: facts.detail, remedy: copyAnew)
    case .tooManyPixels: tooManyPixels(facts)
    case .cmykWithoutProfile: cmykWithoutProfile(facts)
    case .motionVideoMissing: motionVideoMissing(facts)
    case .severalPictures: severalPictures(facts)

    case .movieNoVideo:
      Sentence("has no video", why: movieContent(facts["found"]), remedy: "give a file with moving pictures")
    case .movieIncomplete: movieIncomplete(facts)
    case .movieCodecUnknown: movieCodecUnknown(facts)
    case .movieDolbyVisionOnly: movieDolbyVisionOnly(facts)
    case .movieLibraryMissing: movieLibraryMissing(facts)

    case .hdrUndecided: hdrUndecided(facts)
    case .hdrNotPossible: hdrNotPossible(facts)
    case .animationMissing: animationMissing(facts)
    case .cropOutside: cropOutside(facts)
    case .startOutside: startOutside(facts)
    case .sizeNotPossible: sizeNotPossible(facts)
    case .formatNotWritten: formatNotWritten(facts)

    case .collageCount: collageCount(facts)
    case .collageNoRoom: collageNoRoom(facts)
    case .collageHeroMissing: collageHeroMissing(facts)
    case .collageTooLarge: collageTooLarge(facts)
    case .collagePages: collagePages(facts)
    case .collageNotMoving: collageNotMoving(facts)
    case .collageHDRFormat: collageHDRFormat(facts)
    case .collageUnreadable:
      Sentence("no collage can be made", why: "none of its \(facts["count"]) photos can be read")

    case .sizeLimitNotMet: sizeLimitNotMet(facts)
    case .encodeFailed: Sentence("could not be written as \(facts.format)", why: facts.detail, remedy: report)
    case .metadataFailed:
      Sentence("its date, place and tags could not be written", why: facts.detail, remedy: report)
    case .verificationFailed: verificationFailed(facts)

    case .cannotWrite: cannotWrite(facts)
    case .destinationInsideLibrary: destinationInsideLibrary(facts)
    case .diskFull: diskFull(facts)
    case .destinationExists: destinationExists(facts)
    case .badName: badName(facts)
    case .libraryMissing: libraryMissing(facts)
    case .libraryUnusable: libraryUnusable(facts)
    case .libraryTooNew: libraryTooNew(facts)
    case .libraryBusy: libraryBusy(facts)
    case .notRegistered: Sentence("is not in the library", remedy: "add it with shiying register")

    case .pairStillUnusable: Sentence("the still can't be half of a Live Photo", why: facts.detail)
    case .pairStillWithoutIdentifier: Sentence("the still has no pairing identifier")
    case .pairIdentifierMalformed: Sentence("the pairing identifier is no UUID", why: facts["found"])
    case .pairVideoUnusable: Sentence("the video can't be half of a Live Photo", why: facts.detail)
    case .pairVideoNotQuickTime:
      Sentence("the video is not QuickTime", why: "its brand is '\(facts["found"])'")
    case .pairNoVideoTrack: Sentence("the video has no track of pictures that plays")
    case .pairCodecNotPlayable:
      Sentence("the video is coded as \(facts["codec"])", why: "a Live Photo has H.264 (avc1) or HEVC (hvc1)")
    case .pairVideoWithoutIdentifier: Sentence("the video has no pairing identifier")
    case .pairIdentifiersDiffer: pairIdentifiersDiffer(facts)
    case .pairNoStillImageTime: Sentence("the video does not say which moment the still shows")
    case .pairStillTimeOutside: pairStillTimeOutside(facts)
    case .pairStillSampleUnusable: Sentence("the mark of the still's moment is damaged", why: facts.detail)
    case .pairMediaMisplaced: Sentence("the video points to data that is not there", why: facts.detail)
    case .pairFrameUndecodable:
      Sentence("the video's \(facts["frame"]) frame does not decode", why: facts.detail)
    case .momentOutside: momentOutside(facts)
    case .motionMissing: motionMissing(facts)
    case .pairVideoMissing: pairVideoMissing(facts)
    case .pairStillMissing: pairStillMissing(facts)
    case .pairTimedOut:
      Sentence("could not make the Live Photo", why: "preparing it took too long", remedy: "try again later")
    case .pairDoesNotMatch: pairDoesNotMatch(facts)
    case .pairIdentifierNotRemoved:
      Sentence("the pairing identifier can't be taken out of the still", why: facts.detail, remedy: report)

    case .workerCrashed: workerCrashed(facts)
    case .workerTimedOut: workerTimedOut(facts)
    case .workerOutOfMemory: workerOutOfMemory(facts)
    case .cancelled:
      Sentence("was not converted", why: "the run was stopped before", remedy: "run it again to go on")
    case .internalError: Sentence("a fault of this program", why: facts.detail, remedy: report)
    }
  }

  static func bracketed(_ text: String) -> String { text.isEmpty ? "" : " (\(text))" }

  static func named(_ path: String) -> String { path.isEmpty ? "" : " \(path)" }
}

/// English grammar.
enum English {
  /// "1 file", "2 files".
  static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
  }

  static func count(_ number: String, _ noun: String) -> String {
    Int(number).map { count($0, noun) } ?? "\(number) \(noun)s"
  }
}
