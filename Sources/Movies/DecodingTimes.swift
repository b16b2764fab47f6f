/// When coded pictures have to be decoded, from when they are shown: x265 3.5 gives numbers from memory that was never set
/// where there are fewer pictures than it holds back.
///
/// The picture that is coded as number n is decoded when number n - `delay` is shown; the first ones before the beginning.
struct DecodingTimes {
  private let delay: Int
  /// Times of pictures, in the order in which they are shown, from the first that is still needed.
  private var shown: [Int64] = []
  private var count = 0

  /// - Parameter delay: by how many pictures the order of coding can differ from that of showing.
  init(delay: Int) { self.delay = delay }

  /// Takes the time at which the next picture is shown.
  mutating func take(_ time: Int64) { shown.append(time) }

  /// The time for the next coded picture; nil where there are more of them than were taken.
  mutating func next() -> Int64? {
    defer { count += 1 }
    if count >= delay { return shown.isEmpty ? nil : shown.removeFirst() }
    guard let first = shown.first else { return nil }
    let early = shown.count > delay ? shown[delay] - shown[count] : Int64(delay - count)
    return first - early
  }
}
