import Collages
import Containers
import ConversionSink
import Files
import Library
import Messages
import Metadata
import Movies
import Pixels
import StillImages
import TestSupport

/// A library, some originals, and collages of them by writers that draw nothing of the originals, which a test may spoil.
struct DeliveryWorkshop {
  let folder: TemporaryFolder
  let library: Library
  var sources: [SinkSource]
  var format = StillFormat.jpeg
  var options = SinkOptions()
  var facts = CollageFacts()
  var settings = CollageSettings()
  var motion = CollageMotionSettings()
  /// What happens before the movie is written.
  var beforeMovie: () throws -> Void = {}
  /// What happens before the still is written.
  var beforeStill: () throws -> Void = {}
  /// What the production has become before the sink sees it.
  var spoil: (inout Production, StagingArea) throws -> Void = { _, _ in }

  static let size = PixelSize(width: 96, height: 64)

  init() throws {
    folder = try TemporaryFolder()
    library = try Library.open(at: folder.path.appending("library"), create: true)
    sources = []
    for name in ["IMG_0003.jpg", "IMG_0001.jpg", "IMG_0002.jpg"] {
      sources.append(try SinkSource.hashing(try folder.write("picture \(name)", to: "photos/\(name)")))
    }
    // Sidecars are tested elsewhere.
    options.sidecar = .never
  }

  /// Makes the collage.
  func make(
    _ tier: CollageTier,
    to destination: Destination? = nil,
    in other: Library? = nil,
    waiting: () -> Void = {}
  ) throws -> SinkResult {
    let production = CollageProduction(
      format: format,
      size: Self.size,
      writeStill: { path, blocks in
        try beforeStill()
        return (try still(to: path, blocks), [])
      },
      writeMovie: { path, form in
        try beforeMovie()
        return (try Self.movie(to: path, form), [])
      }
    )
    let library = other ?? library
    return try ConversionSink(library: library).collage(
      of: sources,
      facts: facts,
      recipe: recipe(tier),
      to: destination ?? .library(library, album: tier == .video ? nil : .creations, folder: nil),
      naming: .collage(of: sources[0].path, title: facts.title),
      options: options,
      waiting: waiting
    ) { carried, staging in
      var made = try production.produce(tier, carried, in: staging)
      try spoil(&made, staging)
      return made
    }
  }

  func recipe(_ tier: CollageTier) -> Recipe {
    .collage(tier, settings, format: format, quality: 90, motion: tier == .still ? nil : motion)
  }

  /// The picture of the canvas; with a number, frames of the movie.
  static func picture(_ number: Int = 0) -> PixelBuffer {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width { bytes += [UInt8(x * 2), UInt8(y * 3), UInt8(40 + number * 10)] }
    }
    return PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: bytes)
  }

  private func still(to path: FilePath, _ blocks: MetadataBlocks) throws -> PhotoExpectation {
    let picture = Self.picture()
    let bytes = try StillImageEncoder.encode(
      picture,
      significantBits: 8,
      colour: ColourDescription(),
      blocks: blocks,
      format: format,
      options: EncodingOptions(quality: 90, threads: 1)
    )
    try DurableFile.write(bytes, to: path)
    return PhotoExpectation(
      format: format,
      size: Self.size,
      hasAlpha: false,
      bitsPerSample: 8,
      iccProfile: nil,
      hdr: .none,
      picture: .pixels(picture),
      isLossless: false
    )
  }

  /// 20 pictures, 30 a second, the first and the last like the still.
  static func movie(to path: FilePath, _ form: MovieForm) throws -> MovieExpectation {
    var settings = MovieEncodingSettings(size: size)
    settings.form = form
    let encoder = try MovieEncoder(to: path, settings)
    for number in 0..<20 {
      let time = MediaTime(value: Int64(number) * 20, timescale: 600)
      try encoder.append(picture(number == 19 ? 0 : number), at: time)
    }
    try encoder.finish(at: MediaTime(value: 400, timescale: 600))
    return MovieExpectation(size: size, durationInSeconds: 20.0 / 30, hasSound: false, hdr: .none)
  }

  /// Names in the folder of collages.
  func delivered() throws -> [String] { try Self.names(in: library.albumFolder(.creations)) }

  /// Whatever was staged and is still there.
  func staged() throws -> [FilePath] {
    try DirectoryWalk.files(below: library.root.appending(".shiying/staging")).files
  }

  static func names(in path: FilePath) throws -> [String] {
    try DirectoryWalk.names(in: path).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  /// Nothing was delivered, registered or left behind.
  func isUntouched() throws -> Bool {
    try delivered().isEmpty && library.catalogue.assets().isEmpty && staged().isEmpty
      && library.catalogue.intents().isEmpty
  }

  /// A folder for results outside the library.
  func outside() throws -> FilePath {
    let path = folder.path.appending("out")
    try DurableFile.makeDirectories(path)
    return path
  }
}

extension SinkResult {
  var names: [String] { files.map { String(decoding: $0.path.lastComponent, as: UTF8.self) } }
}
