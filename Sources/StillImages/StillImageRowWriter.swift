public import Containers
public import Files
internal import Messages
public import Pixels

/// Writes a picture that is given row by row into a new file, without ever having it whole in memory where the format allows
/// that: JPEG, PNG and TIFF; of HEIC a row of tiles is in memory, and the coded picture.
public enum StillImageRowWriter {
  /// Reads all rows and writes the file, durably but for its name; a file that could not be finished is removed.
  ///
  /// - Parameters:
  ///   - rows: upright; their layout must be one that the format holds.
  ///   - path: must not exist.
  ///   - colour: what the numbers mean; kept as it is, never converted.
  ///   - blocks: what is written as metadata; IPTC goes into JPEG and TIFF only.
  ///   - modification: the time to give the file; nil leaves the system's.
  /// - Returns: the sketch of what was written, to compare the finished file with.
  /// - Throws: what the rows throw; `sizeNotPossible`, `encodeFailed`, `metadataFailed`, and what writing throws.
  @discardableResult
  public static func write(
    _ rows: any PictureRows,
    to path: FilePath,
    format: StillFormat,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    options: EncodingOptions,
    modification: FileTime? = nil
  ) throws -> PictureSketch {
    try check(rows, format)
    let source = SketchingRows(rows)
    let output = try RowOutput(path)
    do {
      switch format {
      case .jpeg:
        try JPEGRowWriter.write(source, to: output, colour: colour, blocks: blocks, options: options)
      case .png: try PNGRowWriter.write(source, to: output, colour: colour, blocks: blocks)
      case .tiff: try TIFFRowWriter.write(source, to: output, colour: colour, blocks: blocks)
      case .heic where HEIFRowWriter.takes(source, options: options):
        try HEIFRowWriter.write(source, to: output, colour: colour, blocks: blocks, options: options)
      default:
        let bytes = try StillImageEncoder.encode(
          PixelBuffer(reading: source),
          significantBits: 8,
          colour: colour,
          blocks: blocks,
          format: format,
          options: options
        )
        try output.write(bytes)
      }
      try output.close()
      // Either waits for the disk.
      if let modification {
        try DurableFile.setModification(modification, of: path)
      } else {
        try DurableFile.synchronize(path)
      }
    } catch {
      try? DurableFile.remove(path)
      throw error
    }
    return source.sketch
  }

  /// Refuses before anything is drawn what could not be written.
  private static func check(_ rows: any PictureRows, _ format: StillFormat) throws {
    let limit = StillImageEncoder.maximumSide(of: format)
    let size = rows.size
    guard size.width >= 1, size.height >= 1, size.longEdge <= limit else {
      throw Problem(
        .sizeNotPossible,
        [
          "format": format.rawValue, "width": "\(size.width)", "height": "\(size.height)",
          "limit": "\(limit)",
        ]
      )
    }
    guard !rows.layout.hasAlpha || StillImageEncoder.holdsAlpha(format) else {
      throw Problem(.encodeFailed, ["format": format.rawValue, "detail": "\(rows.layout)"])
    }
  }
}
