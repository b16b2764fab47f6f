/// Memory that pixel loops work in, taken once and used for every frame.
final class WorkArea<Element: BitwiseCopyable> {
  /// The elements.
  let values: UnsafeMutableBufferPointer<Element>

  init(count: Int, of element: Element) {
    values = UnsafeMutableBufferPointer.allocate(capacity: count)
    values.initialize(repeating: element)
  }

  deinit { values.deallocate() }

  /// The elements, to be read.
  var read: UnsafeBufferPointer<Element> { UnsafeBufferPointer(values) }
}
