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

  /// `/NAME` is that file; `/stall/NAME` its first half, and then nothing more; `/slow/NAME` the whole after two seconds;
  /// `/endless/NAME` the file and half a gigabyte of zeros, with a length that is a lie; `/status/NUMBER` an answer of that
  /// number; `/file` a redirection to a local file. What was asked for stands in `asked`, what was sent of the endless in `sent`.
  private static let server = """
    import http.server, os, threading, time
    lock = threading.Lock()
    def note(name, text):
        with lock, open(name, "a") as file:
            file.write(text + "\\n")
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            note("asked", self.path)
            name = os.path.basename(self.path)
            if name == "file":
                self.send_response(302)
                self.send_header("Location", "file://" + os.path.abspath("harbour.jpg"))
                self.end_headers()
            elif self.path.startswith("/status/"):
                self.send_error(int(name))
            elif not os.path.exists(name):
                self.send_error(404)
            else:
                if self.path.startswith("/slow/"):
                    time.sleep(2)
                data = open(name, "rb").read()
                isEndless = self.path.startswith("/endless/")
                self.send_response(200)
                self.send_header("Content-Length", str(1 << 40 if isEndless else len(data)))
                self.end_headers()
                if self.path.startswith("/stall/"):
                    self.wfile.write(data[:len(data) // 2])
                    self.wfile.flush()
                    time.sleep(30)
                elif isEndless:
                    count = 0
                    try:
                        self.wfile.write(data)
                        for _ in range(512):
                            self.wfile.write(bytes(1 << 20))
                            count += 1
                    except OSError:
                        pass
                    note("sent", str(count))
                    self.close_connection = True
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
      rm -f port
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

  private func lines(_ name: String) throws -> [String] {
    let text = try String(contentsOf: samples.folder.appendingPathComponent(name), encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
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

  @Test func `several are fetched at a time, each once, and stand in their order`() throws {
    defer { samples.remove() }
    let made = try run(
      """
      cp portrait.jpg 2.jpg; cp portrait.jpg 3.jpg; cp harbour.jpg 4.jpg
      SECONDS=0
      shiying collage --plan --layout rows $url/slow/harbour.jpg $url/slow/2.jpg $url/slow/harbour.jpg $url/slow/3.jpg \\
        $url/4.jpg && [ $SECONDS -lt 5 ]
      """
    )
    #expect(made.exitCode == 0, "\(made.errors)")
    let asked = try lines("asked")
    #expect(asked.sorted() == ["/4.jpg", "/slow/2.jpg", "/slow/3.jpg", "/slow/harbour.jpg"])
    let page = try #require((try made.records().first?["pages"] as? [[String: Any]])?.first)
    let shapes = try #require(page["cells"] as? [[String: Any]]).map { cell in
      (cell["width"] as? Int ?? 0) > (cell["height"] as? Int ?? 0)
    }
    // The harbour is a landscape, the portrait none.
    #expect(shapes == [true, false, true, false, true], "\(page)")
  }

  @Test(arguments: ["harbour.jpg", "live.heic"])
  func `what lies behind the picture is not fetched for a still`(_ name: String) throws {
    defer { samples.remove() }
    try samples.add("live.heic")
    let made = try run(
      """
      # A box of a Motion Photo's video.
      printf '\\x20\\x00\\x00\\x00mpvd' >> live.heic
      shiying collage --json --as still --canvas 120x160 portrait.jpg $url/endless/\(name)
      for i in {1..100}; do [ -s sent ] && break; sleep 0.1; done
      """
    )
    #expect(made.exitCode == 0, "\(made.errors)")
    #expect(try sources(made).allSatisfy { $0["status"] as? String == "used" }, "\(made.errors)")
    #expect(try lines("sent").compactMap { Int($0) }.allSatisfy { $0 < 32 })
  }

  @Test func `why an address can't be fetched is said in words of one's own`() throws {
    defer { samples.remove() }
    let asking = """
      collage --json --canvas 120x160 portrait.jpg http://127.0.0.1:1/a.jpg http://no-host.invalid/a.jpg \
      $url/status/403 $url/status/503 $url/status/404 $url/file https://127.0.0.1:$(cat port)/a.jpg
      """
    let made = try run("shiying \(asking)")
    #expect(made.exitCode == 1, "\(made.errors)")
    for words in [
      "refuses connections", "is not known by this name", "does not allow that (HTTP 403)",
      "has a fault (HTTP 503)", "it answered HTTP 404", "not http or https", "secure connection",
    ] {
      #expect(made.errors.contains(words), "\(words): \(made.errors)")
    }
    #expect(!made.errors.contains("no such file or folder") && !made.errors.contains("curl"))
    let missing = try sources(made).compactMap { $0["error"] as? [String: Any] }
    #expect(missing.count == 7 && missing.allSatisfy { ($0["detail"] as? String)?.isEmpty == false })
    let chinese = try run("LC_ALL=zh_TW.UTF-8 shiying \(asking)")
    for words in ["連不上伺服器", "查不到這個名稱的伺服器", "HTTP 403", "HTTP 503", "HTTP 404", "安全連線"] {
      #expect(chinese.errors.contains(words), "\(words): \(chinese.errors)")
    }
    for word in ["connect", "resolve", "error", "returned"] {
      #expect(!chinese.errors.contains(word), "\(word)")
    }
  }
}
