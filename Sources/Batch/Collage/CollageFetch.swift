internal import Collages
internal import Containers
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

  /// How long nothing may come; of each source.
  var patienceInSeconds = 3.0
  /// The most bytes of a URL.
  var maximumByteCount: Int64 = 1 << 31
  /// Whether motion is wanted; else a photo is fetched only as far as its picture goes.
  let moves: Bool
  private let thumbnails: ThumbnailCache

  /// How many are brought here at a time.
  private static let threads = 4

  init(moves: Bool = true, thumbnails: ThumbnailCache = ThumbnailCache()) {
    self.moves = moves
    self.thumbnails = thumbnails
  }

  /// Which files do not answer, of files and folders.
  func stalls(_ paths: [FilePath]) -> [Problem?] {
    ConcurrentWork.map(paths.count, threads: Self.threads) { index in
      do { try PatientReading.check(paths[index], patienceInSeconds: patienceInSeconds) } catch {
        return error as? Problem
      }
      return nil
    }
  }

  /// Brings sources here, in their order; what is there twice only once.
  ///
  /// - Parameters:
  ///   - inputs: with a problem where they were found not to answer; nil is what becomes of those with other problems.
  ///   - progress: is told how many addresses are fetched, and how many there are.
  /// - Throws: `diskFull`, `cannotWrite`: no source is to blame for that.
  func sources(_ inputs: [CollageInput], progress: (Int, Int) -> Void = { _, _ in }) throws -> [Source?] {
    var places: [FilePath: Int] = [:]
    var different: [CollageInput] = []
    for input in inputs where places[input.path] == nil {
      places[input.path] = different.count
      different.append(input)
    }
    let remoteCount = different.count(where: \.isRemote)
    if remoteCount > 0 { progress(0, remoteCount) }
    var doneCount = 0
    let found = ConcurrentWork.map(
      different.count,
      threads: Self.threads,
      progress: { index in
        guard different[index].isRemote else { return }
        doneCount += 1
        progress(doneCount, remoteCount)
      },
      { index in Result { try source(different[index]) } }
    )
    return try inputs.map { input in try places[input.path].flatMap { try found[$0].get() } }
  }

  private func source(_ input: CollageInput) throws -> Source? {
    let path = input.path
    do {
      if let problem = input.problem {
        return problem.code == .inputStalled ? substitute(for: path, partial: nil, problem) : nil
      }
      if input.isRemote { return try fetched(path) }
      try PatientReading.check(path, patienceInSeconds: patienceInSeconds)
      return Source(path: path)
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
    var end = PictureEnd()
    do {
      try RemoteFile.fetch(
        url,
        into: file,
        maximumByteCount: maximumByteCount,
        patienceInSeconds: patienceInSeconds,
        end: { [moves] bytes in moves ? nil : end.end(in: bytes) }
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
