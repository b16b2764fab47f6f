import Animations
import Pixels
import Testing

@Suite struct GIFEncoderTests {
  @Test func defaultsAreThoseOfTheManual() {
    let settings = GIFEncodingSettings()
    #expect(settings.colourCount == 256 && settings.looping == .forever)
  }
}
