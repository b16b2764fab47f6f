internal import CLibav
internal import Files
internal import Messages

/// Through which libavformat writes a file: owner of the AVIOContext and its buffer.
final class WritingPort {
  let io: UnsafeMutablePointer<AVIOContext>
  private let state: State

  /// What the callbacks need; lives as long as the port.
  final class State {
    let writer: RandomAccessWriter
    var position: Int64 = 0
    var size: Int64 = 0
    /// The first thing that went wrong on our side.
    var problem: Problem?

    init(_ writer: RandomAccessWriter) { self.writer = writer }

    func write(_ buffer: UnsafeRawBufferPointer) -> Int32 {
      if problem != nil { return clibav_error_io }
      do {
        try writer.write(buffer, at: position)
        position += Int64(buffer.count)
        size = max(size, position)
        return Int32(clamping: buffer.count)
      } catch {
        problem = error as? Problem ?? Problem(.internalError, ["detail": "\(error)"])
        return clibav_error_io
      }
    }

    func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
      let base: Int64
      switch whence & ~AVSEEK_FORCE {
      case AVSEEK_SIZE: return size
      case 0: base = 0
      case 1: base = position
      case 2: base = size
      default: return -1
      }
      let (target, isOver) = base.addingReportingOverflow(offset)
      guard !isOver, target >= 0 else { return -1 }
      position = target
      return target
    }
  }

  private static let bufferSize = 1 << 18

  init(_ writer: RandomAccessWriter) throws {
    let state = State(writer)
    guard let buffer = av_malloc(Self.bufferSize) else { throw Libav.noMemory }
    let io = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self),
      Int32(Self.bufferSize),
      1,
      Unmanaged.passUnretained(state).toOpaque(),
      nil,
      { user, buffer, count in
        guard let user, let buffer, count >= 0 else { return clibav_error_io }
        return Unmanaged<State>.fromOpaque(user).takeUnretainedValue()
          .write(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
      },
      { user, offset, whence in
        guard let user else { return -1 }
        return Unmanaged<State>.fromOpaque(user).takeUnretainedValue().seek(offset, whence)
      }
    )
    guard let io else {
      av_free(buffer)
      throw Libav.noMemory
    }
    self.io = io
    self.state = state
  }

  deinit {
    av_free(io.pointee.buffer)
    var io: UnsafeMutablePointer<AVIOContext>? = io
    avio_context_free(&io)
  }

  /// What went wrong on our side.
  var problem: Problem? { state.problem }
  /// Bytes written.
  var size: Int64 { state.size }
}
