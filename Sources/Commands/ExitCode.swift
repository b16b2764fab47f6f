internal import Messages

/// How the program ends (sysexits.h numbers where one fits). The whole policy is here.
enum ExitCode: Int32 {
  /// Done, or nothing left to do.
  case done = 0
  /// Finished, but some inputs failed.
  case someFailed = 1
  /// The command line is wrong.
  case usage = 64
  /// An input that was named is not there, and nothing was begun.
  case noInput = 66
  /// Our own fault.
  case software = 70
  /// The destination can't be written.
  case cannotCreate = 73
  /// Stopped early; running again is safe and goes on (disk full, catalogue busy).
  case temporaryFailure = 75

  /// The code of a run over several inputs: where all that failed have one cause that a script can act on, and nothing
  /// else came of the run, that cause's own.
  init(failures: [ProblemCode: Int], of failed: Int, succeeded: Int) {
    if failed == 0 {
      self = .done
    } else if succeeded == 0 && failures[.inputMissing] == failed {
      self = .noInput
    } else {
      self = succeeded == 0 && failures[.cannotWrite] == failed ? .cannotCreate : .someFailed
    }
  }

  /// The code of a problem that stopped the whole run.
  init(stoppingProblem problem: Problem) {
    switch problem.code {
    case .diskFull, .libraryBusy, .cancelled: self = .temporaryFailure
    case .cannotWrite, .destinationExists, .destinationInsideLibrary, .libraryUnusable, .libraryTooNew,
      .badName:
      self = .cannotCreate
    case .inputMissing, .libraryMissing: self = .noInput
    case .severalPictures, .collageCount, .collageNoRoom, .collageHeroMissing, .collageTooLarge,
      .collagePages, .collageNotMoving, .collageHDRFormat:
      self = .usage
    case .internalError: self = .software
    default: self = .someFailed
    }
  }
}
