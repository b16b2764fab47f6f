import ConversionSink
@testable import Conversions
import Files
import Library
import Movies
import Pixels
import TestSupport

/// A small video, a library, and Live Photos made of the one into the other, which a test may spoil on their way.
struct LiveWorkshop {
  let folder: TemporaryFolder
  let library: Library
  let video: FilePath
  var settings = LivePhotoSettings()
  var options = SinkOptions()

  init() throws {
    folder = try TemporaryFolder()
    library = try Library.open(at: folder.path.appending("library"), create: true)
    video = try Self.movie(at: folder.path.appending("holiday.mov"))
    // Sidecars are tested elsewhere.
    options.sidecar = .never
  }

  /// 20 pictures of 96 x 64, 30 a second; each has another shade.
  static func movie(at path: FilePath) throws -> FilePath {
    let size = PixelSize(width: 96, height: 64)
    let encoder = try MovieEncoder(to: path, MovieEncodingSettings(size: size))
    for number in 0..<20 {
      var bytes: [UInt8] = []
      for y in 0..<size.height {
        for x in 0..<size.width { bytes += [UInt8(x * 2), UInt8(y * 3), UInt8(40 + number * 10)] }
      }
      let picture = PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: bytes)
      try encoder.append(picture, at: MediaTime(value: Int64(number) * 20, timescale: 600))
    }
    try encoder.finish(at: MediaTime(value: 400, timescale: 600))
    return path
  }

  /// Makes the Live Photo; `spoil` changes what the conversion has made before the sink sees it.
  func convert(
    to destination: Destination? = nil,
    spoil: (inout Production, StagingArea) throws -> Void = { _, _ in }
  ) throws -> SinkResult {
    let conversion = try LivePhotoConversion(video, settings: settings, threads: 1)
    return try ConversionSink(library: library).copy(
      of: SinkSource.hashing(video),
      embedded: conversion.embedded,
      recipe: conversion.recipe,
      to: destination ?? .library(library, album: .conversions, folder: nil),
      naming: CopyNaming(),
      options: options
    ) { carried, staging in
      var production = try conversion.produce(carried, in: staging)
      try spoil(&production, staging)
      return production
    }
  }

  /// Names of everything below the folder of the conversion album, and of what is staged.
  func delivered() throws -> [String] {
    try DirectoryWalk.names(in: library.albumFolder(.conversions)).map { String(decoding: $0, as: UTF8.self) }
      .sorted()
  }

  /// Whatever was staged and is still there; the run's own folder does not count.
  func staged() throws -> [FilePath] {
    try DirectoryWalk.files(below: library.root.appending(".shiying/staging")).files
  }

  /// Files of a name in the folder of the test.
  func names(in path: FilePath) throws -> [String] {
    try DirectoryWalk.names(in: path).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }
}

extension Production {
  /// The file of a role.
  func path(_ role: FileRole) -> FilePath? { files.first { $0.role == role }?.path }

  /// Puts another file in the place of one.
  mutating func replace(_ role: FileRole, by path: FilePath) {
    for index in files.indices where files[index].role == role { files[index].path = path }
  }
}
