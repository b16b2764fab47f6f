public import Containers
public import Files
internal import Messages
internal import Metadata

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
  ///   - range: the part of the file that is the movie; nil: all of it.
  ///   - identifier: what the half gets in common with the still; nil: it is half of nothing, and loses what it has.
  ///   - moment: where the still is; nil: as the movie says it already.
  ///   - modification: the time that the new file gets.
  ///   - edit: further changes: metadata, corrections.
  /// - Throws: `decode.*`, `metadata.failed`, `write.*`; `input.changed` where the source changed meanwhile.
  @discardableResult
  public static func write(
    _ source: FilePath,
    range: Range<Int64>? = nil,
    to path: FilePath,
    identifier: PairingIdentifier?,
    stillAt moment: Moment?,
    modification: FileTime? = nil,
    edit: (inout QuickTimeMovieEditor, QuickTimeMovie) throws -> Void = { _, _ in }
  ) throws -> FileStatus {
    let opened = try RandomAccessFile(source)
    let pieces = try pieces(of: opened, range: range) { editor, movie in
      editor.setMetadata(PairingIdentifier.movieKey, to: (identifier?.text).map { .text($0) })
      if let moment { try editor.setStillImageTime(moment.time, scale: moment.scale) }
      try edit(&editor, movie)
    }
    let status = try DurableFile.write(pieces, to: path, modification: modification)
    try opened.checkUnchanged()
    return status
  }

  /// A movie file, or the part of a file that is one, as it is after some changes: pieces to be written.
  /// - Throws: `decode.*`, `metadata.failed`.
  public static func pieces(
    of source: RandomAccessFile,
    range: Range<Int64>? = nil,
    edit: (inout QuickTimeMovieEditor, QuickTimeMovie) throws -> Void
  ) throws -> [FilePiece] {
    let file = try QuickTimeFile(ByteSource(source, range: range))
    var editor = try QuickTimeMovieEditor(file)
    try edit(&editor, file.movie)
    let start = range?.lowerBound ?? 0
    return try editor.pieces().map { piece in
      switch piece {
      case .bytes(let bytes): .bytes(bytes)
      case .source(let part):
        .range(of: source.path, (Int64(part.lowerBound) + start)..<(Int64(part.upperBound) + start))
      }
    }
  }
}
