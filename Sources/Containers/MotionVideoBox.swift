/// The box of HEIC and AVIF that holds a Motion Photo's video, behind all boxes of the picture.
public enum MotionVideoBox {
  /// What stands before a video of `byteCount` bytes, at most 4 GiB less 9.
  public static func head(forVideoOf byteCount: Int) -> [UInt8] {
    BigEndian.bytes(byteCount + 8, count: 4) + Array("mpvd".utf8)
  }
}
