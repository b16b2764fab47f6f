/// English sentences about Live Photos.
extension EnglishProblems {
  static func pairIdentifiersDiffer(_ facts: Facts) -> Sentence {
    Sentence(
      "still and video have different pairing identifiers",
      why: "\(facts["still"]) and \(facts["video"])"
    )
  }

  static func pairStillTimeOutside(_ facts: Facts) -> Sentence {
    Sentence(
      "the still's moment is not in the video",
      why: "it is at \(facts["time"]) s of \(facts["duration"]) s"
    )
  }

  static func momentOutside(_ facts: Facts) -> Sentence {
    Sentence(
      "can't become that Live Photo",
      why: "second \(facts["asked"]) was asked for, and it is \(facts["length"]) seconds long",
      remedy: "choose --at and --start within it"
    )
  }

  static func motionMissing(_ facts: Facts) -> Sentence {
    Sentence(
      "can't become a Live Photo or Motion Photo",
      why: "it is a photo without a video",
      remedy: "give a video, or a photo that has one"
    )
  }

  static func pairVideoMissing(_ facts: Facts) -> Sentence {
    Sentence(
      "is only half of a Live Photo",
      why: "its video is not there",
      remedy: "name the video too"
    )
  }

  static func pairStillMissing(_ facts: Facts) -> Sentence {
    Sentence(
      "is only half of a Live Photo",
      why: "its still is not there",
      remedy: "name the still too"
    )
  }

  static func pairDoesNotMatch(_ facts: Facts) -> Sentence {
    Sentence(
      "is no Live Photo",
      why: "its two halves do not go together",
      remedy: "use it as a still; where both have one name, convert --to same --live repair may mend it"
    )
  }
}
