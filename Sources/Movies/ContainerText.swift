internal import CLibav

/// The texts of a container.
enum ContainerText {
  private static let maximumCount = 1000

  /// The file's texts, and those of the picture track that the file has none of.
  static func read(_ input: MovieInput, track: Int) -> [String: String] {
    var texts: [String: String] = [:]
    add(input.stream(track)?.pointee.metadata, to: &texts)
    add(input.context.pointee.metadata, to: &texts)
    return texts
  }

  private static func add(_ dictionary: OpaquePointer?, to texts: inout [String: String]) {
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    for _ in 0..<maximumCount {
      entry = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX)
      guard let found = entry?.pointee else { return }
      texts[Libav.text(found.key)] = Libav.text(found.value)
    }
  }
}
