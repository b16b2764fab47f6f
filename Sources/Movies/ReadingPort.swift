internal import CLibav
internal import Messages

/// Through which libavformat reads a source: owner of the AVIOContext and its buffer.
final class ReadingPort {
  let io: UnsafeMutablePointer<AVIOContext>
  private let state: State

  /// What the callbacks need; lives as long as the port.
  final class State {
    let bytes: MovieBytes
    let watch: MovieWatch
    var position: Int64 = 0
    /// The first thing that went wrong on our side.
    var problem: Problem?

    init(_ bytes: MovieBytes, _ watch: MovieWatch) {
      self.bytes = bytes
      self.watch = watch
    }

    /// Whether libavformat is to give up.
    var isInterrupted: Bool {
      if problem == nil { problem = watch.reason }
      return problem != nil
    }

    func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int32 {
      if isInterrupted { return clibav_error_exit }
      do {
        let count = try bytes.read(at: position, into: buffer)
        position += Int64(count)
        return count == 0 ? clibav_error_end : Int32(clamping: count)
      } catch {
        problem = error as? Problem ?? Problem(.internalError, ["detail": "\(error)"])
        return clibav_error_io
      }
    }

    /// lseek(2) as AVIO has it; -1 where the place is none.
    func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
      let base: Int64
      switch whence & ~AVSEEK_FORCE {
      case AVSEEK_SIZE: return bytes.size
      case 0: base = 0
      case 1: base = position
      case 2: base = bytes.size
      default: return -1
      }
      let (target, isOver) = base.addingReportingOverflow(offset)
      guard !isOver, target >= 0 else { return -1 }
      position = target
      return target
    }
  }

  private static let bufferSize = 1 << 16

  init(_ bytes: MovieBytes, _ watch: MovieWatch) throws {
    let state = State(bytes, watch)
    guard let buffer = av_malloc(Self.bufferSize) else { throw Libav.noMemory }
    let io = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self),
      Int32(Self.bufferSize),
      0,
      Unmanaged.passUnretained(state).toOpaque(),
      { user, buffer, count in
        guard let user, let buffer, count > 0 else { return clibav_error_end }
        return Unmanaged<State>.fromOpaque(user).takeUnretainedValue()
          .read(UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
      },
      nil,
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
    // libavformat may have replaced the buffer (avio.h: "It may be freed and replaced with a new buffer by libavformat").
    av_free(io.pointee.buffer)
    var io: UnsafeMutablePointer<AVIOContext>? = io
    avio_context_free(&io)
  }

  /// What went wrong on our side, or why the work has to end.
  var problem: Problem? { state.problem }

  /// The callback by which libavformat asks whether to give up; valid as long as the port lives.
  var interruption: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { user in
        guard let user else { return 0 }
        return Unmanaged<State>.fromOpaque(user).takeUnretainedValue().isInterrupted ? 1 : 0
      },
      opaque: Unmanaged.passUnretained(state).toOpaque()
    )
  }
}
