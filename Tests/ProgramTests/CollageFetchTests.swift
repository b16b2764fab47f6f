import Foundation
import TestSupport
import Testing

/// Sources of collages that lie elsewhere: a small server that answers, stalls, refuses and leads astray.
@Suite struct CollageFetchTests {
  private let samples: Samples

  init() throws {
    samples = try Samples()
    try samples.add("harbour.jpg")
    try samples.add("portrait.jpg")
    try samples.add(Array(Self.server.utf8), as: "server.py")
  }

  /// `/NAME` is that file; `/stall/NAME` its first half, and then nothing more; `/file` a redirection to a local file.
  private static let server = """
    import http.server, os, threading, time
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            name = os.path.basename(self.path)
            if name == "file":
                self.send_response(302)
                self.send_header("Location", "file://" + os.path.abspath("harbour.jpg"))
                self.end_headers()
            elif not os.path.exists(name):
                self.send_error(404)
            else:
                data = open(name, "rb").read()
                self.send_response(200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                if self.path.startswith("/stall/"):
                    self.wfile.write(data[:len(data) // 2])
                    self.wfile.flush()
                    time.sleep(30)
                else:
                    self.wfile.write(data)
        def log_message(self, *_): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    open("port.new", "w").write(str(server.server_address[1]))
    os.rename("port.new", "port")
    server.serve_forever()
    """

  /// Runs lines of bash with the server behind `$url`; "shiying" is the program.
  private func run(_ script: String) throws -> Program.Outcome {
    let lines = """
      python3 server.py & trap "kill $!" EXIT
      for _ in $(seq 200); do [ -f port ] && break; sleep 0.05; done
      url=http://127.0.0.1:$(cat port)
      shiying() { "\(Program.executable.path)" "$@"; }
      \(script)
      """
    let home = samples.folder.path
    return try Program.tool(
      "bash",
      ["-c", lines],
      in: samples.folder,
      environment: ["HOME": home, "XDG_CACHE_HOME": home + "/cache", "SHIYING_LIBRARY": home + "/library"]
    )
  }

  private func sources(_ outcome: Program.Outcome) throws -> [[String: Any]] {
    try #require(try outcome.records().first?["sources"] as? [[String: Any]])
  }

  @Test func `an address is fetched, and recorded as what it is`() throws {
    defer { samples.remove() }
    let made = try run(
      "shiying collage --canvas 120x160 portrait.jpg $url/harbour.jpg && shiying list --json --creations"
    )
    #expect(made.exitCode == 0, "\(made.errors)")
    #expect(made.lines.last?.contains("/harbour.jpg") == true, "\(made.lines)")
    let again = try run("rm port; shiying collage --json --canvas 120x160 portrait.jpg $url/harbour.jpg")
    #expect(!again.lines.isEmpty)
  }

  @Test func `what stalls, is missing or leads to a local file is a grey cell with its reason`() throws {
    defer { samples.remove() }
    let made = try run(
      "shiying collage --json --canvas 120x160 portrait.jpg $url/stall/harbour.jpg $url/gone.jpg $url/file"
    )
    #expect(made.exitCode == 1, "\(made.errors)")
    let codes = try sources(made).map { ($0["error"] as? [String: Any])?["code"] as? String }
    #expect(codes == [nil, "input.stalled", "input.missing", "input.not-fetched"], "\(made.errors)")
  }

  @Test func `a picture that a file manager has kept stands for what does not come`() throws {
    defer { samples.remove() }
    let made = try run(
      """
      mkdir -p cache/thumbnails/large
      name=$(printf %s $url/stall/harbour.jpg | md5sum | cut -c1-32)
      shiying convert --to png --long-edge 64 -o cache/thumbnails/large/$name.png harbour.jpg > /dev/null
      shiying collage --json --canvas 120x160 portrait.jpg $url/stall/harbour.jpg
      """
    )
    #expect(made.exitCode == 0, "\(made.errors)")
    let notes = try sources(made).last?["notes"] as? [[String: Any]]
    #expect(notes?.first?["code"] as? String == "collage.from-preview", "\(made.errors)")
  }

  @Test func `the preview in the part that came stands for the rest`() throws {
    defer { samples.remove() }
    let made = try run(
      """
      shiying convert --to same --long-edge 64 -o small.jpg harbour.jpg > /dev/null
      exiftool -q -overwrite_original '-ThumbnailImage<=small.jpg' -n -Orientation=6 harbour.jpg
      shiying collage --json --canvas 120x160 portrait.jpg $url/stall/harbour.jpg
      """
    )
    #expect(made.exitCode == 0, "\(made.errors)")
    let notes = try sources(made).last?["notes"] as? [[String: Any]]
    #expect(notes?.first?["code"] as? String == "collage.from-preview", "\(made.errors)")
  }
}
