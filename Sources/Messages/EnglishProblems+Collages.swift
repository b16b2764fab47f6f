/// English sentences about collages.
extension EnglishProblems {
  static func collageCount(_ facts: Facts) -> Sentence {
    Sentence(
      "no collage can be made",
      why:
        "there \(facts["found"] == "1" ? "is" : "are") \(English.count(facts["found"], "photo")), and it takes \(facts["least"]) to \(facts["most"])",
      remedy: "give more or fewer of them"
    )
  }

  static func collageNoRoom(_ facts: Facts) -> Sentence {
    Sentence(
      "no collage can be made",
      why: facts["height"] == "0"
        ? "gaps and margins leave no room for \(facts["count"]) photos in a width of \(facts["width"])"
        : "gaps and margins leave no room for \(facts["count"]) photos on \(facts["width"]) x \(facts["height"])",
      remedy: "make --gap and --margin smaller, or --canvas larger"
    )
  }

  static func collageHeroMissing(_ facts: Facts) -> Sentence {
    Sentence(
      "no collage can be made",
      why: "photo \(facts["number"]) should be the hero, and there are \(facts["count"])",
      remedy: "give --hero a number from 1 to \(facts["count"])"
    )
  }

  static func collageTooLarge(_ facts: Facts) -> Sentence {
    Sentence(
      "no collage can be made",
      why: facts["pixels"].isEmpty == false
        ? "it would have \(facts["width"]) x \(facts["height"]) pixels, and no more than \(facts["pixels"]) are made"
        : facts["height"] == "0"
          ? "it would be \(facts["width"]) pixels wide, and no side of \(facts.format) may have more than \(facts["limit"])"
          : "it would have \(facts["width"]) x \(facts["height"]) pixels, and no side of \(facts.format) may have more "
            + "than \(facts["limit"])",
      remedy: "make --canvas or --scale smaller"
        + (["png", "tiff"].contains(facts["format"]) || !facts["pixels"].isEmpty
          ? "" : ", or try --format png")
    )
  }

  static func collagePages(_ facts: Facts) -> Sentence {
    Sentence(
      "no collage can be made",
      why: "\(facts.format) takes it on \(facts["count"]) pages only, and one file was named",
      remedy: "leave -o out or make --canvas smaller"
        + (facts["format"] == "png" ? "" : ", or try --format png")
    )
  }

  static func collageNotMoving(_ facts: Facts) -> Sentence {
    Sentence(
      "no video can be made",
      why: "none of its sources moves, or their motion can't be read",
      remedy: "make a still: name a .jpg instead"
    )
  }

  static func collageHDRFormat(_ facts: Facts) -> Sentence {
    Sentence(
      "no collage can be made",
      why: "it is HDR (\(Terms.hdr(facts["kind"], .english))), which a still in \(facts.format) can't hold",
      remedy: "--format heic holds it; --hdr sdr makes it standard dynamic range"
    )
  }
}
