public import Containers
public import Files
internal import Messages

/// Makes the moving half of a Live Photo out of a finished movie: the identifier, the still-image-time track, QuickTime's
/// brand. Frames and sound are copied as they are, with every other track.
public enum PairedMovieWriter {
  /// The moment of the still.
  public struct Moment: Hashable, Sendable {
    /// The presentation time of a frame.
    public var time: Int64
    /// How many of `time` are a second.
    public var scale: UInt32

    /// Makes a moment.
    public init(time: Int64, scale: UInt32) {
      self.time = time
      self.scale = scale
    }
  }

  /// Writes the new file and waits for the disk.
  ///
  /// - Parameters:
  ///   - moment: where the still is; nil: as the movie says it already.
  ///   - edit: further changes: metadata, corrections.
  /// - Throws: `decode.*`, `metadata.failed`, `write.*`.
  @discardableResult
  public static func write(
    _ source: FilePath,
    to path: FilePath,
    identifier: PairingIdentifier,
    stillAt moment: Moment?,
    edit: (inout QuickTimeMovieEditor, QuickTimeMovie) throws -> Void = { _, _ in }
  ) throws -> FileStatus {
    let opened = try RandomAccessFile(source)
    let file = try QuickTimeFile(opened.source)
    var editor = try QuickTimeMovieEditor(file)
    editor.setMetadata(PairingIdentifier.movieKey, to: .text(identifier.text))
    if let moment { try editor.setStillImageTime(moment.time, scale: moment.scale) }
    try edit(&editor, file.movie)
    return try write(try editor.pieces(), of: opened, to: path)
  }

  /// Writes a file that is described by pieces, and waits for the disk.
  /// - Throws: `input.changed` where the source changed meanwhile; `write.*`.
  @discardableResult
  public static func write(_ pieces: [MoviePiece], of source: RandomAccessFile, to path: FilePath) throws
    -> FileStatus
  {
    let file = pieces.map { piece -> FilePiece in
      switch piece {
      case .bytes(let bytes): .bytes(bytes)
      case .source(let range): .range(of: source.path, Int64(range.lowerBound)..<Int64(range.upperBound))
      }
    }
    let status = try DurableFile.write(file, to: path)
    try source.checkUnchanged()
    return status
  }
}
