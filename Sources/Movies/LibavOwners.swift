internal import CLibav
internal import Messages

/// Owner of a packet.
final class PacketOwner {
  let pointer: UnsafeMutablePointer<AVPacket>

  init() throws {
    guard let pointer = av_packet_alloc() else { throw Libav.noMemory }
    self.pointer = pointer
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&pointer)
  }
}

/// Owner of a decoded frame.
final class FrameOwner {
  let pointer: UnsafeMutablePointer<AVFrame>

  init() throws {
    guard let pointer = av_frame_alloc() else { throw Libav.noMemory }
    self.pointer = pointer
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&pointer)
  }
}

extension Libav {
  /// libav could not take memory.
  static var noMemory: Problem { Problem(.workerOutOfMemory, ["limit": "libav"]) }
}
