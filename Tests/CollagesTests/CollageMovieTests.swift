import Collages
import Files
import Messages
import Movies
import Pixels
import TestSupport
import Testing

/// The videos that moving collages become, decoded again.
@Suite struct CollageMovieTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func render(
    _ layout: CollageLayout,
    _ sources: [CollageMotionSource?],
    _ settings: CollageMotionSettings,
    still: PixelBuffer? = nil,
    form: MovieForm = .mp4,
    _ name: String = "collage.mp4"
  ) throws -> (result: CollageMovieRenderer.Result, path: FilePath, motion: CollageMotion) {
    let page = try #require(layout.pages.first)
    let motion = try #require(CollageMotion(layout, clips: sources.map { $0?.clip }, settings))
    let path = folder.path.appending(name)
    let renderer = CollageMovieRenderer(
      page: page,
      motion: motion,
      still: still ?? CollageTestMovie.still(page),
      sources: sources,
      form: form,
      threads: 1
    )
    return (try renderer.write(to: path), path, motion)
  }

  /// Whether a colour is a frame's grey, within what coding does; nil for the still's red.
  private func number(_ colour: [Int]) -> Double? {
    guard abs(colour[0] - colour[1]) < 12, abs(colour[1] - colour[2]) < 12 else { return nil }
    return (Double(colour[0] + colour[1] + colour[2]) / 3 - 40) / 3
  }

  /// The frame that stands in the middle of a cell.
  private func number(_ frame: MovieFrame, _ cell: CollageCell) -> Double? {
    let rectangle = cell.rectangle
    return number(
      frame.picture.colour(rectangle.x + rectangle.width / 2, rectangle.y + rectangle.height / 2)
    )
  }

  @Test func allCellsMoveAtOnce() throws {
    let layout = try CollageTestMovie.layout(4)
    let long = try CollageTestMovie.make(in: folder, "a.mov", count: 30)
    let short = try CollageTestMovie.make(in: folder, "b.mov", count: 15)
    let (result, path, motion) = try render(layout, [long, nil, short, nil], CollageMotionSettings())
    #expect(motion.frameCount == 30)
    #expect(result.duration == motion.duration && !result.hasSound && result.notes.isEmpty)
    #expect(result.size == PixelSize(width: 192, height: 144))
    let frames = try CollageTestMovie.frames(path)
    #expect(frames.map(\.time.value) == (0..<30).map { $0 * 20 })
    let cells = layout.cells
    for (index, frame) in frames.enumerated() {
      let isStill = index == 0 || index == 29
      for cell in [1, 3] { #expect(number(frame, cells[cell]) == nil, "still cell \(cell) in \(index)") }
      if isStill {
        #expect(number(frame, cells[0]) == nil && number(frame, cells[2]) == nil, "\(index)")
        continue
      }
      let (one, other) = (try #require(number(frame, cells[0])), try #require(number(frame, cells[2])))
      #expect(abs(one - Double(index)) < 1, "\(one) at \(index)")
      #expect(abs(other - Double(min(index, 14))) < 1, "\(other) at \(index)")
      // The mark is where it belongs: the window is the whole picture.
      #expect(frame.picture.colour(cells[0].rectangle.x + 8, cells[0].rectangle.y + 8)[1] > 235)
    }
  }

  @Test func isWrittenAsPlayersWantIt() throws {
    let layout = try CollageTestMovie.layout(2)
    let source = try CollageTestMovie.make(in: folder, "a.mov", count: 45)
    for (form, name, container) in [
      (MovieForm.mp4, "a.mp4", MovieInformation.Container.mp4), (.quickTime, "a.MOV", .quickTime),
    ] {
      let (_, path, _) = try render(layout, [source, nil], CollageMotionSettings(), form: form, name)
      let information = try MovieReader(.file(path)).information
      #expect(information.container == container)
      #expect(information.video.codec == "h264" && information.video.sampleEntry == "avc1")
      #expect(
        information.video.colour == CodePoints(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
      )
      #expect(information.video.isVariableRate == false && information.video.frameCount == 45)
      #expect(information.video.duration == MediaTime(value: 45, timescale: 30))
      #expect(information.sounds.isEmpty)
      // The index stands before the media.
      let bytes = try RandomAccessFile(path).bytes()
      let (index, media) = (try #require(bytes.place(of: "moov")), try #require(bytes.place(of: "mdat")))
      #expect(index < media)
    }
  }

  @Test func oneAfterTheOther() throws {
    let layout = try CollageTestMovie.layout(4)
    let sources = try (0..<3).map {
      try CollageTestMovie.make(in: folder, "\($0).mov", count: 12 + $0, tone: $0 == 1 ? nil : 440)
    }
    let (result, path, motion) = try render(
      layout,
      sources + [nil],
      CollageMotionSettings(kind: .relay),
      form: .quickTime
    )
    #expect(motion.frameCount == 12 + 13 + 14 && result.hasSound)
    let frames = try CollageTestMovie.frames(path)
    try #require(frames.count == 39)
    for (index, frame) in frames.enumerated() {
      let (turn, first) = index < 12 ? (0, 0) : index < 25 ? (1, 12) : (2, 25)
      let isStill = index == 0 || index == 38
      for (position, cell) in layout.cells.enumerated() {
        let found = number(frame, cell)
        if position != turn || isStill {
          #expect(found == nil, "cell \(position) at \(index)")
        } else {
          #expect(abs(try #require(found) - Double(index - first)) < 1, "cell \(position) at \(index)")
        }
      }
    }
    // One track of sound as long as the picture, silent while the second plays.
    let sound = try MovieSoundReader(MovieReader(.file(path)), from: .zero).read(39 * 1600)
    func loudness(_ range: Range<Int>) -> Float { sound.left[range].reduce(0) { max($0, abs($1)) } }
    #expect((0.4..<0.6).contains(loudness(2000..<12 * 1600 - 2000)))
    #expect(loudness(12 * 1600 + 1500..<25 * 1600 - 1500) < 0.02)
    #expect((0.4..<0.6).contains(loudness(25 * 1600 + 2000..<39 * 1600 - 2000)))
    #expect(
      try MovieSoundReader(MovieReader(.file(path)), from: motion.duration).read(9600).left.allSatisfy {
        abs($0) < 0.01
      }
    )
  }

  @Test(arguments: CollageShortClip.allCases)
  func clipsThatEndEarly(_ short: CollageShortClip) throws {
    let layout = try CollageTestMovie.layout(2)
    let long = try CollageTestMovie.make(in: folder, "a.mov", count: 60)
    let brief = try CollageTestMovie.make(in: folder, "b.mov", count: 20)
    let (_, path, motion) = try render(layout, [long, brief], CollageMotionSettings(short: short))
    let frames = try CollageTestMovie.frames(path)
    try #require(frames.count == 60)
    for index in 1..<59 {
      let found = number(frames[index], layout.cells[1])
      switch motion.frame(index).contents[1] {
      case .still: #expect(found == nil, "\(index)")
      case .video(let time):
        let expected = min((time.seconds * 30).rounded(), 19)
        #expect(abs(try #require(found, "\(index)") - expected) < 2, "\(index)")
      case .fading(_, let share):
        // Between the last frame's grey and the still's red.
        let red = Double(frames[index].picture.colour(144, 72)[0])
        let grey = Double(CollageTestMovie.grey(19))
        #expect(abs(red - (grey + (200 - grey) * share)) < 16, "\(index): \(red) at \(share)")
      }
    }
  }

  @Test func unevenTimesAreHeld() throws {
    let layout = try CollageTestMovie.layout(2)
    // 10, 60 and 12 frames a second.
    let times: [Int64] = [0, 60, 120, 180, 190, 200, 210, 220, 270, 320, 370]
    let source = try CollageTestMovie.make(in: folder, "a.mov", times: times)
    let (_, path, motion) = try render(layout, [source, nil], CollageMotionSettings())
    let frames = try CollageTestMovie.frames(path)
    for index in 1..<motion.frameCount - 1 {
      let expected = times.lastIndex { $0 <= index * 20 } ?? 0
      let found = try #require(number(frames[index], layout.cells[0]))
      #expect(abs(found - Double(expected)) < 1, "\(found) for \(expected) at \(index)")
    }
  }

  @Test func theMainPhotoGrows() throws {
    let layout = try CollageTestMovie.layout(4, gap: 8)
    let source = try CollageTestMovie.make(in: folder, "a.mov", count: 45, tone: 300)
    let (result, path, motion) = try render(
      layout,
      [nil, source, nil, nil],
      CollageMotionSettings(kind: .focus)
    )
    #expect(result.hasSound)
    let frames = try CollageTestMovie.frames(path)
    try #require(frames.count == motion.frameCount)
    // In the middle of the video it fills the middle of the canvas; the rest is darker.
    let middle = frames[22].picture
    #expect(abs(try #require(number(middle.colour(96, 72))) - 22) < 1.5)
    #expect(middle.colour(96, 10)[1] > 200 || middle.colour(30, 20)[1] > 200, "the mark, upper left")
    let red = middle.colour(1, 1)
    #expect(abs(red[0] - 130) < 12 && red[1] < 40, "\(red)")
    // It comes and goes without a jump.
    var last = frames[0].picture
    for frame in frames {
      let difference = try #require(PixelComparison.meanAbsoluteDifference(last, frame.picture))
      #expect(difference < 0.12, "\(difference) at \(frame.time.seconds)")
      last = frame.picture
    }
  }

  @Test func cornersStayRound() throws {
    let layout = try CollageTestMovie.layout(2, gap: 8, radius: 16)
    let source = try CollageTestMovie.make(in: folder, "a.mov", count: 10)
    let (_, path, _) = try render(layout, [source, nil], CollageMotionSettings())
    let frames = try CollageTestMovie.frames(path)
    let frame = layout.cells[0].rectangle
    let picture = frames[5].picture
    #expect(number(picture.colour(frame.x + 1, frame.bottom - 2)) == nil)
    #expect(number(picture.colour(frame.right - 2, frame.bottom - 2)) == nil)
    #expect(number(picture.colour(frame.x + 8, frame.bottom - 8)) != nil)
    #expect(number(picture.colour(frame.x + 1, frame.y + frame.height / 2)) != nil)
  }

  @Test func theWindowIsWhatIsSeen() throws {
    // Wide clips in high cells: the middle of them is seen, so no mark.
    let layout = try CollageTestMovie.layout(2, item: CollageTestMovie.size, .init(width: 96, height: 144))
    let source = try CollageTestMovie.make(in: folder, "a.mov", count: 10)
    let cell = layout.cells[0]
    let window = cell.window
    let (_, path, _) = try render(layout, [source, nil], CollageMotionSettings())
    let picture = try CollageTestMovie.frames(path)[5].picture
    // The mark ends a quarter from the left of the source.
    let edge = (0.25 - window.x.value) / window.width.value * Double(cell.rectangle.width)
    let found = (0..<cell.rectangle.width).first {
      picture.colour(cell.rectangle.x + $0, cell.rectangle.y + 4)[1] < 150
    }
    #expect(abs(Double(found ?? 0) - max(0, edge)) <= 2, "\(found ?? -1) for \(edge)")
  }

  @Test(arguments: [true, false])
  func sourcesThatAreGoneKeepTheirCells(_ isMoved: Bool) throws {
    let layout = try CollageTestMovie.layout(2)
    let good = try CollageTestMovie.make(in: folder, "a.mov", count: 30)
    var gone = try CollageTestMovie.make(in: folder, "b.mov", count: 30)
    if isMoved {
      gone.source = .file(folder.path.appending("nothing.mov"))
    } else {
      try DurableFile.remove(folder.path.appending("b.mov"))
    }
    let (result, path, _) = try render(layout, [good, gone], CollageMotionSettings())
    #expect(result.notes.map(\.item) == [1])
    #expect(result.notes.map(\.note.code) == [.movieEndsEarly])
    let frames = try CollageTestMovie.frames(path)
    #expect(number(frames[10], layout.cells[0]) != nil && number(frames[10], layout.cells[1]) == nil)
  }

  @Test func aVideoThatIsCutOffKeepsItsLastFrame() throws {
    let layout = try CollageTestMovie.layout(2)
    let whole = try CollageTestMovie.make(in: folder, "a.mov", count: 60)
    guard case .file(let path) = whole.source else { return }
    // The index is moved before the media by copying; then the end is missing.
    let front = folder.path.appending("front.mov")
    var settings = MovieEncodingSettings(size: CollageTestMovie.size)
    settings.mostPictures = 60
    settings.rateFactor = 4
    let encoder = try MovieEncoder(to: front, settings)
    for number in 0..<60 {
      let time = MediaTime(value: Int64(number) * 20, timescale: 600)
      try encoder.append(CollageTestMovie.picture(number), at: time)
    }
    try encoder.finish(at: MediaTime(value: 1200, timescale: 600))
    let bytes = try RandomAccessFile(front).bytes()
    let media = try #require(bytes.place(of: "mdat"))
    let torn = try folder.write(Array(bytes.prefix(media + (bytes.count - media) / 2)), to: "torn.mov")
    let source = try CollageMotionSource.probe(.file(torn))
    #expect(source.clip.duration == whole.clip.duration)
    let (result, written, _) = try render(layout, [source, nil], CollageMotionSettings())
    #expect(result.notes.contains { $0.item == 0 }, "\(path): \(result.notes)")
    let frames = try CollageTestMovie.frames(written)
    let last = try #require(number(frames[58], layout.cells[0]))
    let before = try #require(number(frames[50], layout.cells[0]))
    #expect(last > 10 && last < 50 && abs(before - last) < 1)
  }

  @Test func whatIsNoVideoIsKnownBefore() throws {
    let text = try folder.write("no video", to: "text.mov")
    #expect(throws: Problem.self) { try CollageMotionSource.probe(.file(text)) }
    let missing = folder.path.appending("missing.mov")
    #expect(throws: Problem.self) { try CollageMotionSource.probe(.file(missing)) }
  }

  @Test func probingTellsWhatThePlanNeeds() throws {
    let silent = try CollageTestMovie.make(in: folder, "a.mov", count: 45)
    #expect(silent.clip == CollageClip(duration: MediaTime(value: 45, timescale: 30)))
    let loud = try CollageTestMovie.make(in: folder, "b.mov", count: 45, tone: 440)
    #expect(loud.clip.hasSound)
  }

  @Test func mixedSoundStaysBelowFullScale() throws {
    let layout = try CollageTestMovie.layout(4)
    let sources = try (0..<4).map {
      try CollageTestMovie.make(
        in: folder,
        "\($0).mov",
        count: 30,
        tone: 220,
        loudness: 0.9 - 0.01 * Float($0)
      )
    }
    let (_, path, _) = try render(layout, sources, CollageMotionSettings(audio: .mix))
    let sound = try MovieSoundReader(MovieReader(.file(path)), from: .zero).read(48_000)
    let peak = sound.left[4800..<43_200].reduce(0) { max($0, abs($1)) }
    #expect((0.85...1.03).contains(peak), "\(peak)")
  }
}

extension [UInt8] {
  /// Where the first box of a type stands, at the top of a file.
  fileprivate func place(of type: String) -> Int? {
    var place = 0
    while place + 8 <= count {
      let size = self[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      if Array(self[place + 4..<place + 8]) == Array(type.utf8) { return place }
      guard size >= 8 else { return nil }
      place += size
    }
    return nil
  }
}

extension RandomAccessFile {
  fileprivate func bytes() throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: Int(status.size)) { buffer, count in
      count = try read(at: 0, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}
