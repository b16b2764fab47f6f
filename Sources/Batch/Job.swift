internal import ConversionSink
internal import Conversions
internal import Files
internal import Library
internal import Messages
internal import StillImages

/// One file's work, as it is sent to a worker.
struct Job: Sendable, Codable {
  /// Its number in the run.
  var number: Int
  /// The file.
  var item: InputItem
  /// The folder of the copy, or nil for the album's own.
  var folder: FilePath?
  /// Who else has a claim to the names of its copies.
  var claims: NameClaims
  /// The answer to the HDR question, once it was given for the run.
  var hdr: HDRPolicy
  /// Threads that the codecs may use.
  var threads: Int
}

/// Which names of a file's copies another input has the better claim to; then the suffixed name is taken at once.
struct NameClaims: Sendable, Codable {
  /// The plain name.
  var isSuffixed = false
  /// Names of further pictures.
  var isFurtherSuffixed = false
}

/// A worker's answer: first, of a job that makes several copies, each one that is made, and what is to be said before.
struct JobAnswer: Sendable, Codable {
  var number: Int
  /// What is to be said before the work is done.
  var notice: Note?
  /// The files of the copy that was made just now.
  var delivered: [ItemOutput] = []
  /// What became of the job; nil as long as it goes on.
  var result: ItemResult?
}

/// Does one file's work: the same in a worker, in a dry run, and in the program itself.
struct JobRunner {
  let options: BatchOptions
  let library: Library?
  let sink: ConversionSink
  /// Receives what there is to say before the work.
  var say: (Job, Note) -> Void = { _, _ in }

  /// - Parameter delivered: receives the files of each copy of several as soon as it is made.
  func run(_ job: Job, delivered: ([ItemOutput]) -> Void = { _ in }) -> ItemResult {
    do {
      TestFault.strike(job.item.path)
      let (source, original) = try open(job.item)
      return try convert(source, original, job: job, to: nil, delivered: delivered)
    } catch let problem as Problem {
      // Only an opened photo shows whether it has a video. In a folder, one without is none of those that are looked for.
      if [.motionMissing, .animationMissing].contains(problem.code) && !job.item.isNamed {
        return ItemResult(source: job.item.shown, status: .ignored, kind: "photo")
      }
      return ItemResult(source: job.item.shown, status: .failed, problem: problem)
    } catch {
      return ItemResult(
        source: job.item.shown,
        status: .failed,
        problem: Problem(.internalError, ["detail": "\(error)"])
      )
    }
  }

  /// Reads and hashes an original: a photo into memory, a video piece by piece.
  func open(_ item: InputItem) throws -> (SinkSource, Original) {
    let head = try FileReader.readHead(item.path, byteCount: FormatDetector.neededByteCount).bytes
    if case .video = FormatDetector.detect(head) {
      return (try SinkSource.hashing(item.path), Original(path: item.path, bytes: nil))
    }
    var (source, bytes) = try SinkSource.reading(item.path)
    if let video = item.video, options.settings.takesVideoOfLivePhotos {
      source = try source.with(videoAt: video)
    }
    return (source, Original(path: item.path, bytes: bytes, video: item.video))
  }

  /// Converts an original that was read already. Without a destination of its own it goes where the job says, and only
  /// where the copy would be anything else than the original.
  func convert(
    _ source: SinkSource,
    _ original: Original,
    job: Job,
    to destination: Destination?,
    delivered: ([ItemOutput]) -> Void = { _ in }
  ) throws -> ItemResult {
    try remember(source)
    let shown = job.item.shown
    var settings = options.settings
    settings.hdr = job.hdr
    let primary = try settings.conversion(of: original, threads: job.threads)
    let count = primary.pictureCount
    if count > 1 && destination != nil { throw Problem(.severalPictures, ["count": "\(count)"]) }
    try primary.refuseUndecidedHDR()
    var series = PictureSeries(of: shown, count: count)
    for number in 1...count where !series.isStopped {
      let result: Result<ItemResult, any Error> = Result {
        let conversion = try number == 1 ? primary : primary.further(number)
        var result = try copy(conversion, of: primary, source, job: job, to: destination)
        if result.status != .unchanged || !result.outputs.isEmpty {
          result.notes = misnaming(source, original) + result.notes
        }
        return result
      }
      series.add(result, number: number)
      if count > 1, case .success(let result) = result, result.status == .delivered {
        delivered(result.outputs)
      }
    }
    if count == 1, let error = series.error { throw error }
    return series.result
  }

