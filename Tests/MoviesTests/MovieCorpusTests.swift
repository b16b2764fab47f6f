import Files
import Messages
import Movies
import Pixels
import TestSupport
import Testing

/// What is expected of a real video that can be read.
///
/// Sizes, counts and times are those that ffmpeg 5.1.9 gives, with pixel aspect and clean aperture applied.
struct ExpectedMovie: CustomTestStringConvertible, Sendable {
  var name: String
  var size: PixelSize
  var frameCount: Int
  /// When the last frame begins, milliseconds after the first.
  var lastTime: Int
  var colour: CodePoints
  var isColourGuessed: Bool
  var orientation = Orientation.up
  var notes: [NoteCode] = []
  var testDescription: String { name }

  /// - Parameter colour: "primaries/transfer/matrix/range", with "?" behind it where some of it is guessed.
  init(
    _ name: String,
    _ width: Int,
    _ height: Int,
    frames: Int,
    last: Int,
    colour: String,
    orientation: Orientation = .up,
    notes: [NoteCode] = []
  ) {
    self.name = name
    size = PixelSize(width: width, height: height)
    frameCount = frames
    lastTime = last
    let parts = colour.split(separator: "/").map { $0.filter { $0 != "?" } }
    self.colour = CodePoints(
      primaries: Int(parts[0]) ?? 2,
      transfer: Int(parts[1]) ?? 2,
      matrix: Int(parts[2]) ?? 2,
      isFullRange: parts[3] == "pc"
    )
    isColourGuessed = colour.hasSuffix("?")
    self.orientation = orientation
    self.notes = notes
  }

  static let all = [
    ExpectedMovie("amx_bbb_avc_pyramid_3b.mp4", 1138, 640, frames: 120, last: 3967, colour: "1/1/6/tv?"),
    ExpectedMovie("amx_bbb_firstpts_10_sec.mp4", 1137, 640, frames: 120, last: 3967, colour: "1/1/6/tv?"),
    ExpectedMovie(
      "amx_dolbyVision-hdr.MOV",
      720,
      1280,
      frames: 4,
      last: 100,
      colour: "9/18/9/tv",
      orientation: .right
    ),
    ExpectedMovie(
      "amx_edit_list_positive_shift.mp4",
      1920,
      1080,
      frames: 270,
      last: 8967,
      colour: "1/1/1/tv?"
    ),
    ExpectedMovie(
      "amx_h265_with_metadata_track.mp4",
      1080,
      1920,
      frames: 3,
      last: 67,
      colour: "5/6/5/pc",
      orientation: .right
    ),
    ExpectedMovie("amx_hdr10-av1.mp4", 720, 1280, frames: 127, last: 4204, colour: "9/16/9/tv"),
    ExpectedMovie("amx_hlg10-color-test.mp4", 1920, 1080, frames: 9, last: 267, colour: "9/18/9/tv"),
    ExpectedMovie(
      "amx_increasing_timestamps_320x240_5s.mp4",
      320,
      240,
      frames: 300,
      last: 4983,
      colour: "5/6/6/pc"
    ),
    ExpectedMovie(
      "amx_portrait_4k60.mp4",
      2160,
      3840,
      frames: 18,
      last: 283,
      colour: "5/6/5/pc",
      orientation: .right
    ),
    ExpectedMovie(
      "amx_rot270.mp4",
      720,
      1280,
      frames: 149,
      last: 4938,
      colour: "1/1/1/tv",
      orientation: .left
    ),
    ExpectedMovie(
      "amx_sample_android_slow_motion.mp4",
      1280,
      720,
      frames: 7,
      last: 492,
      colour: "5/15/6/pc"
    ),
    ExpectedMovie("amx_sample_empty_track.mp4", 1080, 720, frames: 30, last: 968, colour: "1/1/1/tv"),
    ExpectedMovie("amx_sample_gamma2.2.mp4", 320, 240, frames: 60, last: 983, colour: "1/4/6/pc"),
    ExpectedMovie("amx_sample_missing_stsd.mp4", 1080, 720, frames: 30, last: 968, colour: "1/1/1/tv?"),
    ExpectedMovie(
      "amx_sample_with_invalid_nalu.mp4",
      1080,
      720,
      frames: 29,
      last: 968,
      colour: "1/1/1/tv?",
      notes: [.movieFramesSkipped]
    ),
    ExpectedMovie("lplg_video.MOV", 886, 1920, frames: 263, last: 4437, colour: "1/1/6/pc?"),
    ExpectedMovie(
      "mei_ftyp3gp5.mp4",
      720,
      1280,
      frames: 39,
      last: 1267,
      colour: "1/1/1/tv?",
      orientation: .right
    ),
    ExpectedMovie("mei_sample.3gp", 176, 144, frames: 74, last: 4867, colour: "1/6/6/pc?"),
    ExpectedMovie("mei_sony_a7m3.mts", 1920, 1080, frames: 13, last: 480, colour: "1/1/1/tv?"),
    ExpectedMovie(
      "mei_with-gps.mov",
      320,
      568,
      frames: 120,
      last: 3968,
      colour: "1/1/1/tv",
      orientation: .right
    ),
    ExpectedMovie(
      "mp4p_h264_white_frame_sar_16_9.mp4",
      1138,
      480,
      frames: 1,
      last: 0,
      colour: "1/1/6/tv?"
    ),
    ExpectedMovie(
      "syn_mirrored_hflip_matrix.mp4",
      320,
      180,
      frames: 30,
      last: 968,
      colour: "1/1/1/tv",
      orientation: .upMirrored
    ),
    ExpectedMovie("syn_one_frame.mp4", 320, 180, frames: 1, last: 0, colour: "1/1/1/tv"),
    ExpectedMovie("syn_prores422proxy.mov", 320, 180, frames: 15, last: 467, colour: "1/1/1/tv"),
    ExpectedMovie("syn_vfr_screenrec.mp4", 362, 784, frames: 136, last: 4388, colour: "1/1/6/pc?"),
    ExpectedMovie("tc_bt709_full_range.mp4", 1280, 720, frames: 30, last: 967, colour: "1/1/1/pc"),
  ]
}

