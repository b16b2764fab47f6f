/// The English sentence of every problem: one switch, so that a code without words does not compile.
enum EnglishProblems {
  private static let copyAnew = "copy it again from where it came from"
  private static let report = "please report this, with the file if you can"

  static func sentence(_ code: ProblemCode, _ facts: Facts) -> Sentence {
    switch code {
    case .inputMissing: Sentence("there is no such file or folder", remedy: "check the name")
    case .inputUnreadable:
      Sentence("can't be read", why: facts.detail, remedy: "check its permissions and the disk")
    case .inputTooLarge:
      Sentence(
        "is too large",
        why: "\(facts.size("found")), and at most \(facts.size("limit")) are read",
        remedy: "is it really a photo?"
      )
    case .inputNotAFile:
      Sentence(
        "is not a regular file",
        why: kind(facts["kind"]),
        remedy: "give a photo, or a folder of photos"
      )
    case .inputChanged:
      Sentence("changed while it was being read", remedy: "run again when nothing writes to it any more")
    case .inputEmpty: Sentence("is empty", why: "it has no bytes", remedy: copyAnew)
    case .inputStalled:
      Sentence(
        "could not be read",
        why: "nothing came for \(facts["seconds"]) s from where it lies",
        remedy: "see whether the server or the network is there, and run again"
      )
    case .inputNotFetched: Sentence("could not be fetched", why: facts.detail, remedy: "check the address")
    case .formatUnknown:
      Sentence(
        "is not a photo or video that this program knows",
        why: facts["found"],
        remedy: "check what it really is"
      )
    case .formatUnsupported where facts["kind"] == "stream":
      Sentence(
        "can't be converted",
        why: "it is a video, and standard input takes photos and animations",
        remedy: "name the file instead"
      )
    case .formatUnsupported where facts["kind"] == "video":
      Sentence(
        "is a video",
        why: "a photo is made of photos",
        remedy: "--to live makes a Live Photo of it, --to gif an animation"
      )
    case .formatUnsupported:
      Sentence(
        "can't be converted",
        why: "\(facts.format) is not supported yet",
        remedy: "make it a JPEG, PNG or TIFF with another program first"
      )
    case .codecUnsupported:
      Sentence(
        "can't be decoded",
        why: "no decoder for \(facts["codec"])\(bracketed(facts.detail))",
        remedy: facts["library"].isEmpty
          ? "see whether a newer libheif or a plugin for it can be installed"
          : "see whether a newer \(facts["library"]) can be installed"
      )
    case .truncated: Sentence("ends too early", why: facts.detail, remedy: copyAnew)
    case .damaged: Sentence("is damaged", why: facts.detail, remedy: copyAnew)
    case .tooManyPixels:
      Sentence(
        "has too many pixels",
        why: "\(facts["width"]) x \(facts["height"]), and the limit is \(facts["limit"])",
        remedy: "if you trust the file, raise the limit with --max-pixels"
      )
    case .cmykWithoutProfile:
      Sentence(
        "can't be converted",
        why: "it is CMYK without a colour profile, so its colours can't be known",
        remedy: "save it as RGB, or with its profile, in the program that made it"
      )
    case .motionVideoMissing:
      Sentence(
        "has lost its video",
        why: "it says that it is a Motion Photo, but no whole video is in it",
        remedy: "copy it again from the phone, or convert it as a plain photo"
      )

    case .severalPictures:
      Sentence(
        "has \(facts["count"]) pictures",
        why: "--all-images writes a file for each, and --output names one",
        remedy: "leave out --all-images, or give a folder with --into instead"
      )

    case .movieNoVideo:
      Sentence("has no video", why: movieContent(facts["found"]), remedy: "give a file with moving pictures")
    case .movieIncomplete:
      Sentence(
        "is an incomplete recording or copy",
        why: "the index is missing (moov)",
        remedy: "\(copyAnew), or mend it with a program for damaged recordings"
      )
    case .movieCodecUnknown:
      Sentence(
        "its video can't be decoded",
        why: "no decoder for \(facts["codec"])",
        remedy: "convert it to H.264 or HEVC with another program first"
      )
    case .movieDolbyVisionOnly:
      Sentence(
        "its video can't be shown",
        why: "Dolby Vision profile \(facts["profile"]) has no picture for players without Dolby Vision",
        remedy: "export it as HLG or HDR10 in the program that made it"
      )
    case .movieLibraryMissing:
      Sentence(
        "videos can't be read",
        why: "\(facts["library"]) can't be loaded\(bracketed(facts.detail))",
        remedy: "install the package \(facts["package"])"
      )

    case .hdrUndecided:
      Sentence(
        "was not converted",
        why: facts.detail.isEmpty
          ? "it is HDR (\(Terms.hdr(facts["kind"], .english))), which the \(facts.format) would lose"
          : "it is HDR, but \(Terms.unusableGainMap(facts.detail, .english))",
        remedy: "--hdr sdr makes copies in standard dynamic range"
      )
    case .hdrNotPossible:
      Sentence(
        "was not converted",
        why: "it is HDR (\(Terms.hdr(facts["kind"], .english))), which \(facts.format) can't hold",
        remedy: "--hdr sdr makes a copy in standard dynamic range"
      )
    case .animationMissing:
      Sentence(
        "can't become a GIF",
        why: "it is a still picture" + (facts["format"].isEmpty ? "" : " (\(facts.format))"),
        remedy: "give a video or an animation, or choose a format for photos, such as --to png"
      )
    case .cropOutside:
      Sentence(
        "can't be cut to \(facts["crop"])",
        why: "it has \(facts["width"]) x \(facts["height"]) pixels",
        remedy: "choose a part within it, or a shape such as --crop 1:1"
      )
    case .startOutside:
      Sentence(
        "can't begin at second \(facts["start"])",
        why: "it is \(facts["length"]) seconds long",
        remedy: "choose --start within it"
      )
    case .sizeNotPossible:
      Sentence(
        "can't become \(facts.format)",
        why:
          "it has \(facts["width"]) x \(facts["height"]) pixels, and no side may have more than \(facts["limit"])",
        remedy: "make it smaller with --long-edge \(facts["limit"])"
      )
    case .formatNotWritten:
      Sentence(
        "no copy can be made in its own format",
        why: "\(facts.format) is only read",
        remedy: "name another with --to"
      )
    case .collageCount:
      Sentence(
        "no collage can be made",
        why:
          "there \(facts["found"] == "1" ? "is" : "are") \(English.count(facts["found"], "photo")), and it takes \(facts["least"]) to \(facts["most"])",
        remedy: "give more or fewer of them"
      )
    case .collageNoRoom:
      Sentence(
        "no collage can be made",
        why: facts["height"] == "0"
          ? "gaps and margins leave no room for \(facts["count"]) photos in a width of \(facts["width"])"
          : "gaps and margins leave no room for \(facts["count"]) photos on \(facts["width"]) x \(facts["height"])",
        remedy: "make --gap and --margin smaller, or --canvas larger"
      )
    case .collageHeroMissing:
      Sentence(
        "no collage can be made",
        why: "photo \(facts["number"]) should be the hero, and there are \(facts["count"])",
        remedy: "give --hero a number from 1 to \(facts["count"])"
      )
    case .collageTooLarge:
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
    case .collagePages:
      Sentence(
        "no collage can be made",
        why: "\(facts.format) takes it on \(facts["count"]) pages only, and one file was named",
        remedy: "leave -o out or make --canvas smaller"
          + (facts["format"] == "png" ? "" : ", or try --format png")
      )
    case .collageNotMoving:
      Sentence(
        "no video can be made",
        why: "none of its sources moves, or their motion can't be read",
        remedy: "make a still: name a .jpg instead"
      )
    case .collageHDRFormat:
      Sentence(
        "no collage can be made",
        why: "it is HDR (\(Terms.hdr(facts["kind"], .english))), which a still in \(facts.format) can't hold",
        remedy: "--format heic holds it; --hdr sdr makes it standard dynamic range"
      )
    case .collageUnreadable:
      Sentence("no collage can be made", why: "none of its \(facts["count"]) photos can be read")

    case .sizeLimitNotMet:
      Sentence(
        "can't become as small as \(facts.size("limit"))",
        why: "the smallest copy has \(facts.size("found"))",
        remedy: "allow more with --max-size"
      )
    case .encodeFailed: Sentence("could not be written as \(facts.format)", why: facts.detail, remedy: report)
    case .metadataFailed:
      Sentence("its date, place and tags could not be written", why: facts.detail, remedy: report)
    case .verificationFailed:
      Sentence(
        "the copy was not delivered",
        why: "\(Terms.checked(facts["what"], .english)) did not read back as it should: "
          + "\(facts["expected"]) expected, \(facts["found"]) found",
        remedy: report
      )

    case .cannotWrite: cannotWrite(facts)
    case .destinationInsideLibrary:
      Sentence(
        "can't write\(named(facts.otherPath))",
        why: "it lies in the folder that the library keeps for itself",
        remedy: "choose another folder with --into"
      )
    case .diskFull:
      Sentence(
        "the disk is full",
        why: facts.otherPath,
        remedy: "make room and run the same command again; what is finished stays"
      )
    case .destinationExists: destinationExists(facts)
    case .badName:
      Sentence(
        "the name template '\(facts["template"])' gives no usable name",
        why: Terms.templateFault(facts.detail, .english),
        remedy: "see --name in shiying-convert(1)"
      )
    case .libraryMissing:
      Sentence(
        "there is no library here yet\(bracketed(facts.otherPath))",
        remedy: "shiying convert and shiying register make one; -L names another folder"
      )
    case .libraryUnusable:
      Sentence(
        "the library can't be opened\(bracketed(facts.otherPath))",
        why: facts.detail,
        remedy: "put .shiying back from a backup, or choose another library with -L"
      )
    case .libraryTooNew:
      Sentence(
        "the library was made by a newer shiying\(bracketed(facts.otherPath))",
        why: "its catalogue has version \(facts["found"]), and this program knows \(facts["known"])",
        remedy: "install the newer program"
      )
    case .libraryBusy:
      Sentence(
        "the library is busy\(bracketed(facts.otherPath))",
        why: "another process has held it for too long",
        remedy: "run the same command again later"
      )
    case .notRegistered: Sentence("is not in the library", remedy: "add it with shiying register")

    case .pairStillUnusable:
      Sentence("the still can't be half of a Live Photo", why: facts.detail)
    case .pairStillWithoutIdentifier: Sentence("the still has no pairing identifier")
    case .pairIdentifierMalformed: Sentence("the pairing identifier is no UUID", why: facts["found"])
    case .pairVideoUnusable: Sentence("the video can't be half of a Live Photo", why: facts.detail)
    case .pairVideoNotQuickTime:
      Sentence("the video is not QuickTime", why: "its brand is '\(facts["found"])'")
    case .pairNoVideoTrack: Sentence("the video has no track of pictures that plays")
    case .pairCodecNotPlayable:
      Sentence("the video is coded as \(facts["codec"])", why: "a Live Photo has H.264 (avc1) or HEVC (hvc1)")
    case .pairVideoWithoutIdentifier: Sentence("the video has no pairing identifier")
    case .pairIdentifiersDiffer:
      Sentence(
        "still and video have different pairing identifiers",
        why: "\(facts["still"]) and \(facts["video"])"
      )
    case .pairNoStillImageTime: Sentence("the video does not say which moment the still shows")
    case .pairStillTimeOutside:
      Sentence(
        "the still's moment is not in the video",
        why: "it is at \(facts["time"]) s of \(facts["duration"]) s"
      )
    case .pairStillSampleUnusable: Sentence("the mark of the still's moment is damaged", why: facts.detail)
    case .pairMediaMisplaced: Sentence("the video points to data that is not there", why: facts.detail)
    case .pairFrameUndecodable:
      Sentence("the video's \(facts["frame"]) frame does not decode", why: facts.detail)
    case .momentOutside:
      Sentence(
        "can't become that Live Photo",
        why: "second \(facts["asked"]) was asked for, and it is \(facts["length"]) seconds long",
        remedy: "choose --at and --start within it"
      )
    case .motionMissing:
      Sentence(
        "can't become a Live Photo or Motion Photo",
        why: "it is a photo without a video",
        remedy: "give a video, or a photo that has one"
      )
    case .pairVideoMissing:
      Sentence(
        "is only half of a Live Photo",
        why: "its video is not there",
        remedy: "name the video behind it"
      )
    case .pairStillMissing:
      Sentence(
        "is only half of a Live Photo",
        why: "its still is not there",
        remedy: "name the still before it"
      )
    case .pairTimedOut:
      Sentence("could not make the Live Photo", why: "preparing it took too long", remedy: "try again later")
    case .pairDoesNotMatch:
      Sentence(
        "is no Live Photo",
        why: "its two halves do not go together",
        remedy: "use it as a still; where both have one name, convert --to same --live repair may mend it"
      )
    case .pairIdentifierNotRemoved:
      Sentence("the pairing identifier can't be taken out of the still", why: facts.detail, remedy: report)

    case .workerCrashed:
      Sentence(
        "crashed the conversion",
        why: Terms.signal(facts["signal"], .english),
        remedy: "the file may be damaged; \(report)"
      )
    case .workerTimedOut:
      Sentence(
        "took too long",
        why: "more than \(English.count(facts["seconds"], "second"))",
        remedy: "give it more with --time-limit"
      )
    case .workerOutOfMemory:
      Sentence(
        "needs too much memory",
        why: "more than \(facts.size("limit"))",
        remedy: "allow more with --memory-limit"
      )
    case .cancelled:
      Sentence("was not converted", why: "the run was stopped before", remedy: "run it again to go on")
    case .internalError: Sentence("a fault of this program", why: facts.detail, remedy: report)
    }
  }

  /// What a file without video has instead.
  private static func movieContent(_ found: String) -> String {
    switch found {
    case "sound": "there is only sound in it"
    case "cover": "there is only sound in it, and its cover"
    default: found
    }
  }

  private static func cannotWrite(_ facts: Facts) -> Sentence {
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

  private static func destinationExists(_ facts: Facts) -> Sentence {
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

  private static func bracketed(_ text: String) -> String { text.isEmpty ? "" : " (\(text))" }

  private static func named(_ path: String) -> String { path.isEmpty ? "" : " \(path)" }
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
