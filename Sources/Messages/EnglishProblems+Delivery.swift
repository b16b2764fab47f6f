/// English sentences about where copies go: files and the library.
extension EnglishProblems {
  static func destinationInsideLibrary(_ facts: Facts) -> Sentence {
    Sentence(
      "can't write\(named(facts.otherPath))",
      why: "it lies in the folder that the library keeps for itself",
      remedy: "choose another folder with --into"
    )
  }

  static func diskFull(_ facts: Facts) -> Sentence {
    Sentence(
      "the disk is full",
      why: facts.otherPath,
      remedy: "make room and run the same command again; what is finished stays"
    )
  }

  static func badName(_ facts: Facts) -> Sentence {
    Sentence(
      "the name template '\(facts["template"])' gives no usable name",
      why: Terms.templateFault(facts.detail, .english),
      remedy: "see --name in shiying-convert(1)"
    )
  }

  static func libraryMissing(_ facts: Facts) -> Sentence {
    Sentence(
      "there is no library here yet\(bracketed(facts.otherPath))",
      remedy: "shiying convert and shiying register make one; -L names another folder"
    )
  }

  static func libraryUnusable(_ facts: Facts) -> Sentence {
    Sentence(
      "the library can't be opened\(bracketed(facts.otherPath))",
      why: facts.detail,
      remedy: "put .shiying back from a backup, or choose another library with -L"
    )
  }

  static func libraryTooNew(_ facts: Facts) -> Sentence {
    Sentence(
      "the library was made by a newer shiying\(bracketed(facts.otherPath))",
      why: "its catalogue has version \(facts["found"]), and this program knows \(facts["known"])",
      remedy: "install the newer program"
    )
  }

  static func libraryBusy(_ facts: Facts) -> Sentence {
    Sentence(
      "the library is busy\(bracketed(facts.otherPath))",
      why: "another process has held it for too long",
      remedy: "run the same command again later"
    )
  }

  static func cannotWrite(_ facts: Facts) -> Sentence {
    switch facts["reason"] {
    case "no-folder":
      Sentence(
        "can't write\(named(facts.otherPath))",
        why: "there is no folder \(facts["folder"])",
        remedy: "check the name, or make the folder first"
      )
    case "closed-output":
      Sentence("can't write", why: "standard output is closed", remedy: "send it to a file or a pipe")
    default:
      Sentence(
        "can't write\(named(facts.otherPath))",
        why: facts.detail,
        remedy: "check the folder and its permissions"
      )
    }
  }

  static func destinationExists(_ facts: Facts) -> Sentence {
    let path = facts["path"]
    return switch facts["kind"] {
    case "folder":
      Sentence(
        "was not delivered",
        why: "\(path) is a folder",
        remedy: "name a file in it, or put the copies there with --into"
      )
    case "original":
      Sentence(
        "was not delivered",
        why: "\(path) is the original itself, which is never changed",
        remedy: "choose another name"
      )
    case "no-list":
      Sentence(
        "can't be the list of failed inputs",
        why: "\(path) is there already and is no list of paths",
        remedy: "choose another name"
      )
    default:
      Sentence(
        "was not delivered",
        why: "\(path) is there already, and a file is never replaced",
        remedy: "move that away or choose another name"
      )
    }
  }
}
