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
  /// Whether another input has the better claim to the plain name.
  var isSuffixed: Bool
  /// The answer to the HDR question, once it was given for the run.
  var hdr: HDRPolicy
  /// Threads that the codecs may use.
  var threads: Int
}

/// A worker's answer.
struct JobAnswer: Sendable, Codable {
  var number: Int
  var result: ItemResult
}

/// Does one file's work: the same in a worker, in a dry run, and in the program itself.
struct JobRunner {
  let options: BatchOptions
  let library: Library?
  let sink: ConversionSink

  func run(_ job: Job) -> ItemResult {
    do {
      TestFault.strike(job.item.path)
      let source = try SinkSource.file(job.item.path)
      return try convert(source, shown: job.item.shown, job: job, to: nil)
    } catch let problem as Problem {
      return ItemResult(source: job.item.shown, status: .failed, problem: problem)
    } catch {
      return ItemResult(
        source: job.item.shown,
        status: .failed,
        problem: Problem(.internalError, ["detail": "\(error)"])
      )
    }
  }

  /// Converts an original that was read already. Without a destination of its own it goes where the job says, and only
  /// where the copy would be anything else than the original.
  func convert(
    _ source: SinkSource,
    shown: FilePath,
    job: Job,
    to destination: Destination?
  ) throws -> ItemResult {
    if let library, let status = source.status, !options.isDryRun {
      try library.catalogue.remember(source.contentHash, of: source.path, status: status)
    }
    var settings = options.settings
    settings.hdr = job.hdr
    let conversion = try PhotoConversion(bytes: source.bytes, settings: settings, threads: job.threads)
    if destination == nil && !conversion.isNeeded {
      return ItemResult(
        source: shown,
        status: .unchanged,
        notes: [Note(.alreadyInFormat, ["format": conversion.format.rawValue])]
      )
    }
    let naming = CopyNaming(template: options.nameTemplate, isSuffixed: job.isSuffixed)
    let result = try sink.copy(
      of: source,
      blocks: conversion.header.blocks,
      recipe: settings.recipe,
      to: destination ?? self.destination(job, conversion.format),
      naming: naming,
      options: SinkOptions(
        sidecar: options.sidecar,
        hashesExisting: options.hashesExisting,
        dryRunExtension: options.isDryRun ? conversion.format.fileExtension : nil
      ),
      produce: conversion.produce
    )
    return ItemResult(
      source: shown,
      status: result.isUnchanged ? .unchanged : .delivered,
      outputs: result.files.map(ItemOutput.init),
      asset: result.asset,
      notes: misnaming(source, conversion.header.format) + result.notes
    )
  }

  private func destination(_ job: Job, _ format: StillFormat) throws -> Destination {
    if let library { return .library(library, album: .conversions, folder: job.folder) }
    // A dry run without a library: the name that the copy would have in a new one.
    let folder = job.folder ?? options.library.appending(options.albumNames.conversions)
    let name = job.item.path.stem + Array(".\(format.fileExtension)".utf8)
    return .file(folder.appending(name))
  }

  /// A name that says another format than the content is worth knowing: other programs go by names.
  private func misnaming(_ source: SinkSource, _ format: StillFormat) -> [Note] {
    guard source.status != nil else { return [] }
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
