/// English sentences about files that can't be read.
extension EnglishProblems {
  static func inputTooLarge(_ facts: Facts) -> Sentence {
    Sentence(
      "is too large",
      why: "\(facts.size("found")), and at most \(facts.size("limit")) are read",
      remedy: "is it really a photo?"
    )
  }

  static func inputNotAFile(_ facts: Facts) -> Sentence {
    Sentence(
      "is not a regular file",
      why: kind(facts["kind"]),
      remedy: "give a photo, or a folder of photos"
    )
  }

  static func inputStalled(_ facts: Facts) -> Sentence {
    Sentence(
      "could not be read",
      why: "nothing came for \(facts["seconds"]) s from where it lies",
      remedy: "see whether the server or the network is there, and run again"
    )
  }

  static func formatUnknown(_ facts: Facts) -> Sentence {
    Sentence(
      "is not a photo or video that this program knows",
      why: facts["found"],
      remedy: "check what it really is"
    )
  }

  static func formatUnsupported(_ facts: Facts) -> Sentence {
    switch facts["kind"] {
    case "stream":
      Sentence(
        "can't be converted",
        why: "it is a video, and standard input takes photos and animations",
        remedy: "name the file instead"
      )
    case "video":
      Sentence(
        "is a video",
        why: "a photo is made of photos",
        remedy: "--to live makes a Live Photo of it, --to gif an animation"
      )
    default:
      Sentence(
        "can't be converted",
        why: "\(facts.format) is not supported yet",
        remedy: "make it a JPEG, PNG or TIFF with another program first"
      )
    }
  }

  static func codecUnsupported(_ facts: Facts) -> Sentence {
    Sentence(
      "can't be decoded",
      why: "no decoder for \(facts["codec"])\(bracketed(facts.detail))",
      remedy: Terms.decoderRemedy(facts, .english)
    )
  }

  static func tooManyPixels(_ facts: Facts) -> Sentence {
    Sentence(
      "has too many pixels",
      why: "\(facts["width"]) x \(facts["height"]), and the limit is \(facts["limit"])",
      remedy: "if you trust the file, raise the limit with --max-pixels"
    )
  }

  static func cmykWithoutProfile(_ facts: Facts) -> Sentence {
    Sentence(
      "can't be converted",
      why: "it is CMYK without a colour profile, so its colours can't be known",
      remedy: "save it as RGB, or with its profile, in the program that made it"
    )
  }

  static func severalPictures(_ facts: Facts) -> Sentence {
    Sentence(
      "has \(facts["count"]) pictures",
      why: "--all-images writes a file for each, and --output names one",
      remedy: "leave out --all-images, or give a folder with --into instead"
    )
  }

  private static func kind(_ kind: String) -> String {
    switch kind {
    case "directory": "it is a folder"
    case "fifo": "it is a pipe"
    case "device", "characterDevice", "blockDevice": "it is a device"
    case "socket": "it is a socket"
    case "symlink": "it is a symbolic link"
    default: kind
    }
  }
}
