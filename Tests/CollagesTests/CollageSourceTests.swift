import Collages
import Files
import Messages
import Movies
import Pixels
import StillImages
import TestSupport
import Testing

/// What is known of a photo or video before anything is drawn.
@Suite struct CollageSourceTests {
  private let workshop: CollageWorkshop

  init() throws { workshop = try CollageWorkshop() }

  @Test func videosShowTheirFirstFrameAndMove() throws {
    let path = try workshop.movie("a.mp4", 160, 120)
    let source = CollageWorkshop.open(path)
    #expect(source.problem == nil && source.item.size == PixelSize(width: 160, height: 120))
    let motion = try #require(source.motion)
    #expect(motion.source == .file(path) && !motion.clip.hasSound)
    #expect(abs(motion.clip.duration.seconds - 0.4) < 0.01)
    let settings = CollageSettings(arrangement: .strip, canvas: .width(160), gap: 0)
    let (picture, page, painter) = try CollageWorkshop.paint([source, source], settings)
    #expect(painter.failures.isEmpty && page.size == PixelSize(width: 160, height: 240))
    #expect(picture.distance(20, 20, CollageWorkshop.colour(isRight: false, isLow: false)) <= 10)
    #expect(picture.distance(140, 220, CollageWorkshop.colour(isRight: true, isLow: true)) <= 10)
  }

  @Test func theVideoBesideAPhoto() throws {
    let photo = try workshop.photo("a.png", CollageWorkshop.quarters(160, 120))
    let video = try workshop.movie("a.mov", 160, 120)
    let source = CollageWorkshop.open(photo, video: video)
    #expect(source.path == photo && source.motion?.source == .file(video) && source.motionProblem == nil)
    #expect(abs((source.motion?.clip.duration.seconds ?? 0) - 0.4) < 0.01)
    // Without a video, or with one that is none, it stands still.
    #expect(CollageWorkshop.open(photo).motion == nil && CollageWorkshop.open(photo).motionProblem == nil)
    let broken = CollageWorkshop.open(photo, video: try workshop.folder.write("no video", to: "b.mov"))
    #expect(broken.motion == nil && broken.motionProblem != nil && broken.problem == nil)
  }

  @Test func limitsAreKept() throws {
    let photo = try workshop.photo("a.png", CollageWorkshop.quarters(160, 120))
    let source = CollageSource.open(photo, maximumPixelCount: 10_000, threads: 1)
    #expect(source.problem?.code == .tooManyPixels)
  }

  /// A photo that does not tell its offset is of the same journey as those that do.
  @Test func datesOnOneClock() throws {
    let dates = ["2024-05-01T12:00:00+08:00", "2024-05-01T11:00:00", "2024-05-01T13:00:00+08:00", nil]
    let sources = try dates.enumerated().map { index, date in
      CollageWorkshop.open(try workshop.photo("\(index).png", CollageWorkshop.quarters(40, 30), date: date))
    }
    #expect(sources[0].item.date == 1_714_536_000 && sources[1].item.date == 1_714_561_200)
    let clock = CollageSource.onOneClock(sources)
    #expect(clock.map(\.item.date) == [1_714_536_000, 1_714_532_400, 1_714_539_600, nil])
    #expect(CollageOrder.date.sequence(of: clock.map(\.item)) == [1, 0, 2, 3])
    #expect(CollageSource.onOneClock([sources[1]])[0].item.date == 1_714_561_200)
  }

  private func xmp(_ type: String, _ x: Double, _ y: Double, _ side: Double) -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
     xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"><mwg-rs:Regions rdf:parseType="Resource">
    <mwg-rs:RegionList><rdf:Bag><rdf:li rdf:parseType="Resource"><mwg-rs:Type>\(type)</mwg-rs:Type>
    <mwg-rs:Area stArea:x="\(x)" stArea:y="\(y)" stArea:w="\(side)" stArea:h="\(side)" stArea:unit="normalized"/>
    </rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>
    """
  }

  @Test func facesAreRegionsOfTheUprightPicture() throws {
    let picture = CollageWorkshop.quarters(160, 120)
    let up = CollageWorkshop.open(
      try workshop.photo("a.jpg", picture, format: .jpeg, xmp: xmp("Face", 0.2, 0.7, 0.1))
    )
    let region = try #require(up.item.focusRegions.first)
    // A fifth is added around it.
    #expect(abs(region.start.x - 0.13) < 1e-6 && abs(region.end.x - 0.27) < 1e-6)
    #expect(abs(region.start.y - 0.63) < 1e-6 && abs(region.end.y - 0.77) < 1e-6)
    let turned = CollageWorkshop.open(
      try workshop.photo(
        "b.jpg",
        picture,
        format: .jpeg,
        orientation: .right,
        xmp: xmp("Face", 0.2, 0.7, 0.1)
      )
    )
    let other = try #require(turned.item.focusRegions.first)
    #expect(abs((other.start.x + other.end.x) / 2 - 0.3) < 1e-6)
    #expect(abs((other.start.y + other.end.y) / 2 - 0.2) < 1e-6)
  }

  @Test func theCamerasFocusIsAPoint() throws {
    let picture = CollageWorkshop.quarters(160, 120)
    let aside = CollageWorkshop.open(
      try workshop.photo("a.jpg", picture, format: .jpeg, xmp: xmp("Focus", 0.2, 0.7, 0.1))
    )
    #expect(aside.item.focusRegions.isEmpty)
    #expect(abs((aside.item.focusPoint?.x ?? 0) - 0.2) < 1e-6)
    let middle = CollageWorkshop.open(
      try workshop.photo("b.jpg", picture, format: .jpeg, xmp: xmp("Focus", 0.5, 0.51, 0.1))
    )
    #expect(middle.item.focusPoint == nil)
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) func corpus() throws {
    for (name, hdr, isWide) in [
      ("still/heic/iphone13promax-gainmap-irot270.HEIC", HDRKind.gainMap, true),
      ("still/heic/canonR5-PQ-10bit-422.HIF", .perceptualQuantizer, true),
      ("still/jpeg/grey.jpg", .none, false),
    ] {
      guard let path = Corpus.file(name) else { continue }
      let source = CollageWorkshop.open(path)
      #expect(source.problem == nil && source.hdr == hdr && source.isWide == isWide, "\(name)")
    }
    if let path = Corpus.file("still/derived/motionphoto.jpg") {
      let source = CollageWorkshop.open(path)
      #expect(source.motion != nil || source.motionProblem != nil)
    }
  }
}
