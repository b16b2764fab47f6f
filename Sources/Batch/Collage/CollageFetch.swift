internal import Collages
internal import Files
internal import Messages
internal import Metadata

/// Brings the sources of a collage to where they can be read without waiting: URLs into files without names, files on mounts
/// into the system's memory. What does not come is replaced by what is at hand.
struct CollageFetch {
  /// One source, at hand.
  struct Source {
    /// What is read.
    var path: FilePath
    /// Keeps the file of a URL.
    var owner: UnnamedFile?
    /// That a preview stands for it.
    var notes: [Note] = []
    /// Why there is nothing at all.
    var problem: Problem?
  }

  /// How long nothing may come.
  var patienceInSeconds = 3.0
  /// The most bytes of a URL.
  var maximumByteCount: Int64 = 1 << 31
  private let thumbnails: ThumbnailCache

  init(thumbnails: ThumbnailCache = ThumbnailCache()) { self.thumbnails = thumbnails }

  /// Brings one source here. `path` is absolute, or a URL.
  /// - Throws: `diskFull`, `cannotWrite`: no source is to blame for that.
  func source(_ path: FilePath) throws -> Source {
    do {
      guard RemoteFile.isURL(path) else {
        try PatientReading.check(path, patienceInSeconds: patienceInSeconds)
        return Source(path: path)
      }
      return try fetched(path)
    } catch let problem as Problem where [.diskFull, .cannotWrite].contains(problem.code) {
      throw problem
    } catch let problem as Problem {
      return substitute(for: path, partial: nil, problem)
    } catch {
      return Source(path: path, problem: Problem(.internalError, ["detail": "\(error)"]))
    }
  }

  private func fetched(_ url: FilePath) throws -> Source {
    let file = try UnnamedFile()
    do {
      try RemoteFile.fetch(
        url,
        into: file,
        maximumByteCount: maximumByteCount,
        patienceInSeconds: patienceInSeconds
      )
      return Source(path: file.path, owner: file)
    } catch let problem as Problem where ![.diskFull, .cannotWrite].contains(problem.code) {
      return substitute(for: url, partial: file, problem)
    }
  }

  /// A picture that file managers have kept, else the one in the Exif that came.
  private func substitute(for path: FilePath, partial: UnnamedFile?, _ problem: Problem) -> Source {
    guard [.inputStalled, .inputNotFetched].contains(problem.code) else {
      return Source(path: path, problem: problem)
    }
    func note(_ kind: String) -> [Note] {
      var values = problem.values
      values["path"] = nil
      values["kind"] = kind
      return [Note(.collageFromPreview, values)]
    }
    if let picture = thumbnails.picture(of: path) { return Source(path: picture, notes: note("thumbnail")) }
    if let partial, let preview = preview(in: partial) {
      return Source(path: preview.path, owner: preview, notes: note("embedded"))
    }
    return Source(path: path, problem: problem)
  }

  private func preview(in partial: UnnamedFile) -> UnnamedFile? {
    guard let head = try? FileReader.readHead(partial.path, byteCount: 1 << 20).bytes,
      let jpeg = ExifPreview.jpeg(inHeadOf: head), let file = try? UnnamedFile()
    else { return nil }
    let isWritten = jpeg.withUnsafeBytes { (try? file.append($0)) != nil }
    return isWritten ? file : nil
  }
}