  /// One picture's copy.
  private func copy(
    _ conversion: any Conversion,
    of primary: any Conversion,
    _ source: SinkSource,
    job: Job,
    to destination: Destination?
  ) throws -> ItemResult {
    let shown = job.item.shown
    if destination == nil, let reason = conversion.reasonNotNeeded {
      return ItemResult(source: shown, status: .unchanged, notes: [reason])
    }
    let isPrimary = conversion.number == 1
    var naming = CopyNaming(
      template: options.nameTemplate,
      isSuffixed: isPrimary ? job.claims.isSuffixed : job.claims.isSuffixed || job.claims.isFurtherSuffixed,
      picture: conversion.number,
      of: primary.pictureCount
    )
    naming.isMotionPhoto = conversion.isMotionPhoto
    var notices: [Note] = []
    func warn() {
      guard let notice = conversion.warning else { return }
      notices = [notice]
      say(job, notice)
    }
    let result = try sink.copy(
      of: source,
      embedded: conversion.embedded,
      recipe: conversion.recipe,
      to: destination ?? self.destination(job, conversion.fileExtension, naming),
      naming: naming,
      options: SinkOptions(
        sidecar: options.sidecar,
        hashesExisting: options.hashesExisting,
        dryRunExtension: options.isDryRun ? conversion.fileExtension : nil
      ),
      produce: { carried, staging in
        warn()
        return try conversion.produce(carried, in: staging)
      }
    )
    if options.isDryRun && !result.isUnchanged { warn() }
    return ItemResult(
      source: shown,
      status: result.isUnchanged ? .unchanged : .delivered,
      outputs: result.files.map(ItemOutput.init),
      asset: result.asset,
      notes: notices + result.notes
    )
  }

  private func remember(_ source: SinkSource) throws {
    guard let library, !options.isDryRun else { return }
    if let status = source.status {
      try library.catalogue.remember(source.contentHash, of: source.path, status: status)
    }
    if let video = source.companion {
      try library.catalogue.remember(video.contentHash, of: video.path, status: video.status)
    }
  }

  private func destination(_ job: Job, _ fileExtension: String, _ naming: CopyNaming) throws -> Destination {
    if let library { return .library(library, album: .conversions, folder: job.folder) }
    // A dry run without a library: the name that the copy would have in a new one.
    let folder = job.folder ?? options.library.appending(options.albumNames.conversions)
    let ending = Array(".\(fileExtension)".utf8)
    let room = CopyName.maximumByteCount - ending.count
    let stem = naming.ended(job.item.path.stem, with: naming.pictureSuffix, within: room)
    return .file(folder.appending(stem + ending))
  }

  /// A name that says another format than the content is worth knowing: other programs go by names.
  private func misnaming(_ source: SinkSource, _ original: Original) -> [Note] {
    guard source.status != nil, let bytes = original.bytes,
      case .still(let format) = FormatDetector.detect(Array(bytes.prefix(FormatDetector.neededByteCount)))
    else { return [] }
    let known: [StillFormat: Set<String>] = [
      .jpeg: ["jpg", "jpeg", "jpe", "jfif", "mpo"], .png: ["png", "apng"],
      .heic: ["heic", "heif", "hif", "heics"],
      .webp: ["webp"], .tiff: ["tif", "tiff"], .bmp: ["bmp", "dib"], .gif: ["gif"],
      .avif: ["avif", "avifs"], .jxl: ["jxl"],
    ]
    let named = String(decoding: source.path.pathExtension, as: UTF8.self).lowercased()
    let isKnown = known.values.contains { $0.contains(named) }
    guard isKnown, known[format]?.contains(named) == false else { return [] }
    return [Note(.misnamed, ["format": format.rawValue])]
  }
}

extension ItemOutput {
  init(_ file: RecordedFile) { self.init(path: file.path, role: file.role, byteCount: file.byteCount) }
}
