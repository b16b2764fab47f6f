internal import Arguments
internal import Batch
internal import Conversions
internal import Files
internal import Library
internal import Messages
internal import Metadata
internal import Pixels
internal import StillImages

/// `shiying info`: what there is to know about photos and videos.
struct InfoCommand {
  let arguments: ParsedArguments
  let console: Console

  func run() throws -> ExitCode {
    let library = try? LibraryLocation.openExisting(arguments, environment: console.environment)
    var (shown, failures) = (0, [ProblemCode: Int]())
    for path in arguments.operands.map({ FilePath(bytes: $0) }) {
      do {
        let (record, rows) = try look(at: path, library)
        if arguments.flag(.json) {
          StandardOutput.write(line: JSONLine.text(record))
        } else {
          if shown > 0 { console.output("\n") }
          console.output(table(rows))
        }
        shown += 1
      } catch let problem as Problem {
        failures[problem.code, default: 0] += 1
        console.problem(problem, subject: path.shownText)
      }
    }
    return ExitCode(failures: failures, of: failures.values.reduce(0, +), succeeded: shown)
  }

  private func look(at path: FilePath, _ library: Library?) throws -> (InspectionRecord, [(Label, String)]) {
    if VideoInspection.isVideo(path) {
      let inspection = try VideoInspection(path, library: library)
      return (InspectionRecord(path, inspection), rows(path, inspection))
    }
    let inspection = try PhotoInspection(path, library: library)
    return (InspectionRecord(path, inspection), rows(path, inspection))
  }

  private func rows(_ path: FilePath, _ inspection: VideoInspection) -> [(Label, String)] {
    let movie = inspection.movie
    let codecs = [movie.codec, movie.sound].compactMap(\.self).joined(separator: ", ")
    var rows: [(Label, String)] = [
      (.path, path.lossyString),
      (.format, "\(movie.format) (\(codecs))"),
      (.size, "\(movie.size.width) x \(movie.size.height)"),
    ]
    if let seconds = movie.durationInSeconds {
      rows.append((.duration, DecimalText.text(seconds, decimals: 2) + " s"))
    }
    rows += [
      (.bytes, "\(inspection.byteCount)"), (.bitDepth, "\(movie.bitsPerSample)"),
      (.dynamicRange, dynamicRange(movie.hdr.rawValue)),
    ]
    if let identifier = inspection.pairingIdentifier { rows.append((.identifier, identifier)) }
    if let seconds = inspection.stillTimeInSeconds {
      rows.append((.keyTime, DecimalText.text(seconds, decimals: 2) + " s"))
    }
    rows += Self.rows(inspection.metadata, console.wording) + self.rows(of: inspection.asset)
    for note in inspection.notes { rows.append((.notes, console.wording.note(note, subject: ""))) }
    return rows
  }

  private func rows(of asset: AssetRecord?) -> [(Label, String)] {
    guard let asset else { return [] }
    guard let copy = asset.copy else { return [(.asset, asset.uuid)] }
    var sources = [copy.sourcePath.lossyString]
    if !copy.sources.isEmpty {
      sources = copy.sources.map { source in
        let path = source.path.lossyString
        return source.contentHash == nil ? "\(path) (\(console.wording.message(.sourceMissing)))" : path
      }
    }
    return [(.asset, asset.uuid)] + sources.map { (.madeFrom, $0) } + [(.recipe, copy.recipe)]
  }

