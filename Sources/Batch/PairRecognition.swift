internal import Files
internal import LivePhotos
internal import StillImages

/// Makes one item of the two files of a Live Photo.
enum PairRecognition {
  /// The items with each Live Photo's video in its still's item instead of an item of its own.
  /// - Parameter takesBroken: whether a video that is too damaged to be read goes with the still of its name, whose copy then
  ///   says that it is lost; else it stays a file of its own, that fails.
  static func joined(_ items: [InputItem], takesBroken: Bool) -> [InputItem] {
    // Only by names that promise a video are files opened for this: a folder of photos alone costs nothing.
    let videos = items.map(\.path).filter { PairFinder.isNamedLikeAVideo($0) && VideoInspection.isVideo($0) }
    let stills = items.map(\.path).filter(PairFinder.isNamedLikeAStill)
    let found = PairFinder().pairs(stills: stills, videos: videos)
    let pairs = takesBroken ? found + broken(stills: stills, videos: videos, besides: found) : found
    let partners = Dictionary(pairs.map { ($0.still, $0.video) }) { first, _ in first }
    let taken = Set(pairs.map(\.video))
    return items.compactMap { item in
      if taken.contains(item.path) { return nil }
      var item = item
      item.video =
        partners[item.path] ?? (item.isNamed ? video(beside: item.path, takesBroken: takesBroken) : nil)
      return item
    }
  }

  /// Stills that say they are half of a Live Photo, and videos of their names that are too damaged to say anything: the copy
  /// has to say that its video is lost, whoever asked for it.
  private static func broken(stills: [FilePath], videos: [FilePath], besides pairs: [PairFinder.Pair])
    -> [PairFinder.Pair]
  {
    let taken = Set(pairs.flatMap { [$0.still, $0.video] })
    let open = videos.filter { !taken.contains($0) && PairCandidate.video($0) == nil }
    guard !open.isEmpty else { return [] }
    let byName = Dictionary(grouping: stills.filter { !taken.contains($0) }) { $0.parent.appending($0.stem) }
    return open.compactMap { video in
      byName[video.parent.appending(video.stem)]?.first { PairCandidate.still($0)?.identifier != nil }
        .map { PairFinder.Pair(still: $0, video: video) }
    }
  }

  /// A file that says it is half of a Live Photo whose other half is not there.
  enum Half {
    case still(FilePath)
    case video(FilePath)
  }

  /// The Live Photos among files, files of one name that say they are halves but do not fit among them, and halves without
  /// any other.
  static func halves(of paths: [FilePath]) -> (alone: [Half], pairs: [PairFinder.Pair]) {
    let videos = paths.filter { PairFinder.isNamedLikeAVideo($0) && mayBeVideo($0) }
    let stills = paths.filter(PairFinder.isNamedLikeAStill)
    var pairs = PairFinder().pairs(stills: stills, videos: videos)
    pairs += broken(stills: stills, videos: videos, besides: pairs)
    let taken = Set(pairs.flatMap { [$0.still, $0.video] })
    var lonelyStills = stills.filter { !taken.contains($0) && PairCandidate.still($0)?.identifier != nil }
    var lonelyVideos = videos.filter { !taken.contains($0) && PairCandidate.video($0)?.identifier != nil }
    // Of one name and both half of something: whoever looks at the folder takes them for a pair.
    for still in lonelyStills {
      guard let index = lonelyVideos.firstIndex(where: { $0.parent == still.parent && $0.stem == still.stem })
      else {
        continue
      }
      pairs.append(PairFinder.Pair(still: still, video: lonelyVideos.remove(at: index)))
      lonelyStills.removeAll { $0 == still }
    }
    return (lonelyStills.map(Half.still) + lonelyVideos.map(Half.video), pairs)
  }

  /// The video of a still that was named alone, where it lies beside it.
  static func video(beside still: FilePath, takesBroken: Bool) -> FilePath? {
    guard PairFinder.isNamedLikeAStill(still) else { return nil }
    // Asked for by name: a list of a folder's 40,000 files must not be 40,000 lists of the folder.
    let near = [".MOV", ".mov", ".MP4", ".mp4", "_HEVC.MOV", "_HEVC.mov"].map {
      still.parent.appending(still.stem + Array($0.utf8))
    }
    let videos = near.filter(VideoInspection.isVideo)
    let pairs = PairFinder().pairs(stills: [still], videos: videos)
    return
      (takesBroken ? pairs + broken(stills: [still], videos: videos, besides: pairs) : pairs).first?.video
  }

  /// Whether a file is a video, or can't be read, which is to be said and not passed over.
  private static func mayBeVideo(_ path: FilePath) -> Bool {
    VideoInspection.isVideo(path) || (try? FileReader.readHead(path, byteCount: 1)) == nil
  }
}