/// What is expected of a file that can't be read.
struct RefusedMovie: CustomTestStringConvertible, Sendable {
  var name: String
  var code: ProblemCode
  /// Facts that must be among the problem's.
  var values: [String: String] = [:]
  var testDescription: String { name }

  static let all = [
    RefusedMovie(name: "amx_sample_audio_only.mp4", code: .movieNoVideo, values: ["found": "sound"]),
    RefusedMovie(name: "syn_audio_with_coverart.m4a", code: .movieNoVideo, values: ["found": "cover"]),
    RefusedMovie(name: "amx_sample_vvc.mp4", code: .movieCodecUnknown, values: ["codec": "vvc1"]),
    RefusedMovie(name: "amx_vp9_invalid-bitstream.webm", code: .damaged),
    RefusedMovie(name: "mp4p_chunk_out_of_range.mp4", code: .damaged),
    RefusedMovie(name: "mp4p_zero_empty_stsc.mp4", code: .damaged),
    RefusedMovie(name: "syn_text_renamed.mp4", code: .formatUnknown),
    RefusedMovie(name: "syn_truncated_no_moov.mov", code: .movieIncomplete),
    RefusedMovie(name: "syn_truncated_moov_first_or_last.mp4", code: .movieIncomplete),
    RefusedMovie(name: "syn_zero_bytes.mp4", code: .inputEmpty),
  ]
}

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct MovieCorpusTests {
  @Test(arguments: ExpectedMovie.all)
  func isAsExpected(_ expected: ExpectedMovie) throws {
    let path = try #require(Corpus.file("video/\(expected.name)"))
    let reader = try MovieReader(.file(path))
    let video = reader.information.video
    #expect(video.displaySize == expected.size)
    #expect(video.colour == expected.colour)
    #expect(video.isColourGuessed == expected.isColourGuessed)
    #expect(video.orientation == expected.orientation)
    var options = MovieFrameOptions()
    options.colour = .sRGB
    options.size = expected.size.fitting(longEdge: 64)
    let frames = try reader.frames(options: options)
    var times: [MediaTime] = []
    while let frame = try frames.next() {
      #expect(frame.picture.size == options.size)
      times.append(frame.time)
    }
    #expect(times.count == expected.frameCount)
    #expect(times.first == .zero)
    #expect(times == times.sorted())
    #expect(abs((times.last?.seconds ?? 0) - Double(expected.lastTime) / 1000) < 0.0011)
    #expect(frames.notes.map(\.code) == expected.notes)
  }

  @Test(arguments: RefusedMovie.all)
  func isRefused(_ expected: RefusedMovie) throws {
    let path = try #require(Corpus.file("video/\(expected.name)"))
    do {
      let reader = try MovieReader(.file(path))
      let frames = try reader.frames()
      while try frames.next() != nil {}
      Issue.record("was read")
    } catch let problem as Problem {
      #expect(problem.code == expected.code, "\(problem.values)")
      for (name, value) in expected.values { #expect(problem.values[name] == value) }
    }
  }
}
