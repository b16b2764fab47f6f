/// The English sentence of every note.
enum EnglishNotes {
  static func sentence(_ code: NoteCode, _ facts: Facts) -> Sentence {
    switch code {
    case .hdrDropped:
      Sentence(
        "the copy is in standard dynamic range",
        why: "\(Terms.hdr(facts["kind"], .english)) left out as asked"
      )
    case .hdrToneMapped:
      Sentence(
        "the copy is in standard dynamic range",
        why:
          "\(facts.format) holds no HDR (\(Terms.hdr(facts["kind"], .english))); its colours were converted"
      )
    case .animationLarge:
      Sentence(
        "will become about \(facts.size("bytes"))",
        why:
          "\(facts["frames"]) frames of \(facts["width"]) x \(facts["height"]) pixels, \(facts["seconds"]) seconds",
        remedy: "--max-size, --length, --fps or --long-edge make it smaller"
      )
    case .bitDepthReduced:
      Sentence("the copy has \(facts["to"]) bits a sample", why: "the original has \(facts["from"])")
    case .fittedToSize:
      Sentence(
        "made to fit: \(facts["width"]) x \(facts["height"]) pixels"
          + (facts["quality"].isEmpty ? "" : ", quality \(facts["quality"])")
          + (facts["rate"].isEmpty ? "" : ", \(facts["rate"]) frames a second") + ", \(facts.size("bytes"))"
      )
    case .catalogueIsNew:
      Sentence(
        "the library's catalogue was not there and is made anew",
        why: "it does not know the \(facts["count"]) files in its albums, so copies are made again",
        remedy: "if you have a backup of the folder .shiying, put it back before going on"
      )
    case .earlierCopyAltered:
      Sentence("a second copy was made", why: "the earlier one, \(facts["path"]), was altered")
    case .alphaFlattened:
      Sentence(
        "transparent parts were laid on \(facts["background"])",
        remedy: "choose another colour with --background"
      )
    case .alphaReduced:
      Sentence(
        "partly transparent parts are opaque in the copy, or fully transparent",
        why: "\(facts.format) has nothing in between"
      )
    case .cmykConverted: Sentence("converted from CMYK to RGB through its profile")
    case .profileUnusable: Sentence("its colour profile is unusable and was left out", why: facts.detail)
    case .furtherImages:
      Sentence(
        "\(English.count(facts["count"], "further picture")) in the file not copied",
        why: "only the main one is",
        remedy: "--all-images copies each"
      )
    case .auxiliaryDropped: Sentence("an auxiliary picture is not in the copy", why: facts["kind"])
    case .soundEncoded:
      Sentence("the sound was coded anew as AAC", why: "\(players(facts)) don't know \(facts["codec"])")
    case .videoEncoded:
      Sentence(
        "the video was coded anew",
        why: "\(players(facts)) don't know it as it was" + facts.bracketed("codec")
      )
    case .tracksDropped:
      Sentence("some tracks of the video are not in the copy", why: Terms.tracks(facts["tracks"], .english))
    case .pairTimedOut:
      Sentence(
        "the copy is a plain still: could not make the Live Photo",
        why: "preparing it took too long",
        remedy: "try again later"
      )
    case .pairBroken:
      Sentence(
        "the copy is a plain still: no Live Photo can be made of this",
        why: "its moving half can't be used" + facts.bracketed("reasons")
      )
    case .motionDropped: Sentence("the copy is a still", why: "the video of the Live Photo is not in it")
    case .movieFramesSkipped:
      Sentence("\(English.count(facts["count"], "damaged frame")) of the video passed over")
    case .movieEndsEarly:
      Sentence(
        "the video ends early",
        why: "after \(facts["found"]) s of \(facts["expected"]) s",
        remedy: "copy it again from where it came from"
      )
    case .collageStillOnly:
      switch facts["reason"] {
      case "pages":
        Sentence("the collage is a still", why: "it has \(facts["count"]) pages, and only one page can move")
      case "format":
        Sentence(
          "the collage is a still",
          why: "a Live Photo can't be \(facts.format)",
          remedy: "leave --format out, or say --as still"
        )
      case "pipe":
        Sentence(
          "the collage is a still",
          why: "a Live Photo is two files",
          remedy: "--as video writes one that moves"
        )
      default:
        Sentence("the collage is a still", why: "none of its sources moves, or their motion can't be read")
      }
    case .collageHeroStill:
      Sentence(
        "photo \(facts["other"]) is the main one",
        why: "photo \(facts["number"]), which --hero names, does not move"
      )
    case .collageVideoSmaller:
      Sentence(
        "the video has \(facts["width"]) x \(facts["height"]) pixels",
        why: "larger ones can't be played on phones"
      )
    case .collageMotionUnreadable:
      Sentence("is still in the collage", why: "its motion can't be read" + facts.bracketed("detail"))
    case .collageStandardRange:
      Sentence(
        "\(English.count(facts["count"], "photo")) of the collage \(facts["count"] == "1" ? "is" : "are") shown in standard range",
        why: Terms.standardRangeReason(facts["reason"], .english),
        remedy: facts["reason"] == "unasked" ? "--hdr keep makes it HDR, as all its videos are" : ""
      )
    case .collageFromPreview:
      Sentence(
        "a small preview stands for it in the collage",
        why: facts["seconds"].isEmpty
          ? FetchWords.why(facts, .english) : "nothing came for \(facts["seconds"]) s from where it lies",
        remedy: "run again when it can be read"
      )
    case .collageOptionsIdle:
      Sentence(
        "some options have no effect" + facts.bracketed("options", separator: ", "),
        why: Terms.idleReason(facts["reason"], format: facts.format, .english)
      )
    case .collageLong:
      Sentence(
        "the collage plays for \(facts["seconds"]) s, which is long for a Live Photo",
        remedy: "--per-cell 1.5 lets each photo play shorter"
      )
    case .exifDropped: Sentence("its Exif could not be carried over", why: facts.detail)
    case .exifReduced:
      Sentence("part of its Exif was left out so that the rest fits", why: exifPart(facts["part"]))
    case .xmpDropped: Sentence("its XMP could not be carried over", why: facts.detail)
    case .staleXMPDropped:
      facts["what"] == "panorama"
        ? Sentence(
          "the description as a panorama is not in the copy",
          why: "it does not fit the copy's pixels"
        )
        : Sentence(
          "areas marked in the picture are not in the copy",
          why: "nobody can tell where they lie in it"
        )
    case .textDropped:
      Sentence("texts of the file are not in the copy", why: facts["keywords"])
    case .iptcMovedToXMP:
      Sentence(
        "its IPTC fields are in the copy's XMP"
          + (facts["except"].isEmpty ? "" : ", except those that have no place there: \(facts["except"])"),
        why: "the format has no place for IPTC"
      )
    case .tagRenamed:
      Sentence("the tag '\(facts["tag"])' was respelt", why: "'/' and '|' separate levels of tags")
    case .sidecarUnusable: Sentence("the sidecar \(facts["path"]) was not used", why: facts.detail)
    case .sameContent:
      Sentence("has the same content as an earlier original", why: "its copy serves", remedy: facts["path"])
    case .alreadyInFormat where facts["format"] == "live":
      Sentence(
        "is a Live Photo already",
        remedy: "verify says whether it pairs; if not, convert --to same --live repair may mend it"
      )
    case .alreadyInFormat:
      Sentence("is \(facts.format) already", remedy: "ask for a quality or size to have a copy made")
    case .misnamed: Sentence("is in truth \(facts.format)", why: "its name says something else")
    case .pairReferenceDangling: Sentence("the mark of the still's moment belongs to no track of the video")
    case .pairStillValueUnusual:
      Sentence("the mark of the still's moment is unusual", why: "\(facts["found"]) instead of -1")
    case .pairShapesDiffer:
      Sentence("still and video have different shapes", why: "\(facts["still"]) and \(facts["video"])")
    case .pairVideoLong:
      Sentence("the video is long for a Live Photo", why: "\(facts["seconds"]) s")
    case .pairNoSound: Sentence("the video has no sound")
    case .pairNamesDiffer: Sentence("the two files have different names")
    case .pairIdentifierLowerCase: Sentence("the pairing identifier has lower-case letters")
    case .pairNoColour: Sentence("the video does not say how its colours are meant")
    case .pairVariableRate: Sentence("the video's frames last differently long")
    case .networkFilesystem:
      Sentence(
        "the library is on a network filesystem\(facts.bracketed("filesystem"))",
        why: "its catalogue works more slowly there",
        remedy: "use one machine at a time, or keep the library on a local disk"
      )
    }
  }

  private static func exifPart(_ part: String) -> String {
    switch part {
    case "thumbnail": "the thumbnail"
    case "makernote": "the camera maker's own notes"
    default: part
    }
  }

  /// Who would not play what was coded anew.
  private static func players(_ facts: Facts) -> String {
    facts["form"] == "mp4" ? "many players of MP4" : "Apple's players"
  }
}
