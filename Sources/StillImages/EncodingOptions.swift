/// How a picture is encoded; settings that a format does not know are left unheeded.
public struct EncodingOptions: Hashable, Sendable {
  /// 1 (smallest) to 100 (best); values outside are brought inside. PNG is always lossless.
  public var quality: Int
  /// Whether not a single sample may change. JPEG can't do that and says so with `encodeFailed`.
  public var isLossless: Bool
  /// The most threads the encoder may use; at least 1.
  public var threads: Int

  /// Chooses the settings.
  public init(quality: Int = 90, isLossless: Bool = false, threads: Int = 1) {
    self.quality = min(max(quality, 1), 100)
    self.isLossless = isLossless
    self.threads = max(threads, 1)
  }
}
