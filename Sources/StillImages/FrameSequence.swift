internal import Messages
internal import Pixels
internal import Synchronization

/// Decodes the frames of an animation from the first to the last.
protocol FrameSource: AnyObject {
  /// The next frame as a viewer shows it, on the whole canvas.
  func next() throws -> PixelBuffer
}

/// The frames of an animation, of which one at a time is in memory: asked for in their order each is decoded once.
final class FrameSequence: Sendable {
  private struct State {
    var source: (any FrameSource)?
    /// Number of the frame that is `current`; 0 is the first.
    var position = -1
    var current: PixelBuffer?
    /// What is wrong with the frame behind it, and with all that build upon it.
    var problem: (any Error)?
  }

  private let state = Mutex(State())
  private let open: @Sendable (_ threads: Int) throws -> sending any FrameSource

  /// - Parameter open: begins with the first frame.
  init(_ open: @escaping @Sendable (_ threads: Int) throws -> sending any FrameSource) { self.open = open }

  /// A frame; 0 is the first.
  func frame(_ number: Int, threads: Int) throws -> PixelBuffer {
    try state.withLock { state in
      if number < state.position { state = State() }
      while state.position < number {
        if let problem = state.problem { throw problem }
        do {
          let source = try state.source ?? open(threads)
          // The frame before is no longer needed.
          state.current = nil
          state.current = try source.next()
          state.source = source
          state.position += 1
        } catch {
          state.problem = error
          state.source = nil
          throw error
        }
      }
      guard let current = state.current else { throw Problem(.internalError, ["detail": "no frame"]) }
      return current
    }
  }
}

/// A frame of an animation as a picture of its own.
struct AnimationFrame: StillImageDecoding {
  let header: StillImageHeader
  /// What there is to say of the file is said with its first picture.
  let notes: [Note] = []
  private let frames: FrameSequence
  private let number: Int

  /// - Parameters:
  ///   - file: what the animation says of itself.
  ///   - layout: its channels, where they may be others than those of the first frame.
  ///   - number: 0 is the first frame.
  init(of file: StillImageHeader, _ frames: FrameSequence, layout: ChannelLayout? = nil, number: Int) {
    var header = file
    header.further = FurtherContent()
    header.layout = layout ?? file.layout
    self.header = header
    self.frames = frames
    self.number = number
  }

  func decodePixels(threads: Int) throws -> PixelBuffer {
    let picture = try frames.frame(number, threads: threads)
    guard picture.size == header.size else {
      throw Problem(.internalError, ["detail": "a frame of \(picture.size.width)x\(picture.size.height)"])
    }
    return picture
  }
}
