internal import Files
internal import Library

/// What a copy is made of, as the road sees it: one original, or the several of a collage.
struct CopyOrigin {
  /// What the copy is filed under.
  let keyHash: ContentHash
  /// What tells its name from that of another copy where the two are alike.
  let nameHash: ContentHash
  /// Where the original is; of several, the first.
  let path: FilePath
  /// The several, in their order; empty for one.
  let sources: [CopySource]

  /// One original.
  init(_ source: SinkSource) {
    keyHash = source.keyHash
    nameHash = source.contentHash
    path = source.path
    sources = []
  }

  /// The originals of a collage: another order is another collage.
  init(collage sources: [SinkSource]) {
    keyHash = ContentHash(of: sources.flatMap { Array($0.keyHash.hex.utf8) })
    nameHash = keyHash
    path = sources.first?.path ?? FilePath("")
    self.sources = sources.map {
      CopySource(contentHash: $0.isMissing ? nil : $0.contentHash, path: $0.path)
    }
  }

  /// The file beside which the copy may have its very name. A collage takes that of none of its sources: it is no other form
  /// of any of them.
  var namesake: FilePath? { sources.isEmpty ? path : nil }
}
