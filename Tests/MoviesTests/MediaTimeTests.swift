import Movies
import Testing

@Suite struct MediaTimeTests {
  @Test func equalTimesAreEqualInEveryTimescale() {
    let half = MediaTime(value: 1, timescale: 2)
    let other = MediaTime(value: 45_000, timescale: 90_000)
    #expect(half == other)
    #expect(half.hashValue == other.hashValue)
    #expect(Set([half, other]).count == 1)
    #expect(MediaTime(value: 1001, timescale: 30_000) < MediaTime(value: 1, timescale: 29))
    #expect(MediaTime(value: -1, timescale: 600) < .zero)
  }

  @Test func extremesDoNotTrap() {
    let most = MediaTime(value: .max, timescale: 1)
    let least = MediaTime(value: .min, timescale: 1)
    #expect(most.converted(to: 90_000).value == .max)
    #expect(least.converted(to: 90_000).value == .min)
    #expect((most + most).value == .max)
    #expect((least - most).value == .min)
    #expect(least < most)
    #expect(MediaTime(seconds: .nan) == .zero)
    #expect(MediaTime(seconds: 1e300) == .zero)
    #expect(MediaTime(value: 5, timescale: 0).seconds == 5)
  }

  @Test func conversionRoundsToTheNearest() {
    #expect(MediaTime(value: 1001, timescale: 30_000).converted(to: 600).value == 20)
    #expect(MediaTime(value: -1001, timescale: 30_000).converted(to: 600).value == -20)
    #expect(MediaTime(value: 1, timescale: 2).converted(to: 1).value == 1)
    #expect((MediaTime(value: 1, timescale: 600) + MediaTime(value: 1, timescale: 90_000)).value == 151)
  }
}
