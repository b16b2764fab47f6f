internal import Containers

/// The pictures of a HEIF file besides the primary one: items to be shown by themselves, then the frames of a sequence.
struct HEIFFurtherPictures: Sendable {
  /// The file.
  let items: HEIFItems
  private let ids: [UInt32]
  private let frameCount: Int
  /// The first frame that is not the primary picture.
  private let firstFrame: Int

  /// Looks for them.
  init(of items: HEIFItems, primary: HEIFItem) {
    self.items = items
    ids = items.topLevelPictures.filter { $0 != primary.id }
    let total = items.sequenceFrameCount
    // Writers let the primary picture and the first frame share their data; where they don't, it is a picture of its own.
    let first = total > 0 ? (try? items.sequence())?.pictures.samples.first : nil
    let isShared = first.map { $0.lowerBound == primary.extents?.first?.lowerBound } ?? true
    firstFrame = isShared ? 1 : 0
    frameCount = max(0, total - firstFrame)
  }

  /// How many there are.
  var count: Int { ids.count + frameCount }

  /// The item that a picture is, or nil where it is a frame. Pictures are counted from 1.
  func item(_ number: Int) throws -> HEIFItem? {
    guard ids.indices.contains(number - 1) else { return nil }
    return try items.item(ids[number - 1])
  }

  /// The frame of the sequence, from 0, that a picture is.
  func frame(_ number: Int) -> Int { number - 1 - ids.count + firstFrame }
}