  private func rows(_ path: FilePath, _ inspection: PhotoInspection) -> [(Label, String)] {
    let header = inspection.header
    var rows: [(Label, String)] = [
      (.path, path.lossyString),
      (.format, FormatName.written(header.format.rawValue)),
      (.size, "\(inspection.size.width) x \(inspection.size.height)"),
      (.bytes, "\(inspection.byteCount)"),
      (.bitDepth, "\(header.bitsPerSample)"),
      (.colour, Self.colour(inspection)),
      (.dynamicRange, dynamicRange(header)),
    ]
    if let animation = inspection.animation {
      rows.append((.duration, DecimalText.text(animation.duration, decimals: 2) + " s"))
      if let count = animation.playCount {
        rows.append((.plays, count == 0 ? console.wording.message(.withoutEnd) : "\(count)"))
      }
    }
    if let identifier = inspection.pairingIdentifier { rows.append((.identifier, identifier)) }
    if let video = inspection.video { rows.append((.pairedVideo, video.lossyString)) }
    if inspection.isTransparent { rows.append((.transparency, console.wording.message(.yes))) }
    rows += Self.rows(inspection.metadata, console.wording)
    if header.further.furtherImageCount > 0 {
      rows.append((.pictures, "\(1 + header.further.furtherImageCount)"))
    }
    let further = furtherContent(header.further)
    if !further.isEmpty { rows.append((.furtherContent, further)) }
    rows += self.rows(of: inspection.asset)
    for note in inspection.notes { rows.append((.notes, console.wording.note(note, subject: ""))) }
    return rows
  }

  private static func rows(_ metadata: SourceMetadata, _ wording: Wording) -> [(Label, String)] {
    var rows: [(Label, String)] = []
    if let date = metadata.captureDate { rows.append((.date, date.iso8601)) }
    if let place = metadata.place {
      // A tenth of a metre, and as much on the ground; JSON has the exact numbers.
      let degrees = [place.latitude, place.longitude].map { DecimalText.text($0, decimals: 6) }
      let altitude = place.altitude.map { ", \(DecimalText.text($0, decimals: 1)) m" } ?? ""
      rows.append((.place, degrees.joined(separator: ", ") + altitude))
    }
    if let favourite = metadata.favourite {
      rows.append((.favourite, wording.message(favourite ? .yes : .no)))
    }
    if let rating = metadata.rating { rows.append((.rating, "\(rating)")) }
    if !metadata.tags.isEmpty {
      rows.append((.tags, metadata.tags.map { $0.levels.joined(separator: "/") }.joined(separator: ", ")))
    }
    if !metadata.albums.isEmpty {
      rows.append((.albums, metadata.albums.map(\.name).joined(separator: ", ")))
    }
    if let title = metadata.title { rows.append((.title, title)) }
    if let description = metadata.description { rows.append((.description, description)) }
    return rows
  }

  /// Kind, headroom in stops over standard white, and where the file says so.
  private func dynamicRange(_ header: StillImageHeader) -> String {
    let map = header.hdr == .gainMap ? header.gainMap : nil
    return dynamicRange(
      header.hdr.rawValue,
      headroom: map?.encoding?.headroomInStops,
      carriers: map?.carriers.map(\.rawValue) ?? []
    )
  }

  private func dynamicRange(_ kind: String, headroom: Double? = nil, carriers: [String] = []) -> String {
    console.wording.message(.dynamicRange(kind: kind, headroom: headroom, carriers: carriers))
  }

  /// Of PQ and HLG the code points, by which they are shown, whatever profile stands beside them.
  private static func colour(_ inspection: PhotoInspection) -> String {
    let (header, profile) = (inspection.header, inspection.profileDescription)
    let points = header.colour.codePoints?.name
    let isHDR = header.hdr == .perceptualQuantizer || header.hdr == .hybridLogGamma
    return (isHDR ? points ?? profile : profile ?? points) ?? "sRGB"
  }

  private func furtherContent(_ further: FurtherContent) -> String {
    var parts = further.auxiliaryKinds
    if further.hasMotionVideo { parts.append(console.wording.message(.kind("video"))) }
    return parts.joined(separator: ", ")
  }

  /// Names in one column, as wide as the widest needs; CJK counts double.
  private func table(_ rows: [(Label, String)]) -> String {
    let names = rows.map { console.wording.label($0.0) }
    let width = names.map { DisplayWidth.columns(of: $0) }.max() ?? 0
    let lines = zip(names, rows).map { name, row in
      let gap = String(repeating: " ", count: width - DisplayWidth.columns(of: name) + 2)
      return name + gap + Terminal.harmless(row.1, on: .output)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
