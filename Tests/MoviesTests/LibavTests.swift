import Movies
import Testing

@Suite struct LibavTests {
}
