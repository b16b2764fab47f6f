/// English sentences about videos and animations.
extension EnglishProblems {
  static func motionVideoMissing(_ facts: Facts) -> Sentence {
    Sentence(
      "has lost its video",
      why: "it says that it is a Motion Photo, but no whole video is in it",
      remedy: "copy it again from the phone, or convert it as a plain photo"
    )
  }

  static func movieIncomplete(_ facts: Facts) -> Sentence {
    Sentence(
      "is an incomplete recording or copy",
      why: "the index is missing (moov)",
      remedy: "\(copyAnew), or mend it with a program for damaged recordings"
    )
  }

  static func movieCodecUnknown(_ facts: Facts) -> Sentence {
    Sentence(
      "its video can't be decoded",
      why: "no decoder for \(facts["codec"])",
      remedy: "convert it to H.264 or HEVC with another program first"
    )
  }

  static func movieDolbyVisionOnly(_ facts: Facts) -> Sentence {
    Sentence(
      "its video can't be shown",
      why: "Dolby Vision profile \(facts["profile"]) has no picture for players without Dolby Vision",
      remedy: "export it as HLG or HDR10 in the program that made it"
    )
  }

  static func movieLibraryMissing(_ facts: Facts) -> Sentence {
    Sentence(
      "videos can't be read",
      why: "\(facts["library"]) can't be loaded\(bracketed(facts.detail))",
      remedy: "install the package \(facts["package"])"
    )
  }

  static func animationMissing(_ facts: Facts) -> Sentence {
    Sentence(
      "can't become a GIF",
      why: "it is a still picture" + (facts["format"].isEmpty ? "" : " (\(facts.format))"),
      remedy: "give a video or an animation, or choose a format for photos, such as --to png"
    )
  }

  static func cropOutside(_ facts: Facts) -> Sentence {
    Sentence(
      "can't be cut to \(facts["crop"])",
      why: "it has \(facts["width"]) x \(facts["height"]) pixels",
      remedy: "choose a part within it, or a shape such as --crop 1:1"
    )
  }

  static func startOutside(_ facts: Facts) -> Sentence {
    Sentence(
      "can't begin at second \(facts["start"])",
      why: "it is \(facts["length"]) seconds long",
      remedy: "choose --start within it"
    )
  }

  /// What a file without video has instead.
  static func movieContent(_ found: String) -> String {
    switch found {
    case "sound": "there is only sound in it"
    case "cover": "there is only sound in it, and its cover"
    default: found
    }
  }
}
