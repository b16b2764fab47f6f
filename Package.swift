// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: the language mode, the upcoming features the house is built on, and
/// warnings as errors.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  .treatWarning("DeprecatedDeclaration", as: .warning),
]

/// Pixel loops run 50 times slower without optimisation, so the kernels are optimised in debug builds too
/// (allowed in a root package: nothing depends on this one).
let kernelSettings: [SwiftSetting] =
  settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

func library(_ name: String, pkgConfig: String?, package: String) -> Target {
  .systemLibrary(
    name: name,
    path: "Sources/CLibraries/\(name)",
    pkgConfig: pkgConfig,
    providers: [.apt([package])]
  )
}

func room(
  _ name: String,
  on dependencies: [Target.Dependency],
  settings swiftSettings: [SwiftSetting] = settings
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

func suite(_ name: String, on dependencies: [Target.Dependency], excluding excluded: [String] = []) -> Target
{
  .testTarget(
    name: name,
    dependencies: dependencies + ["TestSupport"],
    exclude: excluded,
    swiftSettings: settings
  )
}

// Rooms are listed from the top of the house to its cellar: a room depends only on rooms below it.
let rooms: [Target] = [
  .executableTarget(name: "shiying", dependencies: ["Commands"], swiftSettings: settings),
  room(
    "Commands",
    on: [
      "Batch", "Conversions", "Collages", "ConversionSink", "LivePhotos", "Library", "StillImages",
      "Animations", "Metadata", "Pixels", "Files",
      "Arguments",
      "Messages", "CSystem",
    ]
  ),
  room(
    "Batch",
    on: [
      "Conversions", "Collages", "ConversionSink", "LivePhotos", "Library", "StillImages", "Movies",
      "Metadata", "Containers", "Pixels", "Files", "Messages", "CSystem",
    ]
  ),
  room(
    "Conversions",
    on: [
      "ConversionSink", "LivePhotos", "Library", "StillImages", "Movies", "Animations", "Metadata",
      "Containers", "Pixels", "Files", "Messages",
    ]
  ),
  // The search for a mosaic is a loop as hot as one over pixels.
  room(
    "Collages",
    on: [
      "ConversionSink", "LivePhotos", "Library", "StillImages", "Movies", "Metadata", "Containers", "Pixels",
      "Files", "Messages",
    ],
    settings: kernelSettings
  ),
  room(
    "ConversionSink",
    on: [
      "LivePhotos", "Library", "StillImages", "Movies", "Metadata", "Containers", "Pixels", "Files",
      "Messages",
    ]
  ),
  room("LivePhotos", on: ["StillImages", "Movies", "Metadata", "Containers", "Pixels", "Files", "Messages"]),
  room("Library", on: ["Metadata", "Files", "Messages", "CSQLite"]),
  room(
    "StillImages",
    on: [
      "Metadata", "Containers", "Files", "Pixels", "Messages", "CHEIF", "CDE265", "CAOM", "CJXL", "CJPEG",
      "CSPNG", "CWebP", "CTIFF", "CDeflate", "CGIF", "CStandardErrors",
    ],
    settings: kernelSettings
  ),
  room(
    "Movies",
    on: ["Containers", "Files", "Pixels", "Messages", "CLibav"],
    settings: kernelSettings
  ),
  room("Animations", on: ["Pixels", "Messages", "CGIF"], settings: kernelSettings),
  room("Metadata", on: ["Containers", "Files", "Pixels", "Messages", "CExempi", "CEXIF", "CStandardErrors"]),
  room("Containers", on: ["Pixels", "Messages", "CZLIB"]),
  room("Pixels", on: ["Messages", "CLCMS", "CZimg"], settings: kernelSettings),
  room("Files", on: ["Messages", "CXXHash", "CCurl", "CSystem"]),
  room("Arguments", on: ["Messages"]),
  room("Messages", on: []),
]

let libraries: [Target] = [
  library("CHEIF", pkgConfig: "libheif", package: "libheif-dev"),
  library("CDE265", pkgConfig: "libde265", package: "libde265-dev"),
  library("CAOM", pkgConfig: "aom", package: "libaom-dev"),
  // libjxl.pc has a flag that SwiftPM warns of; the module map names what to link.
  library("CJXL", pkgConfig: nil, package: "libjxl-dev"),
  library("CSPNG", pkgConfig: "spng", package: "libspng-dev"),
  library("CWebP", pkgConfig: "libwebp", package: "libwebp-dev"),
  library("CLCMS", pkgConfig: "lcms2", package: "liblcms2-dev"),
  library("CZimg", pkgConfig: "zimg", package: "libzimg-dev"),
  library("CExempi", pkgConfig: "exempi-2.0", package: "libexempi-dev"),
  library("CEXIF", pkgConfig: "libexif", package: "libexif-dev"),
  library("CZLIB", pkgConfig: "zlib", package: "zlib1g-dev"),
  library("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
  library("CXXHash", pkgConfig: "libxxhash", package: "libxxhash-dev"),
  library("CJPEGLibrary", pkgConfig: "libjpeg", package: "libjpeg62-turbo-dev"),
  .target(name: "CJPEG", dependencies: ["CJPEGLibrary"], path: "Sources/CLibraries/CJPEG"),
  library("CGIF", pkgConfig: "libgif", package: "libgif-dev"),
  library("CDeflate", pkgConfig: "libdeflate", package: "libdeflate-dev"),
  library("CTIFFLibrary", pkgConfig: "libtiff-4", package: "libtiff-dev"),
  .target(name: "CTIFF", dependencies: ["CTIFFLibrary"], path: "Sources/CLibraries/CTIFF"),
  // Headers alone: CLibav opens the libraries behind them (libavformat59 and so on, which these packages need) when a process
  // meets its first video.
  library("CLibavHeaders", pkgConfig: nil, package: "libavformat-dev"),
  library("CSWScaleHeaders", pkgConfig: nil, package: "libswscale-dev"),
  .target(
    name: "CLibav",
    dependencies: ["CLibavHeaders", "CSWScaleHeaders"],
    path: "Sources/CLibraries/CLibav"
  ),
  // The same for libcurl, when a process meets its first URL.
  library("CCurlHeaders", pkgConfig: nil, package: "libcurl4-openssl-dev"),
  .target(name: "CCurl", dependencies: ["CCurlHeaders"], path: "Sources/CLibraries/CCurl"),
  .target(name: "CSystem", path: "Sources/CLibraries/CSystem"),
  .target(name: "CStandardErrors", path: "Sources/CLibraries/CStandardErrors"),
]

let tests: [Target] = [
  .target(
    name: "TestSupport",
    dependencies: ["Files", "Pixels"],
    path: "Tests/TestSupport",
    swiftSettings: settings
  ),
  suite(
    "ProgramTests",
    on: [
      "Commands", "Conversions", "Collages", "ConversionSink", "LivePhotos", "Library", "StillImages",
      "Movies",
      "Metadata", "Containers", "Pixels", "Files", "Messages",
    ],
    excluding: ["Corpus/CorpusTable.tsv"]
  ),
  suite(
    "ConversionsTests",
    on: [
      "Conversions", "ConversionSink", "LivePhotos", "Library", "StillImages", "Movies", "Animations",
      "Metadata", "Containers", "Pixels", "Files", "Messages",
    ]
  ),
  suite(
    "CollagesTests",
    on: [
      "Collages", "ConversionSink", "LivePhotos", "Library", "StillImages", "Movies", "Metadata",
      "Containers",
      "Pixels", "Files", "Messages",
    ],
    excluding: ["Golden"]
  ),
  suite(
    "LivePhotosTests",
    on: ["LivePhotos", "StillImages", "Movies", "Metadata", "Containers", "Pixels", "Files", "Messages"]
  ),
  suite("LibraryTests", on: ["Library", "Metadata", "Files", "Messages", "CSystem"]),
  suite("StillImagesTests", on: ["StillImages", "Containers", "Pixels", "Files", "Messages"]),
  suite("MoviesTests", on: ["Movies", "Containers", "Pixels", "Files", "Messages"]),
  suite("AnimationsTests", on: ["Animations", "Pixels", "Messages", "CGIF"]),
  suite("MetadataTests", on: ["Metadata", "Containers", "Pixels", "Files", "Messages"]),
  suite("ContainersTests", on: ["Containers", "Pixels", "Files", "Messages"]),
  suite("PixelsTests", on: ["Pixels", "Messages", "Files"]),
  suite("FilesTests", on: ["Files", "Messages", "CSystem"]),
  suite("ArgumentsTests", on: ["Arguments", "Commands", "Collages", "Messages"], excluding: ["Golden"]),
  suite("MessagesTests", on: ["Messages"]),
]

// The parsers under libFuzzer (Tests/scripts/fuzz). Only where that script asks for it: no other build has its runtime.
let fuzzing: [Target] =
  Context.environment["SHIYING_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "Fuzzing",
      dependencies: ["LivePhotos", "StillImages", "Metadata", "Containers", "Pixels", "Files", "Messages"],
      path: "Tests/Fuzzing",
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]
    )
  ]

let package = Package(
  name: "shiying",
  products: [.executable(name: "shiying", targets: ["shiying"])],
  targets: rooms + libraries + tests + fuzzing
)
