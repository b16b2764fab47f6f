internal import Files
internal import Messages

/// What became of the pictures of one file, as one result: each is a copy of its own, and what is wrong with one is no
/// reason to leave out another.
struct PictureSeries {
  private let count: Int
  private var item: ItemResult
  private var failedNumbers: [Int] = []
  /// Why the first picture that has no copy has none.
  private(set) var error: (any Error)?
  /// Whether a further picture would come to the same end (disk full, catalogue busy).
  private(set) var isStopped = false

  /// Begins without any.
  init(of source: FilePath, count: Int) {
    self.count = count
    item = ItemResult(source: source, status: .unchanged)
  }

  /// Takes in what became of a picture.
  mutating func add(_ result: Result<ItemResult, any Error>, number: Int) {
    switch result {
    case .success(let picture): take(picture)
    case .failure(let failure):
      failedNumbers.append(number)
      if error == nil { error = failure }
      switch (failure as? Problem)?.code {
      case .diskFull?, .libraryBusy?, .libraryUnusable?, .cannotWrite?:
        // This is what the run has to know, whatever was wrong with a picture before.
        error = failure
        isStopped = true
      default: break
      }
    }
  }

  private mutating func take(_ picture: ItemResult) {
    if picture.status == .delivered { item.status = .delivered }
    item.take(picture.outputs, isNew: picture.status == .delivered)
    item.asset = item.asset ?? picture.asset
    // What is to be said of the file is said once.
    for note in picture.notes where !item.notes.contains(note) { item.notes.append(note) }
  }

  /// The file's result. Where a picture failed the file did, with the copies that are there all the same.
  var result: ItemResult {
    guard let error else { return item }
    var result = item
    result.status = .failed
    var problem = error as? Problem ?? Problem(.internalError, ["detail": "\(error)"])
    if count > 1 && !isStopped, let first = failedNumbers.first {
      problem.values["picture"] = "\(first)"
      problem.values["pictures"] = "\(count)"
      if failedNumbers.count > 1 { problem.values["furtherFailed"] = "\(failedNumbers.count - 1)" }
    }
    result.problem = problem
    return result
  }
}
