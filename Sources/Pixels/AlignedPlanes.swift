/// The planes of a picture at addresses that libzimg can read: as they are, or copied.
final class AlignedPlanes {
  let planes: [PlanarPicture.Plane]
  private var copies: [UnsafeMutableRawBufferPointer] = []

  private static let alignment = 64

  init(_ picture: PlanarPicture) {
    var copies: [UnsafeMutableRawBufferPointer] = []
    var planes: [PlanarPicture.Plane] = []
    for (channel, plane) in picture.planes.enumerated() {
      let address = UInt(bitPattern: plane.start)
      if address % 32 == 0, plane.stride % 32 == 0, plane.stride > 0 {
        planes.append(plane)
        continue
      }
      let size = Self.size(of: channel, picture.form)
      let rowBytes = size.width * (picture.form.bits > 8 ? 2 : 1)
      let stride = (rowBytes + Self.alignment - 1) / Self.alignment * Self.alignment
      let copy = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(stride * size.height, 1),
        alignment: Self.alignment
      )
      for row in 0..<size.height {
        UnsafeMutableRawBufferPointer(rebasing: copy[(row * stride)..<(row * stride + rowBytes)])
          .copyMemory(from: UnsafeRawBufferPointer(start: plane.start + row * plane.stride, count: rowBytes))
      }
      copies.append(copy)
      guard let start = copy.baseAddress else { continue }
      planes.append(PlanarPicture.Plane(start: UnsafeRawPointer(start), stride: stride))
    }
    self.planes = planes
    self.copies = copies
  }

  deinit { for copy in copies { copy.deallocate() } }

  /// Columns and rows of a plane; half samples at the border count whole.
  private static func size(of channel: Int, _ form: PlanarPicture.Form) -> PixelSize {
    guard form.family == .colourDifferences, channel == 1 || channel == 2 else { return form.size }
    func divided(_ count: Int, _ halvings: Int) -> Int { (count + (1 << halvings) - 1) >> halvings }
    return PixelSize(
      width: divided(form.size.width, form.columnHalvings),
      height: divided(form.size.height, form.rowHalvings)
    )
  }
}
