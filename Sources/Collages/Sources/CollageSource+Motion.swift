internal import Messages
internal import Movies

extension CollageSource {
  /// The source with its video opened and a frame of it decoded, as it has to be before anybody counts on its motion; where
  /// that fails, one that stands still.
  public func probed() -> CollageSource {
    guard let motion, problem == nil, !motion.isOpened else { return self }
    var result = self
    do {
      var opened = try CollageMotionSource.probe(
        motion.source,
        stillTime: motion.clip.stillTime,
        limits: motion.limits
      )
      // What the boxes say of its length is what players go by.
      opened.clip.duration = motion.clip.duration
      result.motion = opened
    } catch {
      result.motion = nil
      result.motionProblem = error as? Problem ?? Problem(.internalError, ["detail": "\(error)"])
    }
    return result
  }
}
